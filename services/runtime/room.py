"""The matches of a family that are in memory: found, loaded, caught up, frozen, and shown to who watches them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import structlog

from services.runtime.clock import HouseClock
from services.runtime.errors import Missing, Refused, Unavailable
from services.runtime.journal.interface import Journal, Opening, Status, StoreUnavailable
from services.runtime.loader import Loader, stopped
from services.runtime.match import Match
from services.runtime.metrics import FamilyMetrics
from services.runtime.views import Update
from services.runtime.watch import Subscription

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Room:
    """Matches in memory, the least recently used of them leaving first when there are more than `cached`.

    A match that is watched or being decided about stays. `moved` is called with a match that was loaded or caught up,
    `reseated` with one whose seats have changed, or which is over.
    """

    def __init__(
        self, loader: Loader, journal: Journal, clock: HouseClock, metrics: FamilyMetrics, *, cached: int
    ) -> None:
        self.loader = loader
        self.journal = journal
        self.clock = clock
        self.metrics = metrics
        self._cached = cached
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self.moved: Callable[[Match], None] = _nothing
        self.reseated: Callable[[Match], None] = _nothing

    # -- finding ------------------------------------------------------------------------------------------------------

    async def match(self, match_id: str) -> Match:
        """The match, from memory or from the store. Raises `Missing`, or `Unavailable` if the store is."""
        match = self.in_memory(match_id)
        if match is not None:
            return match
        loading = self._loading.get(match_id)
        if loading is None:
            loading = asyncio.create_task(self._load(match_id))
            self._loading[match_id] = loading
            loading.add_done_callback(lambda task: self._loaded(match_id, task))
        # Shielded: one caller who goes away must not end the loading for the others.
        return await asyncio.shield(loading)

    async def newest(self, match_id: str) -> Match:
        """The match as new as the store has it."""
        match = await self.match(match_id)
        if match.stale or self.journal.shared:
            versions = await asked(self.journal.versions([match_id]))
            if match_id in versions:
                await self.notice(match_id, *versions[match_id])
        return match

    def holds(self, match: Match) -> bool:
        """True if `match` is the one that is in memory under its id."""
        return self._matches.get(match.id) is match

    def cached(self) -> list[Match]:
        """The matches in memory, the least recently used first."""
        return list(self._matches.values())

    def in_memory(self, match_id: str) -> Match | None:
        """The match, if it is in memory."""
        match = self._matches.get(match_id)
        if match is not None:
            self._matches.move_to_end(match_id)
        return match

    def keep(self, match: Match) -> None:
        """Takes a match into memory."""
        self._matches[match.id] = match
        surplus = len(self._matches) - self._cached
        if surplus > 0:
            leaving = []
            for other in self._matches.values():
                if other.idle and other is not match:
                    leaving.append(other)
                    if len(leaving) == surplus:
                        break
            for other in leaving:
                if other.timer is not None:
                    other.timer.cancel()
                del self._matches[other.id]
        self.metrics.cached.set(len(self._matches))

    def _loaded(self, match_id: str, task: asyncio.Task[Match]) -> None:
        self._loading.pop(match_id, None)
        if not task.cancelled() and task.exception() is None:
            self.moved(task.result())

    async def _load(self, match_id: str) -> Match:
        opening = await asked(self.journal.read(match_id))
        if opening is None:
            raise Missing("MATCH_NOT_FOUND", {"match": f"matches/{match_id}"})
        match = self._made(opening)
        if isinstance(match, Match):
            self.keep(match)
            return match
        try:
            blind = self.loader.load_blind(opening)
        except Exception as error:
            log.exception("match_unreadable", match=match_id)
            raise Refused("MATCH_FROZEN", {"match": f"matches/{match_id}"}) from error
        self.keep(blind)
        if blind.position.status in (Status.PREPARED, Status.PLAYING):
            async with blind.turn:
                await self.freeze(blind, match)
        return blind

    def _made(self, opening: Opening) -> Match | Exception:
        try:
            return self.loader.load(opening)
        except Exception as error:  # noqa: BLE001  (whatever the rules raise freezes this match alone)
            return error

    # -- keeping up with the store -------------------------------------------------------------------------------------

    async def notice(self, match_id: str, seq: int, status: int) -> None:
        """Hears that the store has the match at `seq`; catches up if that is news to this process."""
        match = self._matches.get(match_id)
        if match is None or not _is_behind(match, seq, status):
            return
        async with match.turn:
            if _is_behind(match, seq, status):
                await self.refresh(match)

    def hear(self, match_id: str, seq: int, status: int) -> bool:
        """Hears that another replica has the match at `seq`; True if somebody who watches here has to be told.

        A copy that nobody watches is marked and catches up when it is asked for: if every replica followed every match
        that it ever served, each move would cost all of them nearly what it cost the one that made it.
        """
        match = self._matches.get(match_id)
        if match is None or not _is_behind(match, seq, status):
            return False
        if not match.watchers:
            match.stale = True
        return bool(match.watchers)

    async def refresh(self, match: Match) -> None:
        """Catches up with the store; to be called in the match's turn."""
        opening = None
        seats = match.position.seats
        head = await asked(self.journal.head(match.id))
        if head is None:
            raise Missing("MATCH_NOT_FOUND", {"match": match.name})
        position = match.position
        thawed = position.status == Status.FROZEN and head.status != Status.FROZEN
        rewound = head.seq < position.seq  # a store that was set back to an older copy of itself
        if position.state is None or match.start is None or thawed or rewound:
            opening = await asked(self.journal.read(match.id))
        rows = await asked(self.journal.rows(match.id, position.seq, head.seq)) if opening is None else ()
        past = await asked(self.loader.past(self.journal, match, rows))
        try:
            if opening is not None:
                updates = [self._renew(match, self.loader.load(opening))]
            else:
                updates = self.loader.extend(match, head, rows, past)
        except Exception as error:
            if position.status in (Status.PREPARED, Status.PLAYING):
                match.position = msgspec.structs.replace(position, seq=head.seq)
                await self.freeze(match, error)
            elif opening is not None and head.status == Status.FINISHED:  # a moderator has broken up what is broken
                self.publish(match, self._renew(match, self.loader.load_blind(opening)))
            else:
                log.exception("match_still_broken", match=match.name)
            match.stale = False
            return
        match.stale = False
        reseated = match.position.seats is not seats
        if reseated:
            match.look_again()
        for update in updates:
            self.publish(match, update)
        self.moved(match)
        if reseated or match.position.status == Status.FINISHED:
            self.reseated(match)

    def _renew(self, match: Match, fresh: Match) -> Update:
        """Makes the match what a new loading of it is; who watches it stays."""
        match.started_as(fresh)
        match.position, match.update, match.recent = fresh.position, fresh.update, fresh.recent
        match.saved_seq, match.requests = fresh.saved_seq, fresh.requests
        return match.update

    # -- showing ------------------------------------------------------------------------------------------------------

    def publish(self, match: Match, update: Update, origin: Subscription | None = None, echo: bytes = b"") -> None:
        """Gives a version to everybody who watches; on the stream `origin` it says whose request it answers.

        What a family's view raises here must have been tried before (`commits.py`); a version that was not tried and
        breaks for somebody is left out for him.
        """
        for watcher in match.watchers:
            try:
                data = update.news(watcher.viewer)
            except Exception:
                log.exception("view_broke", match=match.name, version=update.version)
                continue
            watcher.push(update.version, data + echo if watcher is origin else data, watcher.wait(match))

    def time_given_back(self) -> None:
        """The house's clock was set back by a downtime: deadlines are later than everybody was told."""
        for match in self.cached():
            if match.position.deadline_ms is not None and match.position.due and not match.turn.locked():
                match.update = self.loader.update(match, match.position, None)
                self.publish(match, match.update)

    # -- freezing -----------------------------------------------------------------------------------------------------

    async def freeze(self, match: Match, error: BaseException) -> Refused:
        """Stops a match in which the rules broke; to be called in its turn. Gives what its callers are told.

        The state stays as the journal has it. If the store cannot be told now, the match is frozen in this process, and
        whoever loads it next meets the same fault.
        """
        position = match.position
        log.error(
            "match_frozen",
            match=match.name,
            family=self.loader.meta.slug,
            version=position.seq,
            position=self._notation(match),
            exc_info=error,
        )
        self.metrics.freezes.inc()
        try:
            if not await self.journal.freeze(match.id, position.seq):
                match.stale = True  # another replica was ahead
        except StoreUnavailable:
            match.stale = True
        match.position = stopped(position, Status.FROZEN)
        match.update = self._shown_frozen(match)
        self.publish(match, match.update)
        return Refused("MATCH_FROZEN", {"match": match.name})

    def _shown_frozen(self, match: Match) -> Update:
        """The frozen match with its table, or without if that is what broke."""
        update = self.loader.update(match, match.position, None)
        viewers = {None, *(watcher.viewer for watcher in match.watchers)}
        try:
            for viewer in viewers:
                update.news(viewer)
        except Exception:  # noqa: BLE001  (it was told already)
            return self.loader.update(match, msgspec.structs.replace(match.position, state=None), None)
        return update

    def _notation(self, match: Match) -> str:
        """The position for the log. The notation has no chance that is still to come (rules 0.8)."""
        try:
            state = match.position.state
            return "" if state is None else self.loader.game.notation.write_position(state)
        except Exception:  # noqa: BLE001  (a log line must not fail)
            return "cannot be written"


def _nothing(match: Match) -> None:
    del match


async def asked(answer: Awaitable[T]) -> T:
    """What the store answers; raises `Unavailable` if it cannot."""
    try:
        return await answer
    except StoreUnavailable as error:
        raise Unavailable("STORE_UNAVAILABLE") from error


def _is_behind(match: Match, seq: int, status: int) -> bool:
    position = match.position
    return match.stale or seq > position.seq or (seq == position.seq and status != position.status)
