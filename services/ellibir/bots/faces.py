"""Cards as numbers, for what is counted often, and tables of which go together."""

from itertools import combinations
from typing import Final

from services.ellibir.cards import JOKER, PACK, SCALE, Piece
from services.kernel.melds import SUITS, Face

RANKS: Final = SCALE.highest - SCALE.lowest + 1


def code_of(face: Face) -> int:
    """A face as a number from 0 on: suits one after the other, in each from the two to the ace."""
    return face.suit * RANKS + face.rank - SCALE.lowest


def _face(code: int) -> Face:
    return Face(code // RANKS, code % RANKS + SCALE.lowest)


CODES: Final = range(len(SUITS) * RANKS)
CODE: Final = {piece: code_of(piece.place.face) for piece in Piece if piece.place.face is not None}
"""The number of each card but the joker."""

JOKER_CODE: Final = -1
COPIES_OF: Final = {piece: PACK.count(piece) for piece in Piece}
POINTS: Final = tuple(next(piece.worth for piece, code in CODE.items() if code == number) for number in CODES)
"""What the card of a number counts in a hand."""


def codes(hand: tuple[Piece, ...]) -> tuple[list[int], int]:
    """The natural cards as numbers, and the jokers."""
    naturals = [CODE[piece] for piece in hand if piece is not JOKER]
    return naturals, len(hand) - len(naturals)


def beyond(code: int, step: int) -> int | None:
    """The card that a run takes after this one, upwards or downwards; None at its end."""
    rank = code % RANKS + step
    return code + step if 0 <= rank < RANKS else None


def _with(code: int) -> tuple[tuple[int, int], ...]:
    suit, rank = _face(code)
    found = []
    for low in range(max(SCALE.lowest, rank - 2), min(SCALE.highest - 2, rank) + 1):
        first, second = (code_of(Face(suit, other)) for other in range(low, low + 3) if other != rank)
        found.append((first, second))
    others = [code_of(Face(other, rank)) for other in SUITS if other != suit]
    return (*found, *combinations(others, 2))


BLOCKS: Final = tuple(map(_with, CODES))
"""By a card, every two others with which it is a meld of three."""

NEAR: Final = tuple(frozenset(other for block in blocks for other in block) for blocks in BLOCKS)
"""By a card, those that can be in a meld of three with it."""
