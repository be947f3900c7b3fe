"""League points of the tile games (league.md 11.1-11.7): what a match gives and takes, person by person. Pure.

A seat's points come from its place and the number of hands; who gets or pays them depends on who sat there. Ratings are
those before the match.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Literal

import msgspec

FIRST_CUT: Final = 7000
"""Whose rating is above this gets two thirds of a gain (11.2)."""
SUBSTITUTE_GAINS: Final = 3000
"""A substitute whose rating is above this gains nothing (11.4)."""
SUBSTITUTE_SITS: Final = 5000
"""Whose rating is above this may not sit down as a substitute (11.4)."""

ThirdOver7000 = Literal["half", "full"]


class Gone(StrEnum):
    """How a sitter gave up his seat."""

    LEFT = "left"
    DROPPED = "dropped"


class Sitter(msgspec.Struct, frozen=True):
    """A person on a seat; the first is who began the match there, all others are substitutes.

    `gone` is None for who was there at the end.
    """

    player: str
    gone: Gone | None = None


class SeatEnd(msgspec.Struct, frozen=True):
    """A seat at the end of a match: its place (1 is best, equal seats share one), its team and its sitters in order."""

    place: int
    team: int
    sitters: tuple[Sitter, ...]


class Line(msgspec.Struct, frozen=True):
    """What a match does to a person. `counted`: it is one of his games; `won`: and one he has won (11.5)."""

    seat: int
    player: str
    points: int
    reason: str
    clause: str
    counted: bool = False

    @property
    def won(self) -> bool:
        return self.counted and self.points > 0


def leave_points(hands: int) -> int:
    """What leaving by choice costs at once, whatever the standing (11.6)."""
    return -2 * hands


def place_points(hands: int, place: int) -> int:
    """The points of an untied place of four (11.1)."""
    half = hands // 2
    return {1: hands, 2: half, 3: -half, 4: -hands}[place]


def seat_points(hands: int, seats: Sequence[SeatEnd]) -> list[int]:
    """Every seat's points before ratings are looked at: by places, or by teams where partners play (11.1, 11.3).

    Tied seats share the mean of their places' points, cut toward zero.
    """
    teams = {seat.team for seat in seats}
    if len(teams) < len(seats):
        best = [min(seat.place for seat in seats if seat.team == team) for team in sorted(teams)]
        if best[0] == best[1]:
            return [0] * len(seats)
        winner = sorted(teams)[best.index(min(best))]
        return [hands if seat.team == winner else -hands for seat in seats]
    points = []
    for seat in seats:
        tied = sum(other.place == seat.place for other in seats)
        total = sum(place_points(hands, place) for place in range(seat.place, seat.place + tied))
        points.append(int(total / tied))
    return points


def match_lines(
    hands: int, seats: Sequence[SeatEnd], rating: Callable[[str], int], third_over_7000: ThirdOver7000
) -> list[Line]:
    """What the end of a match gives to whom. Leavers have paid already (`leave_points`): they are not in it."""
    partners = len({seat.team for seat in seats}) < len(seats)
    lines: list[Line] = []
    for number, (seat, points) in enumerate(zip(seats, seat_points(hands, seats), strict=True)):
        third = not partners and seat.place == 3 and sum(other.place == 3 for other in seats) == 1

        def own(player: str, points: int = points, third: bool = third) -> int:
            """The seat's points as this player gets them (11.2)."""
            if rating(player) <= FIRST_CUT:
                return points
            if points > 0:
                return points * 2 // 3
            return -hands if third and third_over_7000 == "full" else points

        lines.extend(_seat_lines(number, seat.sitters, points, own, rating, partners=partners))
    return lines


def _seat_lines(
    seat: int,
    sitters: Sequence[Sitter],
    points: int,
    own: Callable[[str], int],
    rating: Callable[[str], int],
    *,
    partners: bool,
) -> list[Line]:
    first, last = sitters[0], sitters[-1]
    if len(sitters) == 1:
        if last.gone is None:
            reason, clause = ("TEAM", "11.3") if partners else ("PLACE", "11.1")
            return [Line(seat, first.player, own(first.player), reason, clause, counted=True)]
        if last.gone is Gone.LEFT:
            return []  # he has paid already; what the stand-in made of the seat is nobody's
        return [Line(seat, first.player, min(0, own(first.player)), "DROPPED", "11.7", counted=True)]
    lines = []
    if first.gone is Gone.DROPPED and points < 0:
        lines.append(Line(seat, first.player, own(first.player), "DROPPED", "11.7"))
    if last.gone is not Gone.LEFT:
        gains = last.gone is None and points > 0 and rating(last.player) <= SUBSTITUTE_GAINS
        lines.append(Line(seat, last.player, points if gains else 0, "SUBSTITUTE", "11.4", counted=True))
    return lines
