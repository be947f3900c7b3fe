"""All plays of a roll where checkers are hit and no end-of-turn rule applies: the same answers as `plays`, much faster.

The distinct results of a turn are found without building them. Moving a checker from p by d changes the mover's side
by `-e(p) + e(p-d)`, and for one d these vectors are independent, so:

* with a double, two plays end alike exactly if they move from the same multiset of points. Played from the highest
  point down every such multiset is legal if any order is, so each is walked once, in that order;
* with two dice a, b and nothing to bear off, plays end alike only if they move one checker by both dice, or do so by
  way of a point that was held before. Those are the *runs*; all other pairs (p by a, q by b) are distinct. A run's
  results differ only in what is hit on the way.

While bearing off, different points lead to one place (off) and the results are compared by their key.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from services.tavla.actions import CheckerMove
from services.tavla.board import BAR, HOME, OFF, START_BAR

Moves = tuple[CheckerMove, ...]

_DOWN = tuple(range(START_BAR, 0, -1))
_MOVE = tuple(tuple(CheckerMove(point, die) for point in range(BAR + 1)) for die in range(7))
_KEY = tuple(1 << 5 * place for place in range(BAR + 1))


@lru_cache(maxsize=512)
def quick_plays(own: bytes, other: bytes, dice: tuple[int, ...]) -> tuple[Moves, ...]:
    """One play for each distinct position that the roll can legally lead to; empty if it must be passed.

    Of the plays that end alike it has the first in the order of rules 1.12.
    """
    gate = other[START_BAR::-1]  # gate[p]: enemy checkers on own point p
    a, b = dice
    if a == b:
        return tuple(_double(own, gate, a))
    if a < b:
        a, b = b, a
    if own[BAR]:
        return tuple(_entering(own, gate, a, b))
    if sum(own[HOME + 1 :]) < 2:  # the second die may bear off
        return _near_home(own, gate, a, b)
    return tuple(_afield(own, gate, a, b))


# -- two different dice ------------------------------------------------------------------------------------------------


def _afield(own: bytes, gate: bytes, a: int, b: int) -> list[Moves]:
    """Nobody on the bar, nothing to bear off; a > b."""
    by_a, by_b = _MOVE[a], _MOVE[b]
    held = list(compress(_DOWN, own[START_BAR:0:-1]))
    from_a = [p for p in held if p > a and gate[p - a] < 2]
    from_b = [p for p in held if p > b and gate[p - b] < 2]
    found: list[Moves] = [
        (by_a[p], by_b[q]) if p >= q else (by_b[q], by_a[p])
        for p in from_a
        for q in from_b
        if p - q != a and q - p != b and (p != q or own[p] > 1)
    ]
    both = a + b
    for p in held:
        if p > both and gate[p - both] < 2:
            found += _runs(p, p, gate, a, b)
    if found:
        return found
    if from_a:
        return [(by_a[p],) for p in from_a]
    return [(by_b[p],) for p in from_b]


def _runs(source: int, p: int, gate: bytes, a: int, b: int) -> list[Moves]:
    """One checker by both dice: once without a hit on the way if that can be, and once for each hit there."""
    over_a, over_b = gate[p - a], gate[p - b]
    found: list[Moves] = []
    if over_a < 2:
        found.append((_MOVE[a][source], _MOVE[b][p - a]))
    if over_b < 2 and (over_b or over_a):
        found.append((_MOVE[b][source], _MOVE[a][p - b]))
    return found


def _entering(own: bytes, gate: bytes, a: int, b: int) -> list[Moves]:
    """Somebody is on the bar, which is point 25 as far as distances go; a > b."""
    by_a, by_b = _MOVE[a], _MOVE[b]
    enter_a, enter_b = gate[START_BAR - a] < 2, gate[START_BAR - b] < 2
    if own[BAR] > 1:
        if enter_a and enter_b:
            return [(by_a[BAR], by_b[BAR])]
        found: list[Moves] = []
    else:
        held = list(compress(_DOWN, own[START_BAR:0:-1]))
        found = _runs(BAR, START_BAR, gate, a, b) if gate[START_BAR - a - b] < 2 else []
        if enter_a:
            first, past = by_a[BAR], START_BAR - a
            found += [(first, by_b[q]) for q in held if q > b and gate[q - b] < 2 and q != past]
        if enter_b:
            # From the start bar: the same as the bar's checker by a and the start bar's by b.
            first, left_out = by_b[BAR], (START_BAR - b, START_BAR)
            found += [(first, by_a[q]) for q in held if q > a and gate[q - a] < 2 and q not in left_out]
    if found:
        return found
    if enter_a:
        return [(by_a[BAR],)]
    return [(by_b[BAR],)] if enter_b else []


def _near_home(own: bytes, gate: bytes, a: int, b: int) -> tuple[Moves, ...]:
    """At most one checker outside home, none on the bar; a > b."""
    counts = list(own)
    pairs: dict[tuple[int, int], Moves] = {}
    ends: dict[tuple[int, int], Moves] = {}
    singles: dict[int, list[Moves]] = {a: [], b: []}
    for first, second in ((a, b), (b, a)):
        for p in _sources(counts, gate, first):
            target = max(p - first, OFF)
            change, hit = _KEY[target] - _KEY[p], _hit(gate, target)
            counts[p] -= 1
            counts[target] += 1
            if not any(counts[1:]):
                _keep(ends, (change, hit), (_MOVE[first][p],))
            else:
                singles[first].append((_MOVE[first][p],))
                for q in _sources(counts, gate, second):
                    end = max(q - second, OFF)
                    result = change + _KEY[end] - _KEY[q], hit | _hit(gate, end)
                    _keep(pairs, result, (_MOVE[first][p], _MOVE[second][q]))
            counts[p] += 1
            counts[target] -= 1
    if not pairs:
        return (*ends.values(), *(singles[a] or singles[b]))
    for result, play in ends.items():  # 1.4: complete, whatever dice are left
        _keep(pairs, result, play)
    return tuple(pairs.values())


def _keep(found: dict[tuple[int, int], Moves], result: tuple[int, int], play: Moves) -> None:
    if result not in found or play > found[result]:
        found[result] = play


def _hit(gate: bytes, target: int) -> int:
    return 1 << target if target and gate[target] == 1 else 0


def _sources(counts: list[int], gate: bytes, die: int) -> Iterator[int]:
    """The points from which one checker may be moved or borne off with `die`; nobody is on the bar."""
    held = [point for point in _DOWN if counts[point]]
    top = held[0]
    for point in held:
        if point > die:
            if gate[point - die] < 2:
                yield point
        elif top <= HOME and point in (die, top):
            yield point


# -- a double ----------------------------------------------------------------------------------------------------------


def _double(own: bytes, gate: bytes, die: int) -> list[Moves]:
    counts = list(own)
    entering = min(own[BAR], 4)
    if entering:
        if gate[START_BAR - die] >= 2:
            return []
        counts[BAR] -= entering
        counts[START_BAR - die] += entering
    entered = (_MOVE[die][BAR],) * entering
    if entering == 4 or counts[BAR]:
        return [entered]
    stones = _stepping_stones(counts, gate, die)
    walk = _walk_home
    if sum(counts[HOME + 1 :]) >= 4:  # nothing can be borne off this turn
        walk, stones = _walk, [point for point in stones if point > die]
    for left in range(4 - entering, 0, -1):  # as many of the four as possible (1.4)
        found: list[Moves] = []
        walk(counts, stones, die, 0, left, entered, found)
        if found:
            return found
    return [entered] if entered else []


def _stepping_stones(counts: list[int], gate: bytes, die: int) -> list[int]:
    """Every point, highest first, from which a checker may move this turn if one stands or arrives there."""
    stones: list[int] = []
    reached = [False] * (START_BAR + 7)
    for point in _DOWN:
        if (counts[point] or reached[point + die]) and (point <= die or gate[point - die] < 2):
            reached[point] = True
            stones.append(point)
    return stones


def _walk(
    counts: list[int], stones: list[int], die: int, start: int, left: int, made: Moves, found: list[Moves]
) -> None:
    """Adds every way to make `left` more moves from `stones[start:]`, in falling order; nothing can be borne off."""
    by_die = _MOVE[die]
    held = [point for point in stones[start:] if counts[point]]
    if left == 1:
        found += [(*made, by_die[point]) for point in held]
    elif left == 2:
        for index, point in enumerate(held):
            first = (*made, by_die[point])
            found += [(*first, by_die[next_]) for next_ in held[index + (counts[point] == 1) :]]
            if not counts[point - die] and point - die in stones:  # the same checker again
                found.append((*first, by_die[point - die]))
    else:
        for point in held:
            counts[point] -= 1
            counts[point - die] += 1
            _walk(counts, stones, die, stones.index(point), left - 1, (*made, by_die[point]), found)
            counts[point] += 1
            counts[point - die] -= 1


def _walk_home(
    counts: list[int], stones: list[int], die: int, start: int, left: int, made: Moves, found: list[Moves]
) -> None:
    """The same where checkers may be borne off."""
    for index in range(start, len(stones)):
        point = stones[index]
        if not counts[point] or (point <= die and any(counts[(HOME if point == die else point) + 1 :])):
            continue  # 1.6: off only when all are home, and with a larger die only from the highest point
        play = (*made, _MOVE[die][point])
        if left == 1:
            found.append(play)
            continue
        target = max(point - die, OFF)
        counts[point] -= 1
        counts[target] += 1
        _walk_home(counts, stones, die, index, left - 1, play, found)
        counts[point] += 1
        counts[target] -= 1
