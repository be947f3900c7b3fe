"""A game family as a service of this process: everything that stands behind its methods, put together."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import grpc.aio

from services.kernel.registry import Family
from services.runtime.absence import AbsenceTerms, absence_terms
from services.runtime.broker import Sender
from services.runtime.clock import HouseClock
from services.runtime.contract import Contract
from services.runtime.database import open_database, parse_store
from services.runtime.deadlines import Rounds
from services.runtime.family import FamilyServicer
from services.runtime.hints import Hints
from services.runtime.host import Host
from services.runtime.journal.interface import Append, Journal
from services.runtime.journal.postgres import PostgresJournal
from services.runtime.journal.sqlite import SqliteJournal
from services.runtime.loader import Loader
from services.runtime.metrics import FamilyMetrics
from services.runtime.news import Heard, news_of
from services.runtime.outbox import Outbox
from services.runtime.presence import Presence
from services.runtime.records import Records
from services.runtime.room import Room
from services.runtime.schema import migrate, require_usable
from services.runtime.service import HttpPage
from services.runtime.settings import Settings
from services.runtime.show import Show
from services.runtime.spectating import Spectating

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class HostedFamily:
    """`Hosted` for a game family. `clock` is the machine's, `terms` the settings', unless a test has its own."""

    def __init__(
        self,
        settings: Settings,
        family: Family,
        broker: Sender,
        clock: HouseClock | None = None,
        terms: AbsenceTerms | None = None,
    ) -> None:
        self._settings = settings
        self._slug = family.game.meta.slug
        self._contract = Contract(family)
        clock = clock or HouseClock()
        metrics = FamilyMetrics(family.game.meta)
        self.journal = open_journal(settings, self._slug)
        loader = Loader(family, self._contract, clock)
        room = Room(loader, self.journal, clock, metrics, cached=settings.cached_matches)
        self.outbox = Outbox(self._slug, self.journal, clock, broker, metrics, lambda *turn: self.host.give_up(*turn))
        self._hints = Hints(settings.valkey, self._slug, room, metrics) if self.journal.shared else None
        self._room = room
        self._heard: list[Heard] = []
        terms = terms or absence_terms(settings)
        self.host = Host(room, terms, bot_pace_ms=settings.bot_pace_ms, told=self._told, wake=self.outbox.wake)
        self.presence = Presence(room, self.host.occupying, terms)
        self.show = Show(room, Spectating(room, settings.spectator_delay_seconds), self.presence.look)
        self.rounds = Rounds(self.journal, clock, self.host, self.outbox, self.presence, metrics)
        records = Records(family, loader, self.journal)
        self._servicer = FamilyServicer(self._contract, self.host, self.show, self.presence, records)

    @property
    def name(self) -> str:
        return self._slug

    @property
    def full_name(self) -> str:
        return self._contract.full_name

    def add_to(self, server: grpc.aio.Server) -> None:
        server.add_generic_rpc_handlers((self._servicer.handlers(),))

    async def open(self) -> None:
        await bring_up_to_date(self._settings, self._slug)
        await self.journal.open()
        self.host.open()
        if self._hints:
            self._hints.open()
        await self.rounds.open()

    async def drain(self) -> None:
        self.show.drain()

    async def close(self) -> None:
        await self.rounds.close()
        if self._hints:
            await self._hints.close()
        await self.host.close()
        await self.journal.close()

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {}

    def tell(self, heard: Heard) -> None:
        """From now on tells another service of this process of every flush."""
        self._heard.append(heard)

    def _told(self, made: Sequence[Append]) -> None:
        """Tells other replicas, and who listens in this process, as soon as the matches in memory are as new."""
        if self._hints:
            self._hints.told(made)
        if self._heard:
            asyncio.get_running_loop().call_soon(self._tell_here, made)

    def _tell_here(self, made: Sequence[Append]) -> None:
        clock = self._room.clock
        ahead_ms = clock.unix_ms() - clock.house_ms()
        news = [news_of(self._room.in_memory(append.match_id), append, ahead_ms) for append in made]
        for heard in self._heard:
            heard(self._slug, news)


def open_journal(settings: Settings, slug: str) -> Journal:
    """The journal of a family in the store that its setting names. Connects to nothing yet."""
    setting = settings.store_for(slug)
    store = parse_store(setting, slug)
    return SqliteJournal(store.path) if store.path is not None else PostgresJournal(setting, store.schema)


async def bring_up_to_date(settings: Settings, slug: str) -> None:
    """Migrates the family's tables, or looks whether that is done; raises `RuntimeError` if they cannot be used."""
    database = open_database(settings.store_for(slug), slug)
    try:
        ready = migrate if settings.migrate_on_start else require_usable
        await ready(database, MIGRATIONS)
    finally:
        await database.close()
