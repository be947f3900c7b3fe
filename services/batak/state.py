"""The whole match of batak: the table's terms, the hands that were played, the hand that is being played."""

from enum import StrEnum
from typing import Final

import msgspec

from services.batak.happenings import Happening
from services.batak.results import HandResult
from services.batak.terms import Terms
from services.kernel.cards import Card
from services.kernel.game import Seat
from services.kernel.tricks import SEATS, Trick, seat_after

NO_BIDS: Final[tuple[int | None, ...]] = (None,) * SEATS
NOTHING: Final = (0,) * SEATS
NO_CARDS: Final[tuple[tuple[Card, ...], ...]] = ((),) * SEATS


class Phase(StrEnum):
    """What the table waits for (rules 7.7)."""

    LOT = "lot"  # who bids and leads first
    DEAL = "deal"  # the cards
    BID = "bid"
    PLAY = "play"
    OVER = "over"


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole match.

    `results` are the hands that were played, so the one being played is number `len(results) + 1`. `hands` are the
    cards still held, by seat; `bids`, None for a seat that has yet to speak; `won` tricks; `tricks` those that were
    taken in this hand, `trick` the one being played (None outside PLAY). `broken`: a spade has fallen in this hand.
    `by_rules` are the cards of this hand that the rules played in a seat's place. `last` is the last full trick, also
    of the hand before. `happened` is what the last apply brought.
    """

    terms: Terms
    phase: Phase = Phase.LOT
    dealer: Seat = Seat(0)
    results: tuple[HandResult, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = NO_CARDS
    bids: tuple[int | None, ...] = NO_BIDS
    won: tuple[int, ...] = NOTHING
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    broken: bool = False
    by_rules: tuple[Card, ...] = ()
    last: Trick | None = None
    happened: tuple[Happening, ...] = ()

    @property
    def number(self) -> int:
        """The number of the hand that is being played, from 1; after the match that of the last."""
        return min(len(self.results) + 1, self.terms.hands)

    @property
    def due(self) -> Seat | None:
        """The seat that must decide; None while cards are dealt and after the match."""
        if self.phase is Phase.PLAY:
            assert self.trick is not None
            return self.trick.turn
        if self.phase is Phase.BID:
            return seat_after(self.dealer, 1 + SEATS - self.bids.count(None))
        return None
