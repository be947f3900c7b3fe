"""One version of a match after the other: where it stands, and how it is shown."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Pending, Seat
from services.kernel.orders import Order
from services.kernel.record import house_score, rewound_to
from services.kernel.registry import Family
from services.kernel.seating import Kind, Occupy
from services.runtime.advance import Event, RulesFault, replay
from services.runtime.clock import HouseClock
from services.runtime.contract import Contract
from services.runtime.info import moving_info, score_info
from services.runtime.journal.interface import HOUSE, Row, Status
from services.runtime.match import Match, Position
from services.runtime.seats import Seats, changed
from services.runtime.views import Update

AnyEvent = Event | Occupy | Order

_AT_ONCE: Final = (Kind.BACK, Kind.SUBSTITUTE)


class Versions:
    """Makes the versions of one family's matches. Raises whatever the rules raise."""

    def __init__(self, family: Family, contract: Contract, clock: HouseClock) -> None:
        self.game = family.game
        self.meta = family.game.meta
        self.contract = contract
        self.clock = clock

    def position(
        self,
        match: Match,
        before: Position | None,
        seq: int,
        state: Any,
        waits: Pending,
        events: tuple[Event, ...],
        clock_ms: int,
        outcomes: int,
        at_ms: int,
        seats: Seats,
    ) -> Position:
        """Where a match with `state`, which waits for `waits` after `events`, stands."""
        if isinstance(waits, Chance):
            raise RulesFault("a version cannot wait for chance")
        over = isinstance(waits, Over)
        question = waits.question if isinstance(waits, Decide) else None
        asked = before if before is not None and question is not None and question == before.question else None
        position = Position(
            seq=seq,
            status=Status.FINISHED if over else Status.PLAYING,
            state=state,
            clock_ms=clock_ms,
            deadline_ms=None if over else self._deadline(match, state, clock_ms, seats),
            outcomes=outcomes,
            updated_ms=at_ms,
            cause=waits.cause if isinstance(waits, Over) else "",
            score=score_info(self.game.score(state), before.score if before is not None else None),
            seats=seats,
            due=waits.seats if isinstance(waits, Decide) else frozenset(),
            question=question,
            since=asked.since if asked else seq,
            decided=(*asked.decided, *_deciders(events, seq)) if asked else (),
            idle=idle_after(before.idle, events, seats) if before is not None else {},
        )
        return self._standing(match, position) if seats.stands else position

    def _deadline(self, match: Match, state: Any, clock_ms: int, seats: Seats) -> int | None:
        """When the time of who is due runs out (house time), who was asked at `clock_ms` of the match's own clock."""
        allowance = self.game.allowance(state)
        return None if allowance is None else match.started_house_ms + seats.stopped_ms + clock_ms + allowance

    def occupied(self, match: Match, before: Position, seq: int, event: Occupy, at_ms: int) -> Position:
        """Where a match stands once `event` has changed who plays a seat: at the same question, with the same deadline.

        Decisions made on an earlier version of the question are still heard. Raises `Illegal` for what cannot be.
        """
        seats = changed(before.seats, before.seats.seating.after(event, seq))
        idle = before.idle
        if event.kind in _AT_ONCE and event.seat in idle:
            idle = {seat: times for seat, times in idle.items() if seat != event.seat}
        position = msgspec.structs.replace(before, seq=seq, updated_ms=at_ms, seats=seats, idle=idle)
        return self._standing(match, position) if seats.stands else position

    def ordered(self, match: Match, before: Position, seq: int, order: Order, at_ms: int) -> Position:
        """Where a match stands once `order`, which is no rewind, has been carried out: at the same question, if any.

        Raises `Illegal` for what cannot be.
        """
        seats = changed(before.seats, before.seats.seating.ordered(order, seq))
        position = msgspec.structs.replace(before, seq=seq, updated_ms=at_ms, seats=seats)
        if seats.stands:
            return self._standing(match, position)
        waits = self.game.pending(position.state)
        return msgspec.structs.replace(
            position,
            due=waits.seats if isinstance(waits, Decide) else frozenset(),
            deadline_ms=self._deadline(match, position.state, position.clock_ms, seats),
        )

    def rewound(
        self, match: Match, before: Position, seq: int, order: Order, state: Any, fates: tuple[Event, ...], at_ms: int
    ) -> Position:
        """Where a match stands that `order` took back to an earlier state: at `state`, which `fates` have led to since.

        What was asked before is asked no more. Raises `Illegal` for what cannot be.
        """
        seats = changed(before.seats, before.seats.seating.ordered(order, seq))
        outcomes = before.outcomes + len(fates)
        waits = self.game.pending(state)
        return self.position(match, None, seq, state, waits, (), order.at_ms, outcomes, at_ms, seats)

    def _standing(self, match: Match, position: Position) -> Position:
        """The same position in a match that a moderator has frozen, or that the house has ended: nobody is due."""
        position = msgspec.structs.replace(position, deadline_ms=None, due=frozenset())
        if not (cause := position.seats.end):
            return position
        score = position.score
        if score is not None:
            score = score_info(house_score(cause, score.score, self.meta, match.options), score)
        return msgspec.structs.replace(position, status=Status.FINISHED, cause=cause, score=score)

    def update(
        self,
        match: Match,
        position: Position,
        steps: tuple[Any, ...] | None,
        *,
        event: AnyEvent | None = None,
        asker: Seat | None = None,
        request_id: bytes | None = None,
    ) -> Update:
        """The version for its viewers. `steps` are the states that its commit went through, none if it left the state
        as it was; None where only the state itself is known, and not what happened.
        """
        deadline_ms = position.deadline_ms if position.due else None
        info = (
            match.fixed
            + position.seats.data
            + (position.score.data if position.score else b"")
            + moving_info(
                position.seq,
                Status.FROZEN if position.seats.held else position.status,
                sorted(position.due),
                None if deadline_ms is None else self.clock.to_unix_ms(deadline_ms),
                position.cause,
                position.updated_ms,
            )
        )
        return Update(
            self.contract,
            self.game,
            position.seq,
            info,
            position.state if position.seq > 0 else None,  # before the deal there is no table
            steps or (),
            told=steps is not None,
            event=event,
            asker=asker,
            request_id=request_id,
        )

    def show(self, match: Match, position: Position) -> None:
        """Gives the match a version without a history."""
        match.position = position
        match.update = self.update(match, position, None)

    def step(
        self,
        match: Match,
        before: Position,
        row: Row,
        events: tuple[AnyEvent, ...],
        clock_ms: int | None,
        past: Mapping[int, Any] = {},
    ) -> tuple[Position, Update]:
        """The version that a row makes of the one before it; `clock_ms` is its clock where the store has it, and `past`
        has the states that rewinds go back to, by the versions that they make.
        """
        told = asked_of_rules(events)
        first = events[0] if events else None
        asker = None if row.seat is None or row.seat == HOUSE else Seat(row.seat)
        if isinstance(first, Order) and rewound_to(events) is not None:
            states = replay(self.game, past[row.seq], told)
            state = states[-1] if states else past[row.seq]
            position = self.rewound(match, before, row.seq, first, state, told, row.at_ms)
            return position, self.update(match, position, states, event=first, request_id=row.request_id)
        if events and not told:
            position = before
            for event in events:
                if isinstance(event, Order):
                    position = self.ordered(match, position, row.seq, event, row.at_ms)
                elif isinstance(event, Occupy):
                    position = self.occupied(match, position, row.seq, event, row.at_ms)
            return position, self.update(match, position, (), event=first, asker=asker, request_id=row.request_id)
        states = replay(self.game, before.state, told) or (before.state,)
        if clock_ms is None:
            clock_ms = before.clock_ms
            for one in told:
                if not isinstance(one, Fate):
                    clock_ms = one.at_ms
        position = self.position(
            match,
            before,
            row.seq,
            states[-1],
            self.game.pending(states[-1]),
            told,
            clock_ms,
            before.outcomes + fates(told),
            row.at_ms,
            seats_after(before.seats, events, row.seq),
        )
        return position, self.update(match, position, states, event=first, asker=asker, request_id=row.request_id)


