"""Rows of the moderation as messages."""

from typing import Final

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from services.moderation.audit import Entry, Outcome
from services.moderation.store import Kind, Report, Sanction
from services.runtime.info import timestamp

_KINDS: Final = {Kind.BAN: pb.SANCTION_KIND_BAN, Kind.SUSPENSION: pb.SANCTION_KIND_SUSPENSION}
_OUTCOMES: Final = {
    Outcome.OPEN: pb.AUDIT_OUTCOME_OPEN,
    Outcome.DONE: pb.AUDIT_OUTCOME_DONE,
    Outcome.REFUSED: pb.AUDIT_OUTCOME_REFUSED,
    Outcome.UNKNOWN: pb.AUDIT_OUTCOME_UNKNOWN,
}


def sanction_to_proto(one: Sanction) -> pb.Sanction:
    return pb.Sanction(
        sanction=one.sanction,
        player=one.player,
        kind=_KINDS[Kind(one.kind)],
        reason=one.reason,
        clause=one.clause,
        begin_time=timestamp(one.begin_ms),
        end_time=timestamp(one.end_ms),
        appeal=one.appeal,
        lift_time=None if one.lifted_ms is None else timestamp(one.lifted_ms),
        lift_note=one.lift_note,
    )


def report_to_proto(one: Report) -> pb.Report:
    return pb.Report(
        report=one.report,
        reporter=one.reporter,
        player=one.player,
        place=one.place,
        text=one.text,
        create_time=timestamp(one.at_ms),
        close_time=None if one.closed_ms is None else timestamp(one.closed_ms),
        note=one.note,
    )


def entry_to_proto(one: Entry) -> pb.AuditEntry:
    return pb.AuditEntry(
        number=one.number,
        time=timestamp(one.at_ms),
        moderator=one.moderator,
        action=one.action,
        subject=one.subject,
        detail=one.detail,
        outcome=_OUTCOMES[Outcome[one.outcome]],
        refusal=one.refusal,
    )
