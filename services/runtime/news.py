"""What is told of a match's new version to those who do not see the match: other replicas, and the lobby.

Nothing that anybody may not see is in it: it may be heard by every process of the house.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from services.runtime.journal.interface import Append
from services.runtime.match import Match


class MatchNews(msgspec.Struct, frozen=True, array_like=True):
    """A match is at this version now. `due` has a bit for each seat that must decide, None where it is not known;
    `deadline_ms` (Unix time) is when their time runs out, 0 where no clock runs. `open` has a bit for each seat where a
    substitute may sit down.
    """

    match_id: str
    version: int
    status: int
    due: int | None = None
    deadline_ms: int = 0
    open: int = 0

    @property
    def due_seats(self) -> tuple[int, ...]:
        """The seats that must decide; none where they are not known."""
        return seats_in(self.due or 0)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats at which a substitute may sit down."""
        return seats_in(self.open)


def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of the bits that are set."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


Heard = Callable[[str, Sequence[MatchNews]], None]
"""Told the family and what is new."""


@runtime_checkable
class Hearing(Protocol):
    """A service that wants to hear of the matches of its own process at once, and not by way of Valkey."""

    def hear(self, family: str, news: Sequence[MatchNews]) -> None:
        """Is told after each flush; must be quick."""
        ...


def news_of(match: Match | None, append: Append, ahead_ms: int) -> MatchNews:
    """The news of a commit that was just made, from the match in memory if it is there and no older.

    `ahead_ms` is Unix time less house time.
    """
    if match is None or match.position.seq < append.seq:
        return MatchNews(append.match_id, append.seq, append.status)
    position = match.position
    deadline_ms = 0 if position.deadline_ms is None else position.deadline_ms + ahead_ms
    return MatchNews(
        match.id,
        position.seq,
        int(position.status),
        sum(1 << seat for seat in position.due),
        deadline_ms,
        sum(1 << seat for seat in position.seats.open),
    )
