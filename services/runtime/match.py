"""A match in memory: what is fixed about it, where it stands, who watches it.

A match in memory is a cache of the journal. Only the host changes one, in its turn.
"""

import asyncio
from collections import deque
from typing import Any, Final

import msgspec

from services.kernel.game import Seat
from services.kernel.record import RecordSeat
from services.kernel.score import Score
from services.runtime.dealer import Dealer
from services.runtime.journal.interface import Creation, Start, Status
from services.runtime.views import Update
from services.runtime.watch import Subscription

RECENT_UPDATES: Final = 4
"""Versions kept ready for whoever asks again or comes back after a moment; older ones are made from the journal."""

PREFIX: Final = "matches/"


class Position(msgspec.Struct, frozen=True):
    """Where a match stands at one version. `deadline_ms` is house time, `clock_ms` the match's own clock.

    `due` are the seats that must decide now. `state` is None where it cannot be had: in a match that is broken, or of
    other rules.
    """

    seq: int
    status: Status
    state: Any
    clock_ms: int
    deadline_ms: int | None
    outcomes: int
    updated_ms: int
    cause: str
    score: Score | None
    score_info: bytes
    due: frozenset[Seat] = frozenset()


class Match:
    """One match of the cache. `turn` is held by whoever decides about it, from reading it to the fate of the commit.

    `stale` says that the store may know more than `position`; `saved_seq` is the version of the last snapshot.
    """

    __slots__ = (
        "creation",
        "dealer",
        "fixed",
        "id",
        "name",
        "options",
        "position",
        "recent",
        "saved_seq",
        "seats",
        "stale",
        "start",
        "timer",
        "turn",
        "update",
        "watchers",
    )

    def __init__(
        self,
        creation: Creation,
        start: Start | None,
        options: dict[str, str],
        seats: tuple[RecordSeat, ...],
        dealer: Dealer,
        fixed: bytes,
    ) -> None:
        self.id = creation.match_id
        self.name = PREFIX + creation.match_id
        self.creation = creation
        self.start = start
        self.options = options
        self.seats = seats
        self.dealer = dealer
        self.fixed = fixed
        self.position: Position
        self.update: Update
        self.recent: deque[Update] = deque(maxlen=RECENT_UPDATES)
        self.saved_seq = 0
        self.stale = False
        self.turn = asyncio.Lock()
        self.watchers: set[Subscription] = set()
        self.timer: asyncio.TimerHandle | None = None

    @property
    def started_house_ms(self) -> int:
        return self.start.started_house_ms if self.start else 0

    @property
    def bots_due(self) -> list[Seat]:
        """The due seats that a bot has, in order."""
        return sorted(seat for seat in self.position.due if self.seats[seat].bot_level)

    @property
    def idle(self) -> bool:
        """True if nobody would miss the match in memory just now."""
        return not self.watchers and not self.turn.locked()
