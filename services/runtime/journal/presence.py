"""What the runtime asks of a store about who is there: hints, never the truth.

Who is away stands in the journal; these rows only say when somebody should look. A person is there while he has a
stream open at any replica, and by every call. All times are milliseconds of house time.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol

import msgspec

Place = tuple[str, int]
"""A match's id and a seat."""


class State(IntEnum):
    """What is known of a seat's person since `since_ms`."""

    WAITING = 0
    """Nothing was heard of him: to be looked at when the grace is over."""
    HERE = 1
    """He has a stream open."""
    SETTLED = 2
    """He is away, or has left, and the match has been told."""


class Changes(msgspec.Struct, frozen=True):
    """What a replica has seen: whose first stream came and whose last one went, who called, which matches are over."""

    came: Sequence[Place] = ()
    went: Sequence[Place] = ()
    called: Sequence[Place] = ()
    over: Sequence[str] = ()


class PresenceStore(Protocol):
    """The presence rows of one family. Methods raise `StoreUnavailable`."""

    async def keep(self, replica: str, changes: Changes, now_ms: int) -> None:
        """Keeps what `replica` has seen."""
        ...

    async def alive(self, replica: str, now_ms: int) -> bool:
        """Says that `replica` is alive; False if it was not known, so that its connections are unknown too."""
        ...

    async def bury(self, dead_ms: int, now_ms: int, but: str = "") -> int:
        """Ends the connections of replicas that were last alive before `dead_ms`, except those of `but`.

        Their people are absent since the replica was last alive, or since `now_ms` if it never said so; how many.
        """
        ...

    async def waiting(self, before_ms: int, now_ms: int, limit: int) -> list[Place]:
        """Seats of whose persons nothing was heard since `before_ms`, oldest first; each is given out once for some
        seconds.
        """
        ...

    async def settle(self, place: Place) -> None:
        """The match has been told of it, so nobody needs to look any more until something is heard again."""
        ...

    async def empty(self, before_ms: int, limit: int) -> list[str]:
        """Matches at whose table nobody has been since `before_ms`."""
        ...

    async def since(self, place: Place) -> int | None:
        """Since when nothing was heard of the person; None if he is there, or nothing is known."""
        ...

    async def stood_in(self) -> int:
        """How many seats of open matches are played by somebody else in their person's place."""
        ...
