"""How the levels differ."""

from typing import Final

import msgspec

from services.satranc.view import ClockView


class Level(msgspec.Struct, frozen=True):
    """One level of the project's own bots, and of those that an engine plays for.

    Every move is looked at `depth` half-moves deep, or, where that is 0, the best one is searched for; both within
    `budget` positions. What a move is worth is misjudged by about `error` hundredths of a pawn, but none is played that
    gives away more than `bound`. A draw that is offered is accepted by a bot that thinks itself no better than
    `content_with`. `elo` is asked of an engine (None: all it can), within `nodes` positions.
    """

    depth: int
    budget: int
    error: float
    bound: int
    content_with: int
    elo: int | None
    nodes: int


LEVELS: Final = {
    "kolay": Level(depth=2, budget=12_000, error=80.0, bound=200, content_with=-150, elo=1350, nodes=20_000),
    "orta": Level(depth=0, budget=1_500, error=0.0, bound=0, content_with=-60, elo=1700, nodes=40_000),
    "usta": Level(depth=0, budget=16_000, error=0.0, bound=0, content_with=-15, elo=None, nodes=120_000),
}

_FULL_MS: Final = 1_000  # about what the strongest level thinks at most
_MOVES_AHEAD: Final = 40  # for so many the time that is left should do
_LEAST: Final = 800  # positions, without which no level plays sensibly


def hurried(level: Level, clock: ClockView, seat: int) -> Level:
    """The level as the seat's clock lets it think: who has little time left looks at fewer positions (rules 4.7)."""
    if clock.kind != "increment":
        return level
    affordable = clock.left_ms[seat] / _MOVES_AHEAD + clock.increment_ms / 2
    share = min(1.0, affordable / _FULL_MS)
    budget, nodes = (min(most, max(_LEAST, int(most * share))) for most in (level.budget, level.nodes))
    return msgspec.structs.replace(level, budget=budget, nodes=nodes)
