"""What a seat may decide: how many tricks it says, which card it plays."""

from typing import Final

import msgspec

from services.kernel.cards import DECK, Card

MOST = 13
"""Tricks of a hand, and the highest bid."""


class SayBid(msgspec.Struct, frozen=True, tag="bid"):
    """Says how many tricks the seat will take, 0 ("el almaz") to 13 (rules 7.2)."""

    tricks: int


class PlayCard(msgspec.Struct, frozen=True, tag="play"):
    """Puts down a card (rules 7.3)."""

    card: Card


Action = SayBid | PlayCard

BIDS: Final = tuple(SayBid(tricks) for tricks in range(MOST + 1))
PLAYS: Final = {card: PlayCard(card) for card in DECK}
