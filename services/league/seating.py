"""Who a recorded seat is: the person who holds it, those who held it before, and how they gave it up. Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.league.points import Gone, SeatEnd, Sitter
from services.league.result import SeatResult, is_void

_GONE: Final[Mapping[int, Gone]] = MappingProxyType(
    {
        match_pb2.DEPARTURE_LEFT: Gone.LEFT,
        match_pb2.DEPARTURE_DROPPED: Gone.DROPPED,
    }
)
_ABSENT: Final[Mapping[int, Gone]] = MappingProxyType(
    {
        match_pb2.PRESENCE_LEFT: Gone.LEFT,
        match_pb2.PRESENCE_AWAY: Gone.DROPPED,
    }
)


class Person(msgspec.Struct, frozen=True):
    """A person who sat on a seat, the name to show, and how he gave it up (None: he was there at the end)."""

    player: str
    display_name: str
    gone: Gone | None


def people_of(seat: match_pb2.Seat) -> list[Person]:
    """The persons of a seat in order; none for a bot's. Who went without a word of how dropped out."""
    past = [Person(one.player, one.display_name or one.player, _GONE.get(one.how, Gone.DROPPED)) for one in seat.past]
    if not seat.player:
        return past
    return [*past, Person(seat.player, seat.display_name or seat.player, _ABSENT.get(seat.presence))]


def points_table(result: pb.MatchResult, seats: list[SeatResult]) -> list[SeatEnd]:
    """The seats as league points count them; nothing for a match that moves none.

    Every seat must have begun with a person: else anybody could win points from bots.
    """
    people = [people_of(seat) for seat in sorted(result.seats, key=lambda seat: seat.seat)]
    if not result.hands or is_void(result) or not all(people):
        return []
    return [
        SeatEnd(seat.seat_place or seat.place, seat.team, tuple(Sitter(one.player, one.gone) for one in sitters))
        for seat, sitters in zip(seats, people, strict=True)
    ]
