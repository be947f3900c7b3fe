"""When a person counts as away, and what follows: the house's own rules (league rules 11.7, 11.8, 11.11)."""

from typing import Final

import msgspec

from services.kernel.meta import Absence, Meta
from services.kernel.seating import BY_RULES
from services.runtime.settings import Settings

_MINUTE_MS: Final = 60_000


class AbsenceTerms(msgspec.Struct, frozen=True):
    """Times are milliseconds of house time.

    Who is gone for longer than `grace_ms`, or lets his time run out `idle_turns` times in a row, is away; bots stand in
    for him (`by_bots`), or the default acts. A match at whose table no person has been for `empty_ms` is void.
    """

    grace_ms: int
    empty_ms: int
    idle_turns: int
    by_bots: bool

    def stand_in(self, meta: Meta) -> str:
        """Who plays the seat of one who is away or has left; "" where nobody does."""
        if meta.absence is not Absence.STAND_IN:
            return ""
        return meta.stand_in_level if self.by_bots else BY_RULES


def absence_terms(settings: Settings) -> AbsenceTerms:
    """The terms that the operator has set."""
    return AbsenceTerms(
        grace_ms=settings.grace_seconds * 1000,
        empty_ms=settings.empty_minutes * _MINUTE_MS,
        idle_turns=settings.idle_turns,
        by_bots=settings.stand_in == "bot",
    )
