"""What a game may come to, as probabilities, and what that is worth to a side.

Five probabilities stand for the seven outcomes: the side wins; wins at least a mars; wins the third way; loses at least
a mars; loses the third way. The third way is the misli mars, in Hapis the mother (rules 1.7, 3.5).
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from services.tavla.board import Meeting, VariantName
from services.tavla.bots.table import OFF, OPP, OPP_PIN, OWN, OWN_PIN, PLACES, Geometry, Mask, Rows, any_of

Chances = NDArray[np.float32]  # (n, 5)
Values = NDArray[np.float32]  # (n,)

WIN, WIN_MARS, WIN_THIRD, LOSE_MARS, LOSE_THIRD = range(5)
_FAR = slice(19, PLACES)  # the winner's home by the loser's numbering, and the bars


class Worth(msgspec.Struct, frozen=True):
    """What each outcome is worth, in any unit in which more is better: plain, mars, third way, won and lost."""

    won: tuple[float, float, float]
    lost: tuple[float, float, float]

    @property
    def unit(self) -> float:
        """Half of what lies between winning and losing a plain game: one point, as far as the score cares."""
        return max((self.won[0] - self.lost[0]) / 2, 1e-9)

    def of(self, chances: Chances) -> Values:
        """The expected worth of each row of chances."""
        won, lost = self.won, self.lost
        weights = np.array(
            [won[0] - lost[0], won[1] - won[0], won[2] - won[1], lost[1] - lost[0], lost[2] - lost[1]], np.float32
        )
        worth: Values = chances @ weights + np.float32(lost[0])
        return worth

    def turned_round(self) -> "Worth":
        """What the outcomes are worth to the other side, who wants the opposite."""
        return Worth(won=_negated(self.lost), lost=_negated(self.won))


def _negated(values: tuple[float, float, float]) -> tuple[float, float, float]:
    return -values[0], -values[1], -values[2]


def turned_round(chances: Chances) -> Chances:
    """The chances of the other side."""
    other = chances[:, [WIN, LOSE_MARS, LOSE_THIRD, WIN_MARS, WIN_THIRD]]
    other[:, WIN] = 1 - chances[:, WIN]
    return other


def made_possible(shape: Geometry, rows: Rows, chances: Chances) -> Chances:
    """The chances without what the board already rules out: a mars against a side that has borne off, and the like."""
    own_safe, opp_safe = rows[:, OWN + OFF] > 0, rows[:, OPP + OFF] > 0
    if shape.name is VariantName.ANTI:  # there the side that bears off last wins, and the other's loss counts
        own_safe, opp_safe = opp_safe, own_safe
    chances[opp_safe, WIN_MARS] = 0
    chances[own_safe, LOSE_MARS] = 0
    win = chances[:, WIN]
    np.minimum(chances[:, WIN_MARS], win, out=chances[:, WIN_MARS])
    np.minimum(chances[:, LOSE_MARS], 1 - win, out=chances[:, LOSE_MARS])
    np.minimum(chances[:, WIN_THIRD], chances[:, WIN_MARS], out=chances[:, WIN_THIRD])
    np.minimum(chances[:, LOSE_THIRD], chances[:, LOSE_MARS], out=chances[:, LOSE_THIRD])
    return chances


def ended(shape: Geometry, rows: Rows) -> tuple[Mask, Chances]:
    """Which games the mover's last move has ended, and their certain outcomes (of the others they mean nothing)."""
    off = ~any_of(rows[:, OWN + 1 : OWN + PLACES] > 0)
    over: Mask = off.copy()
    mother, drawn = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_)
    if shape.meeting is Meeting.PIN:
        theirs, mine = rows[:, OPP_PIN + 24] > 0, rows[:, OWN_PIN + 24] > 0
        drawn = theirs & mine
        mother = theirs & (rows[:, OWN + 24] == 0)
        over = over | drawn | mother
    mars = off & (rows[:, OPP + OFF] == 0)
    third = np.zeros(len(rows), np.bool_)
    if shape.meeting is Meeting.HIT:
        third = mars & any_of(rows[:, OPP:OPP_PIN][:, _FAR] > 0)
    chances = np.zeros((len(rows), 5), np.float32)
    chances[:, WIN] = np.where(drawn, 0.5, 1.0)
    chances[:, WIN_MARS] = mars | mother
    chances[:, WIN_THIRD] = third | mother
    if shape.name is VariantName.ANTI:
        chances = turned_round(chances)
    return over, chances
