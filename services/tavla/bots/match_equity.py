"""The chance to win a match from a score, computed and not copied: what points are worth to the bots.

Without the cube a match is a walk: each side wins a game as often as the other, a given share of the wins are mars.
With the cube each game is valued by Janowski's model ("Take-Points in Money Games", 1993): between a dead cube, which
nobody turns any more, and a live one, which is turned at the very moment at which the other side may just as well give
up, lies the real one; `EFFICIENCY` says how far it is alive. Under a live cube what a game is worth is linear in the
chance to win between the two points at which it is turned, and these follow from the doubled cube's, up to the cube
that is dead at the score.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

MARS_SHARE: Final = 0.26  # of the games won between equal players
EFFICIENCY: Final = 0.68  # Janowski's for positions with contact
HIGHEST_CUBE: Final = 64
_FREE_DROP: Final = {2: 0.015, 4: 0.004}  # what a free drop after Crawford costs the side behind at 2 and 4 away


class Score(msgspec.Struct, frozen=True):
    """Points that each side still needs. `cube`: it may be turned in this match; `crawford`: its game has been reached,
    or is past, so that no Crawford game lies ahead."""

    mine: int
    theirs: int
    cube: bool
    crawford: bool = False

    def after(self, points: int) -> "Score":
        """After a game that won `points` (negative: lost)."""
        mine, theirs = self.mine - max(points, 0), self.theirs - max(-points, 0)
        return Score(mine=mine, theirs=theirs, cube=self.cube, crawford=self.crawford or self.at_one)

    @property
    def at_one(self) -> bool:
        """True if a side needs one point alone: this game is the Crawford game, or a later one."""
        return min(self.mine, self.theirs) == 1

    def turned_round(self) -> "Score":
        return Score(mine=self.theirs, theirs=self.mine, cube=self.cube, crawford=self.crawford)


def match_chance(score: Score) -> float:
    """The chance to win the match, before a game at this score, against an equal player."""
    if score.mine <= 0 or score.theirs <= 0:
        return 1.0 if score.mine <= 0 else 0.0
    if score.mine > score.theirs:
        return 1.0 - _chance(score.turned_round())
    return 0.5 if score.mine == score.theirs else _chance(score)


@cache
def _chance(score: Score) -> float:
    """The same for the side that is ahead."""
    if not score.cube or (score.at_one and not score.crawford):
        return _walk(score, 1)
    if score.at_one:  # after Crawford the side behind turns the cube at once, and the other has no use for it
        return _walk(score, 2) + _FREE_DROP.get(score.theirs, 0.0)
    return GameValue(score, lambda cube: _mixed(score, cube), lambda cube: _mixed(score, -cube)).worth(0.5, 1, None)


def _walk(score: Score, cube: int) -> float:
    """A game on a cube that nobody turns."""
    return (_mixed(score, cube) + _mixed(score, -cube)) / 2


def _mixed(score: Score, cube: int) -> float:
    """What a game won on `cube` (negative: lost) is worth between equal players, mars and all."""
    plain, mars = match_chance(score.after(cube)), match_chance(score.after(2 * cube))
    return (1 - MARS_SHARE) * plain + MARS_SHARE * mars


class GameValue:
    """What a game is worth to a side, in chances to win the match, by its chance to win the game and the cube.

    `won(cube)` and `lost(cube)` are what the game brings when it is played to its end on this cube.
    """

    def __init__(self, score: Score, won: Callable[[int], float], lost: Callable[[int], float]) -> None:
        self._score = score
        self.won = won
        self.lost = lost

    def worth(self, chance: float, cube: int, owner: int | None) -> float:
        """The game's worth at a chance to win it. `owner`: 0 this side has the cube, 1 the other, None the middle."""
        won, lost = self.won(cube), self.lost(cube)
        dead = lost + (won - lost) * chance
        live = self._live(chance, cube, owner)
        return EFFICIENCY * live + (1 - EFFICIENCY) * dead

    def dropped(self, cube: int) -> float:
        """What it is worth when the other side gives up on this cube instead of taking the next."""
        return match_chance(self._score.after(cube))

    def given_up(self, cube: int) -> float:
        """What it is worth when this side gives up."""
        return match_chance(self._score.after(-cube))

    def _live(self, chance: float, cube: int, owner: int | None) -> float:
        """The same were the cube fully alive: linear between the points at which it is turned."""
        low, low_worth = 0.0, self.lost(cube)
        high, high_worth = 1.0, self.won(cube)
        if owner != 0 and self._may_turn(cube, self._score.theirs):
            low, low_worth = self._their_turn(cube), self.given_up(cube)
        if owner != 1 and self._may_turn(cube, self._score.mine):
            high, high_worth = self._my_turn(cube), self.dropped(cube)
        if chance < low:
            return _between(chance, 0.0, self.lost(cube), low, low_worth)
        if chance > high:
            return _between(chance, high, high_worth, 1.0, self.won(cube))
        return _between(chance, low, low_worth, high, high_worth)

    def _my_turn(self, cube: int) -> float:
        """The chance from which the other side had better give up than take twice this cube."""
        low, low_worth = 0.0, self.lost(2 * cube)
        if self._may_turn(2 * cube, self._score.theirs):
            low, low_worth = self._their_turn(2 * cube), self.given_up(2 * cube)
        return _where(self.dropped(cube), low, low_worth, 1.0, self.won(2 * cube))

    def _their_turn(self, cube: int) -> float:
        """The chance up to which this side had better give up than take twice this cube."""
        high, high_worth = 1.0, self.won(2 * cube)
        if self._may_turn(2 * cube, self._score.mine):
            high, high_worth = self._my_turn(2 * cube), self.dropped(2 * cube)
        return _where(self.given_up(cube), 0.0, self.lost(2 * cube), high, high_worth)

    @staticmethod
    def _may_turn(cube: int, away: int) -> bool:
        """A cube that already suffices is not turned (rules 2.4)."""
        return cube < away and cube < HIGHEST_CUBE


def _between(x: float, low: float, low_worth: float, high: float, high_worth: float) -> float:
    """The line through two points, at `x`."""
    if high <= low:
        return high_worth
    return low_worth + (high_worth - low_worth) * (x - low) / (high - low)


def _where(worth: float, low: float, low_worth: float, high: float, high_worth: float) -> float:
    """Where the line through two points reaches `worth`, between 0 and 1."""
    if high_worth <= low_worth:
        return high
    return min(max(low + (high - low) * (worth - low_worth) / (high_worth - low_worth), 0.0), 1.0)
