"""Counting a game: what the captured cards are worth (rules 6.5)."""

from collections.abc import Sequence
from typing import Final

import msgspec

from services.kernel.cards import ACE, JACK, Card
from services.kernel.score import LedgerLine

MAJORITY: Final = 27


class SideCount(msgspec.Struct, frozen=True):
    """One side of the count: what it captured, and the points for each item.

    `bluffs` are those of `cards` that were captured by an accepted bluff and lay hidden until now.
    """

    cards: tuple[Card, ...]
    bluffs: tuple[Card, ...]
    pisti: int
    aces: int
    jacks: int
    two_of_clubs: int
    ten_of_diamonds: int
    majority: int

    @property
    def total(self) -> int:
        return self.pisti + self.aces + self.jacks + self.two_of_clubs + self.ten_of_diamonds + self.majority


class GameCount(msgspec.Struct, frozen=True):
    """The whole count of a game. `start_seat` took the three cards of the start, None if nobody ever captured."""

    sides: tuple[SideCount, SideCount]
    start: tuple[Card, ...]
    start_seat: int | None


def count_side(cards: Sequence[Card], bluffs: Sequence[Card], pisti: int) -> SideCount:
    """The count of one side; `cards` holds everything that it captured."""
    return SideCount(
        cards=tuple(cards),
        bluffs=tuple(bluffs),
        pisti=pisti,
        aces=sum(card.rank == ACE for card in cards),
        jacks=sum(card.rank == JACK for card in cards),
        two_of_clubs=2 if Card.C2 in cards else 0,
        ten_of_diamonds=3 if Card.DT in cards else 0,
        majority=3 if len(cards) >= MAJORITY else 0,
    )


def counted_lines(seat: int, side: SideCount) -> tuple[LedgerLine, ...]:
    """The ledger lines of the count; those of piştis were written when they were made."""
    items = (
        ("ACES", side.aces),
        ("JACKS", side.jacks),
        ("TWO_OF_CLUBS", side.two_of_clubs),
        ("TEN_OF_DIAMONDS", side.ten_of_diamonds),
        ("MOST_CARDS", side.majority),
    )
    return tuple(
        LedgerLine(seat=seat, points=points, reason=reason, clause="6.5") for reason, points in items if points
    )
