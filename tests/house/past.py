"""Months of play that lie behind a person: results, told to the league as a worker tells them."""

import time
import uuid
from collections.abc import Sequence

import grpc.aio

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub
from kiraathane.match.v1 import match_pb2
from tests.support.platform import Platform
from tests.support.serving import as_service

MOST_HANDS = 1_000


async def rated(platform: Platform, player: str, rating: int) -> None:
    """`player`, who has no points yet, has won as much as makes `rating`."""
    assert 0 <= rating <= 7 * MOST_HANDS + 1
    wins = [MOST_HANDS] * (rating // MOST_HANDS) + [rating % MOST_HANDS] * bool(rating % MOST_HANDS)
    await played(platform, player, [(hands, 1) for hands in wins])


async def played(platform: Platform, player: str, games: Sequence[tuple[int, int]]) -> list[str]:
    """`player` has played these games one after the other, hands and place of each; their matches."""
    matches = [f"matches/past-{uuid.uuid4().hex}" for _ in games]
    async with grpc.aio.insecure_channel(platform.services) as channel:
        league = LeagueServiceStub(channel)
        for match, (hands, place) in zip(matches, games, strict=True):
            request = pb.RecordResultRequest(result=_result(match, player, hands, place))
            await league.RecordResult(request, metadata=as_service())
    return matches


def _result(match: str, player: str, hands: int, place: int) -> pb.MatchResult:
    order = [f"players/{uuid.uuid4().hex[:12]}" for _ in range(4)]
    order[place - 1] = player
    seats = [
        match_pb2.Seat(seat=seat, player=who, display_name=who, presence=match_pb2.PRESENCE_PRESENT)
        for seat, who in enumerate(order)
    ]
    score = match_pb2.Score(points=(0, 101, 202, 303), winners=(0,), places=(1, 2, 3, 4))
    result = pb.MatchResult(
        match=match,
        family="okey",
        seats=seats,
        score=score,
        end_cause="played_out",
        hands=hands,
        teams=(0, 1, 2, 3),
    )
    result.end_time.FromMilliseconds(time.time_ns() // 1_000_000)
    return result
