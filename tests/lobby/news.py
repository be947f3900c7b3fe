"""A client's stream of news, in tests."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from tests.lobby.house import House

SECONDS = 10.0


class Stream:
    """What has come so far; `synced` when the first picture is complete."""

    def __init__(self) -> None:
        self.got: list[pb.WatchLobbyResponse] = []
        self._more = asyncio.Condition()

    async def read(self, call: object) -> None:
        async for item in call:  # type: ignore[attr-defined]
            async with self._more:
                self.got.append(item)
                self._more.notify_all()

    async def until(self, wanted: Callable[[pb.WatchLobbyResponse], bool]) -> pb.WatchLobbyResponse:
        """The first piece of news like this; fails if none comes."""
        async with asyncio.timeout(SECONDS), self._more:
            while True:
                for item in self.got:
                    if wanted(item):
                        return item
                await self._more.wait()

    async def table(self, name: str, wanted: Callable[[pb.Table], bool] = lambda _: True) -> pb.Table:
        found = await self.until(lambda item: item.table.table == name and wanted(item.table))
        return found.table

    async def gone(self, name: str) -> pb.TableGone:
        return (await self.until(lambda item: item.table_gone.table == name)).table_gone

    async def line(self, text: str) -> pb.ChatLine:
        return (await self.until(lambda item: item.chat.text == text)).chat

    async def match(self, wanted: Callable[[pb.MatchNotice], bool]) -> pb.MatchNotice:
        return (await self.until(lambda item: item.HasField("match") and wanted(item.match))).match

    def names(self) -> set[str]:
        """The tables that were told of."""
        return {item.table.table for item in self.got if item.HasField("table")}

    def kinds(self) -> list[str]:
        return [item.WhichOneof("news") or "" for item in self.got]


@contextlib.asynccontextmanager
async def watching(house: House, player: str, **wishes: object) -> AsyncIterator[Stream]:
    """The stream of this player, after its first picture."""
    request = pb.WatchLobbyRequest(**wishes)  # type: ignore[arg-type]
    call = house.stub.WatchLobby(request, metadata=house.metadata(player))
    stream = Stream()
    reading = asyncio.create_task(stream.read(call))
    try:
        await stream.until(lambda item: item.HasField("synced"))
        yield stream
    finally:
        call.cancel()
        with contextlib.suppress(asyncio.CancelledError, grpc.aio.AioRpcError):
            await reading
