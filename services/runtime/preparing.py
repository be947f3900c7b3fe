"""What a commit is before the journal has it: a version that the rules have allowed, and what comes true with it."""

from typing import Any, Final

import msgspec

from services.kernel.game import Seat
from services.kernel.orders import Order, OrderKind
from services.kernel.seating import Kind, Occupy
from services.runtime.advance import Advance
from services.runtime.clock import HouseClock
from services.runtime.journal.interface import HOUSE, Append, Start, Status, Task, TaskKind
from services.runtime.loader import Loader
from services.runtime.match import Match, Position
from services.runtime.outbox import FIRST_RESEND_MS
from services.runtime.versions import AnyEvent, seats_after
from services.runtime.views import Update

SNAPSHOT_EVERY: Final = 32
"""Commits between two snapshots: a match is loaded by replaying fewer than this many."""


class Commit(msgspec.Struct, frozen=True):
    """A version that the rules have allowed and the journal has not seen yet.

    `started` is the match with what is fixed at its start, for the commit that starts it; `occupied` what it changes
    about who plays a seat, `ordered` what a moderator ordered.
    """

    append: Append
    position: Position
    update: Update
    started: Match | None = None
    occupied: Occupy | None = None
    ordered: Order | None = None

    @property
    def reseats(self) -> bool:
        """True if it changes who plays, or whether anybody may."""
        return self.started is not None or self.occupied is not None or self.ordered is not None


