"""What the runtime asks of a store of matches, and the rows it exchanges with it.

The journal is the truth: `(match, seq)` is unique and an append must come right after the head's `seq`, whoever sends
it (compare-and-swap). All times are milliseconds; `*_ms` is Unix time unless it is said to be house time, which is Unix
time less the time the house was down (deadlines.py).
"""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Final, Protocol

import msgspec

from services.runtime.journal.presence import PresenceStore

HOUSE: Final = -1
"""In the place of the seat of what a moderator asked for."""


class Status(IntEnum):
    """Where a match stands; the numbers are those of `kiraathane.match.v1.MatchStatus`."""

    PREPARED = 1
    PLAYING = 2
    FINISHED = 3
    FROZEN = 4


class TaskKind(IntEnum):
    """What a worker is asked to do."""

    BOT = 1
    SCORING = 2
    LEAVE = 3


class StoreUnavailable(Exception):  # noqa: N818  (the caller may come again)
    """The store cannot be reached, or did not answer. A commit under way may or may not have been made."""


class Task(msgspec.Struct, frozen=True):
    """An outbox row: a bot of `level` is due at `seat` (`kind` BOT), the match's result is to be scored (seat 0), or
    somebody has left `seat` with `version` (LEAVE; `level` is his name then, "players/…").

    It is sent for the first time by the process that made the commit; from `next_ms` on, whoever sweeps sends it again.
    """

    match_id: str
    kind: int
    seat: int
    version: int
    level: str
    created_ms: int
    next_ms: int
    attempts: int


class Creation(msgspec.Struct, frozen=True):
    """A new match. `options` is JSON; `request_id` makes creating it idempotent. `spectators`: others may watch."""

    match_id: str
    request_id: bytes
    rules_version: int
    options: str
    commitment: str
    secret: bytes
    created_ms: int
    spectators: bool = True


class Start(msgspec.Struct, frozen=True):
    """Who sits where, as JSON, and when the match began (Unix time; house time)."""

    seats: str
    started_ms: int
    started_house_ms: int


class SeatingRow(msgspec.Struct, frozen=True):
    """The seating after a commit that changed it, as JSON; `stood_in` seats are played in their person's place."""

    seating: str
    stood_in: int


class Append(msgspec.Struct, frozen=True):
    """One commit: the journal's row and all that becomes true with it, in one transaction.

    `seq` is the new version. `seat` and `request_id` are set for what a seat, or the `HOUSE`, asked for. `clock_ms` is
    the match's own clock, `deadline_ms` house time. `clears_tasks` says that the version before had bots to wake: their
    rows go. `seating` is set where the commit changes who plays a seat; `awaited` are the seats of people when a match
    starts, or goes on after it was held: they may not be there, and are waited for from `awaited_ms` (house time) on.
    `held` is set where an order says whether the match is held from now on. `frozen`: it ends what a fault froze.
    """

    match_id: str
    seq: int
    at_ms: int
    events: bytes
    status: int
    clock_ms: int
    outcomes: int
    seat: int | None = None
    request_id: bytes | None = None
    deadline_ms: int | None = None
    cause: str = ""
    score: bytes | None = None
    start: Start | None = None
    snapshot: bytes | None = None
    clears_tasks: bool = False
    tasks: tuple[Task, ...] = ()
    seating: SeatingRow | None = None
    awaited: tuple[int, ...] = ()
    awaited_ms: int = 0
    held: bool | None = None
    frozen: bool = False


class Head(msgspec.Struct, frozen=True):
    """Where a match stands in the store."""

    seq: int
    status: int
    updated_ms: int
    clock_ms: int
    deadline_ms: int | None
    outcomes: int
    cause: str
    score: bytes | None


class Row(msgspec.Struct, frozen=True):
    """One row of the journal."""

    seq: int
    at_ms: int
    seat: int | None
    request_id: bytes | None
    events: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """The state at `seq`, after `outcomes` answers of chance."""

    seq: int
    outcomes: int
    state: bytes


class Stored(msgspec.Struct, frozen=True):
    """Everything about a match but its journal."""

    creation: Creation
    head: Head
    start: Start | None


class Opening(msgspec.Struct, frozen=True):
    """What a match is loaded from: its newest snapshot, if it has one, and the rows after it; all of one moment.

    `requests` are the request ids of the rows before those; `seating` is the one at the snapshot, as JSON, or None if
    nobody's seat had changed by then.
    """

    stored: Stored
    snapshot: Snapshot | None
    rows: tuple[Row, ...]
    requests: tuple[bytes, ...] = ()
    seating: str | None = None


