"""Those who watch a match: a bounded queue each, and a word where to go on when the stream has to end."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from services.kernel.game import Viewer

if TYPE_CHECKING:
    from services.runtime.match import Match
    from services.runtime.spectating import Spectating

LONGEST_QUEUE: Final = 64
"""Versions that may wait for one watcher; who is further behind is sent away, with a word to resume."""
LONGEST_LATE_QUEUE: Final = 512
"""Versions that may wait for a spectator who is shown them later than they happen."""
STUCK_SECONDS: Final = 20.0
"""A watcher who was sent away and does not even read that is cut off after this time."""

TOO_SLOW: Final = "TOO_SLOW"
DRAINING: Final = "DRAINING"
NOT_ALLOWED: Final = "SPECTATORS_NOT_ALLOWED"


class Resume(msgspec.Struct, frozen=True):
    """The stream ends: everything up to `version` was sent; `reason` as in `kiraathane.match.v1.Resume`."""

    version: int
    reason: str


class Subscription:
    """One stream's queue. `viewer` sees with the eyes of a seat, or as a spectator (None); `viewer_of` says which.
    `person`: a player's stream, and no bot's. `spectating` says how late people without a seat see what happens.

    `version` is the last one that was taken for sending. What is pushed after the end is dropped.
    """

    __slots__ = (
        "_items",
        "_just_left",
        "_resume",
        "_spectating",
        "_stream",
        "_viewer_of",
        "_waiter",
        "person",
        "version",
        "viewer",
    )

    def __init__(
        self,
        match: "Match",
        viewer_of: Callable[["Match"], Viewer],
        *,
        person: bool,
        spectating: "Spectating | None" = None,
    ) -> None:
        self._viewer_of = viewer_of
        self._spectating = spectating
        self.person = person
        self.viewer = viewer_of(match)
        self.version = 0
        self._items: deque[tuple[float, int, bytes]] = deque()
        """When each may be sent (the loop's time), its version, and the answer."""
        self._just_left = False
        self._waiter: asyncio.Future[None] | None = None
        self._resume: Resume | None = None
        self._stream = asyncio.current_task()

    def look_again(self, match: "Match") -> None:
        """Who only watched may have a seat now, and who had one may have lost it."""
        before, self.viewer = self.viewer, self._viewer_of(match)
        if before is None and self.viewer is not None:
            self._drop_late()  # he is shown at once what he was to see later
        self._just_left = before is not None and self.viewer is None
        if self.person and self._spectating is not None and not self._spectating.allowed(match, self.viewer):
            self.end(NOT_ALLOWED)

    def wait(self, match: "Match") -> float:
        """How many seconds later than it happens the viewer may see what happens.

        Who has just lost his seat is told so at once: he has seen all that others see of that version.
        """
        if self._just_left:
            self._just_left = False
            return 0.0
        return 0.0 if self._spectating is None else self._spectating.wait(match, self.viewer, person=self.person)

    def push(self, version: int, data: bytes, wait: float = 0.0) -> None:
        """Queues an answer, to be sent after `wait` seconds. `version` 0 is for what tells of no new version."""
        if self._resume is not None:
            return
        loop = asyncio.get_running_loop()
        if len(self._items) >= (LONGEST_LATE_QUEUE if wait else LONGEST_QUEUE):
            self._items.clear()
            self.end(TOO_SLOW)
            loop.call_later(STUCK_SECONDS, self._cut_off)
            return
        self._items.append((loop.time() + wait if wait > 0 else 0.0, version, data))
        self._wake()

    def end(self, reason: str) -> None:
        """Nothing more comes; what is queued is still sent, then the word to resume."""
        if self._resume is None:
            self._drop_late()
            last = max((version for _, version, _ in self._items), default=self.version)
            self._resume = Resume(version=max(last, self.version), reason=reason)
            self._wake()

    async def next(self) -> bytes | Resume:
        """What to send next; waits for it. After a `Resume` there is nothing."""
        loop = asyncio.get_running_loop()
        while not self._items or self._items[0][0] > loop.time():
            if not self._items and self._resume is not None:
                self._stream = None  # it was read: nobody needs to be cut off
                return self._resume
            self._waiter = loop.create_future()
            alarm = loop.call_at(self._items[0][0], self._wake) if self._items else None
            try:
                await self._waiter
            finally:
                self._waiter = None
                if alarm is not None:
                    alarm.cancel()
        _, version, data = self._items.popleft()
        self.version = max(version, self.version)
        return data

    def leave(self) -> None:
        """The stream is over: it must not be cut off any more."""
        self._stream = None

    def _drop_late(self) -> None:
        """Forgets what may not be sent yet."""
        now = asyncio.get_running_loop().time()
        self._items = deque(item for item in self._items if item[0] <= now)
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _cut_off(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
