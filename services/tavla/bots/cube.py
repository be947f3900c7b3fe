"""Misli: when to offer it and when to accept, from the chances of the outcomes and the score of the match."""

from services.tavla.bots.match_equity import GameValue, Score, match_chance
from services.tavla.bots.outcomes import LOSE_MARS, LOSE_THIRD, WIN, WIN_MARS, WIN_THIRD, Chances

Points = tuple[int, int, int]


def should_offer(score: Score, points: Points, chances: Chances, cube: int, owner: int | None) -> bool:
    """True if the side that is to roll does better by offering twice the cube than by playing on.

    `chances` are its own, (1, 5); `owner` is 0 if it has the cube, None if the cube stands in the middle.
    """
    game, chance = _game(score, points, chances), float(chances[0, WIN])
    offered = min(game.worth(chance, 2 * cube, 1), game.dropped(cube))
    return bool(offered > game.worth(chance, cube, owner))


def should_accept(score: Score, points: Points, chances: Chances, cube: int) -> bool:
    """True if the side that was offered twice the cube does better by taking it. `chances` are its own, (1, 5)."""
    game, chance = _game(score, points, chances), float(chances[0, WIN])
    return bool(game.worth(chance, 2 * cube, 0) >= game.given_up(cube))


def _game(score: Score, points: Points, chances: Chances) -> GameValue:
    """The game with the shares of plain wins, mars and the third way that this position promises."""
    seen = chances[0].astype(float)
    win = min(max(seen[WIN], 1e-6), 1 - 1e-6)
    won = _shares(win, seen[WIN_MARS], seen[WIN_THIRD])
    lost = _shares(1 - win, seen[LOSE_MARS], seen[LOSE_THIRD])

    def mixed(shares: Points | tuple[float, float, float], cube: int) -> float:
        return sum(share * match_chance(score.after(cube * count)) for share, count in zip(shares, points, strict=True))

    return GameValue(score, won=lambda cube: mixed(won, cube), lost=lambda cube: mixed(lost, -cube))


def _shares(win: float, mars: float, third: float) -> tuple[float, float, float]:
    """Of the wins: the plain ones, the mars, the third way."""
    third_share = min(max(third / win, 0.0), 1.0)
    mars_share = min(max(mars / win, third_share), 1.0)
    return 1 - mars_share, mars_share - third_share, third_share
