"""`ModerationService`: bans by the rules, suspensions and reports, matches, and what moderators did."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import grpc.aio

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import add_ModerationServiceServicer_to_server
from services.moderation import callers
from services.moderation.audit import Audit
from services.moderation.deciding import Deciding
from services.moderation.habits import Habit
from services.moderation.matches import Matches
from services.moderation.messages import entry_to_proto, report_to_proto, sanction_to_proto
from services.moderation.metrics import EVENTS
from services.moderation.refusals import REFUSALS, error
from services.moderation.store import HOUR_MS, Kind, ModerationStore, Sanction
from services.runtime import identity, persons
from services.runtime.errors import Denied, Exhausted, Invalid, Missing, Refused
from services.runtime.info import timestamp
from services.runtime.peers import Peers
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings
from services.runtime.texts import written

USUAL_PAGE: Final = 20
OPEN_REPORTS: Final = 20
Context = grpc.aio.ServicerContext[Any, Any]


def create(settings: Settings) -> "ModerationHosted":
    """The moderation of this process."""
    return ModerationHosted(settings)


class ModerationHosted(PlatformService):
    """Holds the moderation's tables, and the way to the players and the matches."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["ModerationService"].full_name
        super().__init__(settings, "moderation", full_name, Path(__file__).parent / "migrations")
        self._peers = Peers(settings, "moderation")

    def add_to(self, server: grpc.aio.Server) -> None:
        told = self.settings
        habit = Habit(leaves=told.habit_leaves, window_hours=told.habit_window_hours, ban_hours=told.ban_hours)
        store, matches = ModerationStore(self.database, habit), Matches(told, self._peers)
        methods = Moderation(store, Audit(self.database), matches, self._peers)
        add_ModerationServiceServicer_to_server(methods, server)

    async def close(self) -> None:
        await super().close()
        await self._peers.close()


