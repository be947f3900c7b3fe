"""From what the store knows to a match in memory, and to versions that are long past."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Act, Config, Lapse
from services.kernel.orders import Order, OrderKind
from services.kernel.record import RecordSeat, rewound_to
from services.kernel.registry import Family
from services.kernel.score import Score
from services.runtime.advance import RulesFault, replay
from services.runtime.clock import HouseClock
from services.runtime.contract import Contract
from services.runtime.dealer import Dealer
from services.runtime.info import fixed_info, score_info
from services.runtime.journal.interface import Creation, Head, Journal, Opening, Row, Snapshot, Start, Status
from services.runtime.match import PREFIX, Match, Position
from services.runtime.seats import Seats, first_seats, kept_seats
from services.runtime.versions import AnyEvent, Versions, asked_of_rules, fates, idle_after, seats_after
from services.runtime.views import Update

_SEATS = msgspec.json.Decoder(tuple[RecordSeat, ...])
_OPTIONS = msgspec.json.Decoder(dict[str, str])
_REWIND = OrderKind.REWIND.value.encode()
_SCORE = msgspec.msgpack.Decoder(Score)


class Loader(Versions):
    """Makes matches of one family out of rows. What it raises besides `StoreUnavailable` is a fault of the rules."""

    def __init__(self, family: Family, contract: Contract, clock: HouseClock) -> None:
        super().__init__(family, contract, clock)
        self.codec: Codec[Any, Any] = Codec(family.game)

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
            self.show(match, self._blind(match, opening))
        elif stored.head.seq == 0:
            self.show(match, self._prepared(match, stored.head))
        else:
            self._replay(match, opening)
        return match

    def load_blind(self, opening: Opening) -> Match:
        """The match without its state, for one that cannot be played again."""
        match = self._fixed(opening.stored.creation, opening.stored.start)
        _note_requests(match, opening)
        self.show(match, self._blind(match, opening))
        return match

    def started(self, match: Match, start: Start) -> Match:
        """The match with everybody seated, still without a version of its own."""
        return self._fixed(match.creation, start)

    def extend(self, match: Match, head: Head, rows: Sequence[Row], past: Mapping[int, Any]) -> list[Update]:
        """Plays `rows`, which follow the match's version, and gives a version for each; the match is at `head` then.

        `past` are the states that rewinds among them go back to (`past`).
        """
        position = match.position
        updates = []
        decoded = [self.codec.decode_events(row.events) for row in rows]
        last = _last_of_rules(decoded)
        for place, (row, events) in enumerate(zip(rows, decoded, strict=True)):
            clock_ms = head.clock_ms if place == last else None
            position, update = self.step(match, position, row, events, clock_ms, past)
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
        steps = [step async for step in self._again(journal, match, after, upto)]
        return [update for position, update in steps if position.seq > after]

    async def state_at(self, journal: Journal, match: Match, version: int) -> Any:
        """The state after `version` of the match; 0 is the match before anything has happened."""
        if version == 0:
            return self._setup(match.options)
        # From the version before, so that the version itself is among what is made again.
        steps = [position async for position, _ in self._again(journal, match, version - 1, version)]
        return steps[-1].state

    async def clock_at(self, journal: Journal, match: Match, version: int) -> int:
        """The match's own clock when what was asked after `version` began to be asked."""
        for row in reversed(await journal.rows(match.id, 0, version)):
            events = self.codec.decode_events(row.events)
            if rewound_to(events) is not None:
                return max(event.at_ms for event in events if isinstance(event, Order))
            asked = [event.at_ms for event in events if isinstance(event, Act | Lapse)]
            if asked:
                return asked[-1]
        return 0

    async def past(self, journal: Journal, match: Match, rows: Sequence[Row]) -> dict[int, Any]:
        """The states that rewinds among `rows` go back to, by the versions that they make.

        A rewind's commit has a snapshot of its own, so that nobody has to follow it into the past again.
        """
        found = {}
        for row in rows:
            if _REWIND not in row.events:  # nearly all; what has the word by chance is looked at
                continue
            back_to = rewound_to(self.codec.decode_events(row.events))
            if back_to == 0:
                found[row.seq] = self._setup(match.options)
            elif back_to is not None:
                snapshot = await journal.snapshot(match.id, row.seq)
                if snapshot is None or snapshot.seq != row.seq:
                    raise RulesFault(f"{match.name}: the rewind of version {row.seq} has no state")
                found[row.seq] = self.codec.decode_state(snapshot.state)
        return found

    async def _again(
        self, journal: Journal, match: Match, after: int, upto: int
    ) -> AsyncIterator[tuple[Position, Update]]:
        """The versions from the last snapshot before `after` on, each true in all that is shown of it."""
        snapshot = await journal.snapshot(match.id, after)
        seq = snapshot.seq if snapshot else 0
        seating = await journal.seating(match.id, seq)
        rows = await journal.rows(match.id, seq, upto)
        past = await self.past(journal, match, rows)
        position = self._from_snapshot(match, snapshot, seating)
        if seq and rows and _leaves_open(self.codec.decode_events(rows[0].events)):
            position = self._asking(match, position, await self.clock_at(journal, match, seq), position.updated_ms)
        for row in rows:
            events = self.codec.decode_events(row.events)
            position, update = self.step(match, position, row, events, None, past)
            yield position, update

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
            start.started_ms if start else None,
        )
        dealer = Dealer(name, creation.secret, [seat.nonce for seat in seats])
        return Match(creation, start, options, seats, dealer, fixed)

    def first_seats(self, match: Match) -> Seats:
        """The seats as the match began."""
        return first_seats(match.starters, self.meta, match.options)

    def _seats(self, match: Match, seating: str | None) -> Seats:
        return self.first_seats(match) if seating is None else kept_seats(seating, self.meta, match.options)

    def _blind(self, match: Match, opening: Opening) -> Position:
        """Where a match stands whose state cannot be had."""
        head, seats = opening.stored.head, self._seats(match, opening.seating)
        for row in opening.rows:
            seats = seats_after(seats, self._readable(row), row.seq)
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
            seats=seats,
        )

    def _readable(self, row: Row) -> tuple[AnyEvent, ...]:
        """The events of a row; none where acts stand in it that these rules do not know any more."""
        try:
            return self.codec.decode_events(row.events)
        except msgspec.ValidationError:
            return ()

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
            seats=self.first_seats(match),
        )

    def _from_snapshot(self, match: Match, snapshot: Snapshot | None, seating: str | None) -> Position:
        """A position to replay from. Only what a replay needs of it is true."""
        base = self._prepared(match)
        if snapshot is None:
            return base
        state, seats = self.codec.decode_state(snapshot.state), self._seats(match, seating)
        return msgspec.structs.replace(base, seq=snapshot.seq, outcomes=snapshot.outcomes, state=state, seats=seats)

    def _asking(self, match: Match, position: Position, clock_ms: int, updated_ms: int) -> Position:
        """The position of a snapshot, true in all that is shown of it: what it asks has been asked since `clock_ms`."""
        waits = self.game.pending(position.state)
        known = (position.seq, position.state, waits, (), clock_ms, position.outcomes, updated_ms, position.seats)
        return self.position(match, None, *known)

    def _replay(self, match: Match, opening: Opening) -> None:
        head = opening.stored.head
        position = self._from_snapshot(match, opening.snapshot, opening.seating)
        match.saved_seq = position.seq
        decoded = [self.codec.decode_events(row.events) for row in opening.rows]
        # The last row that the rules made asked what is asked now; changes of seats after it leave the question open.
        last = _last_of_rules(decoded)
        if last is None:
            position = self._asking(match, position, head.clock_ms, head.updated_ms)
            update = self.update(match, position, None)
        else:
            position = self._before(position, opening.rows, decoded, last)
        for place in range(last or 0, len(decoded)):
            clock_ms = head.clock_ms if place == last else None
            position, update = self.step(match, position, opening.rows[place], decoded[place], clock_ms)
        if position.status != head.status:
            position = stopped(position, head.status)
            update = self.update(match, position, None)
        match.position, match.update = position, update
        if update.told:
            match.recent.append(update)

    def _before(
        self, position: Position, rows: Sequence[Row], decoded: Sequence[tuple[AnyEvent, ...]], last: int
    ) -> Position:
        """The position before the row `last`. Only what a replay needs of it is true."""
        state, outcomes, seats, idle = position.state, position.outcomes, position.seats, position.idle
        for row, events in zip(rows[:last], decoded, strict=False):
            states = replay(self.game, state, asked_of_rules(events))
            state = states[-1] if states else state
            outcomes += fates(events)
            seats = seats_after(seats, events, row.seq)
            idle = idle_after(idle, events, seats)
        return msgspec.structs.replace(
            position, seq=rows[last].seq - 1, state=state, outcomes=outcomes, seats=seats, idle=idle
        )


def _leaves_open(events: tuple[AnyEvent, ...]) -> bool:
    """True for a commit that leaves the question of the version before it as it was."""
    return bool(events) and not asked_of_rules(events) and rewound_to(events) is None


def _last_of_rules(decoded: Sequence[tuple[AnyEvent, ...]]) -> int | None:
    """The place of the last commit that the rules made; None if all are changes of who plays a seat."""
    places = (place for place in reversed(range(len(decoded))) if asked_of_rules(decoded[place]) or not decoded[place])
    return next(places, None)


def _note_requests(match: Match, opening: Opening) -> None:
    for request_id in opening.requests:
        match.asked(request_id)
    for row in opening.rows:
        match.asked(row.request_id)


def stopped(position: Position, status: int) -> Position:
    """The position with the status that the store says; nobody is due in a match that is not being played."""
    due = position.due if status == Status.PLAYING else frozenset()
    return msgspec.structs.replace(position, status=Status(status), due=due)
