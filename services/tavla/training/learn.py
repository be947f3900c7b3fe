"""Self-play with temporal differences, TD(0), after Tesauro: "Temporal Difference Learning and TD-Gammon", CACM 38(3),
1995. Compiled.

A net gives five probabilities for the side that is to roll: it wins; it wins at least a mars; it wins a misli mars
(in Hapis: the mother); it loses at least a mars; it loses a misli mars. After each turn the estimate of the position
before it is moved towards the estimate of the position after it, seen from the same side, and at the end towards what
came out. The gradient is that of the cross-entropy, so the last layer's error is simply target less output.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from services.tavla.training.board import CELLS, UNDECIDED, Cells, turn_round
from services.tavla.training.compiled import compiled
from services.tavla.training.inputs import MOST_INPUTS, Indices, Reals, inputs
from services.tavla.training.plays import Desk, desk, plays

OUTPUTS = 5
Matrix = NDArray[np.float32]


class Weights(NamedTuple):
    """A net: `w1` (inputs, hidden), `w2` (outputs, hidden)."""

    w1: Matrix
    b1: Reals
    w2: Matrix
    b2: Reals


class Scratch(NamedTuple):
    """Room for one look of the net: the inputs that are not zero, the hidden layer, what goes back through it."""

    indices: Indices
    values: Reals
    hidden: Reals
    back: Reals


class Stakes(NamedTuple):
    """What a mars adds to a win, and what the third way adds to a mars, in points."""

    mars: float
    third: float


def scratch(hidden: int) -> Scratch:
    """Scratch for a net of this many hidden units."""
    return Scratch(
        np.zeros(MOST_INPUTS, np.int64),
        np.zeros(MOST_INPUTS, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
    )


@compiled
def forward(net: Weights, look: Scratch, count: int, out: Reals) -> None:
    """The net's outputs for the `count` inputs noted in `look`, into `out`."""
    hidden = look.hidden
    size = len(hidden)
    for unit in range(size):
        hidden[unit] = net.b1[unit]
    for k in range(count):
        row, value = look.indices[k], look.values[k]
        for unit in range(size):
            hidden[unit] += value * net.w1[row, unit]
    for unit in range(size):
        hidden[unit] = np.float32(1.0) / (np.float32(1.0) + np.exp(-hidden[unit]))
    for output in range(OUTPUTS):
        total = net.b2[output]
        for unit in range(size):
            total += hidden[unit] * net.w2[output, unit]
        out[output] = np.float32(1.0) / (np.float32(1.0) + np.exp(-total))


@compiled
def learn(net: Weights, look: Scratch, count: int, target: Reals, rate: float, out: Reals) -> None:
    """One step that moves the net's answer to the `count` inputs noted in `look` towards `target`."""
    forward(net, look, count, out)
    hidden, back = look.hidden, look.back
    size = len(hidden)
    for unit in range(size):
        back[unit] = 0.0
    step = np.float32(rate)
    for output in range(OUTPUTS):
        error = step * (target[output] - out[output])
        net.b2[output] += error
        for unit in range(size):
            back[unit] += error * net.w2[output, unit]
            net.w2[output, unit] += error * hidden[unit]
    for unit in range(size):
        back[unit] *= hidden[unit] * (np.float32(1.0) - hidden[unit])
        net.b1[unit] += back[unit]
    for k in range(count):
        row, value = look.indices[k], look.values[k]
        for unit in range(size):
            net.w1[row, unit] += value * back[unit]


@compiled
def other_side(out: Reals) -> None:
    """Turns estimates for one side into those for the other, in place."""
    out[0] = np.float32(1.0) - out[0]
    out[1], out[3] = out[3], out[1]
    out[2], out[4] = out[4], out[2]


@compiled
def settle(ending: int, out: Reals) -> None:
    """The certain outcome of a game that has ended, as the mover sees it."""
    out[0] = 0.5 if ending == 0 else (1.0 if ending > 0 else 0.0)
    out[1] = 1.0 if ending >= 2 else 0.0
    out[2] = 1.0 if ending >= 3 else 0.0
    out[3] = 1.0 if ending <= -2 else 0.0
    out[4] = 1.0 if ending <= -3 else 0.0


@compiled
def equity(out: Reals, stakes: Stakes) -> float:
    """Points expected."""
    return float(2.0 * out[0] - 1.0 + stakes.mars * (out[1] - out[3]) + stakes.third * (out[2] - out[4]))


@compiled
def best_play(
    net: Weights, look: Scratch, room: Desk, found: int, variant: int, stakes: Stakes, after: Cells, best: Reals
) -> int:
    """The row of the play that promises most of the `found` ones on the desk; its outcomes go into `best`."""
    out = np.empty(OUTPUTS, np.float32)
    chosen, top = 0, -100.0
    for index in range(max(found, 1)):
        row = room.kept[index] if found > 0 else 0  # row 0 is the position itself: a pass
        if room.ends[row] != UNDECIDED:
            settle(room.ends[row], out)
        else:
            turn_round(room.table[row], after)
            forward(net, look, inputs(after, variant, look.indices, look.values), out)
            other_side(out)
        points = equity(out, stakes)
        if points > top:
            chosen, top = row, points
            best[:] = out
    return chosen


@compiled
def roll(opening: bool) -> tuple[int, int]:
    """Two dice; in the opening of a game not a double (rules 1.3)."""
    die, other = np.random.randint(1, 7), np.random.randint(1, 7)
    while opening and die == other:
        other = np.random.randint(1, 7)
    return die, other


@compiled
def _games(
    net: Weights,
    look: Scratch,
    room: Desk,
    begin: Cells,
    variant: int,
    games: int,
    seed: int,
    rate: float,
    stakes: Stakes,
) -> int:
    np.random.seed(seed)
    best, seen = np.empty(OUTPUTS, np.float32), np.empty(OUTPUTS, np.float32)
    cells, after = np.empty(CELLS, np.int8), np.empty(CELLS, np.int8)
    turns = 0
    for _ in range(games):
        cells[:] = begin
        over, opening = False, True
        while not over:
            die, other = roll(opening)
            opening = False
            turns += 1
            found = plays(room, cells, die, other, variant)
            chosen = best_play(net, look, room, found, variant, stakes, after, best)
            learn(net, look, inputs(cells, variant, look.indices, look.values), best, rate, seen)
            over = room.ends[chosen] != UNDECIDED
            turn_round(room.table[chosen], cells)
    return turns


def self_play(net: Weights, begin: Cells, variant: int, games: int, seed: int, rate: float, stakes: Stakes) -> int:
    """Plays `games` games of the net against itself, learning from each turn; returns the number of turns.

    The play that promises most is made; the dice explore enough (Tesauro). Same arguments, same weights after it.
    """
    return _games(net, scratch(len(net.b1)), desk(), begin, variant, games, seed, rate, stakes)
