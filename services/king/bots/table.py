"""A hand of King in numbers, for playing it out fast: a card is 0..51 by `Card.number`, a set of cards an int's bits.

`tests/king_bots/test_table.py` holds it to the rules: what is legal here is legal there, and worth the same.
"""

from typing import Final

from services.kernel.cards import DECK, Suit
from services.king.contracts import EACH, PENALTY_CARDS, Contract
from services.king.terms import Raise, Terms

SUITS: Final = 4
RANKS: Final = 13
SUIT_BITS: Final = (1 << RANKS) - 1
SUIT_MASKS: Final = tuple(SUIT_BITS << RANKS * suit for suit in range(SUITS))
ALL: Final = (1 << SUITS * RANKS) - 1
ORDER: Final = tuple(Suit)
"""The suits by number."""

HEARTS: Final = ORDER.index(Suit.HEARTS)
HEART_MASK: Final = SUIT_MASKS[HEARTS]
ACE, KING, QUEEN, JACK = 12, 11, 10, 9
RIFKI: Final = 1 << RANKS * HEARTS + KING
QUEENS: Final = sum(1 << RANKS * suit + QUEEN for suit in range(SUITS))
KINGS_AND_JACKS: Final = sum(1 << RANKS * suit + rank for suit in range(SUITS) for rank in (KING, JACK))
COSTLY: Final = {
    contract: sum(1 << card.number for card in DECK if card in cards) for contract, cards in PENALTY_CARDS.items()
}
_AKQ: Final = tuple(sum(1 << RANKS * suit + rank for rank in (ACE, KING, QUEEN)) for suit in range(SUITS))
_HEARTS_MUST_FALL: Final = (Contract.KUPA, Contract.RIFKI)
NO_TRUMP: Final = -1


def bits(cards: int) -> list[int]:
    """The numbers of the cards in a set, from the lowest."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


class Table:
    """A hand that is being played. `gone` are all cards that were played; `points` what the seats have got in it."""

    __slots__ = (
        "broken",
        "contract",
        "costly",
        "each",
        "gone",
        "hands",
        "highest_heart",
        "leader",
        "number",
        "owed",
        "points",
        "raise_led",
        "raise_void",
        "rifki_forced",
        "trick",
        "trump",
    )

    def __init__(self, terms: Terms, contract: Contract, trump: int) -> None:
        self.contract = contract
        self.trump = trump
        self.costly = COSTLY[contract]
        self.each = EACH[contract]
        self.rifki_forced = terms.rifki_forced
        self.highest_heart = terms.highest_heart
        self.raise_led = terms.trump_raise is not Raise.NONE
        self.raise_void = terms.trump_raise is Raise.BOTH
        self.hands = [0, 0, 0, 0]
        self.gone = 0
        self.leader = 0
        self.trick: list[int] = []
        self.number = 0
        self.broken = False
        self.owed = 0
        self.points = [0, 0, 0, 0]

    def copy(self) -> "Table":
        other: Table = object.__new__(Table)
        other.contract = self.contract
        other.trump = self.trump
        other.costly = self.costly
        other.each = self.each
        other.rifki_forced = self.rifki_forced
        other.highest_heart = self.highest_heart
        other.raise_led = self.raise_led
        other.raise_void = self.raise_void
        other.hands = self.hands[:]
        other.gone = self.gone
        other.leader = self.leader
        other.trick = self.trick[:]
        other.number = self.number
        other.broken = self.broken
        other.owed = self.owed
        other.points = self.points[:]
        return other

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) & 3

    def top(self, suit: int) -> int:
        """The highest card of the suit in the trick; -1 if there is none."""
        best = -1
        for card in self.trick:
            if card // RANKS == suit and card > best:
                best = card
        return best

    def winning(self) -> int:
        """The card that takes the trick so far."""
        if self.trump >= 0:
            best = self.top(self.trump)
            if best >= 0:
                return best
        return self.top(self.trick[0] // RANKS)

    def legal(self, hand: int) -> int:
        """The cards of `hand` that may be played (rules 5.7)."""
        if not self.trick:
            return self._to_lead(hand)
        suit = self.trick[0] // RANKS
        own = hand & SUIT_MASKS[suit]
        return self._of_led_suit(own, suit) if own else self._void(hand)

    def _to_lead(self, hand: int) -> int:
        if self.owed:
            return self.owed
        if self.broken:
            return hand
        if self.contract in _HEARTS_MUST_FALL:
            others = hand & ~HEART_MASK
            if others or not self.highest_heart:
                return others or hand
            return 1 << hand.bit_length() - 1
        if self.trump >= 0:
            plain = hand & ~SUIT_MASKS[self.trump]
            best = _AKQ[self.trump]
            return (plain | best if hand & best == best else plain) if plain else hand
        return hand

    def _of_led_suit(self, own: int, suit: int) -> int:
        must = 0
        contract = self.contract
        if contract is Contract.KIZ:
            if self.top(suit) % RANKS > QUEEN:
                must = own & QUEENS
        elif contract is Contract.ERKEK:
            must = own & KINGS_AND_JACKS & ((1 << self.top(suit)) - 1)
        elif contract is Contract.RIFKI:
            if self.rifki_forced and suit == HEARTS and self.top(suit) % RANKS == ACE:
                must = own & RIFKI
        elif suit == self.trump and self.raise_led:
            must = own >> self.top(suit) + 1 << self.top(suit) + 1
        return must or own

    def _void(self, hand: int) -> int:
        trump = self.trump
        if trump < 0:
            return hand & self.costly or hand
        trumps = hand & SUIT_MASKS[trump]
        if trumps and self.raise_void:
            best = self.top(trump)
            if best >= 0:
                return trumps >> best + 1 << best + 1 or trumps
        return trumps or hand

    def play(self, card: int) -> None:
        """Puts down a legal card of the seat on turn; a full trick is taken."""
        bit = 1 << card
        seat = self.turn
        hand = self.hands[seat]
        if not self.broken:
            self._break(card, bit, hand)
        elif self.owed & bit:
            self.owed ^= bit
        self.hands[seat] = hand & ~bit
        self.gone |= bit
        self.trick.append(card)
        if len(self.trick) == SUITS:
            self._take()

    def _break(self, card: int, bit: int, hand: int) -> None:
        if self.trump >= 0:
            if card // RANKS != self.trump:
                return
            self.broken = True
            best = _AKQ[self.trump]
            if not self.trick and bit & best and hand & best == best and hand & ~SUIT_MASKS[self.trump]:
                self.owed = best ^ bit
        elif card // RANKS == HEARTS and self.contract in _HEARTS_MUST_FALL:
            self.broken = True

    def _take(self) -> None:
        trick = self.trick
        taker = (self.leader + trick.index(self.winning())) & 3
        if self.costly:
            cards = 1 << trick[0] | 1 << trick[1] | 1 << trick[2] | 1 << trick[3]
            self.points[taker] += self.each * (cards & self.costly).bit_count()
        elif self.contract is not Contract.SON_IKI or self.number >= RANKS - 2:
            self.points[taker] += self.each
        self.leader = taker
        self.number += 1
        self.trick = []

    def settled(self) -> bool:
        """True if no points can come any more: no card is left, or all that cost have been taken."""
        if self.trick:
            return False
        return self.number == RANKS or not self.hands[self.leader] or bool(self.costly and not self.costly & ~self.gone)
