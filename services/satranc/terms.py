"""The table's options, read once when a match is set up (rules 4.9)."""

from collections.abc import Mapping
from typing import Final

import msgspec

from services.kernel.meta import Form, Labels

MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
ABSENT_DAYS: Final = 14  # 4.7: who stays away for so long without a clock has left

BASE_AND_INCREMENT: Final = Form(
    "{}+{}",
    ((1, 180), (0, 60)),
    Labels(tr="dakika + hamle başına saniye", en="minutes + seconds per move"),
)
DAYS: Final = Form("{}d", ((1, 14),), Labels(tr="hamle başına gün", en="days per move"))


class Clock(msgspec.Struct, frozen=True):
    """How time is measured. `base` ms at the start, and `increment` ms added after each move; `per_move`: the whole
    `base` is there again for every move. `absence`: it is no clock, but tells who has left (rules 4.7).
    """

    base: int
    increment: int = 0
    per_move: bool = False
    absence: bool = False


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on."""

    host_is_white: bool
    touch_move: bool
    auto_draws: bool
    clock: Clock


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms from complete options (`Meta.resolve`)."""
    return Terms(
        host_is_white=options["colours"] == "host",
        touch_move=options["touchMove"] == "on",
        auto_draws=options["autoDraws"] == "on",
        clock=read_clock(options["clock"]),
    )


def read_clock(text: str) -> Clock:
    """The clock of an option value: "none", "10+5" or "3d"."""
    if (numbers := BASE_AND_INCREMENT.numbers(text)) is not None:
        return Clock(base=numbers[0] * MINUTE, increment=numbers[1] * 1000)
    if (numbers := DAYS.numbers(text)) is not None:
        return Clock(base=numbers[0] * DAY, per_move=True)
    return Clock(base=ABSENT_DAYS * DAY, per_move=True, absence=True)
