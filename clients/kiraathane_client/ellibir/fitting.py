"""Where a card lays off: for finding the meld that is meant, and for a word of warning before a discard."""

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import card_pb2

LOWEST, ACE, SUITS = 2, 14, 4


def goes_on(meld: pb.Meld, card: card_pb2.Card) -> bool:
    """True if a card lays off on a run or a set."""
    if meld.kind == pb.MELD_KIND_RUN:
        first = meld.places[0].card
        low, high = first.rank - 1, first.rank + len(meld.places)
        return card.suit == first.suit and card.rank in (low, high) and LOWEST <= card.rank <= ACE
    if meld.kind == pb.MELD_KIND_SET:
        cards = [place.card for place in meld.places if place.HasField("card")]
        return len(meld.places) < SUITS and card.rank == cards[0].rank and card not in cards
    return False


def lays_off(view: pb.EllibirView, card: card_pb2.Card) -> list[int]:
    """The melds, from 0, on which a card lays off."""
    return [number for number, laid in enumerate(view.melds) if goes_on(laid.meld, card)]


def frees(meld: pb.Meld, card: card_pb2.Card) -> bool:
    """True if a joker of the meld counts as this card, or may be it."""
    return any(
        place.joker and (place.card == card if place.HasField("card") else _may_be(meld, card)) for place in meld.places
    )


def _may_be(meld: pb.Meld, card: card_pb2.Card) -> bool:
    cards = [place.card for place in meld.places if place.HasField("card")]
    return card.rank == cards[0].rank and card not in cards
