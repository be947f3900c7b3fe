"""The legal turns of every variant against a second reading of the rules, written for nothing but to be plain.

It knows no board but two dictionaries, tries every checker with every die in every order, and throws nothing away
before the whole turn stands. Slow, so the positions are few here: about 15 seconds in all. The seeds can be changed.
"""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.tavla import game
from services.tavla.actions import CheckerMove, PlayTurn, ResignGame
from services.tavla.plays import first_play, position
from services.tavla.state import Match, Phase, State
from tests.tavla.tables import config

Turn = tuple[tuple[int, int], ...]
TABLES = (
    {"tavlaVariant": "standard"},
    {"tavlaVariant": "standard", "hitAndRun": "forbidden"},
    {"tavlaVariant": "hiper"},
    {"tavlaVariant": "hiper", "hitAndRun": "forbidden"},
    {"tavlaVariant": "yaris"},
    {"tavlaVariant": "yaris", "hitAndRun": "forbidden"},
    {"tavlaVariant": "hapis"},
    {"tavlaVariant": "multezim"},
    {"tavlaVariant": "anti", "hitAndRun": "forbidden"},
)


class Side:
    """Checkers by place (0 off, 25 start bar, 26 bar), and the points where one lies pinned."""

    def __init__(self, checkers: Counter[int], pinned: frozenset[int] = frozenset()) -> None:
        self.checkers = +checkers
        self.pinned = pinned

    def key(self) -> object:
        return frozenset(self.checkers.items()), self.pinned


class Reading:
    """One way to play some dice; `over` if it ended the game, `hits` are own points where enemies were hit."""

    def __init__(self, turn: Turn, me: Side, them: Side, hits: tuple[int, ...], over: bool) -> None:
        self.turn, self.me, self.them, self.hits, self.over = turn, me, them, hits, over

    def key(self) -> object:
        return self.me.key(), self.them.key()


def theirs(variant: str, point: int) -> int:
    """Rules 3.1: the opponent's name for an own point."""
    if variant == "multezim":
        return point + 12 if point <= 12 else point - 12
    return 25 - point


def may_move(variant: str, me: Side, them: Side, source: int, die: int) -> int | None:
    """Rules 1.4, 1.5, 1.6, 3.4, 3.5, 3.6: where the checker gets to, or None if it may not go."""
    if me.checkers[26] and source != 26:
        return None
    if source in me.pinned:
        return None
    if variant == "multezim":
        passed = any(place <= 11 for place in me.checkers)
        if not passed and source != min(me.checkers):
            return None
    target = min(source, 25) - die
    if target >= 1:
        there = theirs(variant, target)
        enemies = them.checkers[there]
        if variant == "multezim":
            return None if enemies else target
        if enemies >= 2 or (enemies == 1 and target in me.pinned):
            return None
        return target
    if any(place > 6 for place in me.checkers) or me.pinned:
        return None
    if target < 0 and any(place > source for place in me.checkers):
        return None
    return 0


def move(variant: str, me: Side, them: Side, source: int, target: int) -> tuple[Side, Side, bool]:
    """The sides after a move, and whether it hit."""
    mine, other = Counter(me.checkers), Counter(them.checkers)
    mine[source] -= 1
    mine[target] += 1
    pinned, hit = them.pinned, False
    if variant == "hapis":
        if source <= 24 and not mine[source]:
            pinned -= {25 - source}
        if target and other[25 - target]:
            pinned |= {25 - target}
    elif variant != "multezim" and target and other[25 - target]:
        hit = True
        other[25 - target] -= 1
        other[26] += 1
    return Side(mine, me.pinned), Side(other, pinned), hit


def is_over(variant: str, me: Side, them: Side) -> bool:
    """Rules 1.7, 3.5: all off; or a mother is pinned and the other side has none left on 24, or lost hers as well."""
    if set(me.checkers) == {0}:
        return True
    return variant == "hapis" and 24 in them.pinned and (not me.checkers[24] or 24 in me.pinned)


