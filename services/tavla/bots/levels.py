"""What sets the levels apart: how far they look ahead and how well they judge.

All of them use the same net. `kolay` and `orta` misjudge every play and every offer a little, by an error that is drawn
anew each turn, but never so much that they would choose what is plainly bad: plays that give away more than `bound`
points are never made. Where nothing is left but to bear off, they count as well as anybody. `usta` does not err that
way and looks ahead to every reply.
"""

from typing import Final

import msgspec
import numpy as np

from services.tavla.board import BAR, FARTHEST, HOME
from services.tavla.bots.outcomes import Values
from services.tavla.plays import Position

_COUNTING: Final = 0.05  # what is left of an error where plays are only counted


class Level(msgspec.Struct, frozen=True):
    """`error` is the standard deviation of a judgement, `bound` the most that a play may give away, both in points;
    `candidates` the number of plays that are looked into further, 0 for none."""

    error: float
    bound: float
    candidates: int = 0
    window: float = 0.0
    """Plays that are worse than the best by more points than this at first sight are not looked into."""


LEVELS: Final = {
    "kolay": Level(error=0.16, bound=0.30),
    "orta": Level(error=0.06, bound=0.15),
    "usta": Level(error=0.0, bound=0.0, candidates=5, window=0.16),
}


def eased(level: Level, at: Position) -> Level:
    """The level as it plays this position: all own checkers home and no enemy there or on the bar is mere counting."""
    if any(at.own[HOME + 1 :]) or any(at.other[FARTHEST - HOME + 1 : BAR + 1]):
        return level
    return msgspec.structs.replace(level, error=level.error * _COUNTING, bound=level.bound * _COUNTING)


def choice(level: Level, values: Values, rng: np.random.Generator) -> int:
    """Which of the plays with these values, in points, a bot of this level makes."""
    if not level.error:
        return int(np.argmax(values))
    felt = values + rng.normal(0.0, level.error, len(values)).astype(np.float32)
    felt[values < values.max() - level.bound] = -np.inf
    return int(np.argmax(felt))
