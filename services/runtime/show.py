"""Showing matches: to who asks once, and to who watches."""

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog

from services.kernel.game import Viewer
from services.runtime.access import seat_for
from services.runtime.errors import Exhausted, HouseError, Unavailable
from services.runtime.identity import Caller
from services.runtime.journal.interface import Status
from services.runtime.match import Match
from services.runtime.room import Room, asked
from services.runtime.spectating import Spectating
from services.runtime.turn import Turn
from services.runtime.views import Update
from services.runtime.watch import DRAINING, Subscription

log = structlog.get_logger(__name__)

MOST_STREAMS: Final = 256
"""Streams that one caller may have open at a process: a person's devices and tables, with plenty to spare."""
LONGEST_CATCH_UP: Final = 64
"""Who comes back within this many versions is told each of them; others are shown the newest."""


class Show:
    """What people see of the matches of one family."""

    def __init__(self, room: Room, spectating: Spectating, looked: Callable[[Match], None]) -> None:
        """`looked` is told of a match whenever a stream of it has come or gone."""
        self._room = room
        self._spectating = spectating
        self._looked = looked
        self._draining = False
        self._streams: Counter[str] = Counter()

    def drain(self) -> None:
        """Ends every stream with a word to resume, and lets none begin."""
        self._draining = True
        for match in self._room.cached():
            for watcher in match.watchers:
                watcher.end(DRAINING)

    def streams_of(self, subject: str) -> int:
        """How many streams a caller has open."""
        return self._streams[subject]

    def _ends(self) -> bool:
        return self._draining

    async def once(self, match_id: str, caller: Caller, heard: Callable[[Match], Awaitable[None]]) -> bytes:
        """The match as the caller may see it now: an answer without happenings. `heard` is told that he asks."""
        match = await self._room.newest(match_id)
        await heard(match)
        viewer = seat_for(caller, match)
        self._spectating.require(caller, match, viewer)
        return await self._seen(match, viewer, person=bool(caller.player))

    async def spectated(self, match: Match) -> bytes:
        """The match as a person without a seat sees it now, whether or not its table wants spectators."""
        return await self._seen(match, None, person=True)

    async def _seen(self, match: Match, viewer: Viewer, *, person: bool) -> bytes:
        if self._spectating.wait(match, viewer, person=person):
            return (await self._spectating.once(match)).full(viewer)
        try:
            return match.update.full(viewer)
        except Exception as error:  # noqa: BLE001  (whatever the view raises freezes this match alone)
            async with Turn(self._room, match.id) as turn:
                if turn.match.position.status != Status.FROZEN:
                    await self._room.freeze(turn.match, error)
                return turn.match.update.full(viewer)

    async def subscribe(self, match_id: str, caller: Caller, after: int) -> tuple[Match, Subscription]:
        """A queue that begins with what the watcher has missed after version `after` and goes on with every commit.

        First comes the newest version as a whole, or, for one who has seen `after` not long ago, each version since.
        It is all taken in the match's turn, so nothing falls between what was missed and what follows. `unsubscribe`
        must be called at the end. Raises `Exhausted` if the `caller` has too many streams open already.
        """
        if self._ends():
            raise Unavailable("DRAINING")
        if self._streams[caller.subject] >= MOST_STREAMS:
            raise Exhausted("TOO_MANY_STREAMS", {"limit": MOST_STREAMS})
        async with Turn(self._room, match_id) as turn:
            match = turn.match
            if match.stale or self._room.journal.shared:
                await self._room.refresh(match)
            # Who sits where is known now.
            person = bool(caller.player)
            viewer_of = partial(seat_for, caller)
            self._spectating.require(caller, match, viewer_of(match))
            subscription = Subscription(match, viewer_of, person=person, spectating=self._spectating)
            if subscription.wait(match):
                await self._late(match, subscription, after)
            else:
                for version, data in await self._first(match, subscription.viewer, after):
                    subscription.push(version, data)
            match.watchers.add(subscription)
            self._looked(match)
        self._streams[caller.subject] += 1
        self._room.metrics.watchers.inc()
        if self._ends():  # it began while we waited
            subscription.end(DRAINING)
        return match, subscription

    def unsubscribe(self, match: Match, subject: str, subscription: Subscription) -> None:
        """Ends a subscription; may be called twice."""
        subscription.leave()
        if subscription in match.watchers:
            match.watchers.discard(subscription)
            self._looked(match)
            self._streams[subject] -= 1
            if not self._streams[subject]:
                del self._streams[subject]
            self._room.metrics.watchers.dec()

    async def _first(self, match: Match, viewer: Viewer, after: int) -> list[tuple[int, bytes]]:
        """What a watcher is sent first. In the match's turn."""
        try:
            missed = await self._missed(match, after)
            news = [(update.version, update.news(viewer)) for update in missed]
            return news or [(match.position.seq, match.update.full(viewer))]
        except HouseError:
            raise
        except Exception as error:  # noqa: BLE001  (whatever the view raises freezes this match alone)
            await self._room.freeze(match, error)
            return [(match.position.seq, match.update.full(viewer))]

    async def _late(self, match: Match, subscription: Subscription, after: int) -> None:
        """Queues for a spectator what he may see now, and what has happened, for when he may. In the match's turn."""
        late = await self._spectating.late(match)
        now_ms = self._room.clock.unix_ms()
        subscription.push(late.shown.version, late.shown.full(None))
        for at_ms, update in late.coming:
            if update.version > after:
                subscription.push(update.version, update.news(None), max(0.001, (at_ms - now_ms) / 1000))

    async def _missed(self, match: Match, after: int) -> list[Update]:
        """The versions after `after`, each with its happenings; none if there are none, or too many."""
        seq = match.position.seq
        if not 0 < after < seq or seq - after > LONGEST_CATCH_UP or match.position.state is None:
            return []
        recent = [update for update in match.recent if update.version > after]
        if [update.version for update in recent] == list(range(after + 1, seq + 1)):
            return recent
        return await asked(self._room.loader.rebuild(self._room.journal, match, after, seq))