def readings(variant: str, now: Reading, dice: tuple[int, ...]) -> Iterator[Reading]:
    """Every sequence of legal moves with some of the dice, in every order."""
    if now.over:
        return
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for source in [place for place in now.me.checkers if place]:
            target = may_move(variant, now.me, now.them, source, die)
            if target is None:
                continue
            me, them, hit = move(variant, now.me, now.them, source, target)
            hits = (*now.hits, target) if hit else now.hits
            then = Reading((*now.turn, (source, die)), me, them, hits, is_over(variant, me, them))
            yield then
            yield from readings(variant, then, tuple(rest))


def primes(one: Reading) -> bool:
    """Rules 3.6: all enemies on their q, the mover on their q-1 to q-6."""
    standing = [place for place in one.them.checkers if place]
    if len(standing) > 1 or one.them.checkers[0] or standing[0] < 7:
        return False
    return all(one.me.checkers[theirs("multezim", standing[0] - step)] for step in range(1, 7))


def breaks(one: Reading, variant: str, forbidden: bool) -> bool:
    """Rules 1.8, 3.6: what no turn may end with."""
    if forbidden and any(point <= 6 and not one.me.checkers[point] for point in one.hits):
        return True
    return variant == "multezim" and all(one.me.checkers[point] for point in range(19, 25))


def lawful(everything: list[Reading], variant: str, forbidden: bool, dice: tuple[int, int]) -> list[Reading]:
    """Rules 1.4, 1.8, 3.6: the whole turns among them."""
    left = [one for one in everything if not breaks(one, variant, forbidden)]
    if not left:
        return []
    most = max(len(one.turn) for one in left)
    left = [one for one in left if one.over or len(one.turn) == most]
    if variant == "multezim" and not all(primes(one) for one in left):
        left = [one for one in left if not primes(one)]
    if most == 1 and any(one.turn[0][1] == max(dice) for one in left):
        left = [one for one in left if one.over or one.turn[0][1] == max(dice)]
    return left


# -- positions ---------------------------------------------------------------------------------------------------------


def thrown(rng: random.Random, options: dict[str, str]) -> State:
    """A made-up position: crowded or thin, far or near, with checkers on the bars where there are any."""
    variant = options["tavlaVariant"]
    match = game.setup(config(**options)).match
    count = match.terms.board.checkers
    reach = [rng.choice((6, 6, 8, 12, 24, 24)) for _ in range(2)]
    off = [rng.choice((0, 0, 0, rng.randrange(count))) for _ in range(2)]
    held = [Counter[int](), Counter[int]()]
    pins: list[set[int]] = [set(), set()]
    for seat in rng.sample((0, 1), 2):
        held[seat][0] = off[seat]
        points = rng.sample(range(1, reach[seat] + 1), min(reach[seat], rng.randint(1, 12)))
        free = [point for point in points if not held[1 - seat][theirs(variant, point)]]
        for _ in range(count - off[seat]):
            if variant == "yaris" and rng.random() < 0.15:
                held[seat][25] += 1
            elif variant not in ("hapis", "multezim") and (not free or rng.random() < 0.06):
                held[seat][26] += 1
            elif free:
                held[seat][rng.choice(free)] += 1
            else:
                held[seat][0] += 1
    if variant == "hapis":
        for seat in (0, 1):
            for point in [p for p in held[seat] if p and held[seat][p] == 1]:
                spare = next((p for p in held[1 - seat] if p and held[1 - seat][p] > 1), None)
                if rng.random() < 0.35 and spare is not None and not held[1 - seat][25 - point]:
                    moved = rng.randint(1, held[1 - seat][spare] - 1)
                    held[1 - seat][spare] -= moved
                    held[1 - seat][25 - point] += moved
                    pins[seat].add(point)
    return built(match, rng, held, pins)


def built(match: Match, rng: random.Random, held: list[Counter[int]], pins: list[set[int]]) -> State:
    sides = bytes(held[0][place] for place in range(27)), bytes(held[1][place] for place in range(27))
    masks = sum(1 << point for point in pins[0]), sum(1 << point for point in pins[1])
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    return State(match=match, phase=Phase.PLAYING, turn=rng.randrange(2), sides=sides, pinned=masks, dice=dice)


