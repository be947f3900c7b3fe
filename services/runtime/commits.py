"""Seeing commits through: to the journal, and what happens at the moment it has them."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

from services.kernel.game import Lapse, LapseCause, Seat
from services.kernel.orders import Order
from services.kernel.seating import Kind
from services.runtime.committer import Committer
from services.runtime.errors import Unavailable
from services.runtime.journal.interface import Append, Status, StoreUnavailable, Task
from services.runtime.match import Match, Position
from services.runtime.preparing import Commit
from services.runtime.room import Room
from services.runtime.turn import Turn
from services.runtime.watch import Subscription

_AGAIN_SECONDS: Final = 0.5


class Commits:
    """Sees the commits of one family through. `wake` is given the tasks of every commit that was made."""

    def __init__(
        self,
        room: Room,
        *,
        told: Callable[[Sequence[Append]], None],
        wake: Callable[[Sequence[Task]], None],
        expired: Callable[[Match], None],
        idled: Callable[[Match, Seat], None],
        idle_turns: int,
    ) -> None:
        """`told` hears of every flush, for other replicas; `expired` of a match whose deadline has come; `idled` of a
        seat whose person let his time run out `idle_turns` times in a row.
        """
        self._room = room
        self._metrics = room.metrics
        self._told = told
        self._wake = wake
        self._expired = expired
        self._idled = idled
        self._idle_turns = idle_turns
        self._ended = False
        self._committer = Committer(room.journal, self._flushed)
        room.moved = self.arm

    def open(self) -> None:
        self._committer.open()

    async def close(self) -> None:
        """Flushes what is queued."""
        await self._committer.close()

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
        if (started := commit.started) is not None:
            match.started_as(started)
        match.position = commit.position
        match.update = commit.update
        match.recent.append(commit.update)
        match.asked(append.request_id)
        if append.snapshot is not None:
            match.saved_seq = append.seq
        if commit.reseats:
            match.look_again()
        if match.watchers:
            self._room.publish(match, commit.update, origin, echo)
            self._metrics.told.observe(time.perf_counter() - durable)
        self.arm(match)
        if append.tasks:
            self._wake(append.tasks)
        if commit.reseats or commit.position.status == Status.FINISHED:
            self._room.reseated(match)
        self._count(match, commit)

    def _count(self, match: Match, commit: Commit) -> None:
        if commit.append.start is not None:
            self._metrics.started.inc()
        if commit.position.status == Status.FINISHED:
            finished = self._metrics.finished.get(commit.position.cause)
            if finished is not None:
                finished.inc()
        if (occupied := commit.occupied) is not None:
            self._metrics.seatings[occupied.kind].inc()
            if occupied.kind is Kind.LEFT:
                self._metrics.abandoned.inc()
        event = commit.update.event
        if isinstance(event, Order):
            self._metrics.orders[event.kind].inc()
        if isinstance(event, Lapse) and event.cause is LapseCause.TIMEOUT:
            self._metrics.lapses.inc()
            self._look_for_idle(match, commit.position)

    def _look_for_idle(self, match: Match, position: Position) -> None:
        for seat, times in position.idle.items():
            if times >= self._idle_turns and position.seats.is_present(seat) and position.status == Status.PLAYING:
                self._idled(match, seat)

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

    def clock_of(self, match: Match) -> int:
        """The match's own clock; it never goes back, whatever the machine's does, but by a rewind."""
        if match.seats.held:
            return match.seats.seating.orders.held_at_ms
        return max(match.position.clock_ms, self._room.clock.house_ms() - match.clock_zero_ms)

    def in_time(self, match: Match, clock_ms: int) -> int:
        """The match's clock for an act, before the deadline as long as nobody can be found to have passed it.

        Rules that know clocks judge an act by its time. After a pause of the house that has not been given back yet,
        the time that passed is not the players'.
        """
        deadline_ms = match.position.deadline_ms
        if deadline_ms is None or self._room.clock.trusted:
            return clock_ms
        return max(match.position.clock_ms, min(clock_ms, deadline_ms - match.clock_zero_ms - 1))

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
