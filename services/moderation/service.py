"""`ModerationService`: bans by the rules, suspensions and reports, and what moderators did."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import (
    ModerationServiceServicer,
    add_ModerationServiceServicer_to_server,
)
from services.moderation.habits import Habit
from services.moderation.metrics import EVENTS
from services.moderation.refusals import REFUSALS
from services.moderation.store import Entry, Kind, ModerationStore, Report, Sanction
from services.runtime import identity, persons
from services.runtime.errors import Denied, Exhausted, HouseError, Invalid, Missing, Refused
from services.runtime.peers import Peers
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings

USUAL_PAGE: Final = 20
OPEN_REPORTS: Final = 20
Context = grpc.aio.ServicerContext[Any, Any]
_KINDS: Final = {Kind.BAN: pb.SANCTION_KIND_BAN, Kind.SUSPENSION: pb.SANCTION_KIND_SUSPENSION}


def create(settings: Settings) -> "ModerationHosted":
    """The moderation of this process."""
    return ModerationHosted(settings)


class ModerationHosted(PlatformService):
    """Holds the moderation's tables, and the way to the players."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["ModerationService"].full_name
        super().__init__(settings, "moderation", full_name, Path(__file__).parent / "migrations")
        self._peers = Peers(settings, "moderation")

    def add_to(self, server: grpc.aio.Server) -> None:
        told = self.settings
        habit = Habit(leaves=told.habit_leaves, window_hours=told.habit_window_hours, ban_hours=told.ban_hours)
        methods = Moderation(ModerationStore(self.database, habit), self._peers)
        add_ModerationServiceServicer_to_server(methods, server)

    async def close(self) -> None:
        await super().close()
        await self._peers.close()


