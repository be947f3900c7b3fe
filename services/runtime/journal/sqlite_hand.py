"""A SQLite file in the hands of one thread, so that the event loop never waits for the disk; and the lock on it."""

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
    """A connection and the one thread that uses it. Jobs are done in the order in which they were given."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], object], asyncio.Future[Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._open = False

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._thread.start()
        await self.do(lambda connection: connection.execute("SELECT 1").fetchone())

    async def close(self) -> None:
        if self._open:
            self._open = False
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    def do(
        self, job: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> asyncio.Future[T]:
        """What `job(connection, …)` gives. It is done even if nobody waits for it any more."""
        if not self._open:
            raise StoreUnavailable("the journal is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((lambda connection: job(connection, *args, **kwargs), future))
        return future

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            try:
                if connection is None:
                    connection = _connect(self._path)
                result = job(connection)
            except sqlite3.Error as error:
                failure = StoreUnavailable(f"{self._path}: {error}")
                failure.__cause__ = error
                self._loop.call_soon_threadsafe(_fail, future, failure)
                if connection is not None and connection.in_transaction:
                    connection.rollback()
            except Exception as error:  # noqa: BLE001  (it is raised where the job was asked for)
                self._loop.call_soon_threadsafe(_fail, future, error)
            else:
                self._loop.call_soon_threadsafe(_answer, future, result)
        if connection is not None:
            connection.close()


def _answer(future: asyncio.Future[Any], result: object) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


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
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=64)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"cache_size=-{_PAGE_CACHE_KIB}", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")
    return connection
