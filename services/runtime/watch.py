"""Those who watch a match: a bounded queue each, and a word where to go on when the stream has to end."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from services.kernel.game import Viewer

if TYPE_CHECKING:
    from services.runtime.match import Match

LONGEST_QUEUE: Final = 64
"""Versions that may wait for one watcher; who is further behind is sent away, with a word to resume."""
STUCK_SECONDS: Final = 20.0
"""A watcher who was sent away and does not even read that is cut off after this time."""

TOO_SLOW: Final = "TOO_SLOW"
DRAINING: Final = "DRAINING"


class Resume(msgspec.Struct, frozen=True):
    """The stream ends: everything up to `version` was sent; `reason` as in `kiraathane.match.v1.Resume`."""

    version: int
    reason: str


class Subscription:
    """One stream's queue. `viewer` sees with the eyes of a seat, or as a spectator (None); `viewer_of` says which.
    `person`: a player's stream, and no bot's.

    `version` is the last one that was taken for sending. What is pushed after the end is dropped.
    """

    __slots__ = ("_items", "_resume", "_stream", "_viewer_of", "_waiter", "person", "version", "viewer")

    def __init__(self, match: "Match", viewer_of: Callable[["Match"], Viewer], *, person: bool) -> None:
        self._viewer_of = viewer_of
        self.person = person
        self.viewer = viewer_of(match)
        self.version = 0
        self._items: deque[tuple[int, bytes]] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._resume: Resume | None = None
        self._stream = asyncio.current_task()

    def look_again(self, match: "Match") -> None:
        """Who only watched may have a seat now, and who had one may have lost it."""
        self.viewer = self._viewer_of(match)

    def push(self, version: int, data: bytes) -> None:
        """Queues an answer. `version` 0 is for what tells of no new version."""
        if self._resume is not None:
            return
        if len(self._items) >= LONGEST_QUEUE:
            self._items.clear()
            self.end(TOO_SLOW)
            asyncio.get_running_loop().call_later(STUCK_SECONDS, self._cut_off)
            return
        self._items.append((version, data))
        self._wake()

    def end(self, reason: str) -> None:
        """Nothing more comes; what is queued is still sent, then the word to resume."""
        if self._resume is None:
            last = max((version for version, _ in self._items), default=self.version)
            self._resume = Resume(version=max(last, self.version), reason=reason)
            self._wake()

    async def next(self) -> bytes | Resume:
        """What to send next; waits for it. After a `Resume` there is nothing."""
        while not self._items:
            if self._resume is not None:
                self._stream = None  # it was read: nobody needs to be cut off
                return self._resume
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        version, data = self._items.popleft()
        self.version = max(version, self.version)
        return data

    def leave(self) -> None:
        """The stream is over: it must not be cut off any more."""
        self._stream = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _cut_off(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
