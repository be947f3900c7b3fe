"""Between the lobby's replicas: which tables have changed and where something was said, over Valkey.

It is a hint, and names alone: whoever has somebody to tell reads the rest from the store. A slow poll backs it up. In
the embedded profile there is one process, which needs neither.
"""

import asyncio
import uuid
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from services.lobby import clock
from services.lobby.chat import ChatStore
from services.lobby.newsroom import Newsroom
from services.lobby.store import TableStore
from services.lobby.table import Table
from services.runtime.hints import Message as FamilyMessage
from services.runtime.hints import channel_of
from services.runtime.pubsub import Speaker, listen
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

POLL_SECONDS: Final = 2.0
PAUSE_SECONDS: Final = 0.02
_CHANNEL: Final = "kiraathane:lobby"
_MARGIN_MS: Final = 5_000
"""Clocks of replicas differ by less than this, and nothing takes longer to be stored."""
_MOST: Final = 1_000


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """Tables that have changed, and tables at which something was said with the number of the last line."""

    sender: str
    tables: list[str]
    chats: list[tuple[str, int]]


class Exchange:
    """This replica's part. `families` are those whose matches it hears of."""

    def __init__(
        self, address: str, families: Sequence[str], store: TableStore, chats: ChatStore, newsroom: Newsroom
    ) -> None:
        self._address = address
        self._families = {channel_of(slug): slug for slug in families}
        self._store = store
        self._chats = chats
        self._newsroom = newsroom
        self._sender = uuid.uuid4().hex
        self._tables: dict[str, None] = {}
        self._said: dict[str, int] = {}
        self._to_say = asyncio.Event()
        self._changed: dict[str, None] = {}
        self._to_read = asyncio.Event()
        self._polled_ms = 0
        self._own = msgspec.msgpack.Decoder(_Message)
        self._others = msgspec.msgpack.Decoder(FamilyMessage)
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        channels = [_CHANNEL, *self._families]
        work = (self._speak(), self._read(), listen(self._address, channels, self._hear))
        self._tasks = [asyncio.create_task(one) for one in work]

    async def close(self) -> None:
        await ended(self._tasks)

    def changed(self, table: Table) -> None:
        """Tells the other replicas that this table has changed."""
        self._tables[table.table] = None
        self._to_say.set()

    def said(self, table: str, number: int) -> None:
        """Tells the other replicas that something was said."""
        self._said[table] = number
        self._to_say.set()

    async def poll(self) -> None:
        """Looks for what was missed."""
        now = clock.now_ms()
        if not self._newsroom.empty:
            since = max(self._polled_ms - _MARGIN_MS, now - 60_000)
            for table in await self._store.touched_since(since, _MOST):
                self._newsroom.tell(table)
            for name, number in await self._chats.since(since, _MOST):
                self._newsroom.said(name, number)
        self._polled_ms = now

    async def _speak(self) -> None:
        speaker = Speaker(self._address)
        try:
            while True:
                await self._to_say.wait()
                self._to_say.clear()
                message = _Message(self._sender, list(self._tables), list(self._said.items()))
                self._tables, self._said = {}, {}
                if await speaker.say(_CHANNEL, msgspec.msgpack.encode(message)):
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            await speaker.close()

    def _hear(self, channel: str, data: bytes) -> None:
        try:
            if (family := self._families.get(channel)) is not None:
                self._newsroom.hear(family, self._others.decode(data).news)
                return
            message = self._own.decode(data)
        except msgspec.MsgspecError:
            log.warning("hint_malformed", channel=channel)
            return
        if message.sender == self._sender or self._newsroom.empty:
            return
        self._changed |= dict.fromkeys(message.tables)
        self._to_read.set()
        for table, number in message.chats:
            self._newsroom.said(table, number)

    async def _read(self) -> None:
        """Reads the tables that others have changed, many at once."""
        while True:
            await self._to_read.wait()
            self._to_read.clear()
            names, self._changed = list(self._changed), {}
            try:
                for table in await self._store.named(names):
                    self._newsroom.tell(table)
            except Exception:
                log.exception("news_lost")  # the poll finds it
            await asyncio.sleep(PAUSE_SECONDS)