class Moderation(Deciding):
    """The methods."""

    def __init__(self, store: ModerationStore, audit: Audit, matches: Matches, peers: Peers) -> None:
        self._store = store
        self._audit = audit
        self._matches = matches
        self._peers = peers

    # -- for the house ------------------------------------------------------------------------------------------------

    async def RecordLeave(self, request: pb.RecordLeaveRequest, context: Context) -> pb.RecordLeaveResponse:
        callers.require_service()
        new, ban = await self._store.leave(request.player, request.match, request.leave_time.ToMilliseconds())
        if new:
            EVENTS["leave"].inc()
        if ban is not None:
            EVENTS["ban"].inc()
        return pb.RecordLeaveResponse(recorded=new, ban=None if ban is None else sanction_to_proto(ban))

    async def CheckAdmission(self, request: pb.CheckAdmissionRequest, context: Context) -> pb.CheckAdmissionResponse:
        callers.require_service()
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
        return pb.GetBanResponse(end_time=None if sanction is None else timestamp(sanction.end_ms))

    async def ListSanctions(self, request: pb.ListSanctionsRequest, context: Context) -> pb.ListSanctionsResponse:
        caller = callers.player()
        player = callers.named(request.player)
        if player != caller.subject and "moderator" not in caller.offices:
            raise error(Denied, "NOT_YOUR_SANCTION")
        await self._known(player)
        return pb.ListSanctionsResponse(
            sanctions=[sanction_to_proto(one) for one in await self._store.sanctions(player)]
        )

    async def AppealSanction(self, request: pb.AppealSanctionRequest, context: Context) -> pb.AppealSanctionResponse:
        player = callers.player().subject
        found = await self._store.find_sanction(request.sanction)
        if found is None or found.player != player:
            raise error(Denied, "NOT_YOUR_SANCTION")
        await self._store.appeal(request.sanction, written("text", request.text, paragraphs=True))
        EVENTS["appeal"].inc()
        return pb.AppealSanctionResponse(sanction=sanction_to_proto(await self._find(request.sanction)))

    async def ReportPlayer(self, request: pb.ReportPlayerRequest, context: Context) -> pb.ReportPlayerResponse:
        reporter, said = callers.player().subject, written("text", request.text, paragraphs=True)
        if (player := callers.named(request.player)) == reporter:
            raise error(Invalid, "REPORT_ONESELF")
        if (made := await self._store.reported(reporter, request.request_id)) is not None:
            _require_same((made.player, made.place, made.text), (player, request.place, said))
            return pb.ReportPlayerResponse(report=report_to_proto(made))
        await self._known(player)
        if await self._store.count_open_reports(reporter) >= OPEN_REPORTS:
            raise error(Exhausted, "TOO_MANY_REPORTS", limit=OPEN_REPORTS)
        report = await self._store.report(reporter, request.request_id, player, request.place, said, _now_ms())
        EVENTS["report"].inc()
        return pb.ReportPlayerResponse(report=report_to_proto(report))

    # -- for moderators -----------------------------------------------------------------------------------------------

    async def SuspendPlayer(self, request: pb.SuspendPlayerRequest, context: Context) -> pb.SuspendPlayerResponse:
        moderator, reason = callers.moderator(), written("reason", request.reason)
        player = await self._known(request.player)
        sanction = await self._store.suspend(moderator, request.request_id, player, request.hours, reason, _now_ms())
        lasts_ms = sanction.end_ms - sanction.begin_ms
        _require_same((sanction.player, lasts_ms, sanction.reason), (player, request.hours * HOUR_MS, reason))
        EVENTS["suspension"].inc()
        return pb.SuspendPlayerResponse(sanction=sanction_to_proto(sanction))

    async def LiftSanction(self, request: pb.LiftSanctionRequest, context: Context) -> pb.LiftSanctionResponse:
        moderator, note = callers.moderator(), written("note", request.note)
        lifted = await self._store.lift(moderator, request.sanction, note, _now_ms())
        if lifted is None:
            raise error(Missing, "SANCTION_NOT_FOUND", sanction=request.sanction)
        EVENTS["lift"].inc()
        return pb.LiftSanctionResponse(sanction=sanction_to_proto(lifted))

    async def ListReports(self, request: pb.ListReportsRequest, context: Context) -> pb.ListReportsResponse:
        callers.moderator()
        return pb.ListReportsResponse(
            reports=[report_to_proto(one) for one in await self._store.reports(closed=request.closed)]
        )

    async def CloseReport(self, request: pb.CloseReportRequest, context: Context) -> pb.CloseReportResponse:
        moderator, note = callers.moderator(), written("note", request.note)
        report = await self._store.close_report(moderator, request.report, note, _now_ms())
        if report is None:
            raise error(Missing, "REPORT_NOT_FOUND", report=request.report)
        EVENTS["report_closed"].inc()
        return pb.CloseReportResponse(report=report_to_proto(report))

    async def ListAppeals(self, request: pb.ListAppealsRequest, context: Context) -> pb.ListAppealsResponse:
        callers.moderator()
        found = await self._store.appeals(_now_ms(), closed=request.closed)
        return pb.ListAppealsResponse(sanctions=[sanction_to_proto(one) for one in found])

    async def ListAudit(self, request: pb.ListAuditRequest, context: Context) -> pb.ListAuditResponse:
        callers.moderator()
        entries = await self._audit.entries(request.before_number, request.page_size or USUAL_PAGE)
        return pb.ListAuditResponse(entries=[entry_to_proto(one) for one in entries])

    async def _known(self, name: str) -> str:
        """The player that is meant, who is the caller or is known to the house; raises `Missing` for anybody else."""
        player = callers.named(name)
        if player != identity.caller().subject:
            await persons.require_known(self._peers, (player,))
        return player

    async def _find(self, name: str) -> Sanction:
        if (found := await self._store.find_sanction(name)) is None:
            raise error(Missing, "SANCTION_NOT_FOUND", sanction=name)
        return found


def _require_same(made: object, asked: object) -> None:
    """Raises `Invalid` where an earlier request of the same id has made something else."""
    if made != asked:
        raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used for another request"),))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
