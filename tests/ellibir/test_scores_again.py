"""What a round and a match bring a second time: straight from the clauses' words, held to the family's at random."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from services.ellibir import game
from services.ellibir.actions import Action, Group, Open
from services.ellibir.actions import Discard as Throw
from services.ellibir.cards import PACK, Piece, in_order
from services.ellibir.results import Ending, RoundResult
from services.ellibir.state import Laid, Opened, Phase, Player, State, Turn
from services.ellibir.terms import Terms
from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.kernel.melds import Face, Kind, Meld, Place
from services.kernel.score import LedgerLine

ENDS = 100_000
SHARES = 4

Lines = Counter[tuple[int, int]]

# -- the clauses -------------------------------------------------------------------------------------------------------

SUITS = "".join(dict.fromkeys(card[0] for card in PACK if card != "JO"))
RANKS = "23456789TJQKA"

TABLE = """
Normal                | 1x 100 2x 200 | 100 200
Elden                 | 1x 100 2x 200 | 200 400
Çift                  | 2x 200 4x 400 | 200 400
Elden Çift            | 2x 200 4x 400 | 400 800
Jokerle Normal        | 2x 200 4x 400 | 200 400
Jokerle Elden         | 2x 200 4x 400 | 400 800
Jokerle Çift          | 2x 200 4x 400 | 400 800
Jokerle Elden Çift    | 4x 400 8x 800 | 800 1600
Jokerle Çift pattern  | 4x 400 8x 800 | 400 800
"""
"""Rules 9.10 as printed, and the row that the option replaces."""

ROWS = {
    name.strip(): (open_.split(), closed.split())
    for name, open_, closed in (row.split("|") for row in TABLE.strip().splitlines())
}


def value(card: str) -> int:
    """Rules 9.3: 2-10 face, J Q K 10, A 11; in hand a joker 25."""
    if card == "JO":
        return 25
    return {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}.get(card[1]) or int(card[1])


def row(*, joker: bool, elden: bool, pairs: bool, literal: bool) -> str:
    kinds = " ".join(word for word, holds in (("Elden", elden), ("Çift", pairs)) if holds) or "Normal"
    if not joker:
        return kinds
    return "Jokerle " + kinds + (" pattern" if kinds == "Çift" and not literal else "")


def cell(row: str, opened: str, cards: list[str], *, declared: bool, others_open: bool) -> int:
    """One cell of the table."""
    some, nobody = ROWS[row]
    if opened == "none":
        amounts = some[1::2] if others_open else nobody
        return int(amounts[declared])
    times = some[2 if opened == "pairs" else 0]
    return int(times[:-1]) * sum(map(value, cards))


def stock_out(
    opened: list[str], declared: list[bool], hands: list[list[str]], limit: int | None, repeats: int
) -> Lines:
    """Rules 9.9."""
    lines: Lines = Counter()
    if all(way == "none" for way in opened) and (limit is None or repeats < limit):
        return lines
    for seat, way in enumerate(opened):
        if way == "none":
            lines[(seat, 200 if declared[seat] else 100)] += 1
        else:
            lines[(seat, sum(map(value, hands[seat])) * (2 if way == "pairs" else 1))] += 1
    return lines


def lays_off(card: str, melds: list[Laid]) -> bool:
    """Rules 9.7: the next card at either end of a run, a missing suit of a set; a joker at an end, or in a set of
    three."""
    for laid in melds:
        places = laid.meld.places
        faces = [place.face for place in places if place.face is not None]
        if laid.meld.kind is Kind.RUN:
            low, high = min(face.rank for face in faces), max(face.rank for face in faces)
            ends = [SUITS[faces[0].suit] + RANKS[rank - 2] for rank in (low - 1, high + 1) if 2 <= rank <= 14]
            if card in ends or (card == "JO" and ends):
                return True
        if laid.meld.kind is Kind.SET and len(places) == 3:
            there = [SUITS[face.suit] for face in faces]
            if card == "JO" or (card[1] == RANKS[faces[0].rank - 2] and card[0] not in there):
                return True
    return False


# -- ends of round -----------------------------------------------------------------------------------------------------


def terms(rng: random.Random) -> Terms:
    players = rng.choice((2, 3, 4, 4))
    return Terms(
        players=players,
        partners=players == 4 and rng.random() < 0.5,
        rounds=rng.choice((1, 1, 3)),
        threshold=rng.choice((51, 71, 75, 81, 101)),
        lenient=rng.random() < 0.5,
        layoffs=rng.choice((1, 2, None)),
        literal=rng.random() < 0.5,
        kdv=rng.random() < 0.5,
        repeat_limit=rng.choice((None, 1, 2, 5)),
    )


def table_meld(rng: random.Random) -> Meld:
    """A meld of the table, now and then with a joker; one of a set of two naturals stands for nothing yet."""
    kind = rng.choice((Kind.RUN, Kind.RUN, Kind.SET, Kind.PAIR))
    if kind is Kind.RUN:
        size = rng.choice((3, 3, 4, 5, 13))
        suit, low = rng.randrange(4), rng.randint(2, 15 - size)
        faces = [Face(suit, low + step) for step in range(size)]
    elif kind is Kind.SET:
        rank = rng.randint(2, 14)
        faces = [Face(suit, rank) for suit in sorted(rng.sample(range(4), rng.choice((3, 3, 4))))]
    else:
        faces = [Face(rng.randrange(4), rng.randint(2, 14))] * 2
    star = rng.randrange(len(faces)) if rng.random() < 0.4 else -1
    places = [Place(face, at == star) for at, face in enumerate(faces)]
    if kind is Kind.SET and len(faces) == 3 and star >= 0:
        places = [place for place in places if not place.wild] + [Place(None, wild=True)]
    return Meld(kind, tuple(places))


def melds_in_hand(rng: random.Random) -> tuple[Group, ...]:
    """An opening with runs."""
    lows = rng.sample([(suit, low) for suit in SUITS for low in (0, 3, 6, 9)], rng.randint(1, 4))
    runs = [[suit + rank for rank in RANKS[low : low + (4 if low == 9 else 3)]] for suit, low in lows]
    return tuple(Group(Kind.RUN, tuple(map(Piece, run))) for run in runs)


def pairs_in_hand(rng: random.Random, *, lenient: bool) -> tuple[Group, ...]:
    cards = rng.sample(PACK[:52], rng.choice((5, 6, 7) if lenient else (6, 7)))
    return tuple(Group(Kind.PAIR, (card, card)) for card in cards)


class Scene:
    """A round just before its last act, made by chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.table = terms(rng)
        self.number = number = self.table.players
        self.seat = rng.randrange(number)
        self.opened = [rng.choice(("none", "melds", "melds", "pairs")) for _ in range(number)]
        if rng.random() < 0.35:
            self.opened = ["none"] * number
            self.opened[rng.randrange(number)] = rng.choice(("none", "none", "melds", "pairs"))
        self.declared = [way != "melds" and rng.random() < 0.4 for way in self.opened]
        self.hands = [rng.choices(PACK, k=rng.randint(1, 14)) for _ in range(number)]
        for hand in self.hands:
            if rng.random() < 0.2:
                hand[0] = Piece.JOKER
        self.melds = [Laid(Seat(rng.randrange(number)), table_meld(rng)) for _ in range(rng.randrange(5))]
        self.stock: tuple[Piece, ...] = (Piece.C2, Piece.D9)
        self.repeats = rng.randint(0, self.table.repeat_limit or 3)
        self.others_open = any(way != "none" for seat, way in enumerate(self.opened) if seat != self.seat)
        self.now = self.opened[self.seat] != "none" and rng.random() < 0.5
        self.used = rng.randint(0, 3) if self.opened[self.seat] == "pairs" else 0
        self.lines: Lines = Counter()

    def state(self) -> State:
        players = zip(self.hands, self.opened, self.declared, strict=True)
        return State(
            self.table,
            Phase.PLAY,
            dealer=Seat(self.rng.randrange(self.number)),
            players=tuple(Player(in_order(hand), Opened(way), declared) for hand, way, declared in players),
            stock=self.stock,
            melds=tuple(self.melds),
            need=self.table.threshold,
            turn=Turn(Seat(self.seat), 40, opened=self.now, laid_off=self.used),
            repeats=self.repeats,
            stars=(0,) * self.number,
        )


