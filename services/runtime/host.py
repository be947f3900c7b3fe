"""The match host: every decision about a match goes through here, whichever call it came by.

A decision is taken in the match's turn: judged by the rules, put to the committer, and told to anybody (the caller, the
watchers, other replicas, the bots' queue) only after the journal has it for good. The turn is given back when the fate
of the commit is known, even if the caller has gone.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import structlog

from services.kernel.game import Act, Lapse, Seat
from services.kernel.record import RecordSeat
from services.kernel.refusal import Illegal
from services.runtime import advance
from services.runtime.asking import unplayable
from services.runtime.commits import Commit, Commits, made
from services.runtime.decisions import Answer, Decision
from services.runtime.errors import HouseError, Invalid, Refused, Stale, Unavailable, refused
from services.runtime.journal.interface import Append, Creation, Start, Status, StoreUnavailable, Task
from services.runtime.match import Match
from services.runtime.room import Room, Turn, asked
from services.runtime.views import Update
from services.runtime.watch import Subscription

log = structlog.get_logger(__name__)

_MOST_TRIES: Final = 16


class Host:
    """Decides about the matches of one family in this process. To be opened in the loop that serves it."""

    def __init__(
        self,
        room: Room,
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
        self._commits = Commits(room, bot_pace_ms=bot_pace_ms, told=told, wake=wake, expired=self._expired)
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
            if match.creation.options != creation.options:
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
                    if match.seats != seats:
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
            return self._commits.prepare(seated, match.position, step, 0, start=start)
        except Exception as error:
            raise await self.room.freeze(match, error) from error

    # -- deciding -----------------------------------------------------------------------------------------------------

    async def act(
        self, match_id: str, seat: Seat, decision: Decision, origin: Subscription | None = None, echo: bytes = b""
    ) -> Answer:
        """Makes a decision of `seat` durable and answers it.

        Raises `Refused` (the rules say no, or the match is not being played), `Stale`, `Invalid` (the request_id was
        used for something else) or `Unavailable`. `origin` is the caller's own stream, where `echo` is added to the
        version that the decision makes.
        """
        for _ in range(_MOST_TRIES):
            async with Turn(self.room, match_id) as turn:
                match = turn.match
                if match.stale or (self.room.journal.shared and self._may_be_behind(match, decision)):
                    await self.room.refresh(match)
                if self._commits.is_overdue(match):
                    commit = None
                    fate = self._commits.submit(turn, await self._lapse(match, match.position.due))
                else:
                    # Whatever speaks against it now: if it was made, its answer is what the caller is owed.
                    if match.was_asked(decision.request_id):
                        answer = await self._original(match, seat, decision)
                        if answer is not None:
                            return answer
                    commit = await self._judge(match, seat, decision)
                    fate = self._commits.submit(turn, commit, origin, echo)
            won = await made(fate)
            if won and commit is not None:
                return Answer(data=commit.update.news(seat), repeated=False)
        raise Unavailable("STORE_UNAVAILABLE")

    def _may_be_behind(self, match: Match, decision: Decision) -> bool:
        """True if another replica may have moved the match on, or thawed it, so that it takes the decision."""
        return (decision.expected or 0) > match.position.seq or match.position.status == Status.FROZEN

    async def _judge(self, match: Match, seat: Seat, decision: Decision) -> Commit:
        """The commit of a decision that the rules allow; raises what speaks against it."""
        problem: HouseError | None = unplayable(match, self._meta)
        position = match.position
        if problem is None and position.status == Status.PREPARED:
            problem = Refused("MATCH_NOT_STARTED", {"match": match.name})
        elif problem is None and decision.expected is not None and not position.takes(seat, decision.expected):
            problem = Stale("VERSION_STALE", {"expected": decision.expected, "version": position.seq})
        elif problem is None and position.status == Status.FINISHED:
            problem = Refused("MATCH_OVER", {"match": match.name})
        if problem is None:
            try:
                return await self._allowed(match, seat, decision)
            except Illegal as illegal:
                problem = refused(self._meta, illegal)
        raise problem

    async def _allowed(self, match: Match, seat: Seat, decision: Decision) -> Commit:
        """The commit of the decision; raises `Illegal`, or freezes the match if the rules break over it."""
        before = match.position
        clock_ms = self._commits.in_time(match, self._clock_of(match))
        event = decision.event(seat, clock_ms)
        try:
            step = advance.act(self._game, before.state, event, match.dealer.outcome, before.outcomes)
            return self._commits.prepare(match, before, step, clock_ms, event=event, request_id=decision.request_id)
        except Illegal as illegal:
            if decision.action is None:
                raise await self.room.freeze(match, illegal) from illegal  # a leave is always accepted (rules 0.11)
            raise
        except Exception as error:
            raise await self.room.freeze(match, error) from error

    async def _original(self, match: Match, seat: Seat, decision: Decision) -> Answer | None:
        """The answer to the same request when it came first; None if it never did."""
        update = next((u for u in match.recent if u.request_id == decision.request_id and _seat(u) == seat), None)
        try:
            if update is None:
                request = self.room.journal.find_request(match.id, seat, decision.request_id)
                if (seq := await asked(request)) is None:
                    return None
                (update,) = await self.room.loader.rebuild(self.room.journal, match, seq - 1, seq)
            data = update.news(seat)
        except StoreUnavailable as error:
            raise Unavailable("STORE_UNAVAILABLE") from error
        except HouseError:
            raise
        except Exception:
            log.exception("original_answer_broke", match=match.name)  # frozen, or of other rules
            return None
        if not decision.is_made_by(update.event):
            raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used for another decision"),))
        return Answer(data=data, repeated=True)

    def _clock_of(self, match: Match) -> int:
        """The match's own clock; it never goes back, whatever the machine's does."""
        return max(match.position.clock_ms, self.room.clock.house_ms() - match.started_house_ms)

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
        clock_ms = self._clock_of(match)
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
            return self._commits.prepare(match, before, step, clock_ms)
        except Exception as error:
            raise await self.room.freeze(match, error) from error

    def _expired(self, match: Match) -> None:
        task = asyncio.get_running_loop().create_task(self._expire_quietly(match.id))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _expire_quietly(self, match_id: str) -> None:
        try:
            await self.expire(match_id)
        except HouseError as error:
            log.warning("lapse_failed", match=match_id, reason=error.reason)  # the sweeper comes again


def _seat(update: Update) -> int | None:
    event = update.event
    return event.seat if isinstance(event, Act | Lapse) else None
