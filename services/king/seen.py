"""What the cards that were played tell of those that were not: who cannot hold what (rules 5.4-5.6).

Every refusal to do what a duty asks for is a card that is not held. What is told here is exact: no deal that could have
been played in the same way is excluded by it, with one exception that is explained at `_led_trump`.
"""

from collections.abc import Iterable, Sequence

from services.kernel.cards import ACE, DECK, JACK, KING, QUEEN, Card, Suit, card_of
from services.kernel.game import Seat
from services.kernel.tricks import SEATS, Trick
from services.king.contracts import PENALTY_CARDS, RIFKI_CARD, Contract
from services.king.duties import AKQ, top_rank
from services.king.terms import Raise, Terms

_OF = {suit: frozenset(card for card in DECK if card.suit is suit) for suit in Suit}
_NOT_OF = {suit: frozenset(DECK) - cards for suit, cards in _OF.items()}
_HEARTS_MUST_FALL = (Contract.KUPA, Contract.RIFKI)


def broken_by_lead(contract: Contract, trump: Suit | None, tricks: Sequence[Trick]) -> int | None:
    """The number, from 0, of the trick that was led with a trump before any had fallen; None if there is none."""
    if contract is not Contract.KOZ:
        return None
    for number, trick in enumerate(tricks):
        if any(card.suit is trump for card in trick.cards):
            return number if trick.led is trump else None
    return None


class Told:
    """Gathers, card by card, what each seat cannot hold any more.

    `run` is how a lead of ace, king or queen of trump before trump fell is read: as the exception (5.6), or as that of
    a hand with trumps alone. `runner` is the seat that is taken to have used the exception: it held a plain card, too.
    """

    def __init__(self, terms: Terms, contract: Contract, trump: Suit | None, *, run: bool) -> None:
        self.barred: list[set[Card]] = [set() for _ in range(SEATS)]
        self.runner: Seat | None = None
        self._terms = terms
        self._contract = contract
        self._trump = trump
        self._run = run
        self._broken = False

    def read(self, tricks: Iterable[Trick]) -> "Told":
        """Takes in the tricks in order, the one that is being played last."""
        for trick in tricks:
            for place, (seat, card) in enumerate(trick.played()):
                if place:
                    self._followed(seat, card, trick.cards[:place])
                else:
                    self._led(seat, card)
                self._broken = self._broken or self._breaks(card)
        return self

    def _breaks(self, card: Card) -> bool:
        if self._contract in _HEARTS_MUST_FALL:
            return card.suit is Suit.HEARTS
        return card.suit is self._trump

    def _led(self, seat: Seat, card: Card) -> None:
        if self._broken or not self._breaks(card):
            return
        if self._contract is Contract.KOZ:
            self._led_trump(seat, card)
            return
        self.barred[seat] |= _NOT_OF[Suit.HEARTS]  # a lead of hearts before they fell: he held hearts alone (5.6)
        if self._terms.highest_heart:
            self.barred[seat].update(_above(Suit.HEARTS, card.rank))

    def _led_trump(self, seat: Seat, card: Card) -> None:
        """Either trumps alone are left, or A-K-Q is led (5.6). Which of them only that seat knows, unless it shows."""
        assert self._trump is not None
        best = AKQ[self._trump]
        if card not in best or not self._run:
            self.barred[seat] |= _NOT_OF[self._trump]
            return
        self.runner = seat
        for other in range(SEATS):
            if other != seat:
                self.barred[other].update(best)

    def _followed(self, seat: Seat, card: Card, before: Sequence[Card]) -> None:
        led = before[0].suit
        cards = tuple(before)
        if card.suit is led:
            self._followed_suit(self.barred[seat], card, cards, led)
        else:
            self.barred[seat] |= _OF[led]
            self._threw(self.barred[seat], card, cards)

    def _followed_suit(self, barred: set[Card], card: Card, cards: tuple[Card, ...], led: Suit) -> None:
        top = top_rank(cards, led)
        match self._contract:
            case Contract.KIZ if top > QUEEN and card.rank != QUEEN:
                barred.add(card_of(led, QUEEN))
            case Contract.ERKEK if not (card.rank in (KING, JACK) and card.rank < top):
                barred.update(card_of(led, rank) for rank in (KING, JACK) if rank < top)
            case Contract.RIFKI if self._terms.rifki_forced and led is Suit.HEARTS and top == ACE:
                barred.add(RIFKI_CARD)
            case Contract.KOZ if led is self._trump and self._terms.trump_raise is not Raise.NONE and card.rank < top:
                barred.update(_above(led, top))
            case _:
                return

    def _threw(self, barred: set[Card], card: Card, cards: tuple[Card, ...]) -> None:
        if self._contract is Contract.KOZ:
            assert self._trump is not None
            if card.suit is not self._trump:
                barred |= _OF[self._trump]
            elif self._terms.trump_raise is Raise.BOTH and card.rank < (top := top_rank(cards, self._trump)):
                barred.update(_above(self._trump, top))
        elif card not in PENALTY_CARDS[self._contract]:
            barred |= PENALTY_CARDS[self._contract]


def _above(suit: Suit, rank: int) -> set[Card]:
    return {card_of(suit, higher) for higher in range(rank + 1, ACE + 1)}
