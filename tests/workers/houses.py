"""A small house for workers to work in: yüksek matches and a league, in memory, behind real gRPC on a real port.

It keeps the promises that workers build on (compare-and-swap, request ids, exactly once by match id) and remembers who
called, so that a test can ask.
"""

import importlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import jwt
from google.protobuf.message import Message

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2
from services.runtime.errors import Refused


@dataclass
class FakeMatch:
    """One match: its version, the seats that are due, and every play that was accepted, by (version, seat)."""

    version: int = 1
    due: set[int] = field(default_factory=lambda: {0})
    status: int = match_pb2.MATCH_STATUS_PLAYING
    accepted: list[tuple[int, int, int]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    record: bytes = b""
    seats: list[match_pb2.Seat] = field(default_factory=list)


class FakeHouse:
    """The services. `fail` names a method and the status it ends with, until it is taken away again."""

    def __init__(self) -> None:
        self.matches: dict[str, FakeMatch] = {}
        self.counted: Counter[str] = Counter()
        self.results: dict[str, Any] = {}
        self.leaves: list[Any] = []
        """What the league and the moderation were told of those who left."""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.fail: dict[str, grpc.StatusCode] = {}
        self.refuse_every_play = False
        self.frozen = False
        self.door = threading.Event()
        """Closed (`clear`), no call is answered; `at_the_door` counts those that came to it."""
        self.door.set()
        self.at_the_door = 0
        self._lock = threading.Lock()
        self.pb = importlib.import_module("kiraathane.yuksek.v1.yuksek_pb2")
        self.service_pb = importlib.import_module("kiraathane.yuksek.v1.yuksek_service_pb2")

    def update(self, name: str, seat: int | None) -> Any:
        match = self.matches[name]
        info = match_pb2.MatchInfo(
            match=name,
            family="yuksek",
            version=match.version,
            status=match.status,
            due_seats=sorted(match.due),
            viewer_seat=seat,
            options={"hands": "2", "turnSeconds": "60"},
            seats=match.seats or [match_pb2.Seat(seat=s, bot_level="usta", display_name="Usta") for s in (0, 1)],
            score=match_pb2.Score(points=[3, 1], winners=[0], places=[1, 2]),
            end_cause="PLAYED_OUT",
        )
        info.start_time.FromSeconds(1_700_000_000)
        info.update_time.GetCurrentTime()
        view = self.pb.YuksekView(hand=[4, 9, 2], sealed=-1, counts=[3, 3], laid=[False, False], worth=2, hands_left=1)
        return self.pb.MatchUpdate(info=info, view=view)

    # -- the methods --------------------------------------------------------------------------------------------------

    def get_match(self, request: Any, caller: dict[str, Any], _: grpc.ServicerContext) -> Message:
        return self.service_pb.GetMatchResponse(update=self.update(request.match, caller.get("seat")))

    def play(self, request: Any, caller: dict[str, Any], context: grpc.ServicerContext) -> Message:
        match = self.matches[request.match]
        if request.request_id not in match.answers:
            if self.frozen:
                told, trailing = Refused("FROZEN_BY_MODERATOR", {"why": "bakıyoruz"}).trailing()
                context.set_trailing_metadata(trailing)
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, told)
            if self.refuse_every_play:
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, "NO_SUCH_CARD")
            if request.expected_version != match.version or caller["seat"] not in match.due:
                context.abort(grpc.StatusCode.ABORTED, "STALE")
            match.accepted.append((match.version, caller["seat"], request.action.card))
            match.version += 1
            match.answers[request.request_id] = match.version
        return self.service_pb.PlayResponse(update=self.update(request.match, caller["seat"]))

    def acknowledge(self, request: Any, _: dict[str, Any], __: grpc.ServicerContext) -> Message:
        self.matches[request.match].acknowledged += 1
        return self.service_pb.AcknowledgeResultResponse()

    def get_record(self, request: Any, _: dict[str, Any], __: grpc.ServicerContext) -> Message:
        document = match_pb2.RecordDocument(format="json", content=self.matches[request.match].record)
        return self.service_pb.GetRecordResponse(record=document)

    def record(self, request: Any, _: dict[str, Any], __: grpc.ServicerContext) -> Message:
        name = request.result.match
        first = name not in self.results
        if first:
            self.results[name] = request.result
            self.counted[name] += 1
        return league_service_pb2.RecordResultResponse(recorded=first)

    def leave(self, request: Any, _: dict[str, Any], __: grpc.ServicerContext) -> Message:
        self.leaves.append(request)
        return (
            league_service_pb2.RecordLeaveResponse()
            if isinstance(request, league_service_pb2.RecordLeaveRequest)
            else moderation_service_pb2.RecordLeaveResponse()
        )

    def periodic(self, _: Any, __: dict[str, Any], ___: grpc.ServicerContext) -> Message:
        return league_service_pb2.RunPeriodicResponse(seasons_closed=["2026-Q3"])

    # -- serving ------------------------------------------------------------------------------------------------------

    def _handler(self, name: str, request: Any, work: Callable[..., Message]) -> "grpc.RpcMethodHandler[Any, Any]":
        def handle(message: Any, context: grpc.ServicerContext) -> Message:
            token = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
            caller = jwt.decode(token, options={"verify_signature": False})
            with self._lock:
                self.at_the_door += not self.door.is_set()
            self.door.wait(30)
            with self._lock:
                self.calls.append((name, caller))
                if name in self.fail:
                    context.abort(self.fail[name], "as the test wishes")
                return work(message, caller, context)

        return grpc.unary_unary_rpc_method_handler(
            handle, request_deserializer=request.FromString, response_serializer=lambda m: m.SerializeToString()
        )

    def handlers(self) -> tuple[grpc.GenericRpcHandler, ...]:
        service = self.service_pb
        family = {
            "GetMatch": self._handler("GetMatch", service.GetMatchRequest, self.get_match),
            "Play": self._handler("Play", service.PlayRequest, self.play),
            "GetRecord": self._handler("GetRecord", service.GetRecordRequest, self.get_record),
            "AcknowledgeResult": self._handler("AcknowledgeResult", service.AcknowledgeResultRequest, self.acknowledge),
        }
        league = {
            "RecordResult": self._handler("RecordResult", league_service_pb2.RecordResultRequest, self.record),
            "RecordLeave": self._handler("RecordLeave", league_service_pb2.RecordLeaveRequest, self.leave),
            "RunPeriodic": self._handler("RunPeriodic", league_service_pb2.RunPeriodicRequest, self.periodic),
        }
        leaves = self._handler("RecordLeave", moderation_service_pb2.RecordLeaveRequest, self.leave)
        moderation = {"RecordLeave": leaves}
        return (
            grpc.method_handlers_generic_handler("kiraathane.yuksek.v1.YuksekService", family),
            grpc.method_handlers_generic_handler("kiraathane.league.v1.LeagueService", league),
            grpc.method_handlers_generic_handler("kiraathane.moderation.v1.ModerationService", moderation),
        )


@contextmanager
def served(house: FakeHouse, address: str = "127.0.0.1:0") -> Iterator[str]:
    """Serves the house; gives its address."""
    server = grpc.server(ThreadPoolExecutor(max_workers=4))
    server.add_generic_rpc_handlers(house.handlers())
    host = address.rpartition(":")[0]
    port = server.add_insecure_port(address)
    server.start()
    try:
        yield f"{host}:{port}"
    finally:
        server.stop(0).wait()
