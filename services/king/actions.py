"""What a seat may decide (rules 5.12)."""

import msgspec

from services.kernel.cards import Card, Suit
from services.king.contracts import Contract


class NamePenalty(msgspec.Struct, frozen=True, tag="penalty"):
    """The declarer names a penalty (rules 5.2)."""

    contract: Contract


class NameTrump(msgspec.Struct, frozen=True, tag="trump"):
    """The declarer names a trump suit (rules 5.2)."""

    suit: Suit


class AskRedeal(msgspec.Struct, frozen=True, tag="redeal"):
    """The declarer asks for new cards: el iptal (rules 5.9)."""


class PlayCard(msgspec.Struct, frozen=True, tag="play"):
    """Put down a card."""

    card: Card


Action = NamePenalty | NameTrump | AskRedeal | PlayCard
