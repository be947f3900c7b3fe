"""The 106 tiles: what they are called, how they are written, in which order they stand (rules 8.1, 8.3).

A tile is written as its colour and its number, `Y1`, `B13`, `K7`, `R10` (yellow, blue, black, red); a false okey is
`F`. Several tiles stand side by side, a colour being written once for the numbers that follow it: `Y1.2.9K7F`. Texts
for players have the colours' signs, `🔴10`.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from services.kernel.melds import Face, Scale

NUMBERS: Final = Scale(lowest=1, highest=13)
COPIES: Final = 2
TILES: Final = 106


class Colour(StrEnum):
    """The colours, in the order that breaks ties (rules 0.13)."""

    YELLOW = "Y"
    BLUE = "B"
    BLACK = "K"
    RED = "R"

    @property
    def sign(self) -> str:
        return _SIGNS[self]


COLOURS: Final = tuple(Colour)
_SIGNS: Final = {Colour.YELLOW: "🟡", Colour.BLUE: "🔵", Colour.BLACK: "⚫", Colour.RED: "🔴"}


class Tile(StrEnum):
    """What is printed on a tile; tiles with the same print are the same. `order` 0..52 is by colours and numbers, the
    false okey last; `face` is None for the false okey, which takes that of the hand's okey."""

    Y1 = "Y1"
    Y2 = "Y2"
    Y3 = "Y3"
    Y4 = "Y4"
    Y5 = "Y5"
    Y6 = "Y6"
    Y7 = "Y7"
    Y8 = "Y8"
    Y9 = "Y9"
    Y10 = "Y10"
    Y11 = "Y11"
    Y12 = "Y12"
    Y13 = "Y13"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"
    B10 = "B10"
    B11 = "B11"
    B12 = "B12"
    B13 = "B13"
    K1 = "K1"
    K2 = "K2"
    K3 = "K3"
    K4 = "K4"
    K5 = "K5"
    K6 = "K6"
    K7 = "K7"
    K8 = "K8"
    K9 = "K9"
    K10 = "K10"
    K11 = "K11"
    K12 = "K12"
    K13 = "K13"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"
    R12 = "R12"
    R13 = "R13"
    FALSE_OKEY = "F"

    order: int
    face: Face | None

    def __init__(self, text: str) -> None:
        if text == "F":
            self.face = None
            self.order = len(COLOURS) * NUMBERS.highest
        else:
            self.face = Face(COLOURS.index(Colour(text[0])), int(text[1:]))
            self.order = self.face.suit * NUMBERS.highest + self.face.rank - 1

    # An enumeration's own hash is a Python function; tiles are looked up all the time.
    __hash__ = str.__hash__

    @property
    def sign(self) -> str:
        """As players read it: `🔴10`, the false okey `🃏`."""
        return "🃏" if self.face is None else f"{_SIGNS[COLOURS[self.face.suit]]}{self.face.rank}"


KINDS: Final = tuple(Tile)
"""Every kind of tile by `order`; each is there twice."""

_BY_FACE: Final = {tile.face: tile for tile in KINDS if tile.face is not None}


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A tile in a group. `face` is what it counts as: for an okey that nobody has named None, in acts None for every
    tile that is no okey."""

    tile: Tile
    face: Tile | None = None


Group = tuple[Piece, ...]


def tile_of(face: Face) -> Tile:
    """The ordinary tile with this face. Raises `KeyError` for a face that no tile has."""
    return _BY_FACE[face]


def okey_of(indicator: Tile) -> Tile:
    """The okey of a hand: the indicator's colour, one number higher, and 1 after 13 (rules 8.3)."""
    assert indicator.face is not None
    return _BY_FACE[Face(indicator.face.suit, indicator.face.rank % NUMBERS.highest + 1)]


def face_of(tile: Tile, okey: Tile) -> Face:
    """The face that a tile has by itself: the false okey's is that of the okey."""
    face = tile.face or okey.face
    assert face is not None
    return face


def shuffled(outcome: Sequence[int]) -> tuple[Tile, ...]:
    """All tiles in the order of a `Shuffle(106)`."""
    return tuple(KINDS[number // COPIES] for number in outcome)


def _order(tile: Tile) -> int:
    return tile.order


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles by colours, in each from the lowest: how racks are kept."""
    return tuple(sorted(tiles, key=_order))


def without(rack: tuple[Tile, ...], tiles: Iterable[Tile]) -> tuple[Tile, ...] | None:
    """What stays of a rack when `tiles` are taken off it; None if it has not got them all."""
    left = list(rack)
    for tile in tiles:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def signs(tiles: Iterable[Tile]) -> str:
    """As players read several tiles: `🟡1 🔵13`; `-` for none."""
    return " ".join(tile.sign for tile in tiles) or "-"


# -- text --------------------------------------------------------------------------------------------------------------

_WORD: Final = re.compile(r"F|[YBKR]\d{1,2}(?:\.\d{1,2})*", re.ASCII)


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Several tiles in the order given: `Y1.2K7F`; `-` for none."""
    text, colour = "", ""
    for tile in tiles:
        if tile is Tile.FALSE_OKEY:
            text, colour = text + tile, ""
        elif tile[0] == colour:
            text += "." + tile[1:]
        else:
            text, colour = text + tile, tile[0]
    return text or "-"


def read_tile(text: str) -> Tile:
    """Reads `R10` or `F`. Raises `ValueError`."""
    try:
        return Tile(text)
    except ValueError:
        raise ValueError(f"{text!r} is no tile; one reads like Y1, B13, K7, R10 or F (the false okey)") from None


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Reads what `write_tiles` writes. Raises `ValueError`."""
    if text == "-":
        return ()
    words = _WORD.findall(text)
    if "".join(words) != text or not words:
        raise ValueError(f"{text!r} are no tiles; they read like Y1.2K7F")
    return tuple(
        read_tile(word[0] + number if word != "F" else word) for word in words for number in word[1:].split(".")
    )
