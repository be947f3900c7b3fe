"""From what the store knows to a match in memory, and to versions that are long past."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Chance, Config, Decide, Fate, Over, Pending, Seat
from services.kernel.record import RecordSeat
from services.kernel.registry import Family
from services.kernel.score import Score
from services.runtime.advance import Event, RulesFault, replay
from services.runtime.clock import HouseClock
from services.runtime.contract import Contract
from services.runtime.dealer import Dealer
from services.runtime.info import fixed_info, moving_info, score_info
from services.runtime.journal.interface import Creation, Head, Journal, Opening, Row, Snapshot, Start, Status
from services.runtime.match import PREFIX, Match, Position
from services.runtime.views import Update

_SEATS = msgspec.json.Decoder(tuple[RecordSeat, ...])
_OPTIONS = msgspec.json.Decoder(dict[str, str])
_SCORE = msgspec.msgpack.Decoder(Score)


class Loader:
    """Makes matches of one family out of rows. What it raises besides `StoreUnavailable` is a fault of the rules."""

    def __init__(self, family: Family, contract: Contract, clock: HouseClock) -> None:
        self.game = family.game
        self.meta = family.game.meta
        self.contract = contract
        self.clock = clock
        self.codec: Codec[Any, Any] = Codec(family.game)

    # -- matches ------------------------------------------------------------------------------------------------------

    def new(self, creation: Creation) -> Match:
        """A match that was just created."""
        match = self._fixed(creation, None)
        self.show(match, self._prepared(match))
        return match

    def load(self, opening: Opening) -> Match:
        """The match as the store has it. Raises what the rules raise if its journal cannot be played again."""
        stored = opening.stored
        match = self._fixed(stored.creation, stored.start)
        _note_requests(match, opening)
        if stored.creation.rules_version != self.meta.rules_version:
            self.show(match, self.blind(stored.head))
        elif stored.head.seq == 0:
            self.show(match, self._prepared(match, stored.head))
        else:
            self._replay(match, opening)
        return match

    def load_blind(self, opening: Opening) -> Match:
        """The match without its state, for one that cannot be played again."""
        match = self._fixed(opening.stored.creation, opening.stored.start)
        _note_requests(match, opening)
        self.show(match, self.blind(opening.stored.head))
        return match

    def started(self, match: Match, start: Start) -> Match:
        """The match with everybody seated, still without a version of its own."""
        return self._fixed(match.creation, start)

    def extend(self, match: Match, head: Head, rows: Sequence[Row]) -> list[Update]:
        """Plays `rows`, which follow the match's version, and gives a version for each; the match is at `head` then."""
        position = match.position
        updates = []
        for row in rows:
            position, update = self._step(match, position, row, self.codec.decode_events(row.events), head)
            updates.append(update)
            match.asked(row.request_id)
        if position.status != head.status:
            position = stopped(position, head.status)
            updates.append(self.update(match, position, None))
        match.position = position
        for update in updates:
            match.update = update
            if update.told:
                match.recent.append(update)
        return updates

    async def rebuild(self, journal: Journal, match: Match, after: int, upto: int) -> list[Update]:
        """The versions `after` + 1 … `upto` of the match, made again from the journal."""
        snapshot = await journal.snapshot(match.id, after)
        seq = snapshot.seq if snapshot else 0
        rows = await journal.rows(match.id, seq, upto)
        position = self._from_snapshot(match, snapshot)
        updates = []
        for row in rows:
            position, update = self._step(match, position, row, self.codec.decode_events(row.events), None)
            if row.seq > after:
                updates.append(update)
        return updates

    # -- positions and updates ----------------------------------------------------------------------------------------

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
    ) -> Position:
        """Where a match with `state`, which waits for `waits` after `events`, stands. Raises what the rules raise."""
        if isinstance(waits, Chance):
            raise RulesFault("a version cannot wait for chance")
        over = isinstance(waits, Over)
        allowance = None if over else self.game.allowance(state)
        question = waits.question if isinstance(waits, Decide) else None
        asked = before if before is not None and question is not None and question == before.question else None
        return Position(
            seq=seq,
            status=Status.FINISHED if over else Status.PLAYING,
            state=state,
            clock_ms=clock_ms,
            deadline_ms=None if allowance is None else match.started_house_ms + clock_ms + allowance,
            outcomes=outcomes,
            updated_ms=at_ms,
            cause=waits.cause if isinstance(waits, Over) else "",
            score=score_info(self.game.score(state), before.score if before is not None else None),
            due=waits.seats if isinstance(waits, Decide) else frozenset(),
            question=question,
            since=asked.since if asked else seq,
            decided=(*asked.decided, *_deciders(events, seq)) if asked else (),
        )

    def update(
        self,
        match: Match,
        position: Position,
        steps: tuple[Any, ...] | None,
        *,
        event: Event | None = None,
        request_id: bytes | None = None,
    ) -> Update:
        """The version for its viewers; `steps` are None where only the state itself is known."""
        deadline_ms = position.deadline_ms if position.due else None
        info = (
            match.fixed
            + (position.score.data if position.score else b"")
            + moving_info(
                position.seq,
                position.status,
                sorted(position.due),
                None if deadline_ms is None else self.clock.to_unix_ms(deadline_ms),
                position.cause,
                position.updated_ms,
            )
        )
        told = steps is not None
        if steps is None and position.state is not None and position.seq > 0:  # before the deal there is no table
            steps = (position.state,)
        return Update(
            self.contract, self.game, position.seq, info, steps, told=told, event=event, request_id=request_id
        )

    def show(self, match: Match, position: Position) -> None:
        """Gives the match a version without a history."""
        match.position = position
        match.update = self.update(match, position, None)

    def blind(self, head: Head) -> Position:
        """Where a match stands whose state cannot be had."""
        score = _SCORE.decode(head.score) if head.score else None
        return Position(
            seq=head.seq,
            status=Status(head.status),
            state=None,
            clock_ms=head.clock_ms,
            deadline_ms=head.deadline_ms,
            outcomes=head.outcomes,
            updated_ms=head.updated_ms,
            cause=head.cause,
            score=score_info(score, None) if score else None,
        )

    # -- inside -------------------------------------------------------------------------------------------------------

    def _fixed(self, creation: Creation, start: Start | None) -> Match:
        name = PREFIX + creation.match_id
        options = _OPTIONS.decode(creation.options)
        seats = _SEATS.decode(start.seats) if start else ()
        fixed = fixed_info(
            name,
            self.meta.slug,
            creation.rules_version,
            options,
            creation.commitment,
            seats,
            start.started_ms if start else None,
        )
        dealer = Dealer(name, creation.secret, [seat.nonce for seat in seats])
        return Match(creation, start, options, seats, dealer, fixed)

    def _setup(self, options: Mapping[str, str]) -> Any:
        return self.game.setup(Config(options=options))

    def _prepared(self, match: Match, head: Head | None = None) -> Position:
        """A match before its start: set up, waiting for nobody."""
        return Position(
            seq=0,
            status=Status(head.status) if head else Status.PREPARED,
            state=self._setup(match.options),
            clock_ms=0,
            deadline_ms=None,
            outcomes=0,
            updated_ms=match.creation.created_ms,
            cause="",
            score=None,
        )

    def _from_snapshot(self, match: Match, snapshot: Snapshot | None) -> Position:
        """A position to replay from. Only what a replay needs of it is true."""
        base = self._prepared(match)
        if snapshot is None:
            return base
        state = self.codec.decode_state(snapshot.state)
        return msgspec.structs.replace(base, seq=snapshot.seq, outcomes=snapshot.outcomes, state=state)

    def _replay(self, match: Match, opening: Opening) -> None:
        head = opening.stored.head
        position = self._from_snapshot(match, opening.snapshot)
        match.saved_seq = position.seq
        if not opening.rows:
            waiting = self.position(
                match,
                None,
                position.seq,
                position.state,
                self.game.pending(position.state),
                (),
                head.clock_ms,
                position.outcomes,
                head.updated_ms,
            )
            self.show(match, stopped(waiting, head.status))
            return
        state, outcomes = position.state, position.outcomes
        for row in opening.rows[:-1]:
            events = self.codec.decode_events(row.events)
            states = replay(self.game, state, events)
            state = states[-1] if states else state
            outcomes += _fates(events)
        last = opening.rows[-1]
        position = msgspec.structs.replace(position, seq=last.seq - 1, state=state, outcomes=outcomes)
        position, update = self._step(match, position, last, self.codec.decode_events(last.events), head)
        if position.status != head.status:
            position = stopped(position, head.status)
            update = self.update(match, position, None)
        match.position, match.update = position, update
        if update.told:
            match.recent.append(update)

    def _step(
        self, match: Match, before: Position, row: Row, events: tuple[Event, ...], head: Head | None
    ) -> tuple[Position, Update]:
        """The version that a row makes of the one before it."""
        states = replay(self.game, before.state, events) or (before.state,)
        clock_ms = before.clock_ms
        for event in events:
            if not isinstance(event, Fate):
                clock_ms = event.at_ms
        if head is not None and head.seq == row.seq:
            clock_ms = head.clock_ms
        outcomes = before.outcomes + _fates(events)
        waits = self.game.pending(states[-1])
        position = self.position(match, before, row.seq, states[-1], waits, events, clock_ms, outcomes, row.at_ms)
        first = events[0] if events else None
        update = self.update(match, position, states, event=first, request_id=row.request_id)
        return position, update


def _note_requests(match: Match, opening: Opening) -> None:
    for request_id in opening.requests:
        match.asked(request_id)
    for row in opening.rows:
        match.asked(row.request_id)


def stopped(position: Position, status: int) -> Position:
    """The position with the status that the store says; nobody is due in a match that is not being played."""
    due = position.due if status == Status.PLAYING else frozenset()
    return msgspec.structs.replace(position, status=Status(status), due=due)


def _deciders(events: tuple[Event, ...], seq: int) -> tuple[tuple[Seat, int], ...]:
    """Who acted or lapsed in the version `seq`."""
    return tuple((event.seat, seq) for event in events if not isinstance(event, Fate))


def _fates(events: tuple[Event, ...]) -> int:
    return sum(1 for event in events if isinstance(event, Fate))
