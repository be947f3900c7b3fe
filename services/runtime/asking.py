"""What a seat may ask without deciding anything: what it may do, and what it sees, as the rules have it."""

from collections.abc import Callable, Sequence
from typing import Any

from services.kernel.game import Seat
from services.kernel.meta import Meta
from services.runtime.errors import Refused
from services.runtime.journal.interface import Status
from services.runtime.match import Match
from services.runtime.room import Room
from services.runtime.turn import Turn


def unplayable(match: Match, meta: Meta) -> Refused | None:
    """Why nobody can decide anything in this match; None if they can."""
    if (problem := broken(match, meta)) is not None:
        return problem
    if match.seats.held and (order := match.seats.seating.orders.last) is not None:
        return Refused("FROZEN_BY_MODERATOR", {"match": match.name, "why": order.word})
    return None


def broken(match: Match, meta: Meta) -> Refused | None:
    """Why the house itself cannot go on with this match; None if it can."""
    if match.position.status == Status.FROZEN:
        return Refused("MATCH_FROZEN", {"match": match.name})
    pinned, current = match.creation.rules_version, meta.rules_version
    if pinned != current and match.position.status != Status.FINISHED:
        return Refused("RULES_VERSION_CHANGED", {"match": match.name, "pinned": pinned, "current": current})
    return None


class Asking:
    """Answers for one family. A match whose rules break over a question is frozen."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._game = room.loader.game
        self._meta = room.loader.meta

    async def legal(self, match: Match, seat: Seat) -> tuple[int, Sequence[Any]]:
        """The version, and what `seat` may do at it: nothing where it is not due or nobody can decide."""
        position = match.position
        if position.status != Status.PLAYING or unplayable(match, self._meta) is not None:
            return position.seq, ()
        return position.seq, await self._told(match, lambda: tuple(self._game.legal(position.state, seat)))

    async def seen(self, match: Match, seat: Seat) -> tuple[int, Any]:
        """The version, and what `seat` sees at it, also while a moderator has frozen the match.

        Raises `Refused` where there is nothing to see.
        """
        if (problem := broken(match, self._meta)) is not None:
            raise problem
        position = match.position
        return position.seq, await self._told(match, lambda: self._game.view(position.state, seat))

    async def _told(self, match: Match, rules: Callable[[], Any]) -> Any:
        try:
            return rules()
        except Exception as error:
            async with Turn(self._room, match.id) as turn:
                raise await self._room.freeze(turn.match, error) from error
