"""Sitting: playing and watching over one stream, the fast path of native clients.

Acts come in and are decided exactly as `Play` does; the answer to an act is the version that it makes, which comes on
the same stream as everybody else's, in the same order.
"""

import asyncio
from typing import Any, Final

import grpc.aio
import structlog
from google.protobuf.message import Message

from services.runtime import identity
from services.runtime.access import require_bots_own, require_seat
from services.runtime.contract import Contract, field, serialized
from services.runtime.decisions import Answer, counted
from services.runtime.door import check, parsed, read
from services.runtime.errors import Fault, HouseError, Invalid
from services.runtime.host import Host
from services.runtime.match import Match
from services.runtime.requests import decision_of, match_id_of
from services.runtime.rpc_metrics import MethodMetrics
from services.runtime.show import Show
from services.runtime.tasks import ended
from services.runtime.watch import Resume, Subscription

log = structlog.get_logger(__name__)

Context = grpc.aio.ServicerContext[Any, Any]


_LONGEST_ECHO: Final = 64


class Sitting:
    """The `Sit` of one family."""

    def __init__(self, contract: Contract, host: Host, show: Show) -> None:
        self._contract = contract
        self._host = host
        self._show = show
        self._meta = host.room.loader.meta
        self._parse = contract.requests["Sit"].FromString
        self._metrics = MethodMetrics(contract.method("Sit"), "bidi_stream")

    async def sit(self, _: Any, context: Context) -> None:
        """One stream, from its join to its end. Raises what is wrong with the join; later faults are answered on it."""
        data = await context.read()
        if data is grpc.aio.EOF:
            raise Invalid("SIT_ORDER")
        request: Any = read(self._parse, data)
        self._metrics.received.inc()
        _require(request, "join")
        join = request.join
        require_bots_own(join.match)
        caller = identity.caller()
        match, subscription = await self._show.subscribe(match_id_of(join.match), caller, join.after_version)
        reader = asyncio.create_task(self._read(match, subscription, context))
        try:
            await self._write(subscription, context)
        finally:
            self._show.unsubscribe(match, caller.subject, subscription)
            await ended((reader,))

    async def _write(self, subscription: Subscription, context: Context) -> None:
        """Sends what comes until the stream ends."""
        while not isinstance(item := await subscription.next(), Resume):
            await context.write(item)
            self._metrics.sent.inc()
        if item.reason:  # an end that the client asked for needs no word
            self._host.room.metrics.dropped[item.reason].inc()
            await context.write(self._contract.resume("Sit", item))

    async def _read(self, match: Match, subscription: Subscription, context: Context) -> None:
        """Decides what the client sends until it has nothing more to say."""
        try:
            while (data := await context.read()) is not grpc.aio.EOF:
                self._metrics.received.inc()
                await self._decide(match, subscription, data)
        finally:
            subscription.end("")

    async def _decide(self, match: Match, subscription: Subscription, data: bytes) -> None:
        """One message of the client. The answer goes to the stream's queue, in its place among the versions."""
        request_id = ""
        try:
            request: Any = parsed(self._parse, data)
            request_id = request.play.request_id[:_LONGEST_ECHO]
            check(request)
            _require(request, "play")
            echo = field(self._contract.request_id_tag, request_id.encode())
            deciding = self._decided(match, subscription, request.play, echo)
            answer = await counted(self._host.room.metrics, deciding)
            if answer.repeated:
                subscription.push(0, answer.data + echo)
        except HouseError as error:
            subscription.push(0, self._refusal(request_id, error))
        except Exception:
            log.exception("fault", method=self._contract.method("Sit"))
            subscription.push(0, self._refusal(request_id, Fault()))

    async def _decided(self, match: Match, subscription: Subscription, asked: Any, echo: bytes) -> Answer:
        seat = require_seat(match)
        decision = decision_of(self._contract.wire, self._meta, asked)
        return await self._host.act(match.id, seat, decision, identity.caller(), subscription, echo)

    def _refusal(self, request_id: str, error: HouseError) -> bytes:
        refusal: Message = self._contract.responses["Sit"](request_id=request_id, refusal=error.status())
        return serialized(refusal)


def _require(request: Any, command: str) -> None:
    if request.WhichOneof("command") != command:
        raise Invalid("SIT_ORDER")
