"""What the tables of games with melds share: how blocks of pieces fill lines, and how a line of words is taken apart.

Nothing here knows a family's messages.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from rich.style import Style
from rich.text import Text

from kiraathane_client.terminal import Look, folded

QUIET: Final = Style(dim=True)
NAME: Final = Style(bold=True)
DUE: Final = Style(bold=True, color="color(220)")
GOOD: Final = Style(color="color(34)")
BAD: Final = Style(color="color(160)")


_OWNER: Final = 16  # columns of a name before melds


def between(look: Look) -> str:
    """What stands between words in a line."""
    return " - " if look.ascii else " · "


def flow(blocks: Sequence[Sequence[Text]], width: int, *, head: Text | None = None, gap: int = 2) -> list[Text]:
    """Blocks of cells in lines of at most `width` columns, the first line after `head`, the others as far in.

    A block stays in one line if it fits into one at all; `gap` columns are between two blocks.
    """
    indent = 0 if head is None else head.cell_len
    lines = [Text() if head is None else head.copy()]
    for block in blocks:
        room = width - lines[-1].cell_len
        begun = lines[-1].cell_len > indent
        if begun and _length(block) + gap > room:
            lines.append(Text(" " * indent))
        elif begun:
            lines[-1].append(" " * gap)
        for cell in block:
            if lines[-1].cell_len + cell.cell_len > width:
                lines.append(Text(" " * indent))
            lines[-1].append_text(cell)
    for line in lines:
        line.rstrip()
    return lines


def joined(blocks: Sequence[Sequence[Text]], keys: Sequence[int]) -> list[list[Text]]:
    """Neighbouring blocks with the same key as one block, a column apart."""
    found: list[list[Text]] = []
    for at, block in enumerate(blocks):
        if at and keys[at] == keys[at - 1]:
            found[-1] += [Text(" "), *block]
        else:
            found.append(list(block))
    return found


def _length(block: Sequence[Text]) -> int:
    return sum(cell.cell_len for cell in block)


def column(text: Text, width: int, look: Look) -> Text:
    """The text in exactly `width` columns, the last of them empty."""
    text = text.copy()
    text.truncate(width - 1, overflow="crop" if look.ascii else "ellipsis", pad=True)
    return text.append(" ")


def signed(points: int) -> str:
    """`+51`, `-101`, `0`."""
    return f"{points:+d}" if points else "0"


def outcome(head: str, names: Sequence[str], points: Sequence[int], look: Look) -> list[Text]:
    """How a hand ended and what it brought everybody, quietly, in a line or two."""
    cells = [[Text(head)], *([Text(f"{name} {signed(one)}")] for name, one in zip(names, points, strict=True))]
    lines = flow(cells, look.width)
    for line in lines:
        line.stylize(QUIET)
    return lines


def points_text(points: int, look: Look) -> Text:
    """So many points, bad ones red: the fewest are the best."""
    return Text(look.say(f"{points:>5} puan", f"{points:>5} pts"), style=BAD if points > 0 else Style())


def owners(names: Sequence[str]) -> int:
    """Columns for the names of owners before their melds."""
    return min(max(map(len, names), default=0), _OWNER) + 2


def cut(line: Text, look: Look) -> Text:
    """The line in the columns of the screen."""
    line.truncate(look.width, overflow="crop" if look.ascii else "ellipsis")
    return line


def command(line: str, words: Mapping[str, str]) -> tuple[str | None, str]:
    """What the first word, or the first two, of a line mean by `words` (folded), and the rest of it as it was typed."""
    parts = line.strip().split(None, 2)
    for count in (2, 1):
        head = " ".join(folded(part) for part in parts[:count])
        if len(parts) >= count and head in words:
            return words[head], line.strip().split(None, count)[count] if len(parts) > count else ""
    return None, line.strip()


def groups(text: str) -> list[list[str]]:
    """The words of a line in groups: a comma, a semicolon, a stroke or a plus parts them."""
    return [words for part in re.split(r"[,;/+]", text) if (words := part.split())]


def rising(values: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The places of `values` (suit, rank) as a rack for runs: sorted, a list for each stretch that follows on."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    stretches: list[list[int]] = []
    for at in order:
        suit, rank = values[at]
        last = values[stretches[-1][-1]] if stretches else None
        if last is not None and last[0] == suit and rank - last[1] in (0, 1):
            stretches[-1].append(at)
        else:
            stretches.append([at])
    return stretches


def by_rank(values: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The places of `values` (suit, rank) as a rack for sets: a list for each rank."""
    ranks = sorted({rank for _, rank in values})
    return [
        sorted((at for at, value in enumerate(values) if value[1] == rank), key=lambda at: values[at]) for rank in ranks
    ]


def in_pairs(values: Sequence[tuple[int, int]]) -> tuple[list[list[int]], list[int]]:
    """The places of `values` (suit, rank) as a rack for pairs: the pairs, and what has no twin."""
    pairs, alone = [], []
    order = sorted(range(len(values)), key=lambda at: (values[at][1], values[at][0]))
    while order:
        at = order.pop(0)
        if order and values[order[0]] == values[at]:
            pairs.append([at, order.pop(0)])
        else:
            alone.append(at)
    return pairs, alone


# -- what may be done now ----------------------------------------------------------------------------------------------


class Possible(msgspec.Struct, frozen=True):
    """Something that may be done: how it is typed, and what it does. `more` are other ways of it."""

    typed: str
    does: str
    more: tuple[str, ...] = ()


def offered(found: Sequence[Possible], look: Look) -> Text:
    """One line of all that may be typed."""
    return cut(Text(between(look).join([*(one.typed for one in found), "?"]), style=QUIET), look)


def guide(found: Sequence[Possible], always: Sequence[str], look: Look) -> Text:
    """All that may be typed with what it does, and then what may always be."""
    lines = [look.say("Şimdi yapabilecekleriniz:", "What you may do now:")]
    for one in found:
        lines.append(f"  {one.typed:<22} {one.does}")
        if one.more:
            lines.append(f"     {', '.join(one.more)}")
    return Text("\n").join(cut(Text(line), look) for line in [*lines, *always])


def completed(found: Sequence[Possible], typed: str) -> list[str]:
    """The lines that begin with what is typed."""
    begun = folded(typed)
    lines = dict.fromkeys(line for one in found for line in (one.typed, *one.more))
    return [line for line in lines if folded(line).startswith(begun)]
