"""A SQLite file in the hands of one thread that waits for the disk, so that the event loop does not; and its lock."""

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from services.runtime.journal.interface import StoreUnavailable

P = ParamSpec("P")
T = TypeVar("T")

_LOCK_SECONDS: Final = 5.0
_PAGE_CACHE_KIB: Final = 32_768


class Hand:
    """A connection, the one thread that waits for the disk with it, and whose turn it is to use it.

    Jobs are done one after the other, in the order in which they were asked for, even if nobody waits any more.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], object], asyncio.Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._turn = asyncio.Lock()
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection = await asyncio.to_thread(_connect, self._path)
        self._thread.start()

    async def close(self) -> None:
        if self._connection is not None:
            async with self._turn:
                connection, self._connection = self._connection, None
                self._jobs.put(None)
                await asyncio.to_thread(self._thread.join)
                connection.close()

    async def do(self, job: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `job(connection, …)` gives, done in the thread. Raises `StoreUnavailable` for an error of SQLite's."""
        await self._turn.acquire()
        self._opened_or_release()
        return await self._threaded(lambda connection: job(connection, *args, **kwargs))

    async def commit(self, statements: Callable[[sqlite3.Connection], T]) -> T:
        """What `statements` give, made durable: they run here and now, and only the COMMIT waits in the thread.

        A thread that runs many short statements takes the interpreter's lock back after each of them, from a loop that
        is busy; that costs both more than the statements do. They touch pages in memory, the disk is in the COMMIT.
        """
        await self._turn.acquire()
        connection = self._opened_or_release()
        try:
            connection.execute("BEGIN IMMEDIATE")
            result = statements(connection)
        except BaseException as error:
            if connection.in_transaction:
                connection.rollback()
            self._turn.release()
            if isinstance(error, sqlite3.Error):
                raise StoreUnavailable(f"{self._path}: {error}") from error
            raise
        await self._threaded(_commit)
        return result

    def _opened_or_release(self) -> sqlite3.Connection:
        if self._connection is None:
            self._turn.release()
            raise StoreUnavailable("the journal is closed")
        return self._connection

    def _threaded(self, job: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Gives the job to the thread, and the turn with it."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, future))
        return future

    def _work(self) -> None:
        connection = self._connection
        assert connection is not None
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            try:
                result = job(connection)
            except sqlite3.Error as error:
                failure = StoreUnavailable(f"{self._path}: {error}")
                failure.__cause__ = error
                if connection.in_transaction:
                    connection.rollback()
                self._loop.call_soon_threadsafe(self._fail, future, failure)
            except Exception as error:  # noqa: BLE001  (it is raised where the job was asked for)
                self._loop.call_soon_threadsafe(self._fail, future, error)
            else:
                self._loop.call_soon_threadsafe(self._answer, future, result)

    def _answer(self, future: asyncio.Future[Any], result: object) -> None:
        self._turn.release()
        if not future.done():
            future.set_result(result)

    def _fail(self, future: asyncio.Future[Any], error: Exception) -> None:
        self._turn.release()
        if not future.done():
            future.set_exception(error)


def _commit(connection: sqlite3.Connection) -> None:
    connection.execute("COMMIT")


def take(path: Path) -> int:
    """Takes the lock that says that this process has the journal; waits a little for one that is just ending."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    end = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                os.close(handle)
                raise RuntimeError(f"{path}: another process has this store open; SQLite serves one") from None
            time.sleep(0.05)
        else:
            return handle


def _connect(path: Path) -> sqlite3.Connection:
    # Whose turn it is sees to it that one thread at a time uses it.
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=64, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"cache_size=-{_PAGE_CACHE_KIB}", "busy_timeout=1000"):
        connection.execute(f"PRAGMA {pragma}")
    return connection