def asked_of_rules(events: tuple[AnyEvent, ...]) -> tuple[Event, ...]:
    """Those of a commit's events that the rules are told of."""
    return tuple(event for event in events if not isinstance(event, Occupy | Order))


def seats_after(before: Seats, events: tuple[AnyEvent, ...], seq: int) -> Seats:
    """The seats once the changes and orders among `events` have been made."""
    seats = before
    for event in events:
        if isinstance(event, Occupy):
            seats = changed(seats, seats.seating.after(event, seq))
        elif isinstance(event, Order):
            seats = changed(seats, seats.seating.ordered(event, seq))
    return seats


def fates(events: tuple[AnyEvent, ...]) -> int:
    """How many outcomes of chance there are among `events`."""
    return sum(1 for event in events if isinstance(event, Fate))


def idle_after(idle: Mapping[Seat, int], events: tuple[AnyEvent, ...], seats: Seats) -> Mapping[Seat, int]:
    """How often in a row each person has let his time run out, once `events` have happened.

    While he is away others play his seat, and nothing is counted.
    """
    for event in events:
        if isinstance(event, Lapse) and event.cause is LapseCause.TIMEOUT and seats.is_present(event.seat):
            idle = {**idle, event.seat: idle.get(event.seat, 0) + 1}
        elif isinstance(event, Act) and event.seat in idle and event.seat not in seats.away:
            idle = {seat: times for seat, times in idle.items() if seat != event.seat}
    return idle


def _deciders(events: tuple[Event, ...], seq: int) -> tuple[tuple[Seat, int], ...]:
    """Who acted or lapsed in the version `seq`."""
    return tuple((event.seat, seq) for event in events if not isinstance(event, Fate))
