"""Making commits: what a version is before the journal has it, and what happens at the moment it does."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.runtime.advance import Advance, Event
from services.runtime.committer import Committer
from services.runtime.errors import Unavailable
from services.runtime.journal.interface import Append, Start, Status, StoreUnavailable, Task, TaskKind
from services.runtime.match import Match, Position
from services.runtime.outbox import FIRST_RESEND_MS
from services.runtime.room import Room, Turn
from services.runtime.views import Update
from services.runtime.watch import Subscription

_AGAIN_SECONDS: Final = 0.5
SNAPSHOT_EVERY: Final = 32
"""Commits between two snapshots: a match is loaded by replaying fewer than this many."""


class Commit(msgspec.Struct, frozen=True):
    """A version that the rules have allowed and the journal has not seen yet.

    `seated` is the match with everybody in their seats, for the commit that starts it.
    """

    append: Append
    position: Position
    update: Update
    seated: Match | None = None


class Commits:
    """Prepares commits and sees them through. `wake` is given the tasks of every commit that was made."""

    def __init__(
        self,
        room: Room,
        *,
        bot_pace_ms: int,
        told: Callable[[Sequence[Append]], None],
        wake: Callable[[Sequence[Task]], None],
        expired: Callable[[Match], None],
    ) -> None:
        """`told` hears of every flush, for other replicas; `expired` of a match whose deadline has come."""
        self._room = room
        self._metrics = room.metrics
        self._loader = room.loader
        self._bot_pace_ms = bot_pace_ms
        self._told = told
        self._wake = wake
        self._expired = expired
        self._ended = False
        self._committer = Committer(room.journal, self._flushed)
        room.moved = self.arm

    def open(self) -> None:
        self._committer.open()

    async def close(self) -> None:
        """Flushes what is queued."""
        await self._committer.close()

    # -- before -------------------------------------------------------------------------------------------------------

    def prepare(
        self,
        match: Match,
        before: Position,
        step: Advance,
        clock_ms: int,
        *,
        event: Act[Any] | Lapse | None = None,
        request_id: bytes | None = None,
        start: Start | None = None,
    ) -> Commit:
        """The commit of `step`. Every view that will be asked for is made now: what breaks, breaks before it is kept.

        `event` and `request_id` are set for what a seat asked for. Raises whatever the rules raise.
        """
        now = self._room.clock.unix_ms()
        position = self._loader.position(
            match,
            before,
            before.seq + 1,
            step.state,
            step.waits,
            step.events,
            clock_ms,
            step.outcomes,
            now,
        )
        first: Event | None = step.events[0] if step.events else None
        update = self._loader.update(match, position, step.states, event=first, request_id=request_id)
        if event is not None:
            update.news(event.seat)
        for watcher in match.watchers:
            update.news(watcher.viewer)
        if start is not None:  # whoever watches may find himself seated
            for seat in range(len(match.seats)):
                update.news(Seat(seat))
        over = position.status == Status.FINISHED
        due = over or position.seq - match.saved_seq >= SNAPSHOT_EVERY
        append = Append(
            match_id=match.id,
            seq=position.seq,
            at_ms=now,
            events=self._loader.codec.encode_events(step.events),
            status=position.status,
            clock_ms=clock_ms,
            outcomes=position.outcomes,
            seat=None if event is None else event.seat,
            request_id=request_id,
            deadline_ms=position.deadline_ms,
            cause=position.cause,
            score=msgspec.msgpack.encode(position.score.score) if over and position.score else None,
            start=start,
            snapshot=self._loader.codec.encode_state(step.state) if due else None,
            clears_tasks=match.has_bots and any(match.seats[seat].bot_level for seat in before.due),
            tasks=self._tasks(match, position, now),
        )
        return Commit(append=append, position=position, update=update, seated=match if start is not None else None)

    def _tasks(self, match: Match, position: Position, now: int) -> tuple[Task, ...]:
        """Whom the version wakes: the bots that are due, or who scores the result."""
        if position.status == Status.FINISHED:
            return (self._task(match, TaskKind.SCORING, 0, position.seq, "", now, now),)
        if not match.has_bots:
            return ()
        due = [(seat, match.seats[seat].bot_level) for seat in sorted(position.due)]
        # The pause lets people follow; bots among themselves keep nobody waiting.
        send_ms = now + (self._bot_pace_ms if match.has_people else 0)
        return tuple(self._task(match, TaskKind.BOT, seat, position.seq, lv, now, send_ms) for seat, lv in due if lv)

    def _task(self, match: Match, kind: TaskKind, seat: int, version: int, level: str, now: int, send_ms: int) -> Task:
        return Task(
            match_id=match.id,
            kind=kind,
            seat=seat,
            version=version,
            level=level,
            created_ms=now,
            next_ms=send_ms + FIRST_RESEND_MS,
            attempts=1,
        )

    # -- at that moment -----------------------------------------------------------------------------------------------

    def submit(
        self, turn: Turn, commit: Commit, origin: Subscription | None = None, echo: bytes = b""
    ) -> asyncio.Future[bool | StoreUnavailable]:
        """Hands the commit to the committer, and the turn with it.

        The future tells its fate. It may be abandoned: the commit is made, told and the turn given back all the same.
        """
        fate: asyncio.Future[bool | StoreUnavailable] = asyncio.get_running_loop().create_future()
        match = turn.match
        begun = time.perf_counter()
        turn.handed = True

        def settle(result: bool | StoreUnavailable) -> None:
            try:
                if result is True:
                    self._install(match, commit, origin, echo, begun)
                else:
                    match.stale = True  # the store knows more, or may know more
            finally:
                match.turn.release()
                if not fate.done():
                    fate.set_result(result)

        self._committer.submit(commit.append, settle)
        return fate

    def _install(self, match: Match, commit: Commit, origin: Subscription | None, echo: bytes, begun: float) -> None:
        """The commit is durable: now it is the match, and may be told."""
        append = commit.append
        durable = time.perf_counter()
        self._metrics.move.observe(durable - begun)
        if (seated := commit.seated) is not None:
            match.seated_as(seated)
        match.position = commit.position
        match.update = commit.update
        match.recent.append(commit.update)
        match.asked(append.request_id)
        if append.snapshot is not None:
            match.saved_seq = append.seq
        if match.watchers:
            self._room.publish(match, commit.update, origin, echo)
            self._metrics.told.observe(time.perf_counter() - durable)
        self.arm(match)
        if append.tasks:
            self._wake(append.tasks)
        self._count(commit)

    def _count(self, commit: Commit) -> None:
        if commit.append.start is not None:
            self._metrics.started.inc()
        if commit.position.status == Status.FINISHED:
            finished = self._metrics.finished.get(commit.position.cause)
            if finished is not None:
                finished.inc()
        event = commit.update.event
        if isinstance(event, Lapse):
            (self._metrics.lapses if event.cause == LapseCause.TIMEOUT else self._metrics.abandoned).inc()

    def _flushed(self, made: Sequence[Append], lost: int, failed: bool, seconds: float) -> None:
        if failed:
            self._metrics.store_failures.inc()
            return
        self._metrics.batch.observe(len(made) + lost)
        self._metrics.commit.observe(seconds)
        if lost:
            self._metrics.lost.inc(lost)
        if made:
            self._told(made)

    def end_deadlines(self) -> None:
        """Nobody lapses any more: the service is closing, and whoever serves the match next keeps its deadline."""
        self._ended = True

    # -- deadlines ----------------------------------------------------------------------------------------------------

    def is_overdue(self, match: Match) -> bool:
        """True if the due seats' time has run out, by a clock that can be trusted just now."""
        deadline_ms = match.position.deadline_ms
        if deadline_ms is None or not match.position.due:
            return False
        return self._room.clock.house_ms() >= deadline_ms and self._room.clock.trusted

    def in_time(self, match: Match, clock_ms: int) -> int:
        """The match's clock for an act, before the deadline as long as nobody can be found to have passed it.

        Rules that know clocks judge an act by its time. After a pause of the house that has not been given back yet,
        the time that passed is not the players'.
        """
        deadline_ms = match.position.deadline_ms
        if deadline_ms is None or self._room.clock.trusted:
            return clock_ms
        return max(match.position.clock_ms, min(clock_ms, deadline_ms - match.started_house_ms - 1))

    def arm(self, match: Match) -> None:
        """Sees to it that `expired` is called about when the match's deadline comes.

        A timer that is early only looks again: most deadlines are moved on long before they come, and leaving the old
        timer in place spares two heap operations a move.
        """
        deadline_ms = match.position.deadline_ms
        if deadline_ms is None or not match.position.due or self._ended:
            return
        loop = asyncio.get_running_loop()
        left_ms = deadline_ms - self._room.clock.house_ms()
        # A deadline that is past and could not be kept (the clock is not trusted, the store is away) is looked at again
        # after a while, and not at once and for ever.
        when = loop.time() + (left_ms / 1000 if left_ms > 0 else _AGAIN_SECONDS)
        if match.timer is not None:
            if match.timer.when() <= when and not match.timer.cancelled():
                return
            match.timer.cancel()
        match.timer = loop.call_at(when, self._ring, match)

    def _ring(self, match: Match) -> None:
        match.timer = None
        if self._ended or not self._room.holds(match):
            return
        deadline_ms = match.position.deadline_ms
        if deadline_ms is not None and match.position.due:
            if self._room.clock.house_ms() >= deadline_ms:
                self._expired(match)
            else:
                self.arm(match)


async def made(fate: asyncio.Future[bool | StoreUnavailable]) -> bool:
    """True if the commit was made, False if another was ahead; raises `Unavailable` if nobody knows."""
    result = await fate
    if isinstance(result, StoreUnavailable):
        raise Unavailable("STORE_UNAVAILABLE") from result
    return result
