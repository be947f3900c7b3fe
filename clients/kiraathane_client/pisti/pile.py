"""The cards on the table: a stack as high as there are cards, its top card large."""

from typing import Final

from rich.style import Style
from rich.text import Text

from kiraathane.match.v1 import card_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.cards import text_of
from kiraathane_client.terminal import Look

HEIGHT: Final = 5
WIDTH: Final = 30
_MOST_EDGES: Final = 14
_INSIDE: Final = 5

_RED: Final = Style(color="color(196)", bold=True)
_BLACK: Final = Style(bold=True)
_BACK: Final = Style(color="color(67)")
_RED_SUITS: Final = (card_pb2.SUIT_DIAMONDS, card_pb2.SUIT_HEARTS)


def stack(view: pb.PistiView, look: Look) -> list[Text]:
    """`HEIGHT` lines: the top card on the edges of those under it, and beside it a bluff that waits for its answer."""
    if not view.pile:
        return _empty(look)
    edges = min(len(view.pile) + view.face_down - 1, _MOST_EDGES)
    lines = _card(view.pile[-1], edges, look)
    if view.phase == pb.PISTI_PHASE_ANSWER:
        sealed = view.sealed if view.HasField("sealed") else None
        lines = [Text.assemble(line, "   ", back) for line, back in zip(lines, _back(sealed, look), strict=True)]
    return lines


def _empty(look: Look) -> list[Text]:
    """An empty table: the place where the next card will lie."""
    words = look.say("boş", "empty").center(_INSIDE)
    top, side = ("+ - - +", "|") if look.ascii else ("┌╌╌╌╌╌┐", "╎")
    bottom = top if look.ascii else "└╌╌╌╌╌┘"
    blank = f"{side}{' ' * _INSIDE}{side}"
    return [Text(line, style="dim") for line in (top, blank, f"{side}{words}{side}", blank, bottom)]


def _card(card: card_pb2.Card, edges: int, look: Look) -> list[Text]:
    style = _RED if card.suit in _RED_SUITS else _BLACK
    said = text_of(card, look)
    inside = [
        (said.ljust(_INSIDE), style),
        (" " * _INSIDE, style),
        (said.rjust(_INSIDE), style),
    ]
    if not look.ascii:
        inside[1] = (said[0].center(_INSIDE), style)
    return _framed(inside, edges, look)


def _back(sealed: card_pb2.Card | None, look: Look) -> list[Text]:
    """A card face down; its owner sees what it is."""
    fill = "#" * _INSIDE if look.ascii else "▒" * _INSIDE
    middle = text_of(sealed, look) if sealed is not None else "?"
    return _framed([(fill, _BACK), (middle.center(_INSIDE), _BLACK), (fill, _BACK)], 0, look)


def _framed(inside: list[tuple[str, Style]], edges: int, look: Look) -> list[Text]:
    if look.ascii:
        bar = "+" * edges + "+" + "-" * _INSIDE + "+"
        return [Text(bar), *(Text.assemble("|" * (edges + 1), part, "|") for part in inside), Text(bar)]
    return [
        Text("╭" * edges + "╭" + "─" * _INSIDE + "╮"),
        *(Text.assemble("│" * (edges + 1), part, "│") for part in inside),
        Text("╰" * edges + "╰" + "─" * _INSIDE + "╯"),
    ]
