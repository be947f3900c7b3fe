"""An encounter: two entrants who meet in one match or the best of several (tournament.md 10.1, 10.8). Pure."""

from enum import StrEnum
from typing import Literal

import msgspec

Side = Literal[0, 1]


def other(side: Side) -> Side:
    """The side that `side` plays against."""
    return 1 if side == 0 else 0


class Cause(StrEnum):
    """Why an encounter is decided without having been played out."""

    NO_SHOW = "no_show"
    LEFT = "left"
    RULING = "ruling"


class Played(msgspec.Struct, frozen=True):
    """A match of an encounter. `winner` is None when drawn; `penalties` are both sides' points where the fewest win.

    A match that was broken up is `void`: it decides nothing, and another is played in its place (league.md 11.8).
    """

    match: str
    winner: Side | None
    penalties: tuple[int, int] = (0, 0)
    void: bool = False


class Forfeit(msgspec.Struct, frozen=True):
    """The encounter is decided against `loser`, or both sides (None). `lost_match` was in play, and counts as lost."""

    loser: Side | None
    cause: Cause
    lost_match: str = ""


class Encounter(msgspec.Struct, frozen=True, kw_only=True):
    """Two entrants by their numbers, `away` None for one who has no opponent and goes on.

    `needed` wins decide. With `may_draw` it is over after one match, drawn or not (Swiss rounds); otherwise a drawn
    match decides nothing, and another one is played.
    """

    home: int
    away: int | None
    needed: int = 1
    may_draw: bool = False
    matches: tuple[Played, ...] = ()
    forfeit: Forfeit | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who meets here."""
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def wins(self) -> tuple[int, int]:
        """Matches won by each side; a match in which a side left is the other's."""
        won = [sum(played.winner == side for played in self.matches) for side in (0, 1)]
        if self.forfeit is not None and self.forfeit.lost_match and self.forfeit.loser is not None:
            won[other(self.forfeit.loser)] += 1
        return won[0], won[1]

    @property
    def over(self) -> bool:
        """True if nothing is left to play."""
        if self.away is None or self.forfeit is not None or max(self.wins) >= self.needed:
            return True
        return self.may_draw and any(not played.void for played in self.matches)

    @property
    def winner(self) -> int | None:
        """The entrant who won; None while it is played, when it was drawn, or when neither came."""
        if self.away is None:
            return self.home
        if self.forfeit is not None:
            return None if self.forfeit.loser is None else (self.home, self.away)[other(self.forfeit.loser)]
        first, second = self.wins
        if max(first, second) < self.needed:
            return None
        return self.home if first > second else self.away

    def side_of(self, entrant: int) -> Side:
        """The side of one of the two; raises `ValueError` for anybody else."""
        if entrant == self.home:
            return 0
        if entrant == self.away:
            return 1
        raise ValueError(f"entrant {entrant} is not in this encounter")

    def with_match(self, played: Played) -> "Encounter":
        """The encounter after a match; one that is over, or that has this match already, stays as it is."""
        if self.over or any(before.match == played.match for before in self.matches):
            return self
        return msgspec.structs.replace(self, matches=(*self.matches, played))

    def corrected(self, played: Played) -> "Encounter":
        """The encounter with one of its matches as the referee has it now; one that is over stays as it is."""
        if self.over:
            return self
        matches = tuple(played if before.match == played.match else before for before in self.matches)
        return msgspec.structs.replace(self, matches=matches)

    def forfeited(self, loser: Side | None, cause: Cause, lost_match: str = "") -> "Encounter":
        """The encounter decided against a side, or against both; one that is over stays as it is."""
        if self.over:
            return self
        return msgspec.structs.replace(self, forfeit=Forfeit(loser=loser, cause=cause, lost_match=lost_match))
