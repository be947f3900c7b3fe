"""All legal plays of a roll as the distinct positions they lead to (rules 1.4, 3.5, 3.6), compiled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from services.tavla.training.board import (
    BAR,
    CELLS,
    MOST,
    MULTEZIM,
    UNDECIDED,
    WORDS,
    Cells,
    Flags,
    Table,
    ending,
    fills_quadrant,
    move,
    primes,
)
from services.tavla.training.compiled import compiled

SLOTS = 4 * MOST  # of the hash table that finds positions again
Numbers = NDArray[np.int32]
Words = NDArray[np.int64]


class Desk(NamedTuple):
    """Room to work in, made once, so that a game allocates nothing.

    After `plays` the rows `kept[:n]` of `table` are the results, and `ends[row]` says how the game ended there.
    """

    table: Table
    ends: Flags
    slots: Numbers
    kept: Numbers


def desk() -> Desk:
    """An empty desk."""
    return Desk(
        np.zeros((MOST, CELLS), np.int8), np.zeros(MOST, np.int8), np.zeros(SLOTS, np.int32), np.zeros(MOST, np.int32)
    )


@compiled
def _is_new(words: Words, first: int, row: int, slots: Numbers) -> bool:
    """True, and remembered in `slots`, unless row `row` of `words` equals one of `first..row`."""
    code = np.uint64(14695981039346656037)
    for word in range(WORDS):
        code = (code ^ np.uint64(words[row, word])) * np.uint64(0x9E3779B97F4A7C15)
        code ^= code >> np.uint64(29)
    slot = np.int64(code % np.uint64(SLOTS))
    while slots[slot] >= first:
        known = slots[slot]
        word = 0
        while word < WORDS and words[known, word] == words[row, word]:
            word += 1
        if word == WORDS:
            return False
        slot = (slot + 1) % SLOTS
    slots[slot] = row
    return True


@compiled
def _step(desk: Desk, low: int, high: int, die: int, variant: int, first: int, count: int) -> int:
    """Adds behind the `count` rows there are what one more `die` makes of the rows `low..high` where the game goes on.

    What is among the rows from `first` on is not added again. Returns the new count.
    """
    table, ends = desk.table, desk.ends
    words = table.view(np.int64)
    for row in range(low, high):
        if ends[row] != UNDECIDED:
            continue
        for source in range(BAR, 0, -1):
            if table[row, source] == 0 or count + 1 >= MOST:
                continue
            if move(table[row], source, die, variant, table[count]) and _is_new(words, first, count, desk.slots):
                ends[count] = ending(table[count], variant)
                count += 1
    return count


@compiled
def _keep(desk: Desk, low: int, high: int, variant: int) -> int:
    """Keeps the rows `low..high` that may end a turn; returns how many."""
    table, kept = desk.table, desk.kept
    count = opening = 0
    for row in range(low, high):
        if variant != MULTEZIM or desk.ends[row] != UNDECIDED or not fills_quadrant(table[row]):
            kept[count] = row
            count += 1
    if variant != MULTEZIM:
        return count
    for index in range(count):
        row = kept[index]
        if not primes(table[row]):
            kept[index] = kept[opening]
            kept[opening] = row
            opening += 1
    return opening if opening > 0 else count


@compiled
def _endings(desk: Desk, low: int, high: int, found: int) -> int:
    """Keeps behind the `found` plays those that ended the game with dice left (rules 1.4); returns how many in all."""
    for row in range(low, high):
        if desk.ends[row] != UNDECIDED:
            desk.kept[found] = row
            found += 1
    return found


@compiled
def _of_double(desk: Desk, die: int, variant: int) -> int:
    bounds = np.zeros(6, np.int64)  # rows bounds[k]..bounds[k+1] are the positions after k dice
    bounds[1] = 1
    for level in range(1, 5):
        low, high = bounds[level - 1], bounds[level]
        bounds[level + 1] = _step(desk, low, high, die, variant, high, high)
    for level in range(4, 0, -1):
        found = _keep(desk, bounds[level], bounds[level + 1], variant)
        if found > 0:
            return _endings(desk, bounds[1], bounds[level], found)
    return 0


@compiled
def _of_two(desk: Desk, large: int, small: int, variant: int) -> int:
    middle = _step(desk, 0, 1, large, variant, 1, 1)
    high = _step(desk, 0, 1, small, variant, middle, middle)
    last = _step(desk, 1, middle, small, variant, high, high)
    last = _step(desk, middle, high, large, variant, high, last)
    found = _keep(desk, high, last, variant)
    if found > 0:
        return _endings(desk, 1, high, found)
    return _endings(desk, 1, high, _larger(desk, _keep(desk, 1, high, variant), middle))


@compiled
def _larger(desk: Desk, found: int, middle: int) -> int:
    """Keeps of the plays of one die those of the larger, which end before row `middle`, if it has any (rules 1.4).

    What ended the game is left out, but a larger die that ends it is one that can be played. The rows are in order, so
    none of the larger die stands behind one of the smaller.
    """
    kept = desk.kept
    large_plays = found > 0 and kept[0] < middle
    going_on = 0
    for index in range(found):
        row = kept[index]
        if desk.ends[row] == UNDECIDED and (row < middle or not large_plays):
            kept[index] = kept[going_on]
            kept[going_on] = row
            going_on += 1
    return going_on


@compiled
def plays(desk: Desk, cells: Cells, die: int, other: int, variant: int) -> int:
    """Finds the distinct positions that the roll can lead to, still seen by the mover; returns how many.

    None mean that the turn passes; row 0 of the table is the position itself.
    """
    desk.slots[:] = -1
    for cell in range(CELLS):
        desk.table[0, cell] = cells[cell]
    desk.ends[0] = UNDECIDED
    if die == other:
        return _of_double(desk, die, variant)
    return _of_two(desk, max(die, other), min(die, other), variant)
