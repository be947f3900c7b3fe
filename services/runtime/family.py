"""The gRPC service of a game family, whichever it is: from the messages of its contract to the host and back."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import grpc
import grpc.aio
import msgspec
from google.protobuf.message import Message

from kiraathane.match.v1 import match_pb2
from services.kernel import chance
from services.kernel.game import Seat
from services.kernel.meta import BadOption, Labels
from services.kernel.record import RecordSeat
from services.runtime import identity
from services.runtime.access import (
    require_bots_own,
    require_seat,
    require_service,
    seat_once_of,
    viewer_of,
)
from services.runtime.asking import Asking
from services.runtime.contract import Contract, field
from services.runtime.dealer import draw_secret
from services.runtime.decisions import Answer, Decision, Wish, counted
from services.runtime.errors import Invalid, Missing
from services.runtime.host import Host
from services.runtime.inspecting import Inspecting
from services.runtime.journal.interface import Creation
from services.runtime.match import Match
from services.runtime.presence import Presence
from services.runtime.records import Records
from services.runtime.requests import decision_of, match_id_of, request_id_of, wanted_of
from services.runtime.room import asked
from services.runtime.show import Show
from services.runtime.sit import Sitting
from services.runtime.watch import Resume

Context = grpc.aio.ServicerContext[Any, Any]

_ID_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"


def new_match_id(family: str, now_ms: int) -> str:
    """An id that no other match has, e.g. "tavla-01kbp…": the family, when it was made, and 80 random bits.

    Ids made later sort later, so that a store writes new matches side by side (as ULIDs do, github.com/ulid/spec).
    """
    number = now_ms << 80 | secrets.randbits(80)
    return f"{family}-" + "".join(_ID_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


class FamilyServicer:
    """The methods of one family's service. Requests come validated; answers go out as bytes."""

    def __init__(self, contract: Contract, host: Host, show: Show, presence: Presence, records: Records) -> None:
        self._contract = contract
        self._host = host
        self._show = show
        self._presence = presence
        self._records = records
        self._room = host.room
        self._meta = host.room.loader.meta
        self._asking = Asking(host.room)
        self._sitting = Sitting(contract, host, show)
        self._inspecting = Inspecting(host.room, show.spectated)

    def handlers(self) -> grpc.GenericRpcHandler:
        """The methods for a server, by their names in the contract."""
        unary: Mapping[str, Callable[[Any, Context], Any]] = {
            "CreateMatch": self.create_match,
            "StartMatch": self.start_match,
            "GetMatch": self.get_match,
            "ListLegalActions": self.list_legal_actions,
            "Play": self.play,
            "LeaveMatch": self.leave_match,
            "ClaimAbsent": self.claim_absent,
            "SeatSubstitute": self.seat_substitute,
            "GetRecord": self.get_record,
            "AcknowledgeResult": self.acknowledge_result,
            "InspectMatch": self.inspect_match,
            "OrderMatch": self.order_match,
            **{name: partial(self.ask, name) for name in self._contract.queries},
        }
        requests = self._contract.requests
        handlers: dict[str, Any] = {
            name: grpc.unary_unary_rpc_method_handler(behavior, requests[name].FromString, _as_bytes)
            for name, behavior in unary.items()
        }
        handlers["WatchMatch"] = grpc.unary_stream_rpc_method_handler(
            self.watch_match, requests["WatchMatch"].FromString, None
        )
        handlers["Sit"] = grpc.stream_stream_rpc_method_handler(self._sitting.sit, None, None)
        return grpc.method_handlers_generic_handler(self._contract.full_name, handlers)

    # -- for the lobby ------------------------------------------------------------------------------------------------

    async def create_match(self, request: Any, _: Context) -> Message:
        require_service()
        try:
            options = self._meta.resolve(request.options)
        except BadOption as bad:
            detail = {"option": bad.option, "value": bad.value, "allowed": bad.allowed or "—"}
            raise Invalid("BAD_OPTION", detail, fields=((f"options.{bad.option}", str(bad)),)) from bad
        now = self._room.clock.unix_ms()
        secret = draw_secret()
        creation = Creation(
            match_id=new_match_id(self._meta.slug, now),
            request_id=request_id_of(request),
            rules_version=self._meta.rules_version,
            options=msgspec.json.encode(options, order="deterministic").decode(),
            commitment=chance.commitment(secret),
            secret=secret,
            created_ms=now,
            spectators=request.spectators != match_pb2.SPECTATORS_NONE,
        )
        return self._info("CreateMatch", await self._host.create(creation))

    async def start_match(self, request: Any, _: Context) -> Message:
        require_service()
        match_id = match_id_of(request.match)
        options = (await self._room.match(match_id)).options
        seats = self._seats(request.seats, self._meta.seats_for(options))
        return self._info("StartMatch", await self._host.start(match_id, seats))

    def _seats(self, given: Any, count: int) -> tuple[RecordSeat, ...]:
        """Who is to sit where; raises `Invalid` for what cannot be."""
        by_seat = {assignment.seat: assignment for assignment in given}
        players = [assignment.player for assignment in given if assignment.player]
        problem = None
        if sorted(assignment.seat for assignment in given) != list(range(count)):
            tr = f"0 ile {count - 1} arasındaki her yer bir kez verilmeli"
            problem = Labels(tr=tr, en=f"every seat from 0 to {count - 1} must be given once")
        elif len(set(players)) != len(players):
            problem = Labels(tr="kimse iki yere oturamaz", en="nobody can sit on two seats")
        elif any(bool(assignment.player) == bool(assignment.bot_level) for assignment in given):
            problem = Labels(tr="bir yerde ya oyuncu ya bot olur", en="a seat has either a player or a bot level")
        elif any(assignment.bot_level and assignment.bot_level not in self._meta.bot_levels for assignment in given):
            levels = ", ".join(self._meta.bot_levels)
            problem = Labels(tr=f"bot düzeyleri: {levels}", en=f"bot levels are {levels}")
        if problem is not None:
            raise Invalid("BAD_SEATS", {"problem": problem}, fields=(("seats", problem.en),))
        return tuple(
            RecordSeat(player=a.player, name=a.display_name, bot_level=a.bot_level, nonce=a.nonce)
            for a in (by_seat[seat] for seat in range(count))
        )

    def _info(self, method: str, match: Match) -> Message:
        return self._contract.responses[method](info=match_pb2.MatchInfo.FromString(match.update.info))

    async def seat_substitute(self, request: Any, _: Context) -> Message:
        require_service()
        match_id, seat = match_id_of(request.match), Seat(request.seat)
        match = await self._host.occupying.substitute(match_id, seat, request.player, request.display_name)
        self._presence.expected(match, seat)
        return self._info("SeatSubstitute", match)

    # -- for players --------------------------------------------------------------------------------------------------

    async def get_match(self, request: Any, _: Context) -> bytes:
        require_bots_own(request.match)
        return await self._show.once(match_id_of(request.match), identity.caller(), self._heard)

    async def play(self, request: Any, _: Context) -> bytes:
        require_bots_own(request.match)
        return (await counted(self._room.metrics, self._decided(request, self._decision))).data

    async def leave_match(self, request: Any, _: Context) -> bytes:
        require_bots_own(request.match)
        wish = partial(_wishing, Wish.LEAVE)
        return (await counted(self._room.metrics, self._decided(request, wish, seat_once_of))).data

    async def claim_absent(self, request: Any, _: Context) -> bytes:
        require_bots_own(request.match)
        wish = partial(_wishing, Wish.CLAIM)
        return (await counted(self._room.metrics, self._decided(request, wish))).data

    async def _decided(
        self,
        request: Any,
        decision: Callable[[Any], Decision],
        required: Callable[[Match], Seat] = require_seat,
    ) -> Answer:
        match_id, caller = match_id_of(request.match), identity.caller()
        match = self._room.in_memory(match_id) or await self._room.match(match_id)
        if viewer_of(match) is None:  # another replica may have seated him
            match = await self._room.newest(match_id)
        seat = required(match)
        if caller.player:
            self._presence.called(match, seat)
        return await self._host.act(match_id, seat, decision(request), caller)

    async def _heard(self, match: Match) -> None:
        """A person who calls as his seat is there, and back if he was away."""
        caller = identity.caller()
        seat = viewer_of(match) if caller.player else None
        if seat is not None:
            self._presence.called(match, seat)
            if seat in match.seats.away:
                await self._host.occupying.back(match.id, seat)

    def _decision(self, request: Any) -> Decision:
        return decision_of(self._contract.wire, self._meta, request)

    async def list_legal_actions(self, request: Any, _: Context) -> Message:
        require_bots_own(request.match)
        match = await self._room.newest(match_id_of(request.match))
        await self._heard(match)
        version, legal = await self._asking.legal(match, require_seat(match))
        actions = [self._contract.wire.action_to_proto(action) for action in legal]
        return self._contract.responses["ListLegalActions"](version=version, actions=actions)

    async def ask(self, query: str, request: Any, _: Context) -> Any:
        """A question of the family's own about what the caller's seat sees."""
        require_bots_own(request.match)
        match = await self._room.newest(match_id_of(request.match))
        await self._heard(match)
        version, view = await self._asking.seen(match, require_seat(match))
        try:
            answer = self._contract.queries[query](view, request)
        except ValueError as error:
            raise Invalid("QUESTION_MALFORMED", {"problem": str(error)}) from error
        answer.version = version
        return answer

    async def watch_match(self, request: Any, context: Context) -> None:
        require_bots_own(request.match)
        caller = identity.caller()
        match, subscription = await self._show.subscribe(match_id_of(request.match), caller, request.after_version)
        try:
            while not isinstance(item := await subscription.next(), Resume):
                await context.write(item)
            self._room.metrics.dropped[item.reason].inc()
            await context.write(self._contract.resume("WatchMatch", item))
        finally:
            self._show.unsubscribe(match, caller.subject, subscription)

    # -- afterwards ---------------------------------------------------------------------------------------------------

    async def get_record(self, request: Any, _: Context) -> Message:
        require_bots_own(request.match)
        match = await self._room.newest(match_id_of(request.match))
        document = await self._records.document(match, request.format)
        return self._contract.responses["GetRecord"](record=document)

    async def acknowledge_result(self, request: Any, _: Context) -> Message:
        require_service()
        journal, match_id = self._room.journal, match_id_of(request.match)
        leaves = request.HasField("leave_version")
        dropped = journal.drop_leave(match_id, request.leave_version) if leaves else journal.drop_scoring(match_id)
        if not await asked(dropped):
            raise Missing("MATCH_NOT_FOUND", {"match": request.match})
        return self._contract.responses["AcknowledgeResult"]()

    # -- for the moderation -------------------------------------------------------------------------------------------

    async def inspect_match(self, request: Any, _: Context) -> bytes:
        require_service()
        match_id, before = match_id_of(request.match), request.before_version
        update, inspection = await self._inspecting.seen(match_id, request.moderator, request.entries, before)
        return update + field(self._contract.inspection_tag, inspection)

    async def order_match(self, request: Any, _: Context) -> Message:
        require_service()
        match = await self._host.moderating.carry_out(match_id_of(request.match), wanted_of(request))
        return self._info("OrderMatch", match)


def _wishing(wish: Wish, request: Any) -> Decision:
    return Decision(request_id=request_id_of(request), wish=wish)


def _as_bytes(answer: Message | bytes) -> bytes:
    """What the host has made into bytes already goes out as it is."""
    return answer if isinstance(answer, bytes) else answer.SerializeToString()