def finish(scene: Scene) -> Act[Action] | Lapse:
    """Goes out, with the last card or by opening with all of them."""
    rng, seat, table = scene.rng, scene.seat, scene.table
    last = Piece.JOKER if rng.random() < 0.4 else rng.choice(PACK)
    way, elden = scene.opened[seat], scene.now
    act: Act[Action] | Lapse = Act(Seat(seat), Throw(last))
    scene.hands[seat] = [last]
    if way == "none":
        way, elden = ("pairs" if scene.declared[seat] or rng.random() < 0.4 else "melds"), True
        groups = pairs_in_hand(rng, lenient=table.lenient) if way == "pairs" else melds_in_hand(rng)
        if way == "melds" and table.kdv and sum(value(card) for group in groups for card in group.cards) >= 100:
            scene.lines[(seat, -100)] += 1  # the star
        scene.hands[seat] += [card for group in groups for card in group.cards]
        act = Act(Seat(seat), Open(groups, last))
    elif rng.random() < 0.05:
        act = Lapse(Seat(seat), LapseCause.TIMEOUT)
    which = row(joker=last is Piece.JOKER, elden=elden, pairs=way == "pairs", literal=table.literal)
    for other in range(scene.number):
        if other != seat:
            cards: list[str] = [*scene.hands[other]]
            declared = scene.declared[other]
            amount = cell(which, scene.opened[other], cards, declared=declared, others_open=scene.others_open)
            scene.lines[(other, amount)] += 1
    scene.lines[(seat, -100)] += 1  # the minus mark
    return act


