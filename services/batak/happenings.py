"""What an apply brought, in order, for animation and the record.

Nothing of it is secret: cards are dealt unseen, and whatever is said or played, everybody hears and sees (rules 7.10).
"""

import msgspec

from services.batak.results import HandResult
from services.kernel.cards import Card
from services.kernel.score import LedgerLine
from services.kernel.tricks import Trick


class LotFell(msgspec.Struct, frozen=True, tag="lot"):
    """Chance chose the seat that bids and leads first in the first hand (rules 7.2)."""

    seat: int


class HandDealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Hand `number` (from 1) was dealt."""

    number: int
    dealer: int


class BidSaid(msgspec.Struct, frozen=True, tag="bid"):
    """A seat said its bid. `by_rules` when the rules said it in its place (rules 7.9)."""

    seat: int
    tricks: int
    by_rules: bool


class CardPlayed(msgspec.Struct, frozen=True, tag="card"):
    """A seat put down a card. `by_rules` when the rules did so in its place (rules 7.9)."""

    seat: int
    card: Card
    by_rules: bool


class TrickTaken(msgspec.Struct, frozen=True, tag="trick"):
    """A seat took the trick."""

    seat: int
    trick: Trick


class HandEnded(msgspec.Struct, frozen=True, tag="ended"):
    """Hand `number` was played out and wrote `ledger`, one line for each seat."""

    number: int
    result: HandResult
    ledger: tuple[LedgerLine, ...]


Happening = LotFell | HandDealt | BidSaid | CardPlayed | TrickTaken | HandEnded