class Preparing:
    """Makes the commits of one family. A stand-in or bot at a table with people acts after `bot_pace_ms`."""

    def __init__(self, loader: Loader, clock: HouseClock, *, bot_pace_ms: int) -> None:
        self._loader = loader
        self._clock = clock
        self._bot_pace_ms = bot_pace_ms

    def prepare(
        self,
        match: Match,
        before: Position,
        step: Advance,
        clock_ms: int,
        *,
        asker: Seat | None = None,
        request_id: bytes | None = None,
        start: Start | None = None,
        occupied: Occupy | None = None,
    ) -> Commit:
        """The commit of `step`, with what `occupied` changes about the seats.

        `asker` and `request_id` are set for what a seat asked for. Raises whatever the rules raise.
        """
        now = self._clock.unix_ms()
        events: tuple[AnyEvent, ...] = step.events if occupied is None else (*step.events, occupied)
        seats = self._loader.first_seats(match) if start is not None else before.seats
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
            seats_after(seats, events, before.seq + 1),
        )
        first = events[0] if events else None
        update = self._loader.update(match, position, step.states, event=first, asker=asker, request_id=request_id)
        return self._commit(match, before, position, update, events, occupied, start)

    def occupy(
        self,
        match: Match,
        event: Occupy,
        *,
        asker: Seat | None = None,
        request_id: bytes | None = None,
    ) -> Commit:
        """The commit that changes who plays a seat, and nothing else. Raises `Illegal` for what cannot be."""
        before, now = match.position, self._clock.unix_ms()
        position = self._loader.occupied(match, before, before.seq + 1, event, now)
        update = self._loader.update(match, position, (), event=event, asker=asker, request_id=request_id)
        return self._commit(match, before, position, update, (event,), event, None)

    def order(self, match: Match, order: Order, request_id: bytes, past: Advance | None = None) -> Commit:
        """The commit of a moderator's order; `past` is where a rewind goes back to, with the chance that follows.

        Raises `Illegal` for what cannot be.
        """
        before, now = match.position, self._clock.unix_ms()
        seq = before.seq + 1
        events: tuple[AnyEvent, ...] = (order,)
        steps: tuple[Any, ...] = ()
        if past is None:
            position = self._loader.ordered(match, before, seq, order, now)
        else:
            events, steps = (order, *past.events), past.states if past.events else ()
            position = self._loader.rewound(match, before, seq, order, past.state, past.events, now)
        update = self._loader.update(match, position, steps, event=order, request_id=request_id)
        commit = self._commit(match, before, position, update, events, None, None, order)
        return msgspec.structs.replace(commit, append=self._of_the_house(commit.append, before, position, order))

    def _of_the_house(self, append: Append, before: Position, position: Position, order: Order) -> Append:
        """What else becomes true with an order: a rewind keeps its state, and a thaw waits for everybody anew."""
        state, seats = position.state, position.seats
        keeps = append.snapshot is not None or order.kind is OrderKind.REWIND
        return msgspec.structs.replace(
            append,
            seat=HOUSE,
            seating=seats.row(),
            snapshot=self._loader.codec.encode_state(state) if keeps and state is not None else None,
            awaited=seats.of_people if order.kind is OrderKind.THAW else (),
            awaited_ms=self._clock.house_ms(),
            held=seats.held,
            frozen=before.status == Status.FROZEN,
        )

    def _commit(
        self,
        match: Match,
        before: Position,
        position: Position,
        update: Update,
        events: tuple[AnyEvent, ...],
        occupied: Occupy | None,
        start: Start | None,
        ordered: Order | None = None,
    ) -> Commit:
        """Every view that will be asked for is made now: what breaks, breaks before it is kept."""
        if update.asker is not None:
            update.news(update.asker)
        for watcher in match.watchers:
            update.news(watcher.viewer)
        reseats = start is not None or occupied is not None or ordered is not None
        if reseats:  # whoever watches may find himself seated, or seated no more
            for viewer in (None, *map(Seat, range(len(position.seats)))):
                update.news(viewer)
        over = position.status == Status.FINISHED
        due = over or position.seq - match.saved_seq >= SNAPSHOT_EVERY
        append = Append(
            match_id=match.id,
            seq=position.seq,
            at_ms=position.updated_ms,
            events=self._loader.codec.encode_events(events),
            status=position.status,
            clock_ms=position.clock_ms,
            outcomes=position.outcomes,
            seat=update.asker,
            request_id=update.request_id,
            deadline_ms=position.deadline_ms,
            cause=position.cause,
            score=msgspec.msgpack.encode(position.score.score) if over and position.score else None,
            start=start,
            snapshot=self._loader.codec.encode_state(position.state) if due else None,
            clears_tasks=before.seats.has_bots and any(before.seats.woken[seat] for seat in before.due),
            tasks=(*self._tasks(match, position), *self._leave(match, before, position, occupied)),
            seating=position.seats.row() if occupied is not None else None,
            awaited=position.seats.of_people if start is not None else (),
            awaited_ms=start.started_house_ms if start is not None else 0,
        )
        started = match if start is not None else None
        return Commit(append, position, update, started, occupied, ordered)

    def _tasks(self, match: Match, position: Position) -> tuple[Task, ...]:
        """Whom the version wakes: the bots and stand-ins that are due, or who scores the result."""
        now, seats = position.updated_ms, position.seats
        if position.status == Status.FINISHED:
            return (self._task(match, TaskKind.SCORING, 0, position.seq, "", now, now),)
        if not seats.has_bots:
            return ()
        due = [(seat, seats.woken[seat]) for seat in sorted(position.due)]
        # The pause lets people follow; bots among themselves keep nobody waiting.
        send_ms = now + (self._bot_pace_ms if seats.has_people else 0)
        return tuple(self._task(match, TaskKind.BOT, seat, position.seq, lv, now, send_ms) for seat, lv in due if lv)

    def _leave(self, match: Match, before: Position, position: Position, occupied: Occupy | None) -> tuple[Task, ...]:
        """The league is told at once that somebody has left, however long the match goes on (11.6).

        Where leaving ends the match, its result tells it.
        """
        if occupied is None or occupied.kind is not Kind.LEFT or self._loader.meta.leave_ends(match.options):
            return ()
        now, leaver = position.updated_ms, before.seats.seating.seats[occupied.seat].player
        return (self._task(match, TaskKind.LEAVE, occupied.seat, position.seq, leaver, now, now),)

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
