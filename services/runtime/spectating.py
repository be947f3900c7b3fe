"""What people without a seat see of a match: nothing, if its table wants none; of games in which something is hidden,
only what is some seconds old, so that nobody can tell a player what he should not know in time to be of use.

A match between bots is shown as it is played: there is nobody to be told anything. The end of a match comes as late as
everything else, though its record is open at once.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from services.kernel.game import Viewer
from services.runtime.errors import Denied, HouseError
from services.runtime.identity import Caller
from services.runtime.journal.interface import Status
from services.runtime.match import Match
from services.runtime.room import Room, asked
from services.runtime.views import Update

log = structlog.get_logger(__name__)

MOST_LATE: Final = 512
"""Versions within the delay; of a match with more, spectators are shown the last that is not among them."""
_REMEMBERED: Final = 256

WaitOf = Callable[[Match, Viewer], float]


class Late(msgspec.Struct):
    """What spectators are shown of a match: `shown`, and what comes next, with the moments (Unix milliseconds) from
    which it may be seen. Made at `made_ms`: what was committed later is not in it, and cannot be seen yet.
    """

    made_ms: int
    shown: Update
    coming: list[tuple[int, Update]]

    def at(self, now_ms: int) -> Update:
        """What may be seen now."""
        while self.coming and self.coming[0][0] <= now_ms:
            self.shown = self.coming.pop(0)[1]
        return self.shown


class Spectating:
    """What people without a seat may see of the matches of one family."""

    def __init__(self, room: Room, delay_seconds: float) -> None:
        self._room = room
        self._delay_ms = round(delay_seconds * 1000) if room.loader.meta.hidden else 0
        self._known: OrderedDict[str, Late] = OrderedDict()

    def require(self, caller: Caller, match: Match, viewer: Viewer) -> None:
        """Raises `Denied` for a person who may not watch."""
        if caller.player and not self.allowed(match, viewer):
            raise Denied("SPECTATORS_NOT_ALLOWED", {"match": match.name})

    def allowed(self, match: Match, viewer: Viewer) -> bool:
        """True if a person with these eyes may watch."""
        return viewer is not None or match.creation.spectators or match.position.status == Status.FINISHED

    def wait(self, match: Match, viewer: Viewer, *, person: bool) -> float:
        """How many seconds later than it happens `viewer` sees what happens; 0 for seats, and for callers inside."""
        late = person and viewer is None and match.seats.has_people
        return self._delay_ms / 1000 if late else 0.0

    async def late(self, match: Match) -> Late:
        """What spectators are shown now, and what they will be shown of what has happened; to be read afresh."""
        now_ms = self._room.clock.unix_ms()
        seq = match.position.seq
        if match.position.state is None or match.position.updated_ms + self._delay_ms <= now_ms:
            return Late(now_ms, match.update, [])
        rows = await asked(self._room.journal.rows(match.id, max(0, seq - MOST_LATE), seq))
        due = {row.seq: row.at_ms + self._delay_ms for row in rows}
        shown = max((version for version, at_ms in due.items() if at_ms <= now_ms), default=max(0, seq - MOST_LATE))
        try:
            made = await asked(self._room.loader.rebuild(self._room.journal, match, max(0, shown - 1), seq))
        except HouseError:
            raise
        except Exception:
            log.exception("past_broke", match=match.name)  # what is shown of it now is as good as any
            return Late(now_ms, self._room.loader.new(match.creation).update, [])
        if not shown:
            made.insert(0, self._room.loader.new(match.creation).update)
        return Late(now_ms, made[0], [(due[update.version], update) for update in made[1:]])

    async def once(self, match: Match) -> Update:
        """What spectators are shown now, for who asks and does not stay."""
        now_ms = self._room.clock.unix_ms()
        known = self._known.get(match.id)
        if known is None or known.made_ms + self._delay_ms <= now_ms:
            known = await self.late(match)
            self._known[match.id] = known
            self._known.move_to_end(match.id)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return known.at(now_ms)
