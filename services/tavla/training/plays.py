"""All legal plays of a roll as the distinct positions they lead to (rules 1.4, 3.5, 3.6), compiled."""

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
Slots = NDArray[np.int32]
Words = NDArray[np.int64]


@compiled
def _is_new(words: Words, first: int, row: int, slots: Slots) -> bool:
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
def _step(
    out: Table, low: int, high: int, die: int, variant: int, ends: Flags, first: int, count: int, slots: Slots
) -> int:
    """Adds what one more `die` makes of the rows `low..high` where the game goes on; returns the new count."""
    words = out.view(np.int64)
    for row in range(low, high):
        if ends[row] != UNDECIDED:
            continue
        for source in range(BAR, 0, -1):
            if out[row, source] == 0 or count + 1 >= MOST:
                continue
            if move(out[row], source, die, variant, out[count]) and _is_new(words, first, count, slots):
                ends[count] = ending(out[count], variant)
                count += 1
    return count


@compiled
def _keep(out: Table, ends: Flags, low: int, high: int, variant: int, kept: Slots) -> int:
    """Lists in `kept` the rows `low..high` that may end a turn; returns how many."""
    count = 0
    for row in range(low, high):
        if variant != MULTEZIM or ends[row] != UNDECIDED or not fills_quadrant(out[row]):
            kept[count] = row
            count += 1
    if variant != MULTEZIM:
        return count
    opening = 0
    for index in range(count):
        row = kept[index]
        if not primes(out[row]):
            kept[index] = kept[opening]
            kept[opening] = row
            opening += 1
    return opening if opening > 0 else count


@compiled
def _endings(ends: Flags, low: int, high: int, kept: Slots, found: int) -> int:
    """Lists behind the `found` plays those that ended the game with dice left (rules 1.4); returns how many in all."""
    for row in range(low, high):
        if ends[row] != UNDECIDED:
            kept[found] = row
            found += 1
    return found


@compiled
def _of_double(die: int, variant: int, out: Table, ends: Flags, slots: Slots, kept: Slots) -> int:
    bounds = np.zeros(6, np.int64)  # rows bounds[k]..bounds[k+1] are the positions after k dice
    bounds[1] = 1
    for level in range(1, 5):
        low, high = bounds[level - 1], bounds[level]
        bounds[level + 1] = _step(out, low, high, die, variant, ends, high, high, slots)
    for level in range(4, 0, -1):
        found = _keep(out, ends, bounds[level], bounds[level + 1], variant, kept)
        if found > 0:
            return _endings(ends, bounds[1], bounds[level], kept, found)
    return 0


@compiled
def _of_two(large: int, small: int, variant: int, out: Table, ends: Flags, slots: Slots, kept: Slots) -> int:
    middle = _step(out, 0, 1, large, variant, ends, 1, 1, slots)
    high = _step(out, 0, 1, small, variant, ends, middle, middle, slots)
    last = _step(out, 1, middle, small, variant, ends, high, high, slots)
    last = _step(out, middle, high, large, variant, ends, high, last, slots)
    found = _keep(out, ends, high, last, variant, kept)
    if found > 0:
        return _endings(ends, 1, high, kept, found)
    found = _keep(out, ends, 1, high, variant, kept)
    of_large = going_on = 0
    for index in range(found):
        row = kept[index]
        if ends[row] == UNDECIDED:
            kept[index] = kept[going_on]
            kept[going_on] = row
            going_on += 1
            if row < middle:  # no play of the larger die stands behind one of the smaller: rows come in that order
                of_large = going_on
    return _endings(ends, 1, high, kept, of_large if of_large > 0 else going_on)


@compiled
def plays(cells: Cells, die: int, other: int, variant: int, out: Table, ends: Flags, slots: Slots, kept: Slots) -> int:
    """Finds the positions that the roll can lead to, still seen by the mover: rows `kept[:n]` of `out`; returns n.

    `ends[row]` says how the game ended there (see `ending`). 0 plays mean that the turn passes. The four tables are
    room to work in, of `MOST` rows (`slots` of `SLOTS`), so that a game allocates nothing.
    """
    slots[:] = -1
    for cell in range(CELLS):
        out[0, cell] = cells[cell]
    ends[0] = UNDECIDED
    if die == other:
        return _of_double(die, variant, out, ends, slots, kept)
    return _of_two(max(die, other), min(die, other), variant, out, ends, slots, kept)
