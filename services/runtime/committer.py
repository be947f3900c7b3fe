"""Group commit: everything that was queued while the last flush was under way goes into the next one.

There is no timer: a move that finds the store idle is flushed at once, and under load the batches grow by themselves.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from services.runtime.journal.interface import Append, Journal, StoreUnavailable

LARGEST_BATCH: Final = 512

Settle = Callable[[bool | StoreUnavailable], None]
"""Told once what became of a commit: it was made, it lost against another, or the store failed and nobody knows."""

log = structlog.get_logger(__name__)


class Committer:
    """Hands appends to the journal in batches. A match must not have two appends under way.

    `flushed` is told of every batch: what of it was made, how many lost, whether the store failed, and how many seconds
    it took.
    """

    def __init__(self, journal: Journal, flushed: Callable[[Sequence[Append], int, bool, float], None]) -> None:
        self._journal = journal
        self._flushed = flushed
        self._queue: deque[tuple[Append, Settle]] = deque()
        self._idle: list[asyncio.Future[None]] = []
        self._lanes: list[asyncio.Task[None]] = []
        self._closing = False

    def open(self) -> None:
        """Starts the lanes in the running loop."""
        self._lanes = [asyncio.create_task(self._lane(), name=f"committer {n}") for n in range(self._journal.lanes)]

    async def close(self) -> None:
        """Flushes what is queued, then ends."""
        self._closing = True
        for waiter in self._idle:
            if not waiter.done():
                waiter.set_result(None)
        await asyncio.gather(*self._lanes)

    def submit(self, append: Append, settle: Settle) -> None:
        """Queues a commit. `settle` is called in the loop's thread once its fate is known, and must not raise."""
        if self._closing or not self._lanes:
            settle(StoreUnavailable("the service is closing"))
            return
        self._queue.append((append, settle))
        while self._idle:
            waiter = self._idle.pop()
            if not waiter.done():
                waiter.set_result(None)
                break

    async def _lane(self) -> None:
        loop = asyncio.get_running_loop()
        queue = self._queue
        while True:
            while not queue:
                if self._closing:
                    return
                waiter = loop.create_future()
                self._idle.append(waiter)
                await waiter
            batch = [queue.popleft() for _ in range(min(len(queue), LARGEST_BATCH))]
            await self._flush(batch)

    async def _flush(self, batch: list[tuple[Append, Settle]]) -> None:
        appends = [append for append, _ in batch]
        begun = time.perf_counter()
        results: Sequence[bool | StoreUnavailable]
        try:
            results = await self._journal.append(appends)
        except StoreUnavailable as error:
            log.warning("commit_failed", moves=len(batch), problem=str(error))
            results = [error] * len(batch)
        except Exception as error:
            # A store must raise StoreUnavailable; whatever else it raises must not end the lane for all matches.
            log.exception("commit_broke", moves=len(batch))
            results = [StoreUnavailable(str(error))] * len(batch)
        made = [append for append, result in zip(appends, results, strict=True) if result is True]
        lost = results.count(False)
        self._flushed(made, lost, len(made) + lost < len(batch), time.perf_counter() - begun)
        for (append, settle), result in zip(batch, results, strict=True):
            try:
                settle(result)
            except Exception:
                log.exception("settle_broke", match=append.match_id)
