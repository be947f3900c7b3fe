"""What tournaments ask of the house: tables from the lobby, results from the league."""

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeVar

import grpc
import grpc.aio
import msgspec

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.league.v1 import league_service_pb2_grpc as league_grpc
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as lobby_grpc
from services.runtime.peers import CALL_SECONDS, LATER, Peers

T = TypeVar("T")

_REQUESTS: Final = uuid.UUID("0d3f0c5e-2a55-5c1b-8f6a-9c1f4e7b2d11")


class Later(Exception):  # noqa: N818  (it will be asked again)
    """The house cannot answer just now."""


class TableNow(msgspec.Struct, frozen=True):
    """A table as tournaments look at it: who sits, and whether its match has begun, or never will."""

    table: str
    match: str
    sitting: frozenset[str]
    begun: bool
    closed: bool


class House:
    """The lobby and the league, as the tournaments' own caller. Every method raises `Later`."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    @property
    def _lobby(self) -> "lobby_grpc.LobbyServiceAsyncStub":
        return lobby_grpc.LobbyServiceStub(self._peers.channel("lobby"))

    @property
    def _league(self) -> "league_grpc.LeagueServiceAsyncStub":
        return league_grpc.LeagueServiceStub(self._peers.channel("league"))

    async def reserve(self, key: str, family: str, options: Mapping[str, str], players: Sequence[str]) -> TableNow:
        """A table whose seats are given out; the same `key` gets the same table."""
        request = lobby_pb.CreateReservedTableRequest(
            request_id=str(uuid.uuid5(_REQUESTS, key)),
            family=family,
            options=options,
            seats=[lobby_pb.ReservedSeat(seat=seat, player=player) for seat, player in enumerate(players)],
        )
        return _table((await self._asked(self._lobby.CreateReservedTable, request)).table)

    async def table(self, table: str) -> TableNow:
        """A reserved table."""
        return _table((await self._asked(self._lobby.GetTable, lobby_pb.GetTableRequest(table=table))).table)

    async def close(self, table: str) -> TableNow:
        """Closes a reserved table at which nobody will play, unless its match has begun."""
        request = lobby_pb.CloseReservedTableRequest(table=table)
        return _table((await self._asked(self._lobby.CloseReservedTable, request)).table)

    async def result(self, match: str) -> league_pb.MatchResult | None:
        """The result of a match, once it has been recorded."""
        try:
            answer = await self._asked(self._league.GetResult, league_pb.GetResultRequest(match=match))
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                return None
            raise
        return answer.result

    async def _asked(self, method: Callable[..., Awaitable[T]], request: object) -> T:
        try:
            return await method(request, timeout=CALL_SECONDS, metadata=self._peers.metadata())
        except grpc.aio.AioRpcError as error:
            if error.code() in LATER:
                raise Later(str(error.code())) from error
            raise


def _table(table: lobby_pb.Table) -> TableNow:
    return TableNow(
        table=table.table,
        match=table.match,
        sitting=frozenset(seat.player for seat in table.seats if seat.player),
        begun=table.status in (lobby_pb.TABLE_STATUS_STARTED, lobby_pb.TABLE_STATUS_OVER),
        closed=table.status == lobby_pb.TABLE_STATUS_CLOSED,
    )
