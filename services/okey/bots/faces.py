"""Which faces go together: tables."""

from itertools import combinations
from typing import Final

from services.kernel.melds import SUITS, Face
from services.okey.tiles import NUMBERS

FACES: Final = tuple(Face(suit, rank) for suit in SUITS for rank in range(NUMBERS.lowest, NUMBERS.highest + 1))


def _with(face: Face) -> tuple[tuple[Face, Face], ...]:
    suit, rank = face
    found = []
    for low in range(max(NUMBERS.lowest, rank - 2), min(NUMBERS.highest - 2, rank) + 1):
        first, second = (Face(suit, other) for other in range(low, low + 3) if other != rank)
        found.append((first, second))
    others = [Face(other, rank) for other in SUITS if other != suit]
    return (*found, *combinations(others, 2))


BLOCKS: Final = {face: _with(face) for face in FACES}
"""By a face, every two others with which it is a meld of three."""
