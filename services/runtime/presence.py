"""Who is there. A person is there while he has a stream open as his seat, at any replica, and by every call.

What is seen here is written down in batches, a moment later, and never in the way of a move. A person of whom nothing
was heard for the grace is found by the rounds (deadlines.py), and the match is told that he is away. All of it is
hints: who is away stands in the journal, and one who is found to be away by mistake is back at once.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Sequence
from typing import Final

import structlog

from services.kernel.game import Seat
from services.runtime.absence import AbsenceTerms
from services.runtime.errors import HouseError, Missing
from services.runtime.journal.interface import Status, StoreUnavailable
from services.runtime.journal.presence import Changes, Place
from services.runtime.match import Match
from services.runtime.occupying import Occupying
from services.runtime.room import Room
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

DEAD_MS: Final = 10_000
"""A replica that was silent for so long is taken for dead, and its streams for ended."""
_PAUSE_SECONDS: Final = 0.1
_RETRY_SECONDS: Final = 1.0
_AT_ONCE: Final = 100
_CALLS_PER_GRACE: Final = 8
"""A call is noted at most so often in the time of one grace."""


class Presence:
    """Notes who is there in one family's matches, and sees to those who are not. `open` it after the journal."""

    def __init__(self, room: Room, occupying: Occupying, terms: AbsenceTerms) -> None:
        self._room = room
        self._clock = room.clock
        self._store = room.journal.presence
        self._occupying = occupying
        self._terms = terms
        self._replica = uuid.uuid4().hex
        self._moved: dict[Place, bool] = {}
        self._called: set[Place] = set()
        self._over: set[str] = set()
        self._wanted = asyncio.Event()
        self._speaking: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()
        room.reseated = self.reseated

    async def open(self) -> None:
        """Makes this replica known; where it is the only one, nobody can have a stream open anywhere."""
        if self._room.journal.shared:
            await self.alive()
        else:
            now_ms = self._clock.house_ms()
            await self._store.bury(now_ms, now_ms, but=self._replica)
        self._speaking = asyncio.create_task(self._speak())

    async def close(self) -> None:
        """Writes down what was seen last."""
        if self._speaking is not None:
            await ended((self._speaking, *self._background))
        with contextlib.suppress(StoreUnavailable):
            await self._flush()

    # -- seeing -------------------------------------------------------------------------------------------------------

    def look(self, match: Match) -> None:
        """Streams of the match have come or gone, or its seats have changed."""
        if match.position.status not in (Status.PLAYING, Status.FROZEN):
            return
        here = frozenset(watcher.viewer for watcher in match.watchers if watcher.person and watcher.viewer is not None)
        before, match.here = match.here, here
        if here == before:
            return
        for seat in here ^ before:
            self._moved[match.id, seat] = seat in here
        self._wanted.set()
        for seat in match.seats.away & (here - before):
            self.welcome(match, seat)

    def reseated(self, match: Match) -> None:
        """The seats of the match have changed, or it is over."""
        if match.position.status == Status.FINISHED:
            match.here = frozenset()
            self._forget(match.id)
            return
        self.look(match)
        for seat in match.seats.away & match.here:
            # Somebody took him for gone while he was coming. Who is idle comes back when he does something.
            if match.position.idle.get(seat, 0) < self._terms.idle_turns:
                self.welcome(match, seat)

    def called(self, match: Match, seat: Seat) -> None:
        """A person made a call as that seat, which has no stream open here."""
        if seat in match.here or match.position.status != Status.PLAYING:
            return
        now_ms = self._clock.house_ms()
        if now_ms - match.called.get(seat, 0) >= self._terms.grace_ms // _CALLS_PER_GRACE:
            match.called[seat] = now_ms
            self._called.add((match.id, seat))
            self._wanted.set()

    def expected(self, match: Match, seat: Seat) -> None:
        """Somebody else has sat down there: his grace begins now."""
        match.called.pop(seat, None)
        self.called(match, seat)

    def welcome(self, match: Match, seat: Seat) -> None:
        """Brings one who was away back, soon."""
        task = asyncio.get_running_loop().create_task(self._welcome(match.id, seat))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _welcome(self, match_id: str, seat: Seat) -> None:
        try:
            await self._occupying.back(match_id, seat)
        except HouseError as error:
            log.warning("not_back", match=match_id, reason=error.reason)  # his next call tries again

    def _wait_anew(self, places: Sequence[Place]) -> None:
        """Their match is frozen: nobody is away, and no table empty, by the time that goes by meanwhile."""
        self._called.update(places)
        self._wanted.set()

    def _forget(self, match_id: str) -> None:
        self._over.add(match_id)
        self._wanted.set()

    # -- writing down -------------------------------------------------------------------------------------------------

    async def _speak(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                await self._flush()
                await asyncio.sleep(_PAUSE_SECONDS)
            except StoreUnavailable as error:
                log.warning("presence_not_kept", problem=str(error))
                self._wanted.set()
                await asyncio.sleep(_RETRY_SECONDS)

    async def _flush(self) -> None:
        moved, called, over = self._moved, self._called, self._over
        if not (moved or called or over):
            return
        self._moved, self._called, self._over = {}, set(), set()
        lasting = {place: here for place, here in moved.items() if place[0] not in over}
        changes = Changes(
            # In the order of their keys, so that two replicas never wait for each other.
            came=sorted(place for place, here in lasting.items() if here),
            went=sorted(place for place, here in lasting.items() if not here),
            called=sorted(place for place in called if place not in moved and place[0] not in over),
            over=sorted(over),
        )
        try:
            await self._store.keep(self._replica, changes, self._clock.house_ms())
        except StoreUnavailable:
            self._moved = moved | self._moved
            self._called |= called
            self._over |= over
            raise

    # -- rounds -------------------------------------------------------------------------------------------------------

    async def alive(self) -> None:
        """Says that this replica is alive; one that was taken for dead tells all its streams again."""
        if not await self._store.alive(self._replica, self._clock.house_ms()):
            for match in self._room.cached():
                self._moved |= {(match.id, seat): True for seat in match.here}
            self._wanted.set()

    async def bury(self) -> None:
        """Ends the streams of replicas that are dead."""
        now_ms = self._clock.house_ms()
        if self._clock.trusted and (absent := await self._store.bury(now_ms - DEAD_MS, now_ms, but=self._replica)):
            log.warning("replica_dead", absent=absent)

    async def sweep(self) -> int:
        """Tells the matches whose people are gone for longer than the grace; how many people that were."""
        if not self._clock.trusted:
            return 0
        now_ms = self._clock.house_ms()
        waiting = await self._store.waiting(now_ms - self._terms.grace_ms, now_ms, _AT_ONCE)
        for place in waiting:
            await self._gone(place)
        return len(waiting)

    async def sweep_empty(self) -> int:
        """Breaks up the matches at whose table no person has been for too long; how many were looked at."""
        if not self._clock.trusted:
            return 0
        empty = await self._store.empty(self._clock.house_ms() - self._terms.empty_ms, _AT_ONCE)
        for match_id in empty:
            await self._empty(match_id)
        return len(empty)

    async def _gone(self, place: Place) -> None:
        match_id, seat = place[0], Seat(place[1])
        try:
            match = await self._room.match(match_id)
            await self._occupying.away(match_id, seat)
        except Missing:
            self._forget(match_id)
        except HouseError as error:
            log.warning("absence_not_told", match=match_id, reason=error.reason)  # the sweep comes again
        else:
            if match.seats.held:
                self._wait_anew([place])
            elif seat in match.here:
                self._moved[place] = True  # the store does not know of his stream
                self._wanted.set()
            elif match.position.status == Status.FINISHED:
                self._forget(match_id)
            else:
                await self._store.settle(place)

    async def _empty(self, match_id: str) -> None:
        try:
            match = await self._room.match(match_id)
            if await self._occupying.void(match_id):
                return
            if match.seats.held:
                self._wait_anew([(match_id, seat) for seat in match.seats.of_people])
            elif not match.here:
                self._forget(match_id)  # over already, or nobody can decide about it
        except Missing:
            self._forget(match_id)
        except HouseError as error:
            log.warning("not_broken_up", match=match_id, reason=error.reason)
