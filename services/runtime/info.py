"""`MatchInfo` as bytes, in parts: what never changes about a match, what changes with every version, and the score.

Protobuf merges the parts of a message that follow each other, so each part is made only when it changes. The part of
every version is written by hand: it is a handful of numbers, and building a message for them takes three times as long.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.match.v1 import match_pb2
from services.kernel.score import Score
from services.runtime.contract import field, serialized, tag_of, varint
from services.wire.score import line_to_proto, result_to_proto

_INFO: Final = match_pb2.MatchInfo.DESCRIPTOR
_SCORE: Final = match_pb2.Score.DESCRIPTOR


def _number_tag(name: str) -> bytes:
    """The wire tag of a field that is written as a varint."""
    return varint(_INFO.fields_by_name[name].number << 3)


_VERSION, _STATUS = _number_tag("version"), _number_tag("status")
_DUE, _DEADLINE = tag_of(_INFO, "due_seats"), tag_of(_INFO, "deadline")
_CAUSE, _UPDATED, _SCORE_TAG = tag_of(_INFO, "end_cause"), tag_of(_INFO, "update_time"), tag_of(_INFO, "score")
_LEDGER: Final = tag_of(_SCORE, "ledger")
_SECONDS: Final = varint(Timestamp.DESCRIPTOR.fields_by_name["seconds"].number << 3)
_NANOS: Final = varint(Timestamp.DESCRIPTOR.fields_by_name["nanos"].number << 3)


def timestamp(unix_ms: int) -> Timestamp:
    """A moment as protobuf says it."""
    return Timestamp(seconds=unix_ms // 1000, nanos=unix_ms % 1000 * 1_000_000)


def _timestamp_bytes(unix_ms: int) -> bytes:
    return _second(unix_ms // 1000) + _millisecond(unix_ms % 1000)


@lru_cache(maxsize=1_024)  # every match names the same few seconds
def _second(seconds: int) -> bytes:
    return _SECONDS + varint(seconds)


@cache
def _millisecond(rest: int) -> bytes:
    return _NANOS + varint(rest * 1_000_000) if rest else b""


def fixed_info(
    match: str,
    family: str,
    rules_version: int,
    options: Mapping[str, str],
    commitment: str,
    started_ms: int | None,
) -> bytes:
    """The part that stays the same from the start of a match to its end."""
    info = match_pb2.MatchInfo(
        match=match,
        family=family,
        rules_version=rules_version,
        options=options,
        commitment=commitment,
    )
    if started_ms is not None:
        info.start_time.CopyFrom(timestamp(started_ms))
    return serialized(info)


def moving_info(
    version: int, status: int, due: Sequence[int], deadline_ms: int | None, cause: str, updated_ms: int
) -> bytes:
    """The part that changes with every version, but for the score. Times are Unix milliseconds; `due` is in order."""
    data = _VERSION + varint(version) + _STATUS + varint(status) + field(_UPDATED, _timestamp_bytes(updated_ms))
    if due:
        data += field(_DUE, bytes(due))  # packed varints; a seat is less than 128
    if deadline_ms is not None:
        data += field(_DEADLINE, _timestamp_bytes(deadline_ms))
    if cause:
        data += field(_CAUSE, cause.encode())
    return data


def viewer_info(seat: int) -> bytes:
    """The part that says for which seat it was made."""
    return serialized(match_pb2.MatchInfo(viewer_seat=seat))


class ScoreInfo(msgspec.Struct, frozen=True):
    """The part with the score. `ledger` are its lines as bytes: a ledger only grows, so only new lines are written."""

    score: Score
    data: bytes
    ledger: bytes


def score_info(score: Score, before: ScoreInfo | None) -> ScoreInfo:
    """The part for `score`; what is the same as `before` is not written again."""
    if before is not None and before.score == score:
        return before
    ledger, lines = b"", score.ledger
    if before is not None and lines[: len(before.score.ledger)] == before.score.ledger:
        ledger, lines = before.ledger, lines[len(before.score.ledger) :]
    ledger += b"".join([field(_LEDGER, serialized(line_to_proto(line))) for line in lines])
    rest = match_pb2.Score(
        points=score.points,
        games=[result_to_proto(game) for game in score.games],
        winners=score.winners,
        places=score.places,
    )
    return ScoreInfo(score=score, data=field(_SCORE_TAG, serialized(rest) + ledger), ledger=ledger)
