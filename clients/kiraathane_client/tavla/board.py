"""The board in a terminal: 24 points, bar, borne off, dice, cube, score. At least 80 columns, 18 lines.

Colours are never the only difference: one's own checkers are ● (X), the other side's ○ (O).
"""

from collections.abc import Iterable

import msgspec
from rich.style import Style
from rich.text import Text

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.draft import dice_of
from kiraathane_client.tavla.panel import panel
from kiraathane_client.tavla.position import Position
from kiraathane_client.terminal import Look

ROWS = 5
TOP_LEFT, TOP_RIGHT = range(13, 19), range(19, 25)
BOTTOM_LEFT, BOTTOM_RIGHT = range(12, 6, -1), range(6, 0, -1)

# Colours of the 256 that every colour terminal has, so that the board looks the same everywhere.
WOOD = "color(94)"
FRAME = Style(color="color(223)", bgcolor="color(52)")
MARKED = Style(color="color(16)", bgcolor="color(220)", bold=True)
STRIPES = ("color(130)", "color(180)")  # the points, by turns
MINE = Style(color="color(16)", bgcolor="color(230)", bold=True)
THEIRS = Style(color="color(230)", bgcolor="color(16)", bold=True)
DIE = Style(color="color(124)", bgcolor="color(231)", bold=True)
DIE_USED = Style(color="color(180)", bgcolor="color(58)")
BAR = Style(color="color(223)", bgcolor="color(52)")


class Signs(msgspec.Struct, frozen=True):
    """The characters to draw with."""

    mine: str
    theirs: str
    stripes: tuple[str, str]
    horizontal: str
    vertical: str
    corners: tuple[str, str, str, str, str, str]  # top left, top tee, top right, bottom left, bottom tee, bottom right


UNICODE = Signs("●", "○", ("┊", "╎"), "─", "│", ("╭", "┬", "╮", "╰", "┴", "╯"))
ASCII = Signs("X", "O", (".", ":"), "-", "|", ("+", "+", "+", "+", "+", "+"))


class Scene(msgspec.Struct, frozen=True):
    """What is drawn: the position by the numbering of `seat`, and what to point at.

    `dice` with the number of them that the draft has not used; `marked` are points where something was just moved.
    """

    update: pb.MatchUpdate
    seat: int
    position: Position
    left: tuple[int, ...]
    marked: frozenset[int] = frozenset()


def draw(scene: Scene, look: Look) -> Text:
    """The board with the panel beside it, as lines that end in a newline."""
    signs = ASCII if look.ascii else UNICODE
    side = panel(scene.update, scene.seat, scene.position, look)
    lines = [
        _numbers(TOP_LEFT, TOP_RIGHT, scene.marked, signs, top=True),
        *(_row(scene, depth, TOP_LEFT, TOP_RIGHT, signs, top=True) for depth in range(ROWS)),
        _middle(scene, signs),
        *(_row(scene, depth, BOTTOM_LEFT, BOTTOM_RIGHT, signs, top=False) for depth in reversed(range(ROWS))),
        _numbers(BOTTOM_LEFT, BOTTOM_RIGHT, scene.marked, signs, top=False),
    ]
    whole = Text(no_wrap=True, overflow="crop")
    for line, beside in zip(lines, side, strict=True):
        whole.append_text(line).append("  ").append_text(beside).append("\n")
    return whole


def _numbers(left: Iterable[int], right: Iterable[int], marked: frozenset[int], signs: Signs, *, top: bool) -> Text:
    """The frame with the points' numbers in it."""
    start, tee, end = signs.corners[:3] if top else signs.corners[3:]
    line = Text(start, style=FRAME)
    for place, half in enumerate((left, right)):
        line.append(signs.horizontal, FRAME)
        for point in half:
            line.append(signs.horizontal if point < 10 else "", FRAME)
            line.append(str(point), MARKED if point in marked else FRAME)
            line.append(signs.horizontal * 2, FRAME)
        if place == 0:
            line.append(tee + signs.horizontal * 3 + tee, FRAME)
    return line.append(end, FRAME)


def _row(scene: Scene, depth: int, left: Iterable[int], right: Iterable[int], signs: Signs, *, top: bool) -> Text:
    """One line of checkers; `depth` counts from the edge of the board."""
    line = Text(signs.vertical, style=FRAME)
    for place, half in enumerate((left, right)):
        line.append(" ", Style(bgcolor=WOOD))
        for point in half:
            line.append_text(_cell(scene.position, point, depth, signs))
            line.append(" ", Style(bgcolor=WOOD))
        if place == 0:
            line.append(signs.vertical, FRAME).append_text(_bar(scene.position, depth, signs, top=top))
            line.append(signs.vertical, FRAME)
    return line.append(signs.vertical, FRAME)


def _cell(position: Position, point: int, depth: int, signs: Signs) -> Text:
    """Three columns of a point: the checker `depth` places from the edge, or the point itself."""
    mine, theirs = position.mine.points[point], position.theirs.points[point]
    below = (point in position.mine.pinned, point in position.theirs.pinned)
    stack = [signs.mine] * below[0] + [signs.theirs] * below[1]
    stack += [signs.theirs] * (theirs - below[1]) + [signs.mine] * (mine - below[0])
    styles = {signs.mine: MINE, signs.theirs: THEIRS}
    if depth == ROWS - 1 and len(stack) > ROWS:
        return Text(f"{len(stack):^3}", style=styles[stack[-1]])
    if depth < len(stack):
        return Text(f" {stack[depth]} ", style=styles[stack[depth]])
    stripe = point % 2
    return Text(f" {signs.stripes[stripe]} ", style=Style(color=WOOD, bgcolor=STRIPES[stripe]))


def _bar(position: Position, depth: int, signs: Signs, *, top: bool) -> Text:
    """The bar: mine in the upper half, where they come in; the other side's below."""
    side, sign, style = (position.mine, signs.mine, MINE) if top else (position.theirs, signs.theirs, THEIRS)
    waiting = side.bar
    place = ROWS - 1 - depth  # they pile up from the middle of the board
    if place == ROWS - 1 and waiting > ROWS:
        return Text(f"{waiting:^3}", style=style)
    return Text(f" {sign} ", style=style) if place < waiting else Text("   ", style=BAR)


def _middle(scene: Scene, signs: Signs) -> Text:
    """The line between the halves: the dice lie on the side of the one who threw them."""
    width = 6 * 4 + 1
    view = scene.update.view
    dice = _dice(view.dice, scene.left) if view.dice else Text()
    mine = view.turn == scene.seat
    line = Text(signs.vertical, style=FRAME)
    for place in range(2):
        thrown = dice if (place == 1) == mine else Text()
        pad = width - thrown.cell_len
        line.append(" " * (pad // 2), Style(bgcolor=WOOD)).append_text(thrown)
        line.append(" " * (pad - pad // 2), Style(bgcolor=WOOD))
        if place == 0:
            line.append(signs.vertical, FRAME).append("   ", BAR).append(signs.vertical, FRAME)
    return line.append(signs.vertical, FRAME)


def _dice(dice: Iterable[int], left: tuple[int, ...]) -> Text:
    faces, line, free = dice_of(list(dice)), Text(), list(left)
    for face in faces:
        usable = face in free
        if usable:
            free.remove(face)
        line.append(f"[{face}]" if usable else f" {face} ", DIE if usable else DIE_USED).append(
            " ", Style(bgcolor=WOOD)
        )
    return line
