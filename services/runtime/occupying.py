"""Changing who plays a seat: a person is away, or back; a substitute sits down; a match that nobody plays is void."""

from collections.abc import Callable
from typing import Final

from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from services.kernel.seating import Kind, Occupy
from services.runtime.absence import AbsenceTerms
from services.runtime.asking import unplayable
from services.runtime.commits import Commits, made
from services.runtime.errors import HouseError, Refused, Unavailable
from services.runtime.journal.interface import Status
from services.runtime.match import Match
from services.runtime.preparing import Commit, Preparing
from services.runtime.room import Room
from services.runtime.turn import Turn

_MOST_TRIES: Final = 8

Change = Callable[[Match], Occupy | None]
"""What is to be changed about a match that is being played; None if nothing is. May raise a `HouseError`."""


class Occupying:
    """The changes of seats of one family. Each is decided in the match's turn, and durable before anybody is told."""

    def __init__(self, room: Room, preparing: Preparing, commits: Commits, terms: AbsenceTerms) -> None:
        self._room = room
        self._meta = room.loader.meta
        self._preparing = preparing
        self._commits = commits
        self._terms = terms

    async def away(self, match_id: str, seat: Seat) -> bool:
        """The seat's person is away, as far as this process knows: no stream of his is open here, or he is idle."""

        def change(match: Match) -> Occupy | None:
            idle = match.position.idle.get(seat, 0) >= self._terms.idle_turns
            if not match.seats.is_present(seat) or (seat in match.here and not idle):
                return None
            stand_in = self._terms.stand_in(self._meta)
            return Occupy(kind=Kind.AWAY, seat=seat, stand_in=stand_in, at_ms=self._commits.clock_of(match))

        return await self._changed(match_id, change)

    async def back(self, match_id: str, seat: Seat) -> bool:
        """The seat's person is there again, if he was away and nobody has sat down for him."""
        return await self._changed(match_id, lambda match: self.returning(match, seat))

    def returning(self, match: Match, seat: Seat) -> Occupy | None:
        """The change by which the seat's person comes back; None if he is not away."""
        if seat not in match.seats.away:
            return None
        return Occupy(kind=Kind.BACK, seat=seat, at_ms=self._commits.clock_of(match))

    async def void(self, match_id: str) -> bool:
        """Breaks the match up, unless somebody has come after all."""

        def change(match: Match) -> Occupy | None:
            if match.here or not match.seats.has_people:
                return None
            return Occupy(kind=Kind.VOID, at_ms=self._commits.clock_of(match))

        return await self._changed(match_id, change)

    async def substitute(self, match_id: str, seat: Seat, player: str, name: str) -> Match:
        """Seats a substitute; who sits there already stays. Raises `Refused`."""

        def change(match: Match) -> Occupy | None:
            seats = match.seats
            sitters = seats.seating.seats
            if seat < len(sitters) and sitters[seat].player == player and sitters[seat].past:
                return None  # the same question again
            if match.position.status != Status.PLAYING:
                started = match.position.status != Status.PREPARED
                raise Refused("MATCH_OVER" if started else "MATCH_NOT_STARTED", {"match": match.name})
            if not seats.substitutes:
                raise Refused("NO_SUBSTITUTES", {"match": match.name})
            at_ms = self._commits.clock_of(match)
            return Occupy(kind=Kind.SUBSTITUTE, seat=seat, player=player, name=name, at_ms=at_ms)

        await self._changed(match_id, change, quietly=False)
        return await self._room.match(match_id)

    def commit(self, match: Match, event: Occupy) -> Commit:
        """The commit of a change that nobody asked for by a request of his own. Raises `Refused`."""
        try:
            return self._preparing.occupy(match, event)
        except Illegal as illegal:
            raise Refused(illegal.reason, {"match": match.name, **illegal.detail}) from illegal

    async def _changed(self, match_id: str, change: Change, *, quietly: bool = True) -> bool:
        """True if the change was made. Quietly: nothing is done, or raised, in a match that nobody can decide about."""
        for _ in range(_MOST_TRIES):
            async with Turn(self._room, match_id) as turn:
                match = turn.match
                if match.stale or self._room.journal.shared:
                    await self._room.refresh(match)
                problem = unplayable(match, self._meta)
                if problem is not None and not quietly:
                    raise problem
                if quietly and (problem is not None or match.position.status != Status.PLAYING):
                    return False
                event = change(match)
                if event is None:
                    return False
                try:
                    commit = self.commit(match, event)
                except HouseError:
                    raise
                except Exception as error:
                    raise await self._room.freeze(match, error) from error
                fate = self._commits.submit(turn, commit)
            if await made(fate):
                return True
        raise Unavailable("STORE_UNAVAILABLE")
