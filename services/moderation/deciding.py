"""The methods of `ModerationService` by which moderators look at matches and decide about them.

What is to be done is written down first, then done, then its outcome is written down: whatever dies between, nothing
was done that has no line. The same request again does nothing more, and settles a line that was left open.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import grpc.aio
from google.protobuf.any_pb2 import Any as AnyMessage

from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import ModerationServiceServicer
from services.moderation import callers
from services.moderation.audit import Audit, Entry, Outcome
from services.moderation.matches import Matches
from services.moderation.messages import entry_to_proto
from services.moderation.metrics import EVENTS
from services.runtime.errors import HouseError, Invalid, Unavailable
from services.runtime.texts import written

Context = grpc.aio.ServicerContext[Any, Any]
T = TypeVar("T")

_EVENTS: Final = {
    match_pb2.ORDER_KIND_FREEZE: "freeze",
    match_pb2.ORDER_KIND_THAW: "thaw",
    match_pb2.ORDER_KIND_REWIND: "rewind",
    match_pb2.ORDER_KIND_VOID: "void",
    match_pb2.ORDER_KIND_END: "end",
}
Told = tuple[match_pb2.MatchInfo, pb.AuditEntry]


class Deciding(ModerationServiceServicer):
    """Matches, for moderators who do not sit at them."""

    _audit: Audit
    _matches: Matches

    async def LookAtMatch(self, request: pb.LookAtMatchRequest, context: Context) -> pb.LookAtMatchResponse:
        moderator = callers.moderator()
        entry = await self._audit.begin(moderator, None, "LookAtMatch", request.match, "", _now_ms())
        looking = self._matches.inspect(request.match, moderator, request.entries, request.before_version)
        seen, _ = await _settled(self._audit, entry, looking, "look")
        table = AnyMessage()
        table.Pack(seen.update)
        return pb.LookAtMatchResponse(inspection=seen.inspection, table=table)

    async def FreezeMatch(self, request: pb.FreezeMatchRequest, context: Context) -> pb.FreezeMatchResponse:
        info, entry = await self._decide("FreezeMatch", request, match_pb2.ORDER_KIND_FREEZE)
        return pb.FreezeMatchResponse(info=info, entry=entry)

    async def ThawMatch(self, request: pb.ThawMatchRequest, context: Context) -> pb.ThawMatchResponse:
        info, entry = await self._decide("ThawMatch", request, match_pb2.ORDER_KIND_THAW)
        return pb.ThawMatchResponse(info=info, entry=entry)

    async def RewindMatch(self, request: pb.RewindMatchRequest, context: Context) -> pb.RewindMatchResponse:
        info, entry = await self._decide("RewindMatch", request, match_pb2.ORDER_KIND_REWIND, request.version)
        return pb.RewindMatchResponse(info=info, entry=entry)

    async def VoidMatch(self, request: pb.VoidMatchRequest, context: Context) -> pb.VoidMatchResponse:
        info, entry = await self._decide("VoidMatch", request, match_pb2.ORDER_KIND_VOID)
        return pb.VoidMatchResponse(info=info, entry=entry)

    async def EndMatch(self, request: pb.EndMatchRequest, context: Context) -> pb.EndMatchResponse:
        info, entry = await self._decide("EndMatch", request, match_pb2.ORDER_KIND_END)
        return pb.EndMatchResponse(info=info, entry=entry)

    async def _decide(
        self, action: str, asked: Any, kind: "match_pb2.OrderKind.ValueType", back_to: int | None = None
    ) -> Told:
        moderator, reason = callers.moderator(), written("reason", asked.reason)
        detail = reason if back_to is None else f"{back_to}: {reason}"
        entry = await self._audit.begin(moderator, asked.request_id, action, asked.match, detail, _now_ms())
        if (entry.action, entry.subject, entry.detail) != (action, asked.match, detail):
            raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used for another request"),))
        ordering = self._matches.order(asked.match, moderator, asked.request_id, kind, reason, back_to or 0)
        info, settled = await _settled(self._audit, entry, ordering, _EVENTS[kind])
        return info, entry_to_proto(settled)


async def _settled(audit: Audit, entry: Entry, deed: Awaitable[T], event: str) -> tuple[T, Entry]:
    """What the deed gives, and its line once that says so. Goes on though the caller may have gone."""
    return await asyncio.shield(asyncio.ensure_future(_done(audit, entry, deed, event)))


async def _done(audit: Audit, entry: Entry, deed: Awaitable[T], event: str) -> tuple[T, Entry]:
    try:
        given = await deed
    except HouseError as refusal:
        known = not isinstance(refusal, Unavailable)
        await audit.settle(entry, Outcome.REFUSED if known else Outcome.UNKNOWN, refusal.reason)
        raise
    except Exception:
        await audit.settle(entry, Outcome.UNKNOWN)
        raise
    if entry.outcome != Outcome.DONE.name:
        EVENTS[event].inc()
    return given, await audit.settle(entry, Outcome.DONE)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
