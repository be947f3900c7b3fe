"""How patient the client is."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from kiraathane_client.errors import KiraathaneError, RateLimited, Unavailable

T = TypeVar("T")


class Patience(msgspec.Struct, frozen=True):
    """Seconds: how long to go on trying (`total`), and the pauses between tries, doubling from `first` to `longest`."""

    total: float = 30.0
    first: float = 0.1
    longest: float = 3.0


class Backoff:
    """The pauses of one series of tries. Succeeding (`reset`) begins a new series."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.reset()

    def reset(self) -> None:
        """Forgets the failures so far."""
        self._next = self._patience.first
        self._since: float | None = None

    def pause(self, error: KiraathaneError) -> float | None:
        """Seconds to wait before the next try; None if it is not worth one, or the patience is used up."""
        if not isinstance(error, Unavailable) and not (isinstance(error, RateLimited) and error.passing):
            return None
        now = time.monotonic()
        self._since = self._since if self._since is not None else now
        pause = self._next * random.uniform(0.75, 1.25)  # noqa: S311  (spreads clients, keeps no secret)
        if isinstance(error, RateLimited) and error.retry_after is not None:
            pause = max(pause, error.retry_after.total_seconds())
        self._next = min(self._next * 2, self._patience.longest)
        return pause if now + pause - self._since <= self._patience.total else None


async def retried(call: Callable[[], Awaitable[T]], patience: Patience) -> T:
    """The result of `call`, which must be safe to repeat."""
    backoff = Backoff(patience)
    while True:
        try:
            return await call()
        except KiraathaneError as error:
            pause = backoff.pause(error)
            if pause is None:
                raise
        await asyncio.sleep(pause)
