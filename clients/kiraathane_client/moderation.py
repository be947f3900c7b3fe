"""Order at the tables: one's own sanctions, reports, and what moderators do, also about matches."""

import uuid
from collections.abc import AsyncGenerator

from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1 import moderation_service_pb2_grpc as pb_grpc
from kiraathane_client.connection import Connection

PAGE = 50


class Moderation:
    """The moderation. Every method raises the exceptions of `kiraathane_client.errors`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "pb_grpc.ModerationServiceAsyncStub":
        return pb_grpc.ModerationServiceStub(self._connection.channel)

    async def ban(self, player: str = "players/me") -> Timestamp | None:
        """Until when a player cannot sit down at tables; None if he can."""
        answer = await self._connection.call(self._stub.GetBan, pb.GetBanRequest(player=player))
        return answer.end_time if answer.HasField("end_time") else None

    async def sanctions(self, player: str = "players/me") -> tuple[pb.Sanction, ...]:
        """One's own sanctions, newest first; moderators may ask for anybody's."""
        request = pb.ListSanctionsRequest(player=player)
        return tuple((await self._connection.call(self._stub.ListSanctions, request)).sanctions)

    async def appeal(self, sanction: str, text: str) -> pb.Sanction:
        """Says something to one of one's own sanctions."""
        request = pb.AppealSanctionRequest(sanction=sanction, text=text)
        return (await self._connection.call(self._stub.AppealSanction, request)).sanction

    async def report(self, player: str, text: str, place: str = "") -> pb.Report:
        """Tells the moderators of a player; `place` is a match or a table."""
        request = pb.ReportPlayerRequest(request_id=str(uuid.uuid4()), player=player, place=place, text=text)
        return (await self._connection.call(self._stub.ReportPlayer, request)).report

    async def suspend(self, player: str, hours: int, reason: str) -> pb.Sanction:
        """Keeps a player from the tables; for moderators."""
        request = pb.SuspendPlayerRequest(request_id=str(uuid.uuid4()), player=player, hours=hours, reason=reason)
        return (await self._connection.call(self._stub.SuspendPlayer, request)).sanction

    async def lift(self, sanction: str, note: str) -> pb.Sanction:
        """Ends a sanction early; for moderators."""
        request = pb.LiftSanctionRequest(sanction=sanction, note=note)
        return (await self._connection.call(self._stub.LiftSanction, request)).sanction

    async def reports(self, *, closed: bool = False) -> tuple[pb.Report, ...]:
        """Open reports, the oldest first; or those that were seen to, newest first. For moderators."""
        request = pb.ListReportsRequest(closed=closed)
        return tuple((await self._connection.call(self._stub.ListReports, request)).reports)

    async def appeals(self, *, closed: bool = False) -> tuple[pb.Sanction, ...]:
        """Sanctions that were appealed and run still, or those that were and do not any more; for moderators."""
        request = pb.ListAppealsRequest(closed=closed)
        return tuple((await self._connection.call(self._stub.ListAppeals, request)).sanctions)

    async def close_report(self, report: str, note: str) -> pb.Report:
        """A report has been seen to; for moderators."""
        request = pb.CloseReportRequest(report=report, note=note)
        return (await self._connection.call(self._stub.CloseReport, request)).report

    async def look(self, match: str, *, entries: int = 0, before_version: int = 0) -> pb.LookAtMatchResponse:
        """A match without anything secret, with the last `entries` rows of its journal (0: 20); for moderators who do
        not sit at it. `table` unpacks into the game's `MatchUpdate`.
        """
        request = pb.LookAtMatchRequest(match=match, entries=entries, before_version=before_version)
        return await self._connection.call(self._stub.LookAtMatch, request)

    async def freeze(self, match: str, reason: str) -> match_pb2.MatchInfo:
        """Nobody can act in the match, and no clock runs; those at the table are told why. For moderators."""
        request = pb.FreezeMatchRequest(request_id=str(uuid.uuid4()), match=match, reason=reason)
        return (await self._connection.call(self._stub.FreezeMatch, request)).info

    async def thaw(self, match: str, reason: str) -> match_pb2.MatchInfo:
        """A frozen match goes on as it stood; for moderators."""
        request = pb.ThawMatchRequest(request_id=str(uuid.uuid4()), match=match, reason=reason)
        return (await self._connection.call(self._stub.ThawMatch, request)).info

    async def rewind(self, match: str, version: int, reason: str) -> match_pb2.MatchInfo:
        """The match goes back to a version (0: before the first deal) and is played on from there; for moderators."""
        request = pb.RewindMatchRequest(request_id=str(uuid.uuid4()), match=match, version=version, reason=reason)
        return (await self._connection.call(self._stub.RewindMatch, request)).info

    async def void(self, match: str, reason: str) -> match_pb2.MatchInfo:
        """The match ends without a result; for moderators."""
        request = pb.VoidMatchRequest(request_id=str(uuid.uuid4()), match=match, reason=reason)
        return (await self._connection.call(self._stub.VoidMatch, request)).info

    async def end(self, match: str, reason: str) -> match_pb2.MatchInfo:
        """The match ends as it stands, and whoever is ahead has won; for moderators."""
        request = pb.EndMatchRequest(request_id=str(uuid.uuid4()), match=match, reason=reason)
        return (await self._connection.call(self._stub.EndMatch, request)).info

    async def audit(self) -> AsyncGenerator[pb.AuditEntry, None]:
        """What moderators did, newest first; for moderators."""
        before = 0
        while True:
            request = pb.ListAuditRequest(page_size=PAGE, before_number=before)
            entries = (await self._connection.call(self._stub.ListAudit, request)).entries
            for entry in entries:
                yield entry
            if len(entries) < PAGE:
                return
            before = entries[-1].number
