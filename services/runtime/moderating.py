"""Carrying out what moderators order about matches: to freeze, thaw, rewind, break up or end one (decision 0023)."""

from typing import Final

import msgspec
import structlog

from services.kernel.orders import Order, OrderKind
from services.kernel.refusal import Illegal
from services.runtime import advance
from services.runtime.access import require_no_sitter
from services.runtime.asking import broken
from services.runtime.commits import Commits, made
from services.runtime.errors import HouseError, Invalid, Refused, Unavailable
from services.runtime.journal.interface import HOUSE, Status
from services.runtime.match import Match
from services.runtime.preparing import Commit, Preparing
from services.runtime.room import Room, asked
from services.runtime.turn import Turn

log = structlog.get_logger(__name__)

_MOST_TRIES: Final = 8


class Wanted(msgspec.Struct, frozen=True):
    """What a `moderator` ("players/…") wants done by one request; `order` lacks its times."""

    moderator: str
    request_id: bytes
    order: Order


class Moderating:
    """The orders about one family's matches. Each is decided in the match's turn, and durable before it is told."""

    def __init__(self, room: Room, preparing: Preparing, commits: Commits) -> None:
        self._room = room
        self._loader = room.loader
        self._preparing = preparing
        self._commits = commits

    async def carry_out(self, match_id: str, wanted: Wanted) -> Match:
        """The match once the order is durable; the same request again orders nothing more.

        Raises `Denied` for one who sits at the match, `Refused` for what cannot be, `Invalid` for a request that was
        used for another order, or `Unavailable`.
        """
        for _ in range(_MOST_TRIES):
            async with Turn(self._room, match_id) as turn:
                match = turn.match
                if match.stale or self._room.journal.shared:
                    await self._room.refresh(match)
                require_no_sitter(match, wanted.moderator)
                if match.was_asked(wanted.request_id) and await self._was_carried_out(match, wanted):
                    return match
                fate = self._commits.submit(turn, await self._commit(match, wanted))
            if await made(fate):
                return match
        raise Unavailable("STORE_UNAVAILABLE")

    async def _was_carried_out(self, match: Match, wanted: Wanted) -> bool:
        journal = self._room.journal
        seq = await asked(journal.find_request(match.id, HOUSE, wanted.request_id))
        if seq is None:
            return False
        (row,) = await asked(journal.rows(match.id, seq - 1, seq))
        order = self._loader.codec.decode_events(row.events)[0]
        if isinstance(order, Order) and _said(order) == _said(wanted.order):
            return True
        raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "was used for another order"),))

    async def _commit(self, match: Match, wanted: Wanted) -> Commit:
        """The commit of the order; raises what speaks against it, or freezes the match if the rules break over it."""
        order = wanted.order
        if match.start is None:  # nobody sits there: whatever stopped it, there is nothing to break up or to record
            raise Refused("MATCH_NOT_STARTED", {"match": match.name})
        if match.position.status == Status.FINISHED:
            raise Refused("MATCH_OVER", {"match": match.name})
        if order.kind is not OrderKind.VOID and (problem := broken(match, self._loader.meta)) is not None:
            raise problem
        try:
            if order.kind is OrderKind.VOID:
                return self._void(match, wanted)
            if order.kind is OrderKind.REWIND:
                return await self._rewind(match, wanted)
            return self._preparing.order(match, self._timed(match, order), wanted.request_id)
        except Illegal as illegal:
            raise Refused(illegal.reason, {"match": match.name, **illegal.detail}) from illegal
        except HouseError:
            raise
        except Exception as error:
            raise await self._room.freeze(match, error) from error

    def _timed(self, match: Match, order: Order) -> Order:
        """The order with the match's clock, and with how long that has stood still, if it is to go on."""
        at_ms = self._commits.in_time(match, self._commits.clock_of(match))
        stopped_ms = self._stopped(match, at_ms) if order.kind is OrderKind.THAW else 0
        return msgspec.structs.replace(order, at_ms=at_ms, stopped_ms=stopped_ms)

    def _stopped(self, match: Match, at_ms: int) -> int:
        """The house's time that is not the match's if its clock shows `at_ms` now."""
        return max(match.seats.stopped_ms, self._room.clock.house_ms() - match.started_house_ms - at_ms)

    def _void(self, match: Match, wanted: Wanted) -> Commit:
        """Also of a match that a fault froze, or of other rules: without its table, if that is what broke."""
        order = self._timed(match, wanted.order)
        try:
            return self._preparing.order(match, order, wanted.request_id)
        except Illegal:
            raise
        except Exception:
            if match.position.status != Status.FROZEN:
                raise
            log.exception("voided_without_table", match=match.name)
            match.position = msgspec.structs.replace(match.position, state=None)
            return self._preparing.order(match, order, wanted.request_id)

    async def _rewind(self, match: Match, wanted: Wanted) -> Commit:
        """Chance that follows at once (a match that begins anew) has numbers that were never used."""
        order, journal = wanted.order, self._room.journal
        if order.back_to >= match.position.seq:
            raise Illegal("NO_SUCH_VERSION", version=order.back_to, last=match.position.seq - 1)
        state = await asked(self._loader.state_at(journal, match, order.back_to))
        at_ms = await asked(self._loader.clock_at(journal, match, order.back_to))
        past = advance.resume(self._loader.game, state, match.dealer.outcome, match.position.outcomes)
        timed = msgspec.structs.replace(order, at_ms=at_ms, stopped_ms=self._stopped(match, at_ms))
        return self._preparing.order(match, timed, wanted.request_id, past)


def _said(order: Order) -> tuple[OrderKind, str, int]:
    """What a moderator says of an order; the rest is the house's."""
    return order.kind, order.word, order.back_to
