"""Following a match over streams that may end at any time: nothing is missed, nothing is told twice."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Generic

import grpc
import grpc.aio

from kiraathane.match.v1 import match_pb2
from kiraathane_client.connection import Connection, metadata
from kiraathane_client.contract import A, Contract, U
from kiraathane_client.errors import KiraathaneError, Unauthenticated, Unavailable, from_call
from kiraathane_client.retry import Backoff, Patience
from kiraathane_client.session import Session

OnConnection = Callable[[bool], None]
"""Told False when the stream is lost and True when it is back."""


class Cursor(Generic[U]):
    """How far a match has been followed. Versions only grow; each is let through once.

    A match that is frozen, or thawed, is told again at the version it had.
    """

    def __init__(self, after_version: int = 0) -> None:
        self.version = after_version
        self.finished = False
        self._seen_any = after_version > 0
        self._stream_begins = True
        self._frozen = False

    def begin_stream(self) -> None:
        """A new stream: its first message may be a full view that stands for several versions."""
        self._stream_begins = True

    def take(self, update: U) -> bool:
        """True if `update` is news. Raises `Unavailable` when a version is missing: the stream must be opened again."""
        version, frozen = update.info.version, update.info.status == match_pb2.MATCH_STATUS_FROZEN
        begins, self._stream_begins = self._stream_begins, False
        if self._seen_any and not begins and version > self.version + 1:
            raise Unavailable(raw=f"version {version} came after {self.version}")
        news = not self._seen_any or version > self.version or (version == self.version and frozen != self._frozen)
        if news:
            self.version, self._seen_any, self._frozen = version, True, frozen
        self.finished = self.finished or update.info.status == match_pb2.MATCH_STATUS_FINISHED
        return news


class Attempts:
    """`async with attempts:` around each stream: swallows what another stream can mend, after a pause.

    Lets everything else through: refusals, and an unreachable house once `patience.total` is used up.
    """

    def __init__(self, connection: Connection, patience: Patience, on_connection: OnConnection | None) -> None:
        self._connection = connection
        self._backoff = Backoff(patience)
        self._long_enough = patience.longest
        self._on_connection = on_connection
        self._up = True
        self._renewed = False
        self._began = 0.0
        self._session: Session | None = None
        self.over = False
        """Set when no other stream is wanted."""

    @asynccontextmanager
    async def stream(self, method: Any, match: str, *request: Any) -> AsyncIterator[Any]:
        """An open stream; cancelled in the end, for a dropped stream object never is by itself (grpc#43462)."""
        self._session = await self._connection.session()
        call = method(*request, metadata=metadata(self._session.access_token, match))
        try:
            yield call
        finally:
            call.cancel()

    def connected(self) -> None:
        """The house has taken the stream."""
        self._tell(up=True)

    def alive(self) -> None:
        """The house has sent something: the token is good."""
        self._renewed = False
        self._tell(up=True)

    async def __aenter__(self) -> None:
        self._began = time.monotonic()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self.over or (error is not None and not isinstance(error, KiraathaneError)):
            return False
        if isinstance(error, Unauthenticated) and self._session is not None and not self._renewed:
            self._renewed = True
            await self._connection.renew(self._session)
            return True
        if time.monotonic() - self._began > self._long_enough:
            self._backoff.reset()
        if isinstance(error, KiraathaneError):
            self._tell(up=False)
        lost = error or Unavailable(raw="the stream ended")
        pause = self._backoff.pause(lost)
        if pause is None:
            if error is None:
                raise lost
            return False
        await asyncio.sleep(pause)
        return True

    def _tell(self, *, up: bool) -> None:
        if up != self._up:
            self._up = up
            if self._on_connection is not None:
                self._on_connection(up)


async def read(call: Any) -> Any:
    """The next message, None at the stream's end; failures as exceptions of the SDK."""
    try:
        message = await call.read()
    except grpc.aio.AioRpcError as error:
        raise from_call(error) from None
    except grpc.aio.UsageError as error:  # the channel was closed
        raise Unavailable(raw=str(error)) from None
    return None if message is grpc.aio.EOF else message


async def opened(call: Any, attempts: Attempts) -> None:
    """Returns when the house has taken the stream, or the call has failed, which the next read tells."""
    await call.initial_metadata()
    if not call.done():
        attempts.connected()


async def watch(
    connection: Connection,
    contract: Contract[U, A],
    match: str,
    cursor: Cursor[U],
    attempts: Attempts,
) -> AsyncGenerator[U, None]:
    """Every update after the cursor until the match is finished, over as many streams as it takes."""
    method = contract.server_stream(connection.channel, "WatchMatch")
    while not attempts.over:
        async with attempts:
            request = contract.request("WatchMatchRequest", match=match, after_version=cursor.version)
            async with attempts.stream(method, match, request) as call:
                cursor.begin_stream()
                await opened(call, attempts)
                while (message := await read(call)) is not None and not message.HasField("resume"):
                    attempts.alive()
                    if message.HasField("update") and cursor.take(message.update):
                        attempts.over = cursor.finished
                        yield message.update
                    if cursor.finished:
                        attempts.over = True
                        break
