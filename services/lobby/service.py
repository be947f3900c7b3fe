"""The lobby as a service of this process: its store, its methods, and what it does by itself."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import add_LobbyServiceServicer_to_server
from services.lobby import clock, starting
from services.lobby.blocks import Blocks
from services.lobby.chat import ChatStore
from services.lobby.exchange import POLL_SECONDS, Exchange
from services.lobby.games import games
from services.lobby.lobby import Lobby
from services.lobby.matches import Matches
from services.lobby.newsroom import Newsroom
from services.lobby.peers import Peers
from services.lobby.sanctions import Sanctions
from services.lobby.store import TableStore
from services.lobby.table import Status, Table
from services.runtime.errors import HouseError
from services.runtime.news import MatchNews
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings

CHORE_SECONDS: Final = 20
STUCK_SECONDS: Final = 10
"""A start that takes longer than this was interrupted; it is taken up again."""
UNHEARD_SECONDS: Final = 120
LOOKED_AFTER_AT_ONCE: Final = 50
CLOSED_KEPT_SECONDS: Final = 7 * 86_400
OVER_KEPT_SECONDS: Final = 30 * 86_400
"""So long what was said at a table is kept, and who sat there."""


def create(settings: Settings) -> "LobbyHosted":
    """The lobby of this process."""
    return LobbyHosted(settings)


class LobbyHosted(PlatformService):
    """Holds the tables and the way to the families; finishes interrupted starts and closes what nobody uses."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["LobbyService"].full_name
        super().__init__(settings, "lobby", full_name, Path(__file__).parent / "migrations")
        known = games(settings.packages)
        self._store = TableStore(self.database)
        self._chats = ChatStore(self.database)
        self._peers = Peers(settings)
        matches, blocks = Matches(self._peers), Blocks(self._peers)
        self._newsroom = Newsroom(self._store, self._chats, known, matches, blocks)
        alone = self.database.store.sqlite
        exchange = Exchange(settings.valkey, tuple(known), self._store, self._chats, self._newsroom)
        self._exchange = None if alone else exchange
        self._store.changed = self._changed
        self._lobby = Lobby(
            self._store,
            self._chats,
            known,
            matches,
            blocks,
            self._newsroom,
            Sanctions(self._peers),
            self._peers,
            self._said,
            settings.open_tables_per_player,
        )

    def add_to(self, server: grpc.aio.Server) -> None:
        add_LobbyServiceServicer_to_server(self._lobby, server)

    async def open(self) -> None:
        await super().open()
        if self._exchange is not None:
            self._exchange.open()
            self.every(POLL_SECONDS, "look for news", self._exchange.poll)
        self.every(POLL_SECONDS, "ask quiet matches", self._newsroom.ask_quiet_ones)
        self.every(CHORE_SECONDS, "finish starts", self._finish_starts)
        self.every(CHORE_SECONDS, "look after running matches", self._look_after_matches)
        self.every(CHORE_SECONDS, "close unused tables", self._close_unused)

    async def drain(self) -> None:
        self._newsroom.drain()
        await super().drain()

    async def close(self) -> None:
        if self._exchange is not None:
            await self._exchange.close()
        await self._newsroom.end()
        await super().close()
        await self._peers.close()

    def hear(self, family: str, news: Sequence[MatchNews]) -> None:
        """Families of this process tell of their matches."""
        self._newsroom.hear(family, news)

    def _changed(self, table: Table) -> None:
        self._newsroom.tell(table)
        if self._exchange is not None:
            self._exchange.changed(table)

    def _said(self, table: str, number: int) -> None:
        self._newsroom.said(table, number)
        if self._exchange is not None:
            self._exchange.said(table, number)

    async def _look_after_matches(self) -> None:
        """Ends the tables of matches whose end nobody has heard of, some at a time, the longest untouched first."""
        now = clock.now_ms()
        names = await self._store.untouched(Status.STARTED, now - UNHEARD_SECONDS * 1000)
        for table in await self._store.named(names[:LOOKED_AFTER_AT_ONCE]):
            with contextlib.suppress(HouseError, grpc.aio.AioRpcError):
                await self._lobby.look_after(table)

    async def _finish_starts(self) -> None:
        for name in await self._store.untouched(Status.STARTING, clock.now_ms() - STUCK_SECONDS * 1000):
            table = await self._store.find(name)
            if table is not None and table.status is Status.STARTING:
                with contextlib.suppress(HouseError, grpc.aio.AioRpcError):  # it stays what it is until the next time
                    await self._lobby.begin(table, None)

    async def _close_unused(self) -> None:
        now = clock.now_ms()
        for name in await self._store.untouched(Status.OPEN, now - self.settings.table_idle_minutes * 60_000):
            table = await self._store.change(name, starting.closed, now)
            if table is not None and table.status is Status.CLOSED:
                self._lobby.metrics.count(table.family, "expired")
        await self._store.forget(Status.CLOSED, now - CLOSED_KEPT_SECONDS * 1000)
        await self._store.forget(Status.OVER, now - OVER_KEPT_SECONDS * 1000)
        await self._chats.forget(now - OVER_KEPT_SECONDS * 1000)
