"""How the levels differ."""

from typing import Final

import msgspec


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
