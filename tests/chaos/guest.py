"""A guest of the house as a stubborn client: whatever was not answered is sent again, with the same request id."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Self

import grpc.aio

from kiraathane.league.v1 import league_service_pb2_grpc
from kiraathane.lobby.v1 import lobby_service_pb2, lobby_service_pb2_grpc
from kiraathane.players.v1 import players_service_pb2, players_service_pb2_grpc
from kiraathane_client.contract import Contract

AGAIN = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
)
CUT_OFF = ("RST_STREAM", "Internal error from Core")
AGAIN_SECONDS = 0.25
CALL_SECONDS = 5.0
PATIENCE_SECONDS = 90.0
LEVEL = "kolay"


class Guest:
    """Signed in through the gateway. `again` counts the calls that had to be repeated, `troubles` why."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self.players = players_service_pb2_grpc.PlayersServiceStub(channel)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        self.league = league_service_pb2_grpc.LeagueServiceStub(channel)
        self.metadata: tuple[tuple[str, str], ...] = ()
        self.name = ""
        self.again = 0
        self.troubles: Counter[str] = Counter()

    @classmethod
    async def arrive(cls, gateway: str, name: str) -> Self:
        options = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500)]
        guest = cls(grpc.aio.insecure_channel(gateway, options=options))
        request = players_service_pb2.SignInGuestRequest(display_name=name)
        session = (await guest.call(guest.players.SignInGuest, request)).session
        guest.metadata = (("authorization", f"Bearer {session.access_token}"),)
        guest.name = session.player.player
        return guest

    @classmethod
    def beside(cls, guest: "Guest", address: str) -> Self:
        """The same guest, calling at another address."""
        other = cls(grpc.aio.insecure_channel(address))
        other.metadata, other.name = guest.metadata, guest.name
        return other

    async def leave(self) -> None:
        await self._channel.close()

    async def ask(self, family: str, method: str, **fields: object) -> Any:
        """Calls a unary method of a family's service: `ask("tavla", "GetMatch", match=…)`."""
        contract = contract_of(family)
        request = contract.request(f"{method}Request", **fields)
        return await self.call(contract.unary(self._channel, method), request)

    def watching(self, family: str, match: str, after: int) -> Any:
        """A call of `WatchMatch`."""
        contract = contract_of(family)
        request = contract.request("WatchMatchRequest", match=match, after_version=after)
        return contract.server_stream(self._channel, "WatchMatch")(request, metadata=self.metadata)

    def sitting(self, family: str) -> Any:
        """A call of `Sit`."""
        return contract_of(family).bidirectional(self._channel, "Sit")(metadata=self.metadata)

    async def call(self, method: Any, request: Any) -> Any:
        """The answer, however often it takes; errors that mean something are raised."""
        deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while True:
            try:
                return await method(request, metadata=self.metadata, timeout=CALL_SECONDS)
            except grpc.aio.AioRpcError as error:
                if not passing(error) or asyncio.get_running_loop().time() > deadline:
                    raise
                self.again += 1
                self.troubles[f"{error.code().name}: {error.details()}"] += 1
                await asyncio.sleep(AGAIN_SECONDS)

    async def table_of_bots(self, family: str, options: Mapping[str, str], seats: int) -> str:
        """A match between bots, begun; "matches/…"."""
        table = await self._table(family, options)
        for seat in range(seats):
            await self._add_bot(table, seat)
        return await self._start(table)

    async def table_against_bots(
        self, family: str, options: Mapping[str, str], seats: int, seat: int, nonce: str, level: str = LEVEL
    ) -> str:
        """A match of this guest, on `seat`, against bots of a level, begun."""
        table = await self._table(family, options)
        sit = lobby_service_pb2.SitAtTableRequest(table=table, seat=seat, nonce=nonce)
        await self.call(self.lobby.SitAtTable, sit)
        for other in range(seats):
            if other != seat:
                await self._add_bot(table, other, level)
        return await self._start(table)

    async def _table(self, family: str, options: Mapping[str, str]) -> str:
        request = lobby_service_pb2.CreateTableRequest(request_id=new_id(), family=family, options=options)
        return str((await self.call(self.lobby.CreateTable, request)).table.table)

    async def _add_bot(self, table: str, seat: int, level: str = LEVEL) -> None:
        request = lobby_service_pb2.AddBotRequest(request_id=new_id(), table=table, level=level, seat=seat)
        await self.call(self.lobby.AddBot, request)

    async def _start(self, table: str) -> str:
        started = await self.call(self.lobby.StartTable, lobby_service_pb2.StartTableRequest(table=table))
        return str(started.table.match)


def passing(error: grpc.aio.AioRpcError) -> bool:
    """True for what happens to a call when a process on its way dies.

    A stream that has begun cannot be given a status any more when the service behind the gateway is gone: it is reset,
    which gRPC calls INTERNAL, as it does a message that is written to a connection that has just broken.
    """
    if error.code() is grpc.StatusCode.INTERNAL:
        return any(phrase in (error.details() or "") for phrase in CUT_OFF)
    return error.code() in AGAIN


@cache
def contract_of(family: str) -> Contract[Any, Any]:
    return Contract(family)


def new_id() -> str:
    return str(uuid.uuid4())
