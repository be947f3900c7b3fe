"""Hints between replicas: "this match is at that version now", over Valkey's publish and subscribe.

A hint may be lost or come twice; the rounds look for what was missed (deadlines.py). One message carries all that was
flushed since the last one, and two messages are a pause apart: what a replica spends on telling and on hearing others
does not grow with the number of flushes.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.runtime.errors import HouseError
from services.runtime.journal.interface import Append
from services.runtime.metrics import FamilyMetrics
from services.runtime.room import Room
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

PAUSE_SECONDS: Final = 0.02
_RETRY_SECONDS: Final = 1.0
_CONNECT_SECONDS: Final = 3.0
_MOST_WAITING: Final = 10_000

_Hint = tuple[str, int, int]
"""Match id, version, status."""


class _Message(msgspec.Struct, frozen=True, array_like=True):
    """What one flush says; `sender` is the replica, which need not hear itself."""

    sender: str
    hints: list[_Hint]


class Hints:
    """One family's hints. `told` is called with what was flushed; what others say goes to the room."""

    def __init__(self, address: str, family: str, room: Room, metrics: FamilyMetrics) -> None:
        self._address = address
        self._channel = f"kiraathane:{family}"
        self._room = room
        self._metrics = metrics
        self._sender = uuid.uuid4().hex
        self._waiting: list[_Hint] = []
        self._wanted = asyncio.Event()
        self._decoder = msgspec.msgpack.Decoder(_Message)
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        for work in (self._speak(), self._listen()):
            self._begin(work)

    async def close(self) -> None:
        await ended(tuple(self._tasks))

    def told(self, made: Sequence[Append]) -> None:
        """Tells the other replicas of a flush, soon."""
        if len(self._waiting) < _MOST_WAITING:
            self._waiting += [(append.match_id, append.seq, append.status) for append in made]
            self._wanted.set()

    async def _speak(self) -> None:
        client = self._client()
        try:
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                hints, self._waiting = self._waiting, []
                message = _Message(sender=self._sender, hints=hints)
                try:
                    await client.publish(self._channel, msgspec.msgpack.encode(message))
                    self._metrics.hints_sent.inc(len(hints))
                    await asyncio.sleep(PAUSE_SECONDS)
                except (RedisError, OSError, TimeoutError) as error:
                    log.warning("hints_not_sent", hints=len(hints), problem=str(error))
                    await asyncio.sleep(_RETRY_SECONDS)
        finally:
            await client.aclose()

    async def _listen(self) -> None:
        while True:
            client = self._client()
            try:
                async with client.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(self._channel)
                    async for message in channel.listen():
                        self._hear(message["data"])
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("hints_not_heard", problem=str(error))
            finally:
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()
            await asyncio.sleep(_RETRY_SECONDS)

    def _hear(self, data: bytes) -> None:
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

    def _client(self) -> "Redis":
        return Redis.from_url(
            self._address, socket_connect_timeout=_CONNECT_SECONDS, socket_keepalive=True, health_check_interval=15
        )
