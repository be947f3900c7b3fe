"""The 106 cards: two packs and two jokers, as values without a back. Two equal cards are the same.

A card is written as in all card games, `SA`, `H7`, `DT`; a joker is `JO`. Texts for players have the suits' signs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from services.kernel.cards import ACE, DECK, Card, Suit, read_card
from services.kernel.melds import Face, Place, Scale

COPIES: Final = 2
JOKERS: Final = 2
JOKER_IN_HAND: Final = 25
"""What a joker counts that is left in a hand (rules 9.3)."""

SCALE: Final = Scale(lowest=2, highest=ACE)
"""The ace is high only (rules 9.3)."""

_SUITS: Final = tuple(Suit)


class Piece(StrEnum):
    """One card or a joker. `card` is None for a joker; `number` gives the order in which hands are kept: by suits, in
    each from the two to the ace, jokers last."""

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
    JOKER = "JO"

    card: Card | None
    number: int

    def __init__(self, text: str) -> None:
        self.card = None if text == "JO" else Card(text)
        self.number = len(DECK) if self.card is None else self.card.number

    # An enumeration's own hash is a Python function; cards are looked up all the time.
    __hash__ = str.__hash__

    @property
    def rank(self) -> int:
        """2..14; 0 for a joker."""
        return 0 if self.card is None else self.card.rank

    @property
    def sign(self) -> str:
        """As players read it: `♥K`, `Joker`."""
        return "Joker" if self.card is None else self.card.sign

    @property
    def place(self) -> Place:
        """The card in a group; a joker has no face of its own."""
        return _PLACES[self]

    @property
    def worth(self) -> int:
        """What it counts in a hand (rules 9.3)."""
        return JOKER_IN_HAND if self.card is None else value_of(self.card.rank)


JOKER: Final = Piece.JOKER


def value_of(rank: int) -> int:
    """What a card of this rank counts: its number, 10 for the court cards, 11 for the ace (rules 9.3)."""
    return 11 if rank == ACE else min(rank, 10)


def _place(piece: Piece) -> Place:
    card = piece.card
    return Place(None, wild=True) if card is None else Place(Face(_SUITS.index(card.suit), card.rank))


_PLACES: Final = {piece: _place(piece) for piece in Piece}
_BY_FACE: Final = {place.face: piece for piece, place in _PLACES.items() if place.face is not None}

PACK: Final = (*tuple(piece for piece in Piece if piece is not JOKER) * COPIES, *(JOKER,) * JOKERS)
"""All cards in the order of a `Shuffle(106)`: a pack, the other pack, the jokers."""


def piece_of(face: Face) -> Piece:
    """The card with this face."""
    return _BY_FACE[face]


def shown_at(place: Place) -> Piece:
    """The card that lies at a place of a meld: a joker, whatever it stands for."""
    return JOKER if place.wild or place.face is None else _BY_FACE[place.face]


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The cards in the order in which hands are kept."""
    return tuple(sorted(pieces, key=_number))


def _number(piece: Piece) -> int:
    return piece.number


def without(pieces: Sequence[Piece], gone: Iterable[Piece]) -> tuple[Piece, ...]:
    """`pieces` in their order without those `gone`, each once. Raises `ValueError` for one that is not there."""
    rest = list(pieces)
    for piece in gone:
        rest.remove(piece)
    return tuple(rest)


def holds(pieces: Iterable[Piece], wanted: Iterable[Piece]) -> bool:
    """True if all that is wanted is among the pieces, as often as it is wanted."""
    return Counter(wanted) <= Counter(pieces)


def signs(pieces: Iterable[Piece]) -> str:
    """As players read several cards: `♥9 ♥K Joker`; a dash for none."""
    return " ".join(piece.sign for piece in pieces) or "—"


def write_pieces(pieces: Iterable[Piece]) -> str:
    """Several cards in the order given: `H9,HK,JO`; `-` for none."""
    return ",".join(pieces) or "-"


def read_piece(text: str) -> Piece:
    """Reads `HK`, `♥K` or `JO`. Raises `ValueError`."""
    return JOKER if text.upper() == JOKER else Piece(read_card(text).value)


def read_pieces(text: str) -> tuple[Piece, ...]:
    """Reads what `write_pieces` writes. Raises `ValueError`."""
    return () if text == "-" else tuple(map(read_piece, text.split(",")))
