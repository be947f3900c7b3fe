"""Cards and tricks as messages, both ways."""

from collections.abc import Iterable, Sequence
from typing import Final

from kiraathane.match.v1 import card_pb2
from services.kernel.cards import DECK, Card, Suit, card_of
from services.kernel.game import Seat
from services.kernel.tricks import Trick

_SUITS: Final = {
    Suit.CLUBS: card_pb2.SUIT_CLUBS,
    Suit.DIAMONDS: card_pb2.SUIT_DIAMONDS,
    Suit.HEARTS: card_pb2.SUIT_HEARTS,
    Suit.SPADES: card_pb2.SUIT_SPADES,
}
_READ_SUITS: Final = {message: suit for suit, message in _SUITS.items()}
# Made once: a message that goes into another is copied there.
_CARDS: Final = {card: card_pb2.Card(suit=_SUITS[card.suit], rank=card.rank) for card in DECK}


def suit_to_proto(suit: Suit | None) -> card_pb2.Suit.ValueType:
    """The suit; None is SUIT_UNSPECIFIED."""
    return card_pb2.SUIT_UNSPECIFIED if suit is None else _SUITS[suit]


def suit_from_proto(message: card_pb2.Suit.ValueType) -> Suit | None:
    """The suit; None for SUIT_UNSPECIFIED. Raises `KeyError` for a number that is no suit."""
    return None if message == card_pb2.SUIT_UNSPECIFIED else _READ_SUITS[message]


def card_to_proto(card: Card) -> card_pb2.Card:
    """The card. It is shared: put it into other messages, change nothing in it."""
    return _CARDS[card]


def cards_to_proto(cards: Iterable[Card]) -> list[card_pb2.Card]:
    """Several cards in the order given."""
    return [_CARDS[card] for card in cards]


def card_from_proto(message: card_pb2.Card) -> Card:
    """The card. Raises `KeyError` for one that does not exist; protovalidate has refused those of clients."""
    return card_of(_READ_SUITS[message.suit], message.rank)


def cards_from_proto(messages: Sequence[card_pb2.Card]) -> tuple[Card, ...]:
    """Several cards in the order given."""
    return tuple(map(card_from_proto, messages))


def trick_to_proto(trick: Trick, winner: Seat | None = None) -> card_pb2.Trick:
    """The trick, with who took it once that is known."""
    return card_pb2.Trick(leader=trick.leader, cards=cards_to_proto(trick.cards), winner=winner)


def trick_from_proto(message: card_pb2.Trick) -> Trick:
    """The trick without who took it."""
    return Trick(leader=Seat(message.leader), cards=cards_from_proto(message.cards))
