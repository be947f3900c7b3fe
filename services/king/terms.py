"""The table's options, read once when a match is set up."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class First(StrEnum):
    """Who declares in the first hand (rules 5.2)."""

    RANDOM = "randomSeat"
    HOLDER = "holder2Diamonds"
    SEAT_0 = "seat0"


class Raise(StrEnum):
    """Where a higher trump must be played (rules 5.5)."""

    BOTH = "both"
    LED_ONLY = "ledOnly"
    NONE = "none"


class Terms(msgspec.Struct, frozen=True):
    """What the table agreed on (rules 5.16).

    `length` is 20 or 12 hands; `turn_seconds` is None where no clock runs.
    """

    length: int
    first: First
    rifki_forced: bool
    trump_raise: Raise
    highest_heart: bool
    early_end: bool
    kiz_iptal: bool
    zero_wins: bool
    ten_tricks: bool
    turn_seconds: int | None

    @property
    def penalties_each(self) -> int:
        """How many penalties every player declares (rules 5.1)."""
        return 3 if self.length == LONG else 2

    @property
    def trumps_each(self) -> int:
        """How many trump hands every player declares (rules 5.1)."""
        return 2 if self.length == LONG else 1


LONG = 20
USES = 2
"""How often a penalty may be played in a match, whatever its length (rules 5.1)."""


def read_terms(options: Mapping[str, str]) -> Terms:
    """The terms from complete options (`Meta.resolve`)."""
    seconds = options["turnSeconds"]
    return Terms(
        length=int(options["kingLength"]),
        first=First(options["kingFirst"]),
        rifki_forced=options["rifkiUnderAce"] == "forced",
        trump_raise=Raise(options["trumpRaise"]),
        highest_heart=options["lastHearts"] == "highest",
        early_end=options["earlyEnd"] == "on",
        kiz_iptal=options["kizIptal"] == "on",
        zero_wins=options["kingZero"] == "cikmis",
        ten_tricks=options["kingTenTricks"] == "on",
        turn_seconds=None if seconds == "none" else int(seconds),
    )