class Moderation(ModerationServiceServicer):
    """The methods."""

    def __init__(self, store: ModerationStore, peers: Peers) -> None:
        self._store = store
        self._peers = peers

    # -- for the house ------------------------------------------------------------------------------------------------

    async def RecordLeave(self, request: pb.RecordLeaveRequest, context: Context) -> pb.RecordLeaveResponse:
        _require_service()
        new, ban = await self._store.leave(request.player, request.match, request.leave_time.ToMilliseconds())
        if new:
            EVENTS["leave"].inc()
        if ban is not None:
            EVENTS["ban"].inc()
        return pb.RecordLeaveResponse(recorded=new, ban=None if ban is None else _sanction(ban))

    async def CheckAdmission(self, request: pb.CheckAdmissionRequest, context: Context) -> pb.CheckAdmissionResponse:
        _require_service()
        sanction = await self._store.running(request.player, _now_ms())
        if sanction is not None:
            until = datetime.fromtimestamp(sanction.end_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            reason = "BANNED" if sanction.kind == Kind.BAN else "SUSPENDED"
            detail = {"until": until, "why": sanction.reason, "sanction": sanction.sanction}
            raise Refused(reason, detail, labels=REFUSALS[reason], clause=sanction.clause)
        return pb.CheckAdmissionResponse()

    # -- for everybody ------------------------------------------------------------------------------------------------

    async def GetBan(self, request: pb.GetBanRequest, context: Context) -> pb.GetBanResponse:
        sanction = await self._store.running(await self._known(request.player), _now_ms())
        return pb.GetBanResponse(end_time=None if sanction is None else _timestamp(sanction.end_ms))

    async def ListSanctions(self, request: pb.ListSanctionsRequest, context: Context) -> pb.ListSanctionsResponse:
        caller = _player()
        player = _named(request.player)
        if player != caller.subject and "moderator" not in caller.offices:
            raise _error(Denied, "NOT_YOUR_SANCTION")
        await self._known(player)
        return pb.ListSanctionsResponse(sanctions=[_sanction(one) for one in await self._store.sanctions(player)])

    async def AppealSanction(self, request: pb.AppealSanctionRequest, context: Context) -> pb.AppealSanctionResponse:
        player = _player().subject
        found = await self._store.find_sanction(request.sanction)
        if found is None or found.player != player:
            raise _error(Denied, "NOT_YOUR_SANCTION")
        await self._store.appeal(request.sanction, request.text)
        EVENTS["appeal"].inc()
        return pb.AppealSanctionResponse(sanction=_sanction(await self._find(request.sanction)))

    async def ReportPlayer(self, request: pb.ReportPlayerRequest, context: Context) -> pb.ReportPlayerResponse:
        reporter = _player().subject
        if (player := _named(request.player)) == reporter:
            raise _error(Invalid, "REPORT_ONESELF")
        await self._known(player)
        if await self._store.count_open_reports(reporter) >= OPEN_REPORTS:
            raise _error(Exhausted, "TOO_MANY_REPORTS", limit=OPEN_REPORTS)
        report = await self._store.report(reporter, request.request_id, player, request.place, request.text, _now_ms())
        EVENTS["report"].inc()
        return pb.ReportPlayerResponse(report=_report(report))

    # -- for moderators -----------------------------------------------------------------------------------------------

    async def SuspendPlayer(self, request: pb.SuspendPlayerRequest, context: Context) -> pb.SuspendPlayerResponse:
        moderator = _moderator()
        player = await self._known(request.player)
        sanction = await self._store.suspend(
            moderator, request.request_id, player, request.hours, request.reason, _now_ms()
        )
        EVENTS["suspension"].inc()
        return pb.SuspendPlayerResponse(sanction=_sanction(sanction))

    async def LiftSanction(self, request: pb.LiftSanctionRequest, context: Context) -> pb.LiftSanctionResponse:
        moderator = _moderator()
        lifted = await self._store.lift(moderator, request.sanction, request.note, _now_ms())
        if lifted is None:
            raise _error(Missing, "SANCTION_NOT_FOUND", sanction=request.sanction)
        EVENTS["lift"].inc()
        return pb.LiftSanctionResponse(sanction=_sanction(lifted))

    async def ListReports(self, request: pb.ListReportsRequest, context: Context) -> pb.ListReportsResponse:
        _moderator()
        return pb.ListReportsResponse(
            reports=[_report(one) for one in await self._store.reports(closed=request.closed)]
        )

    async def CloseReport(self, request: pb.CloseReportRequest, context: Context) -> pb.CloseReportResponse:
        report = await self._store.close_report(_moderator(), request.report, request.note, _now_ms())
        if report is None:
            raise _error(Missing, "REPORT_NOT_FOUND", report=request.report)
        EVENTS["report_closed"].inc()
        return pb.CloseReportResponse(report=_report(report))

    async def ListAppeals(self, request: pb.ListAppealsRequest, context: Context) -> pb.ListAppealsResponse:
        _moderator()
        found = await self._store.appeals(_now_ms(), closed=request.closed)
        return pb.ListAppealsResponse(sanctions=[_sanction(one) for one in found])

    async def ListAudit(self, request: pb.ListAuditRequest, context: Context) -> pb.ListAuditResponse:
        _moderator()
        entries = await self._store.entries(request.before_number, request.page_size or USUAL_PAGE)
        return pb.ListAuditResponse(entries=[_entry(one) for one in entries])

    async def _known(self, name: str) -> str:
        """The player that is meant, who is the caller or is known to the house; raises `Missing` for anybody else."""
        player = _named(name)
        if player != identity.caller().subject:
            await persons.require_known(self._peers, (player,))
        return player

    async def _find(self, name: str) -> Sanction:
        if (found := await self._store.find_sanction(name)) is None:
            raise _error(Missing, "SANCTION_NOT_FOUND", sanction=name)
        return found


def _error(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    return kind(reason, detail, labels=REFUSALS[reason])


def _require_service() -> None:
    if identity.caller().role != "service":
        raise Denied("NOT_ALLOWED")


def _player() -> identity.Caller:
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller


def _moderator() -> str:
    """The moderator who calls; raises `Denied` for anybody else."""
    caller = _player()
    if "moderator" not in caller.offices:
        raise _error(Denied, "MODERATORS_ONLY")
    return caller.subject


def _named(player: str) -> str:
    """The player that is meant by his name or by "players/me"."""
    return identity.caller().subject if player == "players/me" else player


def _sanction(one: Sanction) -> pb.Sanction:
    return pb.Sanction(
        sanction=one.sanction,
        player=one.player,
        kind=_KINDS[Kind(one.kind)],
        reason=one.reason,
        clause=one.clause,
        begin_time=_timestamp(one.begin_ms),
        end_time=_timestamp(one.end_ms),
        appeal=one.appeal,
        lift_time=None if one.lifted_ms is None else _timestamp(one.lifted_ms),
        lift_note=one.lift_note,
    )


def _report(one: Report) -> pb.Report:
    return pb.Report(
        report=one.report,
        reporter=one.reporter,
        player=one.player,
        place=one.place,
        text=one.text,
        create_time=_timestamp(one.at_ms),
        close_time=None if one.closed_ms is None else _timestamp(one.closed_ms),
        note=one.note,
    )


def _entry(one: Entry) -> pb.AuditEntry:
    return pb.AuditEntry(
        number=one.number,
        time=_timestamp(one.at_ms),
        moderator=one.moderator,
        action=one.action,
        subject=one.subject,
        detail=one.detail,
    )


def _timestamp(unix_ms: int) -> Timestamp:
    return Timestamp(seconds=unix_ms // 1000, nanos=unix_ms % 1000 * 1_000_000)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