def throw(scene: Scene) -> Act[Action]:
    """Discards a card that is not the last, after the last of the stock was drawn."""
    seat, table = scene.seat, scene.table
    last = Piece.JOKER if scene.rng.random() < 0.1 else scene.rng.choice(PACK)
    spent = scene.opened[seat] == "pairs" and table.layoffs is not None and scene.used >= table.layoffs
    hands: list[list[str]] = [[*hand] for hand in scene.hands]
    scene.stock = ()
    scene.lines = stock_out(scene.opened, scene.declared, hands, table.repeat_limit, scene.repeats)
    if scene.opened[seat] != "none" and scene.others_open and lays_off(last, scene.melds) and not spent:
        scene.lines[(seat, 50)] += 1
    scene.hands[seat].append(last)
    return Act(Seat(seat), Throw(last))


def end(rng: random.Random) -> tuple[State, Act[Action] | Lapse, Lines, bool]:
    """A state before the last act of a round, that act, the lines that the clauses name, and whether it counts."""
    scene = Scene(rng)
    act = finish(scene) if rng.random() < 0.7 else throw(scene)
    return earlier(rng, scene.state()), act, scene.lines, bool(scene.lines)


def earlier(rng: random.Random, state: State) -> State:
    """The state with what earlier rounds wrote; only the last round lets the marks and stars count."""
    number = state.terms.players
    results, ledger = [], []
    for _ in range(rng.randint(0, state.terms.rounds - 1)):
        finisher = rng.choice((None, *range(number)))
        points = tuple(0 if seat == finisher else rng.randint(1, 400) for seat in range(number))
        ending = Ending.STOCK if finisher is None else Ending.FINISHED
        results.append(RoundResult(ending, points, finisher))
        ledger += [LedgerLine(seat, point, "CARDS_LEFT", "9.10") for seat, point in enumerate(points) if point]
    stars = tuple(rng.choice((0, 0, 1)) if state.terms.kdv else 0 for _ in range(number))
    return replace(state, results=tuple(results), ledger=tuple(ledger), stars=stars)


def with_rewards(state: State, lines: Lines, *, over: bool) -> Lines:
    """Rules 9.14: minus marks and stars, -100 each, are counted after the last round."""
    lines = lines + Counter((line.seat, line.points) for line in state.ledger)
    for seat in range(state.terms.players):
        if over:
            lines[(seat, -100)] += sum(result.finisher == seat for result in state.results) + state.stars[seat]
        else:
            del lines[(seat, -100)]
    return +lines


@pytest.mark.parametrize("share", range(SHARES))
def test_the_lines_of_a_round_are_those_that_the_clauses_name(share: int) -> None:
    """Rules 9.9 to 9.12, 9.14."""
    rng = random.Random(f"elli bir scores {share}")
    for _ in range(ENDS // SHARES):
        state, act, lines, counted = end(rng)
        after = game.apply(state, act)
        told = f"{game.notation.write_position(state)}\n{act}"
        over = counted and len(state.results) + 1 == state.terms.rounds
        expected = with_rewards(state, lines, over=over)
        assert (after.phase is Phase.OVER) == over, told
        assert len(after.results) == len(state.results) + counted, told
        score = game.score(after)
        got = Counter((line.seat, line.points) for line in score.ledger)
        assert got == expected, f"{told}\n{got - expected} {expected - got}"
        seats = range(state.terms.players)
        totals = [sum(times * line[1] for line, times in expected.items() if line[0] == seat) for seat in seats]
        assert list(score.points) == totals, told
        if over:
            sides = [totals[seat] + (totals[(seat + 2) % 4] if state.terms.partners else 0) for seat in seats]
            best = tuple(seat for seat in seats if sides[seat] == min(sides))
            assert score.winners == (() if state.terms.partners and len(best) == len(seats) else best), told
