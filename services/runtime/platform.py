"""What the platform services (players, lobby, league) have in common: a database, and a chore now and then."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import grpc.aio
import structlog

from services.runtime.chores import FAILURES
from services.runtime.database import Database, open_database
from services.runtime.schema import migrate, require_usable
from services.runtime.service import HttpPage
from services.runtime.settings import Settings
from services.runtime.tasks import ended

log = structlog.get_logger()


class PlatformService(ABC):
    """A `Hosted` with tables of its own; `migrations` is the folder of their scripts.

    A subclass registers its servicer in `add_to`, and its chores with `every` in `open`.
    """

    def __init__(self, settings: Settings, name: str, full_name: str, migrations: Path) -> None:
        self.settings = settings
        self._name = name
        self._full_name = full_name
        self._migrations = migrations
        self._chores: list[asyncio.Task[None]] = []
        self._failures = FAILURES.labels(name)
        self.database: Database = open_database(settings.store_for(name), name)

    @property
    def name(self) -> str:
        return self._name

    @property
    def full_name(self) -> str:
        return self._full_name

    @abstractmethod
    def add_to(self, server: grpc.aio.Server) -> None:
        """Registers the service's methods."""

    async def open(self) -> None:
        """Brings the tables up to date, or looks whether they are; raises `RuntimeError` when they cannot be used."""
        ready = migrate if self.settings.migrate_on_start else require_usable
        await ready(self.database, self._migrations)

    async def drain(self) -> None:
        """Begins no chore any more; these services have no streams of their own."""
        await ended(self._chores)
        self._chores.clear()

    async def close(self) -> None:
        await self.drain()
        await self.database.close()

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {}

    def every(self, seconds: float, what: str, chore: Callable[[], Awaitable[object]]) -> None:
        """Does `chore` every so many seconds until the end. One that fails is counted and logged, and tried again."""
        self._chores.append(asyncio.create_task(self._repeat(seconds, what, chore), name=f"{self._name}: {what}"))

    async def _repeat(self, seconds: float, what: str, chore: Callable[[], Awaitable[object]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await chore()
            except Exception:
                self._failures.inc()
                log.exception("chore failed", service=self._name, chore=what)
