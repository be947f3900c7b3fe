"""Self-play with temporal differences, TD(0), after Tesauro: "Temporal Difference Learning and TD-Gammon", CACM 38(3),
1995. Compiled.

A net gives five probabilities for the side that is to roll: it wins; it wins at least a mars; it wins a misli mars
(in Hapis: the mother); it loses at least a mars; it loses a misli mars. After each turn the estimate of the position
before it is moved towards the estimate of the position after it, seen from the same side, and at the end towards what
came out. The gradient is that of the cross-entropy, so the last layer's error is simply target less output.
"""

import numpy as np
from numpy.typing import NDArray

from services.tavla.training.board import CELLS, MOST, UNDECIDED, Cells, turn_round
from services.tavla.training.compiled import compiled
from services.tavla.training.inputs import MOST_INPUTS, Indices, Reals, inputs
from services.tavla.training.plays import SLOTS, plays

OUTPUTS = 5
Matrix = NDArray[np.float32]


@compiled
def forward(
    count: int, indices: Indices, values: Reals, w1: Matrix, b1: Reals, w2: Matrix, b2: Reals, hidden: Reals, out: Reals
) -> None:
    """The net's outputs for the inputs given, into `out`; the hidden layer stays in `hidden`."""
    size = len(b1)
    for unit in range(size):
        hidden[unit] = b1[unit]
    for k in range(count):
        row, value = indices[k], values[k]
        for unit in range(size):
            hidden[unit] += value * w1[row, unit]
    for unit in range(size):
        hidden[unit] = np.float32(1.0) / (np.float32(1.0) + np.exp(-hidden[unit]))
    for output in range(OUTPUTS):
        total = b2[output]
        for unit in range(size):
            total += hidden[unit] * w2[output, unit]
        out[output] = np.float32(1.0) / (np.float32(1.0) + np.exp(-total))


@compiled
def other_side(out: Reals) -> None:
    """Turns estimates for one side into those for the other, in place."""
    out[0] = np.float32(1.0) - out[0]
    out[1], out[3] = out[3], out[1]
    out[2], out[4] = out[4], out[2]


@compiled
def settle(ending: int, out: Reals) -> None:
    """The certain outcome of a game that has ended, as the mover sees it."""
    for output in range(OUTPUTS):
        out[output] = 0.0
    out[0] = 0.5 if ending == 0 else (1.0 if ending > 0 else 0.0)
    if ending >= 2:
        out[1] = 1.0
    if ending >= 3:
        out[2] = 1.0
    if ending <= -2:
        out[3] = 1.0
    if ending <= -3:
        out[4] = 1.0


@compiled
def equity(out: Reals, mars: float, misli_mars: float) -> float:
    """Points expected; `mars` and `misli_mars` are what these wins add to 1 and to a mars."""
    return 2.0 * out[0] - 1.0 + mars * (out[1] - out[3]) + misli_mars * (out[2] - out[4])


@compiled
def learn(
    count: int,
    indices: Indices,
    values: Reals,
    target: Reals,
    rate: float,
    w1: Matrix,
    b1: Reals,
    w2: Matrix,
    b2: Reals,
    hidden: Reals,
    out: Reals,
    back: Reals,
) -> None:
    """One step that moves the net's answer to these inputs towards `target`."""
    forward(count, indices, values, w1, b1, w2, b2, hidden, out)
    size = len(b1)
    for unit in range(size):
        back[unit] = 0.0
    step = np.float32(rate)
    for output in range(OUTPUTS):
        error = step * (target[output] - out[output])
        b2[output] += error
        for unit in range(size):
            back[unit] += error * w2[output, unit]
            w2[output, unit] += error * hidden[unit]
    for unit in range(size):
        back[unit] *= hidden[unit] * (np.float32(1.0) - hidden[unit])
        b1[unit] += back[unit]
    for k in range(count):
        row, value = indices[k], values[k]
        for unit in range(size):
            w1[row, unit] += value * back[unit]


@compiled
def self_play(
    begin: Cells,
    variant: int,
    games: int,
    seed: int,
    rate: float,
    mars: float,
    misli_mars: float,
    w1: Matrix,
    b1: Reals,
    w2: Matrix,
    b2: Reals,
) -> int:
    """Plays `games` games of the net against itself, learning from each turn; returns the number of turns.

    The best play by expected points is made; the dice explore enough (Tesauro). Same arguments, same weights after it.
    """
    np.random.seed(seed)  # noqa: NPY002  (the generator that numba compiles)
    table, ends = np.empty((MOST, CELLS), np.int8), np.empty(MOST, np.int8)
    slots, kept = np.empty(SLOTS, np.int32), np.empty(MOST, np.int32)
    indices, values = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    hidden, back = np.empty(len(b1), np.float32), np.empty(len(b1), np.float32)
    out, best, seen = np.empty(OUTPUTS, np.float32), np.empty(OUTPUTS, np.float32), np.empty(OUTPUTS, np.float32)
    cells, after = np.empty(CELLS, np.int8), np.empty(CELLS, np.int8)
    turns = 0
    for _ in range(games):
        cells[:] = begin
        over = False
        first = True
        while not over:
            die, other = np.random.randint(1, 7), np.random.randint(1, 7)  # noqa: NPY002
            while first and die == other:
                other = np.random.randint(1, 7)  # noqa: NPY002
            first = False
            turns += 1
            found = plays(cells, die, other, variant, table, ends, slots, kept)
            chosen, top = -1, -100.0
            for index in range(max(found, 1)):
                row = kept[index] if found > 0 else 0  # row 0 is the position itself: a pass
                if ends[row] != UNDECIDED:
                    settle(ends[row], out)
                else:
                    turn_round(table[row], after)
                    forward(inputs(after, variant, indices, values), indices, values, w1, b1, w2, b2, hidden, out)
                    other_side(out)
                points = equity(out, mars, misli_mars)
                if points > top:
                    chosen, top = row, points
                    best[:] = out
            learn(
                inputs(cells, variant, indices, values), indices, values, best, rate, w1, b1, w2, b2, hidden, seen, back
            )
            over = ends[chosen] != UNDECIDED
            turn_round(table[chosen], cells)
    return turns
