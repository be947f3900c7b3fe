"""What speaks for and against a decision: whether the match can take it, and what the rules make of it."""

from typing import Any

import msgspec
import structlog

from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.kernel.meta import Absence
from services.kernel.refusal import Illegal
from services.kernel.seating import Kind, Occupy
from services.runtime import advance
from services.runtime.absence import AbsenceTerms
from services.runtime.access import seat_for
from services.runtime.asking import unplayable
from services.runtime.decisions import Answer, Decision, Wish
from services.runtime.errors import HouseError, Invalid, Refused, Stale, Unavailable, refused
from services.runtime.identity import Caller
from services.runtime.journal.interface import Status, StoreUnavailable
from services.runtime.match import Match
from services.runtime.preparing import Commit, Preparing
from services.runtime.room import Room, asked

log = structlog.get_logger(__name__)


class Judging:
    """Judges the decisions about one family's matches, each in the match's turn."""

    def __init__(self, room: Room, preparing: Preparing, terms: AbsenceTerms) -> None:
        self._room = room
        self._preparing = preparing
        self._terms = terms
        self._game = room.loader.game
        self._meta = room.loader.meta

    async def judge(self, match: Match, seat: Seat, decision: Decision, clock_ms: int) -> Commit:
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
                return await self._allowed(match, seat, decision, clock_ms)
            except Illegal as illegal:
                problem = refused(self._meta, illegal)
        raise problem

    async def _allowed(self, match: Match, seat: Seat, decision: Decision, clock_ms: int) -> Commit:
        """The commit of the decision; raises `Illegal`, or freezes the match if the rules break over it."""
        before, request_id = match.position, decision.request_id
        leaves = Occupy(kind=Kind.LEFT, seat=seat, at_ms=clock_ms) if decision.wish is Wish.LEAVE else None
        ends = self._meta.leave_ends(match.options)
        event: Act[Any] | Lapse = Act(seat=seat, action=decision.action, at_ms=clock_ms)
        if decision.wish is not None:
            absent = seat if leaves is not None else await self._absent(match, seat)
            event = Lapse(seat=absent, cause=LapseCause.LEFT, at_ms=clock_ms)
        try:
            if leaves is not None and not ends:
                leaves = msgspec.structs.replace(leaves, stand_in=self._terms.stand_in(self._meta))
                return self._preparing.occupy(match, leaves, asker=seat, request_id=request_id)
            step = advance.act(self._game, before.state, event, match.dealer.outcome, before.outcomes)
            return self._preparing.prepare(
                match, before, step, clock_ms, asker=seat, request_id=request_id, occupied=leaves
            )
        except Illegal as illegal:
            if decision.wish is not None:
                raise await self._room.freeze(match, illegal) from illegal  # a leave is always accepted (rules 0.11)
            raise
        except Exception as error:
            raise await self._room.freeze(match, error) from error

    async def _absent(self, match: Match, seat: Seat) -> Seat:
        """The opponent of `seat`, who is away: the match may be claimed (league rules 11.7). Raises `Refused`."""
        if self._meta.absence is Absence.CLOCK:
            raise Refused("CLOCK_DECIDES", {"match": match.name})
        if self._meta.absence is Absence.STAND_IN:
            raise Refused("SEAT_PLAYED_ON", {"match": match.name})
        for other in match.seats.away:
            if other != seat:
                return other
        left_ms = self._terms.grace_ms
        for person in match.seats.of_people:
            if person != seat and (since_ms := await asked(self._room.journal.presence.since((match.id, person)))):
                left_ms = max(1_000, since_ms + self._terms.grace_ms - self._room.clock.house_ms())
        raise Refused("NOT_ABSENT", {"match": match.name, "seconds": (left_ms + 999) // 1000})

    async def original(self, match: Match, seat: Seat, decision: Decision, caller: Caller) -> Answer | None:
        """The answer to the same request when it came first; None if it never did."""
        request_id = decision.request_id
        update = next((u for u in match.recent if u.request_id == request_id and u.asker == seat), None)
        try:
            if update is None:
                request = self._room.journal.find_request(match.id, seat, decision.request_id)
                if (seq := await asked(request)) is None:
                    return None
                (update,) = await self._room.loader.rebuild(self._room.journal, match, seq - 1, seq)
            data = update.news(seat_for(caller, match))
        except StoreUnavailable as error:
            raise Unavailable("STORE_UNAVAILABLE") from error
        except HouseError:
            raise
        except Exception:
            log.exception("original_answer_broke", match=match.name)  # frozen, or of other rules
            return None
        if not decision.is_made_by(update.event, seat):
            raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used for another decision"),))
        return Answer(data=data, repeated=True)
