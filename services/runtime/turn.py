"""Whose turn it is to decide about a match: one at a time, from reading it to the fate of the commit."""

from types import TracebackType
from typing import Self

from services.runtime.match import Match
from services.runtime.room import Room


class Turn:
    """The right to decide about a match: `async with Turn(room, match_id) as turn`.

    It ends with the block, unless a commit was handed to the committer: then it ends with that commit's fate.
    """

    __slots__ = ("_match_id", "_room", "handed", "match")

    def __init__(self, room: Room, match_id: str) -> None:
        self._match_id = match_id
        self._room = room
        self.handed = False

    async def __aenter__(self) -> Self:
        while True:
            match = self._room.in_memory(self._match_id) or await self._room.match(self._match_id)
            await match.turn.acquire()
            if self._room.holds(match):
                self.match: Match = match
                return self
            match.turn.release()  # it left the memory while we waited

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.handed:
            self.match.turn.release()
