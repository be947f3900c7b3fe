"""A match in memory: what is fixed about it, where it stands, who watches it.

A match in memory is a cache of the journal. Only the host changes one, in its turn.
"""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from services.kernel.game import Seat
from services.kernel.record import RecordSeat
from services.runtime.dealer import Dealer
from services.runtime.info import ScoreInfo
from services.runtime.journal.interface import Creation, Start, Status
from services.runtime.seats import Seats
from services.runtime.views import Update
from services.runtime.watch import Subscription

RECENT_UPDATES: Final = 4
"""Versions kept ready for whoever asks again or comes back after a moment; older ones are made from the journal."""

PREFIX: Final = "matches/"
_REQUEST_BYTES: Final = 8


class Position(msgspec.Struct, frozen=True):
    """Where a match stands at one version. `deadline_ms` is house time, `clock_ms` the match's own clock.

    `seats` say who plays and sees; `idle` how often in a row a person has let his time run out. `due` are the seats
    that must decide now; `question` is the number of what they are asked (None: it has none), asked since version
    `since`, and `decided` has who has acted since then, with the version that each of them made. `state` is None where
    it cannot be had: in a match that is broken, or of other rules.
    """

    seq: int
    status: Status
    state: Any
    clock_ms: int
    deadline_ms: int | None
    outcomes: int
    updated_ms: int
    cause: str
    score: ScoreInfo | None
    seats: Seats
    due: frozenset[Seat] = frozenset()
    question: int | None = None
    since: int = 0
    decided: tuple[tuple[Seat, int], ...] = ()
    idle: Mapping[Seat, int] = {}

    def takes(self, seat: Seat, expected: int) -> bool:
        """True if a decision that `seat` made on version `expected` still answers what is asked now.

        A match that was loaded anew may say no to one that it would have taken before.
        """
        if expected == self.seq:
            return True
        return self.since <= expected < self.seq and all(seq <= expected for who, seq in self.decided if who == seat)


class Match:
    """One match of the cache. `turn` is held by whoever decides about it, from reading it to the fate of the commit.

    `stale` says that the store may know more than `position`; `saved_seq` is the version of the last snapshot.
    `starters` sat there at the start. `here` are the seats whose people have a stream open at this process; `called`
    has when (house time) a call of a seat's person was last noted (presence.py). `requests` has the beginnings of all
    request ids of its journal, for `was_asked`.
    """

    __slots__ = (
        "called",
        "creation",
        "dealer",
        "fixed",
        "here",
        "id",
        "name",
        "options",
        "position",
        "recent",
        "requests",
        "saved_seq",
        "stale",
        "start",
        "starters",
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
        starters: tuple[RecordSeat, ...],
        dealer: Dealer,
        fixed: bytes,
    ) -> None:
        self.id = creation.match_id
        self.name = PREFIX + creation.match_id
        self.creation = creation
        self.start = start
        self.options = options
        self.starters = starters
        self.dealer = dealer
        self.fixed = fixed
        self.position: Position
        self.update: Update
        self.recent: deque[Update] = deque(maxlen=RECENT_UPDATES)
        self.requests = bytearray()
        self.saved_seq = 0
        self.stale = False
        self.turn = asyncio.Lock()
        self.watchers: set[Subscription] = set()
        self.here: frozenset[Seat] = frozenset()
        self.called: dict[Seat, int] = {}
        self.timer: asyncio.TimerHandle | None = None

    @property
    def started_house_ms(self) -> int:
        return self.start.started_house_ms if self.start else 0

    @property
    def clock_zero_ms(self) -> int:
        """The house's time at which the match's own clock would have begun if it had never stood still."""
        return self.started_house_ms + self.position.seats.stopped_ms

    @property
    def seats(self) -> Seats:
        """Who plays and sees now."""
        return self.position.seats

    def started_as(self, other: "Match") -> None:
        """Takes over what was fixed at the start."""
        self.start, self.starters = other.start, other.starters
        self.dealer, self.fixed = other.dealer, other.fixed

    def look_again(self) -> None:
        """Who watches may have a seat now, or none any more."""
        for watcher in self.watchers:
            watcher.look_again(self)

    def asked(self, request_id: bytes | None) -> None:
        """The journal has a row of this request."""
        if request_id is not None:
            self.requests += request_id[:_REQUEST_BYTES]

    def was_asked(self, request_id: bytes) -> bool:
        """False if the journal, as far as this version, has certainly no row of this request.

        Eight bytes a commit, searched as one text: a match has hundreds, and nearly always the answer is no.
        """
        return self.requests.find(request_id[:_REQUEST_BYTES]) >= 0

    @property
    def idle(self) -> bool:
        """True if nobody would miss the match in memory just now."""
        return not self.watchers and not self.turn.locked()
