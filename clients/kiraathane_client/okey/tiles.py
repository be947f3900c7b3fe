"""Tiles at the terminal: a letter for the colour, the number, and a mark for what is wild.

`K7` on a Turkish screen is kırmızı 7, on an English one black 7. A real okey has a star (`K5★`, with ASCII alone
`K5*`), and so has the tile that it stands for in a meld; a false okey has a ring (`K5°`, `K5'`).
"""

import re
from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.terminal import Look

COLOURS: Final = (pb.COLOUR_YELLOW, pb.COLOUR_BLUE, pb.COLOUR_BLACK, pb.COLOUR_RED)
CELL: Final = 4
"""Columns of a tile; one more where a mark stands behind two figures."""

LETTERS: Final = {
    pb.COLOUR_YELLOW: ("Y", "Y"),
    pb.COLOUR_BLUE: ("M", "B"),
    pb.COLOUR_BLACK: ("S", "K"),
    pb.COLOUR_RED: ("K", "R"),
}
"""The letters of the colours, Turkish and English. Sarı and siyah begin alike: sarı takes the Y of yellow."""

_NAMES: Final = {
    pb.COLOUR_YELLOW: ("sarı", "yellow"),
    pb.COLOUR_BLUE: ("mavi", "blue"),
    pb.COLOUR_BLACK: ("siyah", "black"),
    pb.COLOUR_RED: ("kırmızı", "red"),
}
_PAPER: Final = "color(255)"
_STYLES: Final = {
    pb.COLOUR_YELLOW: Style(color="color(136)", bgcolor=_PAPER, bold=True),
    pb.COLOUR_BLUE: Style(color="color(26)", bgcolor=_PAPER, bold=True),
    pb.COLOUR_BLACK: Style(color="color(16)", bgcolor=_PAPER, bold=True),
    pb.COLOUR_RED: Style(color="color(160)", bgcolor=_PAPER, bold=True),
}
RING: Final = Style(bgcolor="color(250)")
"""A false okey lies on grey; a real one shows its colour the other way round."""

_SIGNS: Final = {"🟡": pb.COLOUR_YELLOW, "🔵": pb.COLOUR_BLUE, "⚫": pb.COLOUR_BLACK, "🔴": pb.COLOUR_RED}


def key(tile: pb.Tile) -> tuple[int, int]:
    """(colour, number); (0, 0) for a false okey. Equal tiles have equal keys; they sort by colours."""
    return tile.colour, tile.number


def in_order(tiles: Sequence[pb.Tile]) -> list[pb.Tile]:
    """The tiles by colours and numbers, false okeys last."""
    return sorted(tiles, key=lambda tile: (tile.false_okey, *key(tile)))


def is_real(tile: pb.Tile, okey: pb.Tile | None) -> bool:
    """True for one of the two wild tiles of the hand."""
    return okey is not None and tile == okey


def stands_in(piece: pb.Piece, okey: pb.Tile | None) -> bool:
    """True for an okey in a group. Also that of a hand whose okey is not known, where it stands for another tile."""
    other = piece.HasField("face") and piece.face != piece.tile and not piece.tile.false_okey
    return other or is_real(piece.tile, okey)


def counts_as(tile: pb.Tile, okey: pb.Tile | None) -> pb.Tile:
    """The tile's own face: a false okey's is the okey's."""
    return okey if tile.false_okey and okey is not None else tile


def colour_letter(colour: pb.Colour.ValueType, look: Look) -> str:
    """`K` for kırmızı."""
    return look.say(*LETTERS[colour])


def colour_name(colour: pb.Colour.ValueType, look: Look) -> str:
    """`kırmızı`, `red`."""
    return look.say(*_NAMES[colour])


def text_of(tile: pb.Tile, look: Look, okey: pb.Tile | None = None) -> str:
    """`K7`; `K5★` for a real okey, `K5°` for a false one. Without a hand's okey a false one is `sahte okey`."""
    if tile.false_okey and okey is None:
        return look.say("sahte okey", "false okey")
    mark = _mark("ring", look) if tile.false_okey else _mark("star", look) if is_real(tile, okey) else ""
    return _plain(counts_as(tile, okey), look) + mark


def piece_text(piece: pb.Piece, look: Look, okey: pb.Tile | None) -> str:
    """A tile in a group: an okey is the tile that it stands for, with a star; `?★` for one that nobody has named."""
    if not stands_in(piece, okey):
        return text_of(piece.tile, look, okey)
    return (_plain(piece.face, look) if piece.HasField("face") else "?") + _mark("star", look)


def drawn(tile: pb.Tile, look: Look, okey: pb.Tile | None = None) -> Text:
    """The tile, and a column behind it."""
    return _cell(text_of(tile, look, okey), tile, tile, okey)


def drawn_piece(piece: pb.Piece, look: Look, okey: pb.Tile | None) -> Text:
    """A tile in a group, and a column behind it."""
    face = piece.face if piece.HasField("face") else piece.tile
    return _cell(piece_text(piece, look, okey), piece.tile, face, okey)


def spelled(tiles: Sequence[pb.Tile], look: Look, okey: pb.Tile | None) -> str:
    """`K5 K6 K7`."""
    return " ".join(text_of(tile, look, okey) for tile in tiles)


def spelled_groups(groups: Sequence[pb.Group | pb.Meld], look: Look, okey: pb.Tile | None) -> str:
    """`K5 K6 K7, M3 S3 Y3`."""
    return ", ".join(" ".join(piece_text(piece, look, okey) for piece in group.pieces) for group in groups)


def told(sentence: str, look: Look) -> str:
    """What the house says, with its tiles (`🔴7`) as this screen shows them."""
    for sign, colour in _SIGNS.items():
        letter = colour_letter(colour, look)
        sentence = re.sub(f"{sign}\N{VARIATION SELECTOR-16}?(?=[0-9])", letter, sentence)
        sentence = sentence.replace(sign, colour_name(colour, look))
    sentence = sentence.replace("🃏", look.say("sahte okey", "false okey"))
    return look.say(sentence, sentence)


def _plain(tile: pb.Tile, look: Look) -> str:
    return f"{colour_letter(tile.colour, look)}{tile.number}"


def _mark(name: str, look: Look) -> str:
    return {"star": ("★", "*"), "ring": ("°", "'")}[name][look.ascii]


def _cell(text: str, tile: pb.Tile, face: pb.Tile, okey: pb.Tile | None) -> Text:
    style = _STYLES[counts_as(face, okey).colour] if counts_as(face, okey).colour else Style()
    if is_real(tile, okey):
        style = Style(color=_PAPER, bgcolor=style.color, bold=True)
    elif tile.false_okey:
        style += RING
    cell = Text(text.ljust(CELL - 1), style=style)
    return cell.append(" " * max(1, CELL - cell.cell_len))
