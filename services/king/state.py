"""The whole match of King: the terms, the chart of the hands that were played, the hand that is being played."""

from enum import StrEnum

import msgspec

from services.kernel.cards import Card, Suit
from services.kernel.game import Seat
from services.kernel.tricks import SEATS, Trick
from services.king.contracts import Contract
from services.king.happenings import HandLine, Happening
from services.king.terms import Terms


class Phase(StrEnum):
    """What the table waits for (rules 5.12)."""

    LOT = "lot"  # chance: who declares first
    DEALING = "dealing"  # chance: the cards
    CHOOSING = "choosing"  # the declarer
    PLAYING = "playing"  # the next card
    OVER = "over"


class Ending(msgspec.Struct, frozen=True):
    """How the match ended: one of `meta.end_causes`, and the seats that won it."""

    cause: str
    winners: tuple[int, ...]


Hands = tuple[tuple[Card, ...], ...]
NO_HANDS: Hands = ((),) * SEATS


class State(msgspec.Struct, frozen=True):
    """The whole match.

    `declarer` is None until the first one is known. `redealt`: the cards of this hand are not its first ones. `trick`
    is the one that is being played, `tricks` those before it in this hand. `broken`: a heart, in a trump hand a trump,
    has been played, so that it may be led (rules 5.6). `owed` are the cards that the leader of A-K-Q of trump must
    still lead. `happened` is what the last apply brought.
    """

    terms: Terms
    phase: Phase
    declarer: Seat | None = None
    chart: tuple[HandLine, ...] = ()
    hands: Hands = NO_HANDS
    contract: Contract | None = None
    trump: Suit | None = None
    trick: Trick = Trick(Seat(0))
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    owed: tuple[Card, ...] = ()
    redealt: bool = False
    ending: Ending | None = None
    happened: tuple[Happening, ...] = ()


def due_seat(state: State) -> Seat | None:
    """The seat that must decide, or None while cards are dealt and after the match."""
    if state.phase is Phase.PLAYING:
        return state.trick.turn
    return state.declarer if state.phase is Phase.CHOOSING else None
