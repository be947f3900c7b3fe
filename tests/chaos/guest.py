"""A guest of the house as a stubborn client: whatever was not answered is sent again, with the same request id."""

import asyncio
import uuid
from collections.abc import Mapping
from typing import Any, Self

import grpc.aio

from kiraathane.league.v1 import league_service_pb2_grpc
from kiraathane.lobby.v1 import lobby_service_pb2, lobby_service_pb2_grpc
from kiraathane.players.v1 import players_service_pb2, players_service_pb2_grpc
from kiraathane.tavla.v1 import tavla_service_pb2_grpc

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


class Guest:
    """Signed in through the gateway. `again` counts the calls that had to be repeated."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self.players = players_service_pb2_grpc.PlayersServiceStub(channel)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        self.tavla = tavla_service_pb2_grpc.TavlaServiceStub(channel)
        self.league = league_service_pb2_grpc.LeagueServiceStub(channel)
        self.metadata: tuple[tuple[str, str], ...] = ()
        self.name = ""
        self.again = 0

    @classmethod
    async def arrive(cls, gateway: str, name: str) -> Self:
        options = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 500)]
        guest = cls(grpc.aio.insecure_channel(gateway, options=options))
        request = players_service_pb2.SignInGuestRequest(display_name=name)
        session = (await guest.call(guest.players.SignInGuest, request)).session
        guest.metadata = (("authorization", f"Bearer {session.access_token}"),)
        guest.name = session.player.player
        return guest

    async def leave(self) -> None:
        await self._channel.close()

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
                await asyncio.sleep(AGAIN_SECONDS)

    async def table_of_bots(self, options: Mapping[str, str], level: str = "kolay") -> str:
        """A match between two bots, begun; "matches/…"."""
        table = await self._table(options)
        for seat in (0, 1):
            await self._add_bot(table, level, seat)
        return await self._start(table)

    async def table_against_bot(self, options: Mapping[str, str], seat: int, nonce: str) -> str:
        """A match of this guest, on `seat`, against a bot, begun."""
        table = await self._table(options)
        sit = lobby_service_pb2.SitAtTableRequest(table=table, seat=seat, nonce=nonce)
        await self.call(self.lobby.SitAtTable, sit)
        await self._add_bot(table, "kolay", 1 - seat)
        return await self._start(table)

    async def _table(self, options: Mapping[str, str]) -> str:
        request = lobby_service_pb2.CreateTableRequest(request_id=new_id(), family="tavla", options=options)
        return str((await self.call(self.lobby.CreateTable, request)).table.table)

    async def _add_bot(self, table: str, level: str, seat: int) -> None:
        """`AddBot` has no request id: a bot that sits there already was put there by a call whose answer got lost."""
        try:
            await self.call(self.lobby.AddBot, lobby_service_pb2.AddBotRequest(table=table, level=level, seat=seat))
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                raise
            found = await self.call(self.lobby.GetTable, lobby_service_pb2.GetTableRequest(table=table))
            if found.table.seats[seat].bot_level != level:
                raise

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


def new_id() -> str:
    return str(uuid.uuid4())
