"""The board and its moves for training: every variant of rules 1-3, on flat arrays, compiled.

Written apart from `services.tavla.rules`, so that training needs nothing of the house and a test can hold the two
against each other. Not here: `hitAndRun`, the cube, matches.

A position is 112 small numbers seen by the side that moves next: its checkers (`OWN`), the other side's (`OPP`), each
by the side's own numbering with 0 for borne off, 1..24 for the points, 25 for the start bar (rules 3.4) and 26 for the
bar; then for each side and point 1 where one of its checkers lies pinned (rules 3.5). A side takes 28 cells, one more
than it needs, so that a position is a whole number of 8-byte words and is copied and compared by those.
"""

import numpy as np
from numpy.typing import NDArray

from services.tavla.training.compiled import compiled

Cells = NDArray[np.int8]  # one position: (112,)
Table = NDArray[np.int8]  # many: (n, 112)
Flags = NDArray[np.int8]

STANDARD, NACK, HIPER, YARIS, HAPIS, MULTEZIM, ANTI = range(7)
VARIANTS = ("standard", "nack", "hiper", "yaris", "hapis", "multezim", "anti")

SIDE = 28
OWN, OPP, OWN_PIN, OPP_PIN = 0, SIDE, 2 * SIDE, 3 * SIDE
CELLS = 4 * SIDE
WORDS = CELLS // 8
START_BAR, BAR = 25, 26
MOST = 4096  # positions in a buffer; the largest set of distinct plays seen is under a thousand
UNDECIDED = 9  # what `ending` says of a position where nobody has won yet

_START = {
    STANDARD: {24: 2, 13: 5, 8: 3, 6: 5},
    NACK: {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    HIPER: {24: 1, 23: 1, 22: 1},
    YARIS: {START_BAR: 15},
    HAPIS: {24: 15},
    MULTEZIM: {24: 15},
    ANTI: {24: 2, 13: 5, 8: 3, 6: 5},
}


def start(variant: int) -> Cells:
    """Where a game of `variant` begins; the same for both sides."""
    cells = np.zeros(CELLS, np.int8)
    for point, count in _START[variant].items():
        cells[OWN + point] = cells[OPP + point] = count
    return cells


@compiled
def mirror(point: int, variant: int) -> int:
    """The same place in the other side's numbering (rules 3.1)."""
    if variant == MULTEZIM:
        return point + 12 if point <= 12 else point - 12
    return 25 - point


@compiled
def turn_round(cells: Cells, out: Cells) -> None:
    """Writes into `out` the position as the other side sees it."""
    for cell in range(SIDE):
        out[OWN + cell] = cells[OPP + cell]
        out[OPP + cell] = cells[OWN + cell]
        out[OWN_PIN + cell] = cells[OPP_PIN + cell]
        out[OPP_PIN + cell] = cells[OWN_PIN + cell]


@compiled
def may_leave(cells: Cells, source: int, variant: int) -> bool:
    """True if a checker may be taken from `source` at all, whatever the die."""
    if cells[source] == 0 or (cells[BAR] > 0 and source != BAR):
        return False
    if variant == HAPIS:
        return bool(cells[source] > cells[OWN_PIN + source])
    if variant == MULTEZIM:  # the first checker has to pass the other side's start alone
        for point in range(12):
            if cells[point] > 0:
                return True
        for point in range(12, 24):
            if cells[point] > 0:
                return source == point
    return True


@compiled
def is_open(cells: Cells, point: int, variant: int) -> bool:
    """True if the side on move may land on its `point`."""
    there = mirror(point, variant)
    enemies = cells[OPP + there]
    if variant == MULTEZIM:
        return bool(enemies == 0)
    if variant == HAPIS:
        free = enemies - cells[OPP_PIN + there]
        return bool(free == 0 or (free == 1 and cells[OWN_PIN + point] == 0))
    return bool(enemies < 2)


@compiled
def may_bear_off(cells: Cells, source: int, die: int, variant: int) -> bool:
    """True if `die` takes the checker on `source` (a home point that `die` reaches or passes) off the board."""
    for point in range(7, BAR + 1):
        if cells[point] > 0:
            return False
    if variant == HAPIS:
        for point in range(1, 7):
            if cells[OWN_PIN + point] > 0:
                return False
    if source != die:
        for point in range(source + 1, 7):
            if cells[point] > 0:
                return False
    return True


@compiled
def lands(cells: Cells, source: int, die: int, variant: int) -> bool:
    """True if a checker that may leave `source` has somewhere to go with `die`, on the board or off it."""
    target = min(source, 25) - die  # both bars enter on 25 - die
    if target >= 1:
        return is_open(cells, target, variant)
    return may_bear_off(cells, source, die, variant)


@compiled
def move(cells: Cells, source: int, die: int, variant: int, out: Cells) -> bool:
    """One checker moved by one die, written into `out`. False, and `out` undefined, if that is not legal."""
    if not may_leave(cells, source, variant) or not lands(cells, source, die, variant):
        return False
    target = min(source, 25) - die
    for cell in range(CELLS):
        out[cell] = cells[cell]
    out[source] -= 1
    if variant == HAPIS and out[source] == 0:
        out[OPP_PIN + mirror(source, variant)] = 0  # whoever lay under it is free
    if target < 1:
        out[0] += 1
        return True
    out[target] += 1
    there = mirror(target, variant)
    if variant == HAPIS:
        if out[OPP + there] == 1:
            out[OPP_PIN + there] = 1
    elif out[OPP + there] == 1:  # never in Mültezim, where a single enemy closes a point
        out[OPP + there] = 0
        out[OPP + BAR] += 1
    return True


@compiled
def ending(cells: Cells, variant: int) -> int:
    """What the game came to after the mover's last move, as he sees it: `UNDECIDED`, or 1 plain win, 2 mars, 3 misli
    mars (in Hapis: the mother), 0 drawn, negative for a loss."""
    if variant == HAPIS and cells[OPP_PIN + 24] == 1 and cells[OPP + 24] == 1:
        if cells[OWN_PIN + 24] == 1 and cells[24] == 1:
            return 0
        if cells[24] == 0:
            return 3
    for point in range(1, BAR + 1):
        if cells[point] > 0:
            return UNDECIDED
    if cells[OPP] > 0:
        result = 1
    else:
        result = 2
        if variant not in (HAPIS, MULTEZIM):
            for point in range(19, BAR + 1):  # in the winner's home, or on a bar
                if cells[OPP + point] > 0:
                    result = 3
    return -result if variant == ANTI else result


@compiled
def fills_quadrant(cells: Cells) -> bool:
    """True if the mover holds all of his own 19-24 (rules 3.6)."""
    for point in range(19, 25):  # noqa: SIM110  (numba compiles the loop)
        if cells[point] == 0:
            return False
    return True


@compiled
def primes(cells: Cells) -> bool:
    """True if all enemy checkers stand on one point with six points of the mover in front of it (rules 3.6)."""
    for point in range(7, 25):
        if cells[OPP + point] == 15:
            held = 0
            for step in range(1, 7):
                held += cells[mirror(point - step, MULTEZIM)] > 0
            return held == 6
    return False
