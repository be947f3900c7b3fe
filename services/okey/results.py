"""A hand that is over: who finished it how, and the lines that it wrote (rules 8.9, 8.11, 10.4)."""

from enum import StrEnum

import msgspec

from services.kernel.score import LedgerLine


class Finish(StrEnum):
    """The kinds of a finish; several may hold at once."""

    OKEY = "okey"
    PAIRS = "pairs"
    ELDEN = "elden"
    DEVAM = "devam"


class Opened(StrEnum):
    """How a seat is open in this hand."""

    NONE = "none"
    SERIES = "series"
    PAIRS = "pairs"


class HandResult(msgspec.Struct, frozen=True):
    """A hand that is over.

    `finisher` is None if the stock ran out or the hand is `void` (all four opened with pairs in the tournament: it does
    not count as one of the match). `lines` are all that it wrote, the fines of its events first.
    """

    finisher: int | None
    finish: tuple[Finish, ...]
    lines: tuple[LedgerLine, ...]
    void: bool = False

    def points(self, seat: int) -> int:
        """What the hand brought a seat, fines and all."""
        return sum(line.points for line in self.lines if line.seat == seat)
