"""A finished match's result: read, recorded in the league, acknowledged. Each step may be repeated without harm."""

import time
from collections.abc import Sequence

import grpc
import msgspec
import structlog

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from services.kernel import fairness, record
from services.kernel.meta import ENDED
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from services.wire.chance import counts_to_proto
from workers.leaving import hands_of
from workers.metrics import SCORING_LAG
from workers.services import FamilyService, House, Metadata

log = structlog.get_logger("workers")


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
        chance = _chance(service, finished.match, metadata, family)
        answer = house.record_result(result_of(info, family, chance))
        service.acknowledge_result(finished.match, metadata)
    except grpc.RpcError as error:
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return "unavailable"
        raise
    if not answer.recorded:
        return "repeated"
    SCORING_LAG.labels(finished.family).observe(max(0.0, time.time() - info.update_time.ToNanoseconds() / 1e9))
    return "recorded"


def _chance(
    service: FamilyService, match: str, metadata: Metadata, family: Family
) -> list[league_service_pb2.ChanceCounts]:
    try:
        document = service.get_record(match, metadata)
    except grpc.RpcError as error:
        if error.code() != grpc.StatusCode.FAILED_PRECONDITION:
            raise
        log.warning("chance_not_counted", family=family.slug, problem=error.details())  # it was played by other rules
        return []
    return chance_of(document, family)


def chance_of(document: bytes, family: Family) -> list[league_service_pb2.ChanceCounts]:
    """What chance gave in a match, from its record; nothing if these rules cannot play it again (they have changed)."""
    try:
        counts = fairness.counts(record.read(document), family.game)
    except (ValueError, Illegal) as problem:
        log.warning("chance_not_counted", family=family.slug, problem=str(problem))
        return []
    return [counts_to_proto(question, seen) for question, seen in counts.items()]


def result_of(
    info: match_pb2.MatchInfo, family: Family, chance: Sequence[league_service_pb2.ChanceCounts]
) -> league_service_pb2.MatchResult:
    """What the league is told of a match.

    One that a moderator ended had fewer hands than its table was opened for: it moves no league points, but ratings.
    """
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
        start_time=info.start_time,
        chance=chance,
        hands=0 if info.end_cause == ENDED else hands_of(info, family),
    )
