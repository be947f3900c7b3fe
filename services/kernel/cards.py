"""The 52 cards: what they are called, how they are written, in which order they stand.

A card is written as its suit and its rank, `SA`, `H7`, `DT`; a hand by suits from spades down, as in bridge:
`AK4.Q93.T8.J7652`. Texts for players have the suits' signs, `♠A`; both are read.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

RANKS: Final = "23456789TJQKA"
JACK, QUEEN, KING, ACE = 11, 12, 13, 14


class Suit(StrEnum):
    """The suits, in the order that breaks ties (rules 0.13)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def sign(self) -> str:
        return _SIGNS[self]


_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_ORDER: Final = {suit: order for order, suit in enumerate(Suit)}


class Card(StrEnum):
    """One card. `rank` is 2..14 (the ace is highest), `number` 0..51: by suits, in each from the two to the ace."""

    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"

    suit: Suit
    rank: int
    number: int

    def __init__(self, text: str) -> None:
        self.suit = Suit(text[0])
        self.rank = RANKS.index(text[1]) + 2
        self.number = _ORDER[self.suit] * len(RANKS) + self.rank - 2

    # An enumeration's own hash is a Python function; cards are looked up all the time.
    __hash__ = str.__hash__

    @property
    def sign(self) -> str:
        """As players read it: `♥K`, `♠10`."""
        return self.suit.sign + ("10" if self.value[1] == "T" else self.value[1])


DECK: Final = tuple(Card)
"""All cards by `number`."""

_READ: Final = {text: card for card in DECK for text in (card.value, card.sign, card.suit.sign + card.value[1])}
_BY_SUIT_AND_RANK: Final = {(card.suit, card.rank): card for card in DECK}


def card_of(suit: Suit, rank: int) -> Card:
    """The card of `suit` with `rank` 2..14; raises `KeyError` for another rank."""
    return _BY_SUIT_AND_RANK[suit, rank]


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suits, in each from the lowest to the highest: how hands are kept."""
    return tuple(sorted(cards, key=_number))


def _number(card: Card) -> int:
    return card.number


def of_suit(cards: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
    """Those of one suit, in the order given."""
    return tuple(card for card in cards if card.suit is suit)


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest by rank, equal ranks in the order clubs, diamonds, hearts, spades. Raises `ValueError` if empty."""
    return min(cards, key=lambda card: (card.rank, card.number))


def highest(cards: Iterable[Card]) -> Card:
    """The highest by rank, of equal ranks the last in the order clubs, diamonds, hearts, spades."""
    return max(cards, key=lambda card: (card.rank, card.number))


def shuffled(outcome: Sequence[int]) -> tuple[Card, ...]:
    """The deck in the order of a `Shuffle(52)`."""
    return tuple(DECK[number] for number in outcome)


def signs(cards: Iterable[Card]) -> str:
    """As players read several cards: `♥9 ♥K`."""
    return " ".join(card.sign for card in cards)


def write_cards(cards: Iterable[Card]) -> str:
    """Several cards in the order given: `H9 HK`; `-` for none."""
    return " ".join(cards) or "-"


def read_card(text: str) -> Card:
    """Reads `HK` or `♥K` (a ten is `T` or, after a sign, `10`). Raises `ValueError`."""
    card = _READ.get(text.upper())
    if card is None:
        raise ValueError(f"{text!r} is no card; one reads like SA, H7 or DT")
    return card


def read_cards(text: str) -> tuple[Card, ...]:
    """Reads what `write_cards` writes. Raises `ValueError`."""
    return () if text == "-" else tuple(read_card(word) for word in text.split())


def write_hand(cards: Iterable[Card]) -> str:
    """A hand by suits from spades to clubs, each from the highest: `AK4.Q93.T8.J7652`; `-` for no card."""
    held = sorted(cards, key=_number, reverse=True)
    return ".".join("".join(card.value[1] for card in held if card.suit is suit) for suit in _DOWN) if held else "-"


_DOWN: Final = tuple(reversed(Suit))


def read_hand(text: str) -> tuple[Card, ...]:
    """Reads what `write_hand` writes, into the order in which hands are kept. Raises `ValueError`."""
    if text == "-":
        return ()
    suits = text.split(".")
    if len(suits) != len(_DOWN):
        raise ValueError(f"{text!r} is no hand; one reads like AK4.Q93.T8.J7652, spades first")
    cards = [read_card(suit.value + rank) for suit, ranks in zip(_DOWN, suits, strict=True) for rank in ranks]
    if len(set(cards)) != len(cards):
        raise ValueError(f"{text!r} has a card twice")
    return in_order(cards)
