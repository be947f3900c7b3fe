"""The match host: every decision about a match goes through here, whichever call it came by.

A decision is taken in the match's turn: judged by the rules, put to the committer, and told to anybody (the caller, the
watchers, other replicas, the bots' queue) only after the journal has it for good. The turn is given back when the fate
of the commit is known, even if the caller has gone.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import msgspec
import structlog

from services.kernel.game import Seat
from services.kernel.record import RecordSeat
from services.kernel.seating import Occupy
from services.runtime import advance
from services.runtime.absence import AbsenceTerms
from services.runtime.access import seat_for, seat_in
from services.runtime.asking import unplayable
from services.runtime.commits import Commits, made
from services.runtime.decisions import Answer, Decision
from services.runtime.errors import Denied, HouseError, Invalid, Refused, Unavailable
from services.runtime.identity import Caller
from services.runtime.journal.interface import Append, Creation, Start, Status, Task
from services.runtime.judging import Judging
from services.runtime.match import Match
from services.runtime.moderating import Moderating
from services.runtime.occupying import Occupying
from services.runtime.preparing import Commit, Preparing
from services.runtime.room import Room, asked
from services.runtime.turn import Turn
from services.runtime.watch import Subscription

log = structlog.get_logger(__name__)

_MOST_TRIES: Final = 16


class Host:
    """Decides about the matches of one family in this process. To be opened in the loop that serves it."""

    def __init__(
        self,
        room: Room,
        terms: AbsenceTerms,
        *,
        bot_pace_ms: int,
        told: Callable[[Sequence[Append]], None],
        wake: Callable[[Sequence[Task]], None],
    ) -> None:
        """`told` hears of every flush, for other replicas; `wake` is given the tasks of every commit."""
        self.room = room
        self._game = room.loader.game
        self._meta = room.loader.meta
        self._metrics = room.metrics
        self._preparing = Preparing(room.loader, room.clock, bot_pace_ms=bot_pace_ms)
        self._judging = Judging(room, self._preparing, terms)
        self._commits = Commits(
            room, told=told, wake=wake, expired=self._expired, idled=self._idled, idle_turns=terms.idle_turns
        )
        self.occupying = Occupying(room, self._preparing, self._commits, terms)
        self.moderating = Moderating(room, self._preparing, self._commits)
        self._background: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self._commits.open()

    async def close(self) -> None:
        """Makes durable what is under way; nothing can be decided afterwards."""
        self._commits.end_deadlines()
        for match in self.room.cached():
            if match.timer is not None:
                match.timer.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await self._commits.close()

    # -- beginning ----------------------------------------------------------------------------------------------------

    async def create(self, creation: Creation) -> Match:
        """A new match, or the one that was made for the same request before."""
        kept = await asked(self.room.journal.create(creation))
        if kept != creation.match_id:
            match = await self.room.match(kept)
            if (match.creation.options, match.creation.spectators) != (creation.options, creation.spectators):
                raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used with other options"),))
            return match
        match = self.room.loader.new(creation)
        self.room.keep(match)
        self._metrics.created.inc()
        return match

    async def start(self, match_id: str, seats: tuple[RecordSeat, ...]) -> Match:
        """Seats everybody and begins; a match that was started with the same seats stays as it is."""
        for _ in range(_MOST_TRIES):
            async with Turn(self.room, match_id) as turn:
                match = turn.match
                if match.stale:
                    await self.room.refresh(match)
                if match.start is not None:
                    if match.starters != seats:
                        raise Refused("ALREADY_STARTED", {"match": match.name})
                    return match
                if (problem := unplayable(match, self._meta)) is not None:
                    raise problem
                fate = self._commits.submit(turn, await self._beginning(match, seats))
            await made(fate)
        raise Unavailable("STORE_UNAVAILABLE")

    async def _beginning(self, match: Match, seats: tuple[RecordSeat, ...]) -> Commit:
        clock = self.room.clock
        start = Start(
            seats=msgspec.json.encode(seats).decode(), started_ms=clock.unix_ms(), started_house_ms=clock.house_ms()
        )
        seated = self.room.loader.started(match, start)
        try:
            step = advance.begin(self._game, match.position.state, seated.dealer.outcome)
            return self._preparing.prepare(seated, match.position, step, 0, start=start)
        except Exception as error:
            raise await self.room.freeze(match, error) from error

    # -- deciding -----------------------------------------------------------------------------------------------------

    async def act(
        self,
        match_id: str,
        seat: Seat,
        decision: Decision,
        caller: Caller,
        origin: Subscription | None = None,
        echo: bytes = b"",
    ) -> Answer:
        """Makes a decision of the `caller` at `seat` durable and answers it; one who was away is back first.

        Raises `Refused` (the rules say no, or the match is not being played), `Stale`, `Invalid` (the request_id was
        used for something else), `Denied` (it is not his seat any more) or `Unavailable`. `origin` is the caller's own
        stream, where `echo` is added to the version that the decision makes.
        """
        for _ in range(_MOST_TRIES):
            async with Turn(self.room, match_id) as turn:
                match = turn.match
                if match.stale or (self.room.journal.shared and self._may_be_behind(match, decision)):
                    await self.room.refresh(match)
                commit = None
                if self._commits.is_overdue(match):
                    fate = self._commits.submit(turn, await self._lapse(match, match.position.due))
                else:
                    # Whatever speaks against it now: if it was made, its answer is what the caller is owed.
                    if match.was_asked(decision.request_id):
                        answer = await self._judging.original(match, seat, decision, caller)
                        if answer is not None:
                            return answer
                    if seat_for(caller, match) != seat:  # he had it when he asked
                        raise Denied("NOT_SEATED", {"match": match.name})
                    if (returning := self._returning(match, seat, caller)) is not None:
                        fate = self._commits.submit(turn, self.occupying.commit(match, returning))
                    else:
                        clock_ms = self._commits.in_time(match, self._commits.clock_of(match))
                        commit = await self._judging.judge(match, seat, decision, clock_ms)
                        fate = self._commits.submit(turn, commit, origin, echo)
            won = await made(fate)
            if won and commit is not None:
                viewer = seat_in(caller, match.name, commit.position.seats)
                return Answer(data=commit.update.news(viewer), repeated=False)
        raise Unavailable("STORE_UNAVAILABLE")

    def _returning(self, match: Match, seat: Seat, caller: Caller) -> Occupy | None:
        """How the caller comes back, if he was away; the stand-in, who plays the seat meanwhile, does not."""
        if seat not in match.seats.away or not caller.player or match.position.status != Status.PLAYING:
            return None
        return self.occupying.returning(match, seat) if unplayable(match, self._meta) is None else None

    def _may_be_behind(self, match: Match, decision: Decision) -> bool:
        """True if another replica may have moved the match on, or thawed it, so that it takes the decision."""
        return (decision.expected or 0) > match.position.seq or match.position.status == Status.FROZEN

    async def thaw(self, match_id: str) -> bool:
        """Lets a frozen match go on, for an operator who has mended the cause; False if it is not frozen."""
        async with Turn(self.room, match_id) as turn:
            thawed = await asked(self.room.journal.thaw(match_id))
            await self.room.refresh(turn.match)
        return thawed

    # -- time ---------------------------------------------------------------------------------------------------------

    async def expire(self, match_id: str) -> bool:
        """Lets the due seats lapse if the match's deadline is past; True if that made a version."""
        async with Turn(self.room, match_id) as turn:
            match = turn.match
            if match.stale:
                await self.room.refresh(match)
            if unplayable(match, self._meta) is not None or not self._commits.is_overdue(match):
                self._commits.arm(match)
                return False
            lag_ms = self.room.clock.house_ms() - (match.position.deadline_ms or 0)
            fate = self._commits.submit(turn, await self._lapse(match, match.position.due))
        if won := await made(fate):
            self._metrics.deadline_lag.observe(lag_ms / 1000)
        return won

    async def give_up(self, match_id: str, seat: Seat, version: int) -> bool:
        """Lets a bot lapse that did not play however often it was woken; True if that made a version."""
        async with Turn(self.room, match_id) as turn:
            match = turn.match
            await self.room.refresh(match)
            position = match.position
            if unplayable(match, self._meta) is not None or position.seq != version or seat not in position.due:
                return False
            fate = self._commits.submit(turn, await self._lapse(match, frozenset({seat})))
        return await made(fate)

    async def _lapse(self, match: Match, seats: frozenset[Seat]) -> Commit:
        """The commit by which these of the due seats lapse."""
        before = match.position
        clock_ms = self._commits.clock_of(match)
        try:
            step = advance.time_out(
                self._game,
                before.state,
                before.due,
                seats or before.due,
                clock_ms,
                match.dealer.outcome,
                before.outcomes,
            )
            return self._preparing.prepare(match, before, step, clock_ms)
        except Exception as error:
            raise await self.room.freeze(match, error) from error

    def _expired(self, match: Match) -> None:
        self._begin(self.expire(match.id), match)

    def _idled(self, match: Match, seat: Seat) -> None:
        """Who lets his time run out again and again is away, without grace (league rules 11.7)."""
        self._begin(self.occupying.away(match.id, seat), match)

    def _begin(self, work: Coroutine[Any, Any, bool], match: Match) -> None:
        task = asyncio.get_running_loop().create_task(self._quietly(work, match))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _quietly(self, work: Coroutine[Any, Any, bool], match: Match) -> None:
        try:
            await work
        except HouseError as error:
            log.warning("lapse_failed", match=match.id, reason=error.reason)  # the next round, or lapse, tries again
