"""The services as a worker calls them: synchronous channels, made in the process that uses them, and house tokens."""

import json
from collections.abc import Callable
from typing import Any, Final

import grpc
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

from kiraathane.league.v1 import league_service_pb2, league_service_pb2_grpc
from kiraathane.moderation.v1 import moderation_service_pb2, moderation_service_pb2_grpc
from services.kernel.registry import Family
from services.runtime.identity import Identity
from workers.programs import Programs
from workers.settings import WorkerSettings

# gRPC's own retries (gRFC A6): a service that is being replaced is asked again until the call's time is over. `Play`
# may be among them because a repeated `request_id` plays nothing.
_SERVICE_CONFIG: Final = json.dumps(
    {
        "methodConfig": [
            {
                "name": [{}],
                "waitForReady": True,
                "retryPolicy": {
                    "maxAttempts": 5,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "1s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    }
)
_CHANNEL_OPTIONS: Final = (
    ("grpc.service_config", _SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),  # a record has all of a match
)


_MARGIN_SECONDS: Final = 5
"""What is kept of a task's time."""
Metadata = tuple[tuple[str, str], ...]
"""What goes with a call: who calls."""


class House:
    """Channels to the services, one per address, the tokens to use them with, and the programs that bots play by. For
    one process and its threads.
    """

    def __init__(self, settings: WorkerSettings) -> None:
        self._settings = settings
        self._identity = Identity(settings.house_key, settings.jwks_url)
        self._channels: dict[str, grpc.Channel] = {}
        self.programs = Programs(settings)

    def family(self, family: Family) -> "FamilyService":
        """The service that hosts `family`."""
        return FamilyService(family, self._channel(family.slug), self._settings.worker_call_seconds)

    def record_result(self, result: league_service_pb2.MatchResult) -> league_service_pb2.RecordResultResponse:
        """Gives a result to the league. Raises `grpc.RpcError`."""
        league = league_service_pb2_grpc.LeagueServiceStub(self._channel("league"))
        request = league_service_pb2.RecordResultRequest(result=result)
        return league.RecordResult(request, timeout=self._settings.worker_call_seconds, metadata=self.as_worker())

    def record_leave(self, league: league_service_pb2.RecordLeaveRequest) -> None:
        """Tells the league and the moderation that a player has left. Raises `grpc.RpcError`."""
        seconds, metadata = self._settings.worker_call_seconds, self.as_worker()
        points = league_service_pb2_grpc.LeagueServiceStub(self._channel("league"))
        points.RecordLeave(league, timeout=seconds, metadata=metadata)
        habit = moderation_service_pb2.RecordLeaveRequest(
            match=league.match, player=league.player, leave_time=league.leave_time
        )
        moderation = moderation_service_pb2_grpc.ModerationServiceStub(self._channel("moderation"))
        moderation.RecordLeave(habit, timeout=seconds, metadata=metadata)

    def run_periodic(self) -> league_service_pb2.RunPeriodicResponse:
        """Asks the league to do what is due by the calendar. Raises `grpc.RpcError`."""
        league = league_service_pb2_grpc.LeagueServiceStub(self._channel("league"))
        seconds = max(1, self._settings.worker_task_seconds - _MARGIN_SECONDS)
        return league.RunPeriodic(league_service_pb2.RunPeriodicRequest(), timeout=seconds, metadata=self.as_worker())

    def as_bot(self, level: str, match: str, seat: int) -> Metadata:
        """Metadata of a call made by the bot on a seat."""
        return _bearer(self._identity.house_token(f"bots/{level}", "bot", match=match, seat=seat))

    def as_worker(self) -> Metadata:
        """Metadata of a call made by the house itself."""
        return _bearer(self._identity.house_token("services/worker", "service"))

    def close(self) -> None:
        """Closes the channels and ends the programs."""
        self.programs.close()
        for channel in self._channels.values():
            channel.close()
        self._channels.clear()

    def _channel(self, service: str) -> grpc.Channel:
        address = self._settings.peer(service)
        if address not in self._channels:
            self._channels[address] = grpc.insecure_channel(address, options=_CHANNEL_OPTIONS)
        return self._channels[address]


class FamilyService:
    """One family's service, whichever it is: every family's has these methods, with these fields (the contract)."""

    def __init__(self, family: Family, channel: grpc.Channel, seconds: float) -> None:
        self._name: str = family.module("wire").SERVICE
        self._channel = channel
        self._seconds = seconds
        self._methods: dict[str, tuple[type[Message], Callable[..., Any]]] = {}

    def get_match(self, match: str, metadata: Metadata) -> Any:
        """The caller's `MatchUpdate` of a match. Raises `grpc.RpcError`."""
        return self._call("GetMatch", metadata, match=match).update

    def play(self, match: str, version: int, request_id: str, action: Message, metadata: Metadata) -> None:
        """Plays one decision. Raises `grpc.RpcError`: ABORTED if the match has moved on."""
        self._call("Play", metadata, match=match, expected_version=version, request_id=request_id, action=action)

    def get_record(self, match: str, metadata: Metadata) -> bytes:
        """The record of a finished match, as JSON. Raises `grpc.RpcError`."""
        content: bytes = self._call("GetRecord", metadata, match=match).record.content
        return content

    def acknowledge_result(self, match: str, metadata: Metadata) -> None:
        """Says that a result has been recorded. Raises `grpc.RpcError`."""
        self._call("AcknowledgeResult", metadata, match=match)

    def acknowledge_leave(self, match: str, version: int, metadata: Metadata) -> None:
        """Says that the leaving of `version` has been recorded. Raises `grpc.RpcError`."""
        self._call("AcknowledgeResult", metadata, match=match, leave_version=version)

    def _call(self, method: str, metadata: Metadata, **fields: object) -> Any:
        request, call = self._method(method)
        return call(request(**fields), timeout=self._seconds, metadata=metadata)

    def _method(self, name: str) -> tuple[type[Message], Callable[..., Any]]:
        if name not in self._methods:
            service = descriptor_pool.Default().FindServiceByName(self._name)
            method = service.methods_by_name[name]
            request = message_factory.GetMessageClass(method.input_type)
            response = message_factory.GetMessageClass(method.output_type)
            self._methods[name] = (
                request,
                self._channel.unary_unary(
                    f"/{self._name}/{name}",
                    request_serializer=request.SerializeToString,
                    response_deserializer=response.FromString,
                ),
            )
        return self._methods[name]


def _bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)
