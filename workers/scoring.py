"""A finished match's result: read, recorded in the league, acknowledged. Each step may be repeated without harm."""

import time

import grpc
import msgspec

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from workers.metrics import SCORING_LAG
from workers.services import House


class Finished(msgspec.Struct, frozen=True):
    """A match ("matches/…") that has ended; `attempt` counts the deliveries from 1."""

    family: str
    match: str
    attempt: int = 1


def record_result(finished: Finished, family: Family, house: House) -> str:
    """Records the result exactly once; returns a word of `metrics.SCORING_RESULTS`.

    The league counts a match once by its id, so a repeated delivery only acknowledges. Raises `grpc.RpcError`.
    """
    service, metadata = house.family(family), house.as_worker()
    try:
        info = service.get_match(finished.match, metadata).info
        if info.status != match_pb2.MATCH_STATUS_FINISHED:
            raise ValueError(f"{finished.match} has not ended")
        answer = house.record_result(result_of(info, family))
        service.acknowledge_result(finished.match, metadata)
    except grpc.RpcError as error:
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return "unavailable"
        raise
    if not answer.recorded:
        return "repeated"
    SCORING_LAG.labels(finished.family).observe(max(0.0, time.time() - info.update_time.ToNanoseconds() / 1e9))
    return "recorded"


def result_of(info: match_pb2.MatchInfo, family: Family) -> league_service_pb2.MatchResult:
    """What the league is told of a match."""
    meta = family.game.meta
    team_of = {seat: team for team, seats in enumerate(meta.teams_for(info.options)) for seat in seats}
    return league_service_pb2.MatchResult(
        match=info.match,
        family=info.family,
        statistics={name: info.options[name] for name in meta.statistics_by},
        seats=info.seats,
        score=info.score,
        end_cause=info.end_cause,
        end_time=info.update_time,
        teams=[team_of[seat] for seat in sorted(team_of)],
    )
