"""Hints between replicas: "this match is at that version now", over Valkey's publish and subscribe.

A hint may be lost or come twice; the rounds look for what was missed (deadlines.py). One message carries all that was
flushed since the last one, and two messages are a pause apart: what a replica spends on telling and on hearing others
does not grow with the number of flushes.
"""

import asyncio
import uuid
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog

from services.runtime.errors import HouseError
from services.runtime.journal.interface import Append
from services.runtime.metrics import FamilyMetrics
from services.runtime.news import MatchNews, news_of
from services.runtime.pubsub import Speaker, listen
from services.runtime.room import Room
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

PAUSE_SECONDS: Final = 0.02
_MOST_WAITING: Final = 10_000

_Hint = tuple[str, int, int]
"""Match id, version, status."""


class Message(msgspec.Struct, frozen=True, array_like=True):
    """What is said at once; `sender` is the replica, which need not hear itself. `news` are the hints at more length,
    for the lobby; a program from before they were told says none.
    """

    sender: str
    hints: list[_Hint]
    news: list[MatchNews] = []


def channel_of(family: str) -> str:
    """Where a family's replicas speak."""
    return f"kiraathane:{family}"


class Hints:
    """One family's hints. `told` is called with what was flushed; what others say goes to the room."""

    def __init__(self, address: str, family: str, room: Room, metrics: FamilyMetrics) -> None:
        self._address = address
        self._channel = channel_of(family)
        self._room = room
        self._metrics = metrics
        self._sender = uuid.uuid4().hex
        self._waiting: list[Append] = []
        self._wanted = asyncio.Event()
        self._decoder = msgspec.msgpack.Decoder(Message)
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        for work in (self._speak(), listen(self._address, [self._channel], self._hear)):
            self._begin(work)

    async def close(self) -> None:
        await ended(tuple(self._tasks))

    def told(self, made: Sequence[Append]) -> None:
        """Tells the other replicas of a flush, soon."""
        if len(self._waiting) < _MOST_WAITING:
            self._waiting += made
            self._wanted.set()

    async def _speak(self) -> None:
        speaker = Speaker(self._address)
        try:
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                made, self._waiting = self._waiting, []
                if await speaker.say(self._channel, msgspec.msgpack.encode(self._message(made))):
                    self._metrics.hints_sent.inc(len(made))
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            await speaker.close()

    def _message(self, made: Sequence[Append]) -> Message:
        clock = self._room.clock
        ahead_ms = clock.unix_ms() - clock.house_ms()
        return Message(
            sender=self._sender,
            hints=[(append.match_id, append.seq, append.status) for append in made],
            news=[news_of(self._room.in_memory(append.match_id), append, ahead_ms) for append in made],
        )

    def _hear(self, _: str, data: bytes) -> None:
        try:
            message = self._decoder.decode(data)
        except msgspec.MsgspecError:
            log.warning("hint_malformed", channel=self._channel)
            return
        if message.sender == self._sender:
            return
        self._metrics.hints_heard.inc(len(message.hints))
        for match_id, seq, status in message.hints:
            if self._room.hear(match_id, seq, status):
                self._begin(self._notice(match_id, seq, status))

    async def _notice(self, match_id: str, seq: int, status: int) -> None:
        try:
            await self._room.notice(match_id, seq, status)
        except HouseError as error:
            log.warning("hint_not_followed", match=match_id, reason=error.reason)

    def _begin(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
