"""Misli: when to offer it and when to accept, from the chances of the outcomes and the score of the match.

The chances may be given after each roll that is about to fall: how much hangs on that roll decides what an offer is
worth now, and where the roll settles the game the offer is the last there can be.
"""

from collections.abc import Iterator, Sequence

from services.tavla.bots.match_equity import GameValue, Score, match_chance
from services.tavla.bots.outcomes import LOSE_MARS, LOSE_THIRD, WIN, WIN_MARS, WIN_THIRD, Chances

Points = tuple[int, int, int]


def should_offer(
    score: Score, points: Points, chances: Chances, cube: int, owner: int | None, weights: Sequence[float] = (1.0,)
) -> bool:
    """True if the side that is to roll does better by offering twice the cube than by playing on.

    `chances` are its own, one row for each of the `weights`; `owner` is 0 if it has the cube, None if the cube stands
    in the middle.
    """
    ahead = list(_ahead(score, points, chances, weights))
    taken = sum(share * game.worth(chance, 2 * cube, 1) for share, game, chance in ahead)
    played_on = sum(share * game.worth(chance, cube, owner) for share, game, chance in ahead)
    return bool(min(taken, match_chance(score.after(cube))) > played_on)


def should_accept(score: Score, points: Points, chances: Chances, cube: int, weights: Sequence[float] = (1.0,)) -> bool:
    """True if the side that was offered twice the cube does better by taking it. `chances` are its own, as above."""
    ahead = _ahead(score, points, chances, weights)
    taken = sum(share * game.worth(chance, 2 * cube, 0) for share, game, chance in ahead)
    return bool(taken >= match_chance(score.after(-cube)))


def _ahead(
    score: Score, points: Points, chances: Chances, weights: Sequence[float]
) -> Iterator[tuple[float, GameValue, float]]:
    """What may be about to come: its weight, the game as it then stands, the chance to win it."""
    for weight, row in zip(weights, chances, strict=True):
        yield weight, _game(score, points, row), float(row[WIN])


def _game(score: Score, points: Points, chances: Chances) -> GameValue:
    """The game with the shares of plain wins, mars and the third way that this position promises."""
    seen = chances.astype(float)
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
