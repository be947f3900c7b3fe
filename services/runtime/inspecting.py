"""What a moderator is shown of a match: what everybody may know of it, at once, and no secret (decision 0023).

Who acted when is shown as it happens. What was done in a game that hides something, its position and its chance are not
shown before the match is over: a moderator may know the players, and has a telephone.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog

from kiraathane.match.v1 import match_pb2
from services.kernel.game import Act, Decide, Fate, Lapse
from services.kernel.orders import Order
from services.kernel.record import rewound_to
from services.kernel.seating import NO_SEAT, Occupy
from services.runtime.access import require_no_sitter
from services.runtime.contract import serialized
from services.runtime.info import timestamp
from services.runtime.journal.interface import Row, Status
from services.runtime.match import Match
from services.runtime.room import Room, asked
from services.runtime.versions import AnyEvent, fates

log = structlog.get_logger(__name__)

USUAL_ENTRIES: Final = 20


class Inspecting:
    """Shows one family's matches to moderators. `spectated` gives a match as a person without a seat sees it now."""

    def __init__(self, room: Room, spectated: Callable[[Match], Awaitable[bytes]]) -> None:
        self._room = room
        self._spectated = spectated
        self._notation = room.loader.game.notation

    async def seen(self, match_id: str, moderator: str, entries: int, before: int) -> tuple[bytes, bytes]:
        """The match as spectators see it (an `update`), and an `Inspection`, as bytes.

        The inspection has the last `entries` rows of the journal before version `before` (0: the newest). Raises
        `Denied` for a moderator who sits at the match.
        """
        match = await self._room.newest(match_id)
        require_no_sitter(match, moderator)
        upto = match.position.seq if before == 0 else min(match.position.seq, before - 1)
        rows = await asked(self._room.journal.rows(match.id, max(0, upto - (entries or USUAL_ENTRIES)), upto))
        later = await asked(self._room.journal.rows(match.id, upto, match.position.seq))
        undone = self._undone([*rows, *later])
        shown = self._is_open(match)
        inspection = match_pb2.Inspection(
            info=match_pb2.MatchInfo.FromString(match.update.info),
            entries=[self._entry(row, shown=shown, undone=row.seq in undone) for row in reversed(rows)],
            silences=await self._silences(match),
            spectators=match.creation.spectators,
            position=self._position(match) if shown else "",
            due_seats=self._due(match),
        )
        return await self._spectated(match), serialized(inspection)

    def _is_open(self, match: Match) -> bool:
        """True if nothing of the match is hidden from anybody, or not any more."""
        return match.position.status == Status.FINISHED or not self._room.loader.meta.hidden

    async def _silences(self, match: Match) -> list[match_pb2.Silence]:
        found = []
        for seat in match.seats.of_people:
            since_ms = await asked(self._room.journal.presence.since((match.id, seat)))
            if since_ms is not None:
                found.append(match_pb2.Silence(seat=seat, since=timestamp(self._room.clock.to_unix_ms(since_ms))))
        return found

    def _position(self, match: Match) -> str:
        try:
            return "" if match.position.state is None else self._notation.write_position(match.position.state)
        except Exception:
            log.exception("position_not_written", match=match.name)  # a match is looked at because something is wrong
            return ""

    def _due(self, match: Match) -> list[int]:
        """Who has to decide by the rules, whether or not a moderator holds the match."""
        if match.position.state is None or match.position.status == Status.FINISHED:
            return []
        try:
            waits = self._room.loader.game.pending(match.position.state)
        except Exception:
            log.exception("pending_not_known", match=match.name)  # as with the position
            return []
        return sorted(waits.seats) if isinstance(waits, Decide) else []

    def _undone(self, rows: Sequence[Row]) -> frozenset[int]:
        """The versions whose acts and chance a later row took back. No rewind takes back seats and orders."""
        played: set[int] = set()
        undone: set[int] = set()
        for row in rows:
            events = self._events(row) or ()
            if (back_to := rewound_to(events)) is not None:
                undone |= {version for version in played if version > back_to}
            if events and not isinstance(events[0], Occupy | Order):
                played.add(row.seq)
        return frozenset(undone)

    def _events(self, row: Row) -> tuple[AnyEvent, ...] | None:
        """None for a row of other rules, that these do not know any more."""
        try:
            return self._room.loader.codec.decode_events(row.events)
        except ValueError:
            return None

    def _entry(self, row: Row, *, shown: bool, undone: bool) -> match_pb2.JournalEntry:
        entry = match_pb2.JournalEntry(version=row.seq, time=timestamp(row.at_ms), undone=undone)
        if (events := self._events(row)) is None:
            return entry
        entry.outcomes = fates(events)
        entry.kind, entry.text = self._told(events[0] if events else None, shown=shown)
        if (seat := _seat(events[0] if events else None)) is not None:
            entry.seat = seat
        return entry

    def _told(self, event: AnyEvent | None, *, shown: bool) -> tuple["match_pb2.EntryKind.ValueType", str]:
        match event:
            case Act(action=action):
                return match_pb2.ENTRY_KIND_ACT, self._notation.write_action(action) if shown else ""
            case Lapse(cause=cause):
                return match_pb2.ENTRY_KIND_LAPSE, cause.value
            case Occupy(kind=kind, player=player):
                return match_pb2.ENTRY_KIND_SEATING, f"{kind.value} {player}".rstrip()
            case Order(kind=kind, word=word):
                return match_pb2.ENTRY_KIND_ORDER, f"{kind.value}: {word}"
            case Fate() | None:
                return match_pb2.ENTRY_KIND_BEGINNING, ""


def _seat(event: AnyEvent | None) -> int | None:
    """The seat that an event is about."""
    if isinstance(event, Act | Lapse):
        return event.seat
    return event.seat if isinstance(event, Occupy) and event.seat != NO_SEAT else None
