"""What a net sees of a position, as the few inputs that are not zero, compiled.

The same numbers as `services.tavla.bots.features`, which is written for many positions at once; a test compares them.
"""

import numpy as np
from numpy.typing import NDArray

from services.tavla.training.board import BAR, HAPIS, OPP, OPP_PIN, OWN, OWN_PIN, START_BAR, YARIS, Cells
from services.tavla.training.compiled import compiled

Indices = NDArray[np.int64]
Reals = NDArray[np.float32]

MOST_INPUTS = 246


def input_count(variant: int) -> int:
    """Inputs of a net for `variant`: 196, and two for the start bars of Yarış or 50 with the pins of Hapis."""
    return {YARIS: 198, HAPIS: 246}.get(variant, 196)


@compiled
def _side(cells: Cells, side: int, first: int, indices: Indices, values: Reals, count: int) -> int:
    """Four inputs a point (one checker; two or more; three; each beyond three by halves), the bar, those borne off."""
    for point in range(1, 25):
        checkers = cells[side + point]
        if checkers == 0:
            continue
        at = first + 4 * (point - 1)
        indices[count] = at if checkers == 1 else at + 1
        values[count] = 1.0
        count += 1
        if checkers >= 3:
            indices[count] = at + 2
            values[count] = 1.0
            count += 1
        if checkers > 3:
            indices[count] = at + 3
            values[count] = (checkers - 3) / 2.0
            count += 1
    if cells[side + BAR] > 0:
        indices[count] = first + 96
        values[count] = cells[side + BAR] / 2.0
        count += 1
    if cells[side] > 0:
        indices[count] = first + 97
        values[count] = cells[side] / 15.0
        count += 1
    return count


@compiled
def inputs(cells: Cells, variant: int, indices: Indices, values: Reals) -> int:
    """Writes the inputs that are not zero; returns how many there are."""
    count = _side(cells, OWN, 0, indices, values, 0)
    count = _side(cells, OPP, 98, indices, values, count)
    if variant == YARIS:
        for side in range(2):
            waiting = cells[side * OPP + START_BAR]
            if waiting > 0:
                indices[count] = 196 + side
                values[count] = waiting / 15.0
                count += 1
    if variant == HAPIS:
        for side in range(2):
            pins = OPP_PIN if side else OWN_PIN
            for point in range(1, 25):
                if cells[pins + point] > 0:
                    indices[count] = 197 + 24 * side + point
                    values[count] = 1.0
                    count += 1
    return count