class Beat(msgspec.Struct, frozen=True):
    """What a heartbeat found: how long the house has been down in all, and how much of it this beat has added."""

    down_ms: int
    added_ms: int


class Backlog(msgspec.Struct, frozen=True):
    """Outbox rows of one kind that wait: how many, and since when the oldest of them (Unix time)."""

    kind: int
    depth: int
    oldest_ms: int


class Census(msgspec.Struct, frozen=True):
    """How many matches are being played, how many a fault has frozen, and the first deadline (house time) of the
    former; how many of them a moderator holds, and since when (Unix time) the first.
    """

    open: int
    frozen: int
    deadline_ms: int | None
    held: int = 0
    held_since_ms: int | None = None


class Journal(Protocol):
    """A store of one family's matches. Methods raise `StoreUnavailable` when they cannot do their work."""

    shared: bool
    """True if other processes may write to the same store."""
    lanes: int
    """How many appends may run at the same time."""
    presence: PresenceStore
    """Who is there."""

    async def open(self) -> None:
        """Connects. The tables are there already."""
        ...

    async def close(self) -> None:
        """Ends what is open; the store is not used afterwards."""
        ...

    async def create(self, creation: Creation) -> str:
        """Keeps a new match, status PREPARED, version 0. Gives its id, or that of the earlier one with this request."""
        ...

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        """Makes these commits durable, each on its own terms: True where it was made.

        False means that nothing of it was kept: the head is not at `seq - 1`, or the match is frozen or finished. A
        match stands in a batch at most once. When this returns, what was made survives a crash.
        """
        ...

    async def freeze(self, match_id: str, seq: int) -> bool:
        """Marks the match FROZEN if it still is at `seq`, and takes its bots' tasks away; True if it did."""
        ...

    async def thaw(self, match_id: str) -> bool:
        """Makes a FROZEN match PLAYING (or PREPARED) again, for who has mended the cause; True if it did."""
        ...

    async def read(self, match_id: str) -> Opening | None:
        """What the match is loaded from; None if there is none."""
        ...

    async def rows(self, match_id: str, after: int, upto: int) -> tuple[Row, ...]:
        """The journal's rows with `after < seq <= upto`, in order."""
        ...

    async def snapshot(self, match_id: str, upto: int) -> Snapshot | None:
        """The newest snapshot with `seq <= upto`."""
        ...

    async def seating(self, match_id: str, upto: int) -> str | None:
        """The seating at version `upto`, as JSON; None if nobody's seat had changed by then."""
        ...

    async def head(self, match_id: str) -> Head | None:
        """Where the match stands."""
        ...

    async def find_request(self, match_id: str, seat: int, request_id: bytes) -> int | None:
        """The version that this request of this seat made; None if it made none."""
        ...

    async def versions(self, match_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Version and status of each of these matches that exist."""
        ...

    async def overdue(self, now_house_ms: int, limit: int) -> list[str]:
        """Open matches whose deadline is past, oldest first; each is given to one caller only for some seconds."""
        ...

    async def due_tasks(self, now_ms: int, lease_ms: int, limit: int) -> list[Task]:
        """Tasks whose `next_ms` is past; for `lease_ms` nobody else is given them."""
        ...

    async def tasks_sent(self, tasks: Sequence[Task]) -> None:
        """Keeps the `attempts` and `next_ms` of these tasks, those of them that still wait."""
        ...

    async def recall_tasks(self, now_ms: int) -> None:
        """Makes every waiting task due now: for a process that starts and is the only one.

        Nobody knows whether the last attempt went out, so it does not count.
        """
        ...

    async def drop_scoring(self, match_id: str) -> bool:
        """The match's result has been scored: the task goes. False if there is no such match."""
        ...

    async def drop_leave(self, match_id: str, version: int) -> bool:
        """Who left with `version` has been told of: the task goes. False if there is no such match."""
        ...

    async def rescore(self, now_ms: int) -> int:
        """Lets the result of every finished match, and every leave that ended none, be sent once more, the oldest
        first; how many are to be sent now.

        For a league or a moderation that was set back to an older copy of itself: it counts each once, however often
        it is told.
        """
        ...

    async def ping(self) -> None:
        """Returns once the store has answered a question."""
        ...

    async def beat(self, now_ms: int, every_ms: int) -> Beat:
        """Says that the service is alive at `now_ms`, and adds the time since the last beat to the downtime if the
        house was silent for much longer than `every_ms`.
        """
        ...

    async def census(self) -> Census:
        """How the matches stand that are not over."""
        ...

    async def backlog(self) -> list[Backlog]:
        """What waits in the outbox, by kind; kinds of which nothing waits are left out."""
        ...
