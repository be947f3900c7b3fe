"""Ratings: OpenSkill's Plackett-Luce model (Weng and Lin, JMLR 12, 2011), per family. Pure."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from services.league.points import Gone
from services.league.result import SeatResult
from services.league.seating import Person

_MODEL: Final = PlackettLuce()


class Rating(msgspec.Struct, frozen=True):
    """How good a player is thought to be (`mu`), and how little that is known (`sigma`)."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What leaders are ordered by: who is almost certainly at least this good."""
        return self.mu - 3 * self.sigma


def beginner() -> Rating:
    """The rating of who has not played yet."""
    fresh = _MODEL.rating()
    return Rating(mu=fresh.mu, sigma=fresh.sigma)


def rate(seats: Sequence[SeatResult], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings after a match, by player; `before` has everybody who sits at the table.

    A team's place is its best seat's. Who sits in two teams at once (two bots of one level) has beaten himself and
    learns nothing: his rating stays. On several seats of one team he gets the mean of what they get.
    """
    teams = sorted({seat.team for seat in seats})
    if len(teams) < 2:
        return dict(before)
    members = [[seat for seat in seats if seat.team == team] for team in teams]
    ranks = [float(min(seat.place for seat in team)) for team in members]
    rated = _MODEL.rate([[_openskill(before[seat.player]) for seat in team] for team in members], ranks=ranks)
    after: dict[str, list[tuple[int, Rating]]] = {}
    for team, new in zip(members, rated, strict=True):
        for seat, rating in zip(team, new, strict=True):
            after.setdefault(seat.player, []).append((seat.team, Rating(mu=rating.mu, sigma=rating.sigma)))
    return {player: _settled(before[player], gained) for player, gained in after.items()}


def rate_people(
    seats: Sequence[SeatResult], people: Sequence[Sequence[Person]], before: Mapping[str, Rating]
) -> dict[str, Rating]:
    """The ratings after a match in which not everybody stayed; `people` has everybody who sat on each seat, in order.

    Whoever holds his seat at the end is rated by what became of it, but one who is away wins nothing by what was
    played for him. Whoever left has lost: he is rated as if his team had come last, whether or not somebody else took
    the seat. Who had dropped out before a substitute came is not rated.
    """
    after = rate(seats, before)
    last = max(seat.place for seat in seats) + 1
    for seat, sitters in zip(seats, people, strict=True):
        for one in sitters:
            if one.gone is Gone.LEFT:
                lost = [
                    msgspec.structs.replace(other, player=one.player if other is seat else other.player, place=last)
                    if other.team == seat.team
                    else other
                    for other in seats
                ]
                after[one.player] = rate(lost, before)[one.player]
            elif (
                one.player == seat.player and one.gone is Gone.DROPPED and after[one.player].mu > before[one.player].mu
            ):
                after[one.player] = before[one.player]
    return after


def _settled(before: Rating, gained: Sequence[tuple[int, Rating]]) -> Rating:
    if len({team for team, _ in gained}) > 1:
        return before
    return Rating(mu=fmean(new.mu for _, new in gained), sigma=fmean(new.sigma for _, new in gained))


def _openskill(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
