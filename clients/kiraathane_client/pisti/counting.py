"""The count of a game as a small table."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from kiraathane.match.v1 import card_pb2, match_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.cards import text_of
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look

WIDTH: Final = 46
_LABEL: Final = 20
_COLUMN: Final = 13


def said(look: Look, tr: str, en: str) -> str:
    """`look.say` for sentences in which the game is named: with ASCII alone English has no ş."""
    text = look.say(tr, en)
    return text.replace("ş", "s").replace("Ş", "S").replace("İ", "I") if look.ascii and look.lang == "en" else text


def count_table(info: match_pb2.MatchInfo, count: pb.GameCount, first: int, look: Look) -> list[Text]:
    """A line for each item, at most `WIDTH` columns; seat `first` in the first column."""
    sides = (count.sides[first], count.sides[1 - first])
    names = [_cut(seat_name(info, seat), look) for seat in (first, 1 - first)]
    lines = [
        _line(look.say("sayım", "count"), names, "bold"),
        _items(said(look, "pişti", "pişti"), [side.pisti for side in sides], look),
        _items(look.say("as", "aces"), [side.aces for side in sides], look),
        _items(look.say("vale", "jacks"), [side.jacks for side in sides], look),
        _items(f"{_sign(2, look)} (2)", [side.two_of_clubs for side in sides], look),
        _items(f"{_sign(10, look)} (3)", [side.ten_of_diamonds for side in sides], look),
        _majority(sides, look),
        _line(look.say("toplam", "total"), [str(side.total) for side in sides], "bold"),
    ]
    return [*lines, *_shown(info, count, first, look)]


def _sign(rank: int, look: Look) -> str:
    suit = card_pb2.SUIT_CLUBS if rank == 2 else card_pb2.SUIT_DIAMONDS
    return text_of(card_pb2.Card(suit=suit, rank=rank), look)


def _cut(name: str, look: Look) -> str:
    return name if len(name) < _COLUMN else name[: _COLUMN - 2] + ("." if look.ascii else "…")


def _line(label: str, cells: Sequence[str], style: str = "") -> Text:
    return Text(label.ljust(_LABEL) + "".join(cell.rjust(_COLUMN) for cell in cells), style=style)


def _items(label: str, points: Sequence[int], look: Look) -> Text:
    return _line(label, [str(value) if value else look.say("·", "·") for value in points])


def _majority(sides: Sequence[pb.SideCount], look: Look) -> Text:
    cards = "–".join(str(len(side.cards)) for side in sides)
    label = look.say(f"çok kart {cards} (3)", f"most cards {cards} (3)")
    return _items(label, [side.majority for side in sides], look)


def _shown(info: match_pb2.MatchInfo, count: pb.GameCount, first: int, look: Look) -> list[Text]:
    """What lay hidden until the count."""
    lines = []
    for seat in (first, 1 - first):
        bluffs = count.sides[seat].bluffs
        if bluffs:
            cards = " ".join(text_of(card, look) for card in bluffs)
            name = seat_name(info, seat)
            lines.append(
                Text(look.say(f"{name}, kabul edilen blöf: {cards}", f"{name}, accepted bluffs: {cards}"), style="dim")
            )
    if count.start:
        cards = " ".join(text_of(card, look) for card in count.start)
        lines.append(
            Text(look.say(f"baştaki kapalı kartlar: {cards}", f"face down at the start: {cards}"), style="dim")
        )
    for line in lines:
        line.truncate(WIDTH, overflow="crop" if look.ascii else "ellipsis")
    return lines
