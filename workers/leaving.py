"""A player who left by choice: league and moderation are told at once. Each step may be repeated without harm."""

from typing import Any

import grpc
import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from workers.services import House


class Left(msgspec.Struct, frozen=True):
    """`player` ("players/…") left `seat` of a match with commit `version`, at `at_ms` (Unix time)."""

    family: str
    match: str
    version: int
    seat: int
    player: str
    at_ms: int
    attempt: int = 1


def record_leave(left: Left, family: Family, house: House) -> str:
    """Records the leave exactly once; returns a word of `metrics.LEAVE_RESULTS`. Raises `grpc.RpcError`.

    Whoever leaves a table at which only bots sit with him harms nobody: that costs nothing and is counted nowhere.
    """
    service, metadata = house.family(family), house.as_worker()
    try:
        info = service.get_match(left.match, metadata).info
        people = [_people(seat) for seat in info.seats]
        if sum(bool(names) for names in people) > 1:
            house.record_leave(_request(left, info, people, family))
        service.acknowledge_leave(left.match, left.version, metadata)
    except grpc.RpcError as error:
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return "unavailable"
        raise
    return "recorded"


def hands_of(info: match_pb2.MatchInfo, family: Family) -> int:
    """The number of hands that league points are counted by; 0 for a match that moves none.

    Every seat must have begun with a person: else anybody could win points from bots.
    """
    return family.game.meta.points_hands(info.options) if all(map(_people, info.seats)) else 0


def _request(
    left: Left, info: Any, people: list[dict[str, str]], family: Family
) -> league_service_pb2.RecordLeaveRequest:
    return league_service_pb2.RecordLeaveRequest(
        match=left.match,
        family=left.family,
        seat=left.seat,
        player=left.player,
        display_name=people[left.seat].get(left.player, ""),
        hands=hands_of(info, family),
        leave_time=Timestamp(seconds=left.at_ms // 1000, nanos=left.at_ms % 1000 * 1_000_000),
    )


def _people(seat: match_pb2.Seat) -> dict[str, str]:
    """The names to show of everybody who sat on a seat; nobody on a bot's."""
    names = {past.player: past.display_name for past in seat.past}
    return {**names, seat.player: seat.display_name} if seat.player else names
