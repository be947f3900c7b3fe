"""A trick: the cards that the seats put down one after the other, and who takes it (rules 5.4, 7.3)."""

from collections.abc import Iterable

import msgspec

from services.kernel.cards import Card, Suit
from services.kernel.game import Seat

SEATS = 4


class Trick(msgspec.Struct, frozen=True):
    """A trick of four seats. `cards` in the order of play, the first of them `leader`'s."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat:
        """The seat whose card is the next; of a full trick again the leader."""
        return seat_after(self.leader, len(self.cards))

    @property
    def is_full(self) -> bool:
        return len(self.cards) == SEATS

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None before a card lies there."""
        return self.cards[0].suit if self.cards else None

    def add(self, card: Card) -> "Trick":
        """The trick with the next seat's card."""
        return Trick(leader=self.leader, cards=(*self.cards, card))

    def best(self, trump: Suit | None) -> Card:
        """The card that takes it so far: the highest trump, else the highest of the led suit."""
        best = self.cards[0]
        for card in self.cards[1:]:
            if beats(card, best, trump):
                best = card
        return best

    def winner(self, trump: Suit | None) -> Seat:
        """The seat that takes it so far. Raises `IndexError` before a card lies there."""
        return seat_after(self.leader, self.cards.index(self.best(trump)))

    def played(self) -> tuple[tuple[Seat, Card], ...]:
        """Who put down what, in order."""
        return tuple((seat_after(self.leader, place), card) for place, card in enumerate(self.cards))


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """True if `card`, played later, takes the trick from `best`, which takes it so far."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump


def higher(cards: Iterable[Card], than: Card) -> tuple[Card, ...]:
    """Those of the same suit that are higher."""
    return tuple(card for card in cards if card.suit is than.suit and card.rank > than.rank)


def seat_after(seat: int, places: int = 1) -> Seat:
    """The seat so many places to the right, in playing order (rules 0.1)."""
    return Seat((seat + places) % SEATS)
