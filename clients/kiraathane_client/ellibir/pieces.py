"""Cards and jokers at the terminal. A joker is a star (`*` with ASCII alone); in a meld the star stands after the card
that it counts as, `♥Q★`."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client import cards
from kiraathane_client.terminal import Look

JOKER: Final = pb.Piece(joker=pb.Joker())
WILD: Final = Style(color="color(16)", bgcolor="color(220)", bold=True)
ACE: Final = 14


def is_joker(piece: pb.Piece) -> bool:
    """True for a joker."""
    return piece.HasField("joker")


def key(piece: pb.Piece) -> tuple[int, int]:
    """(suit, rank); beyond all cards for a joker. Equal pieces have equal keys."""
    return (99, 0) if is_joker(piece) else (piece.card.suit, piece.card.rank)


def star(look: Look) -> str:
    """What stands for a joker."""
    return "*" if look.ascii else "★"


def text_of(piece: pb.Piece, look: Look) -> str:
    """`♥K`, `Joker`."""
    return "Joker" if is_joker(piece) else cards.text_of(piece.card, look)


def spelled(pieces: Sequence[pb.Piece], look: Look) -> str:
    """`♥K ♠4 Joker`."""
    return " ".join(text_of(piece, look) for piece in pieces)


def place_text(place: pb.Place, look: Look) -> str:
    """`♥Q`; `♥Q★` for a joker that counts as it, `★` for one that may still be several."""
    if not place.joker:
        return cards.text_of(place.card, look)
    return (cards.text_of(place.card, look) if place.HasField("card") else "") + star(look)


def meld_text(meld: pb.Meld, look: Look) -> str:
    """`♥9 ♥10 ♥J★`."""
    return " ".join(place_text(place, look) for place in meld.places)


def group_text(group: pb.Group, look: Look) -> str:
    """`♥9 ♥10 Joker`."""
    return spelled(group.cards, look)


def drawn(piece: pb.Piece, look: Look) -> Text:
    """The piece as a small tile, a column behind it."""
    cell = Text(f" {star(look)} ", style=WILD) if is_joker(piece) else cards.drawn(piece.card, look)
    return _spaced(cell)


def drawn_place(place: pb.Place, look: Look) -> Text:
    """A place of a meld as a small tile; with ASCII alone a column behind it."""
    if not place.joker:
        cell = cards.drawn(place.card, look)
    else:
        text = place_text(place, look)
        cell = Text(text if look.ascii else f" {text} ", style=WILD)
    return _spaced(cell) if look.ascii else cell


def _spaced(cell: Text) -> Text:
    return Text.assemble(cell, " ")
