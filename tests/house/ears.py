"""What comes down a line, byte for byte, and when: every stream of a person, and every answer that he is given."""

import asyncio
import time
from typing import Any

import grpc.aio
import msgspec

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane_client.contract import Contract
from tests.house.people import Guest

LOBBY = "/kiraathane.lobby.v1.LobbyService/WatchLobby"
PARSED = {"WatchMatch": "WatchMatchResponse", "Sit": "SitResponse", "GetMatch": "GetMatchResponse"}


class Heard(msgspec.Struct, frozen=True):
    """A message: who was sent it by which method, when it came (Unix milliseconds), and its bytes."""

    player: str
    method: str
    at_ms: int
    data: bytes


class Ears:
    """One person's line to a match and to the lobby. Everything that comes is kept in `heard`."""

    def __init__(self, gateway: str, guest: Guest, family: str, match: str) -> None:
        self.guest = guest
        self.heard: list[Heard] = []
        self.lobby: list[bytes] = []
        self._channel = grpc.aio.insecure_channel(gateway)
        self._contract: Contract[Any, Any] = Contract(family)
        self._match = match
        self._open: dict[str, tuple[Any, asyncio.Task[None]]] = {}

    async def watch_lobby(self) -> None:
        """Opens the lobby's stream."""
        request = lobby_pb.WatchLobbyRequest(open_tables=True).SerializeToString()
        call = self._channel.unary_stream(LOBBY)(request, metadata=await self._token())
        self._open["WatchLobby"] = (call, asyncio.create_task(self._follow_lobby(call)))

    async def watch(self, after: int = 0) -> None:
        """Opens `WatchMatch`."""
        request = self._contract.request("WatchMatchRequest", match=self._match, after_version=after)
        stream = self._channel.unary_stream(self._contract.path("WatchMatch"))
        self._begin("WatchMatch", stream(request.SerializeToString(), metadata=await self._token()))

    async def sit(self, after: int = 0) -> None:
        """Opens `Sit`, and only listens."""
        call = self._channel.stream_stream(self._contract.path("Sit"))(metadata=await self._token())
        join = self._contract.request("Join", match=self._match, after_version=after)
        await call.write(self._contract.request("SitRequest", join=join).SerializeToString())
        self._begin("Sit", call)

    async def look(self) -> Any:
        """Asks once; the answer's update."""
        method = self._channel.unary_unary(self._contract.path("GetMatch"))
        request = self._contract.request("GetMatchRequest", match=self._match)
        data = await method(request.SerializeToString(), metadata=await self._token(), timeout=20)
        self._hear("GetMatch", data)
        return self._contract.messages.GetMatchResponse.FromString(data).update

    async def drop(self, *methods: str) -> None:
        """These lines are lost."""
        for method in methods:
            call, task = self._open.pop(method)
            call.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        await self.drop(*list(self._open))
        await self._channel.close()

    @property
    def version(self) -> int:
        """The newest version of the match that has come."""
        return max((parsed(self._contract, one).info.version for one in self.heard), default=0)

    async def _token(self) -> tuple[tuple[str, str], ...]:
        assert self.guest.client.session is not None
        return (("authorization", f"Bearer {self.guest.client.session.access_token}"),)

    def _begin(self, method: str, call: Any) -> None:
        self._open[method] = (call, asyncio.create_task(self._follow(method, call)))

    async def _follow(self, method: str, call: Any) -> None:
        try:
            while (data := await call.read()) is not grpc.aio.EOF:
                self._hear(method, data)
        except (asyncio.CancelledError, grpc.aio.AioRpcError):
            return

    async def _follow_lobby(self, call: Any) -> None:
        try:
            while (data := await call.read()) is not grpc.aio.EOF:
                self.lobby.append(data)
        except (asyncio.CancelledError, grpc.aio.AioRpcError):
            return

    def _hear(self, method: str, data: bytes) -> None:
        self.heard.append(Heard(self.guest.player, method, time.time_ns() // 1_000_000, data))


def parsed(contract: Contract[Any, Any], heard: Heard) -> Any:
    """The update in a message."""
    return getattr(contract.messages, PARSED[heard.method]).FromString(heard.data).update
