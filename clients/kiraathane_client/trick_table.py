"""The table of a game of tricks for four: who sits where, what lies in the middle, who takes it.

The viewer sits at the bottom, the next seat in playing order at his right (rules 0.1). Nothing here knows a family's
messages: what is drawn is told in `TrickTable`.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from rich.style import Style
from rich.text import Text

from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import drawn, text_of
from kiraathane_client.terminal import Look

SEATS: Final = 4
HEIGHT: Final = 9
"""Lines of a table, the one about the last trick included."""

NAME: Final = Style(bold=True)
DUE: Final = Style(bold=True, color="color(220)")
QUIET: Final = Style(dim=True)
TAKES: Final = Style(bold=True, color="color(34)")

_MIDDLE: Final = 26  # columns of the trick; what is left is shared by the seats at the left and at the right


class Place(msgspec.Struct, frozen=True):
    """One seat: the name, a few words under it (its bid and tricks, say), and how many cards it holds."""

    name: str
    note: str = ""
    cards: int = 0


class LaidTrick(msgspec.Struct, frozen=True):
    """A trick: `cards` in the order of play, the first of them `leader`'s. `winner` takes it, or does so far."""

    leader: int
    cards: tuple[card_pb2.Card, ...] = ()
    winner: int | None = None

    def of(self, seat: int) -> card_pb2.Card | None:
        """The seat's card; None while it has none there."""
        place = (seat - self.leader) % SEATS
        return self.cards[place] if place < len(self.cards) else None


class TrickTable(msgspec.Struct, frozen=True):
    """What is drawn. `places` by seat; `bottom` sits nearest, and is the viewer himself if `is_viewer`.

    `trick` is None while none is played (bids); `due` are the seats that the table waits for; `last` is the trick
    before, None if there was none.
    """

    places: tuple[Place, ...]
    bottom: int
    trick: LaidTrick | None = None
    due: frozenset[int] = frozenset()
    last: LaidTrick | None = None
    is_viewer: bool = True


def draw(table: TrickTable, look: Look) -> list[Text]:
    """`HEIGHT` lines of at most `look.width` columns."""
    right, top, left = (_seat(table, places) for places in (1, 2, 3))
    side = max(10, (look.width - _MIDDLE) // 2)
    lefts, rights = _block(table, left, look, side), _block(table, right, look, side)
    room = side * 2 + _MIDDLE
    across = _middle(_pair(_card(table, left, look), _card(table, right, look)), _MIDDLE)
    lines = [_middle(line, room) for line in _block(table, top, look, room)]
    lines.append(_middle(_card(table, top, look), room))
    lines.append(Text.assemble(_right(lefts[0], side), across, rights[0]))
    lines.append(Text.assemble(_right(lefts[1], side), " " * _MIDDLE, rights[1]))
    lines.append(_middle(_card(table, table.bottom, look), room))
    lines += [_middle(line, room) for line in _block(table, table.bottom, look, room)]
    lines.append(_middle(_last(table, look, room), room))
    for line in lines:
        line.rstrip()
    return lines


def _seat(table: TrickTable, places: int) -> int:
    return (table.bottom + places) % SEATS


def _block(table: TrickTable, seat: int, look: Look, width: int) -> list[Text]:
    """Who sits there, and the line under it."""
    place, due = table.places[seat], seat in table.due
    name = Text()
    if due:
        name.append(("> " if look.ascii else "▶ "), DUE)
    name.append(place.name, DUE if due else NAME)
    if table.is_viewer and seat == table.bottom:
        name.append(look.say(" (siz)", " (you)"))
    words = [place.note] if place.note else []
    words.append(look.say(f"{place.cards} kart", f"{place.cards} card{'' if place.cards == 1 else 's'}"))
    if table.trick is not None and table.trick.leader == seat:
        words.append(look.say("eli açan", "leads"))
    note = Text(look.say(" · ".join(words), " · ".join(words)), style=QUIET)
    for line in (name, note):
        line.truncate(width, overflow="crop" if look.ascii else "ellipsis")
    return [name, note]


def _card(table: TrickTable, seat: int, look: Look) -> Text:
    """The seat's card in the middle, always as wide: between points if it takes the trick."""
    card = None if table.trick is None else table.trick.of(seat)
    if card is None:
        waits = table.trick is not None and seat in table.due
        return Text(("?" if waits else look.say("·", "·")).center(_CARD), style=QUIET)
    tile = drawn(card, look)
    takes = table.trick is not None and table.trick.winner == seat
    before, after = ("▸", "◂") if not look.ascii else (">", "<")
    marked = Text.assemble((before if takes else " ", TAKES), tile, (after if takes else " ", TAKES))
    return _middle(marked, _CARD)


_CARD: Final = 9


def _pair(left: Text, right: Text) -> Text:
    return Text.assemble(left, " " * 6, right)


def _last(table: TrickTable, look: Look, room: int) -> Text:
    if table.last is None:
        return Text()
    cards = " ".join(text_of(card, look) for card in table.last.cards)
    line = Text(look.say(f"önceki el: {cards}", f"last trick: {cards}"), style=QUIET)
    if table.last.winner is not None:
        line.append(f" {'->' if look.ascii else '→'} {table.places[table.last.winner].name}")
    line.truncate(room, overflow="crop" if look.ascii else "ellipsis")
    return line


def _middle(text: Text, width: int) -> Text:
    """The text in the middle of `width` columns."""
    before = max(0, width - text.cell_len) // 2
    return Text.assemble(" " * before, text, " " * max(0, width - text.cell_len - before))


def _right(text: Text, width: int) -> Text:
    """The text at the right of `width` columns: the left seat's words end near its card."""
    return Text.assemble(" " * max(0, width - text.cell_len), text)


def sheet(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Text]:
    """A score sheet: the first column to the left, the others to the right, each as wide as it needs."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = []
    for number, row in enumerate((head, *rows)):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append(Text("  ".join(cells), style=Style(dim=True) if number == 0 else Style()))
    return lines
