"""Playing and watching over one stream: the fast path (`Sit`)."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any, Generic

import grpc
import grpc.aio

from kiraathane_client.connection import Connection
from kiraathane_client.contract import A, Contract, U
from kiraathane_client.errors import Unavailable, from_status
from kiraathane_client.streams import Attempts, Cursor, opened, read


class _InFlight(Generic[U]):
    """A decision that has not been answered yet."""

    def __init__(self, request: Any, answer: "asyncio.Future[U]") -> None:
        self.request = request
        self.answer = answer
        self.sent_on: Any = None


class Sitting(Generic[U, A]):
    """A seat at a match: iterate for every update, `play` to decide. Use it with `async with`.

    When the stream is lost another one is opened after the last version seen, and a decision that was not answered yet
    is sent again with the same request id, so that it counts once. Updates are told once each, in order; those that
    nobody has iterated over yet are kept.
    """

    def __init__(
        self, connection: Connection, contract: Contract[U, A], match: str, cursor: Cursor[U], attempts: Attempts
    ):
        self._connection = connection
        self._contract = contract
        self._match = match
        self._cursor = cursor
        self._attempts = attempts
        self._updates: asyncio.Queue[U | None] = asyncio.Queue()
        self._in_flight: dict[str, _InFlight[U]] = {}
        self._writing = asyncio.Lock()
        self._call: Any = None
        self._error: Exception | None = None
        self._follower: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Sitting[U, A]":
        self._follower = asyncio.create_task(self._follow(), name=f"sit {self._match}")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._follower is not None:
            self._follower.cancel()
            await asyncio.wait([self._follower])
            self._end(Unavailable(raw="got up from the match"))

    @property
    def version(self) -> int:
        """The newest version that has arrived."""
        return self._cursor.version

    @property
    def ended(self) -> bool:
        """True when nothing more will come: the match is finished, or the house refused."""
        return self._follower is None or self._follower.done()

    async def play(self, action: A, *, expected_version: int) -> U:
        """The match after the decision, which was made on `expected_version`.

        Raises `Refused`, `StaleVersion` and the like, and then nothing has changed; `Unavailable` if the house stayed
        out of reach (then it is not known whether the decision counted).
        """
        if self.ended:
            raise self._error or Unavailable(raw="the stream has ended")
        request_id = str(uuid.uuid4())
        decision = self._contract.request(
            "Decision", expected_version=expected_version, request_id=request_id, action=action
        )
        entry = _InFlight[U](
            self._contract.request("SitRequest", play=decision), asyncio.get_running_loop().create_future()
        )
        self._in_flight[request_id] = entry
        try:
            async with self._writing:
                if self._call is not None:
                    await self._send(entry)
            return await entry.answer
        finally:
            self._in_flight.pop(request_id, None)

    def __aiter__(self) -> AsyncIterator[U]:
        return self

    async def __anext__(self) -> U:
        update = await self._updates.get()
        if update is None:
            self._updates.put_nowait(None)  # for whoever asks again
            if self._error is not None:
                raise self._error
            raise StopAsyncIteration
        return update

    # -- the stream -------------------------------------------------------------------------------------------------

    async def _follow(self) -> None:
        method = self._contract.bidirectional(self._connection.channel, "Sit")
        try:
            while not self._attempts.over:
                async with self._attempts, self._attempts.stream(method, self._match) as call:
                    try:
                        await self._one_stream(call)
                    finally:
                        self._call = None
            self._end(None)
        except Exception as error:  # noqa: BLE001  (handed to whoever iterates or waits for an answer)
            self._end(error)

    async def _one_stream(self, call: Any) -> None:
        self._cursor.begin_stream()
        join = self._contract.request("Join", match=self._match, after_version=self._cursor.version)
        async with self._writing:
            await self._write(call, self._contract.request("SitRequest", join=join))
            self._call = call
            for entry in list(self._in_flight.values()):
                await self._send(entry)
        await opened(call, self._attempts)
        while (message := await read(call)) is not None and not message.HasField("resume"):
            self._attempts.alive()
            self._receive(message)
            if self._cursor.finished and not self._in_flight:
                self._attempts.over = True
                return

    def _receive(self, message: Any) -> None:
        if message.HasField("update") and self._cursor.take(message.update):
            self._updates.put_nowait(message.update)
        entry = self._in_flight.get(message.request_id)
        if entry is None or entry.answer.done():
            return
        if message.HasField("refusal"):
            error = from_status(message.refusal)
            if isinstance(error, Unavailable):
                raise error  # the house could not say: another stream, and the same question again
            entry.answer.set_exception(error)
        elif message.HasField("update"):
            entry.answer.set_result(message.update)
        self._in_flight.pop(message.request_id)

    async def _send(self, entry: _InFlight[U]) -> None:
        if entry.sent_on is not self._call:
            entry.sent_on = self._call
            await self._write(self._call, entry.request)

    @staticmethod
    async def _write(call: Any, request: Any) -> None:
        """Hands a message to the stream. If that is gone, reading tells why; the next gets what is in flight."""
        try:
            await call.write(request)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError, grpc.aio.UsageError):
            return
        except asyncio.CancelledError:
            # grpc raises this too when another task has cancelled the call; only our own cancellation may pass.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise

    def _end(self, error: Exception | None) -> None:
        self._error = self._error or error
        for entry in self._in_flight.values():
            if not entry.answer.done():
                entry.answer.set_exception(error or Unavailable(raw="the stream has ended"))
        self._updates.put_nowait(None)
