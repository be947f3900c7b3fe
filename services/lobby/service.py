"""The lobby as a service of this process: its store, its methods, and what it does by itself."""

import contextlib
from pathlib import Path
from typing import Final

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import add_LobbyServiceServicer_to_server
from services.lobby import clock, starting
from services.lobby.blocks import Blocks
from services.lobby.games import games
from services.lobby.lobby import Lobby
from services.lobby.matches import Matches
from services.lobby.peers import Peers
from services.lobby.store import TableStore
from services.lobby.table import Status
from services.runtime.errors import HouseError
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings

CHORE_SECONDS: Final = 20
STUCK_SECONDS: Final = 10
"""A start that takes longer than this was interrupted; it is taken up again."""
CLOSED_KEPT_SECONDS: Final = 7 * 86_400


def create(settings: Settings) -> "LobbyHosted":
    """The lobby of this process."""
    return LobbyHosted(settings)


class LobbyHosted(PlatformService):
    """Holds the tables and the way to the families; finishes interrupted starts and closes what nobody uses."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["LobbyService"].full_name
        super().__init__(settings, "lobby", full_name, Path(__file__).parent / "migrations")
        self._store = TableStore(self.database)
        self._peers = Peers(settings)
        self._lobby = Lobby(
            self._store,
            games(settings.packages),
            Matches(self._peers),
            Blocks(self._peers),
            settings.open_tables_per_player,
        )

    def add_to(self, server: grpc.aio.Server) -> None:
        add_LobbyServiceServicer_to_server(self._lobby, server)

    async def open(self) -> None:
        await super().open()
        self.every(CHORE_SECONDS, "finish starts", self._finish_starts)
        self.every(CHORE_SECONDS, "close unused tables", self._close_unused)

    async def close(self) -> None:
        await super().close()
        await self._peers.close()

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
        await self._store.forget_closed(now - CLOSED_KEPT_SECONDS * 1000)
