"""House time: Unix time less the time in which the house was down.

Deadlines and the clocks of matches are kept in house time, so that downtime is given back to everybody by raising one
number, and no deadline has to be touched (deadlines.py keeps the heartbeat that finds the downtime).
"""

import time
from collections.abc import Callable
from typing import Final

BEAT_MS: Final = 1_000
"""Milliseconds between two heartbeats of a service."""
_TRUST_SECONDS: Final = 3 * BEAT_MS / 1000


def unix_ms() -> int:
    """Milliseconds since 1970, by the machine's clock."""
    return time.time_ns() // 1_000_000


class HouseClock:
    """The time of one service. `down_ms` is how long it has been down in all, as the store last said."""

    def __init__(self, now: Callable[[], int] = unix_ms) -> None:
        self._now = now
        self._beaten = float("-inf")
        self.down_ms = 0

    def unix_ms(self) -> int:
        return self._now()

    def house_ms(self) -> int:
        return self._now() - self.down_ms

    def to_unix_ms(self, house_ms: int) -> int:
        """When it is `house_ms` by the house's clock, if the house stays up."""
        return house_ms + self.down_ms

    def beaten(self, down_ms: int, sent: float) -> None:
        """A heartbeat that was sent at `sent`, by `time.monotonic`, has been answered: this is the downtime in all.

        What counts is when it was sent: a store that stood still answers at once what it was asked before, and knows
        nothing then of the time in which it did.
        """
        self.down_ms = down_ms
        self._beaten = sent

    @property
    def trusted(self) -> bool:
        """False after a pause (a stopped process, a lost store) until the next heartbeat has said how long it was.

        Nobody's time may be found to have run out while this is False.
        """
        return time.monotonic() - self._beaten < _TRUST_SECONDS
