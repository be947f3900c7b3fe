"""When leaving by choice becomes a ban (league.md 11.6). Pure; times are Unix milliseconds."""

from collections.abc import Sequence
from typing import Final

import msgspec

HOUR_MS: Final = 3_600_000
MEMORY_MS: Final = 30 * 24 * HOUR_MS
"""Within this time after a ban began the next one is twice as long."""


class Habit(msgspec.Struct, frozen=True):
    """The operator's numbers: `leaves` within `window_hours` start a ban of `ban_hours` (11.11)."""

    leaves: int
    window_hours: int
    ban_hours: int


class Ban(msgspec.Struct, frozen=True):
    """A ban from sitting down, from `begin_ms` to `end_ms`."""

    begin_ms: int
    end_ms: int

    @property
    def length_ms(self) -> int:
        return self.end_ms - self.begin_ms


def ban_after(habit: Habit, leaves_ms: Sequence[int], last: Ban | None) -> Ban | None:
    """The ban that the newest of a player's voluntary leaves brings, if it is one too many; `last` is his ban before.

    Leaves are counted whether or not they have led to a ban before: who comes back from one and leaves again is at it
    still.
    """
    now_ms = max(leaves_ms)
    recent = [at_ms for at_ms in leaves_ms if at_ms > now_ms - habit.window_hours * HOUR_MS]
    if len(recent) < habit.leaves:
        return None
    again = last is not None and now_ms - last.begin_ms <= MEMORY_MS
    length_ms = 2 * last.length_ms if again and last is not None else habit.ban_hours * HOUR_MS
    return Ban(begin_ms=now_ms, end_ms=now_ms + length_ms)