def walled(rng: random.Random, options: dict[str, str]) -> State:
    """Mültezim with all enemies on one point and many of the mover's in front of them, or nobody past the start."""
    match = game.setup(config(**options)).match
    held = [Counter[int](), Counter[int]()]
    seat = rng.randrange(2)
    stack = rng.randint(7, 24)
    held[1 - seat][stack] = 15
    front = [theirs("multezim", stack - step) for step in range(1, 8)]
    own = rng.sample(front, rng.randint(4, 6)) if rng.random() < 0.8 else rng.sample(range(19, 25), 5)
    free = [p for p in range(1, 25) if theirs("multezim", p) != stack]
    own += rng.sample(free, rng.randint(0, 3))
    own = [p for p in own if theirs("multezim", p) != stack]
    for point in own:
        held[seat][point] += 1
    while held[seat].total() < 15:
        held[seat][rng.choice(own)] += 1
    state = built(match, rng, held, [set(), set()])
    return msgspec.structs.replace(state, turn=seat)


def positions(seed: int, options: dict[str, str], count: int) -> Iterator[State]:
    """Made-up positions in which the game is not over before the turn begins."""
    rng = random.Random(seed)
    while count:
        make = walled if options["tavlaVariant"] == "multezim" and rng.random() < 0.5 else thrown
        state = make(rng, options)
        mine, other = seen(state, state.turn), seen(state, 1 - state.turn)
        variant = options["tavlaVariant"]
        if not any(is_over(variant, *pair) for pair in ((mine, other), (other, mine))):
            count -= 1
            yield state


def seen(state: State, seat: int) -> Side:
    held = Counter({place: number for place, number in enumerate(state.sides[seat]) if number})
    return Side(held, frozenset(point for point in range(25) if state.pinned[seat] >> point & 1))


def compare(state: State, options: dict[str, str], rng: random.Random) -> int:
    """Holds one position's turns against the second reading; returns how many there were."""
    variant, forbidden = options["tavlaVariant"], options.get("hitAndRun") == "forbidden"
    me, them = seen(state, state.turn), seen(state, 1 - state.turn)
    a, b = state.dice
    dice = (a,) * 4 if a == b else (a, b)
    everything = list(readings(variant, Reading((), me, them, (), over=False), dice))
    legal = lawful(everything, variant, forbidden, (a, b))
    where = game.notation.write_position(state)
    by_turn = {one.turn: one for one in everything}
    allowed = {one.turn for one in legal}
    plays = [act.moves for act in game.legal(state, Seat(state.turn)) if not isinstance(act, ResignGame)]  # type: ignore[union-attr]
    listed = [by_turn[tuple((m.point, m.die) for m in play)] for play in plays]
    assert {one.key() for one in listed} == {one.key() for one in legal}, where
    assert len({one.key() for one in listed}) == len(listed), where
    assert all(one.turn in allowed for one in listed), where
    if legal:
        first = max(allowed)
        assert tuple((m.point, m.die) for m in first_play(position(state))) == first, where
    for turn in rng.sample(sorted(by_turn), min(len(by_turn), 40)):
        assert accepted(state, turn) == (by_turn[turn] if turn in allowed else None, turn in allowed)[1], (where, turn)
    return len(legal)


def accepted(state: State, turn: Turn) -> bool:
    """Whether the game takes the turn with its moves in this order."""
    action = PlayTurn(tuple(CheckerMove(point, die) for point, die in turn))
    try:
        game.apply(state, Act(seat=Seat(state.turn), action=action))
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options.values()))
def test_every_turn_is_legal_exactly_where_a_second_reading_says_so(options: dict[str, str]) -> None:
    rng = random.Random(1)
    turns = [compare(state, options, rng) for state in positions(7, options, 120)]
    assert sum(map(bool, turns)) > 40
