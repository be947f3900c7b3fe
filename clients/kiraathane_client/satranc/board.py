"""The board in a terminal, seen from a seat's side, with the panel beside it. At least 80 columns, 10 lines.

Colours are never the only difference: White's pieces are outlines (capital letters), Black's are filled (small), and
what is marked stands in brackets.
"""

import msgspec
from rich.style import Style
from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.satranc.panel import panel
from kiraathane_client.satranc.position import FILES, Board, letter, read, white_seat
from kiraathane_client.terminal import Look

FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

# Colours of the 256 that every colour terminal has, so that the board looks the same everywhere.
INK = "color(16)"
LIGHT, DARK = "color(230)", "color(180)"
MARKED_LIGHT, MARKED_DARK = "color(228)", "color(178)"
CHECK = "color(210)"
FRAME = Style(color="color(223)", bgcolor="color(52)")


class Scene(msgspec.Struct, frozen=True):
    """What is drawn: the update, from the side of `seat`."""

    update: pb.MatchUpdate
    seat: int


def draw(scene: Scene, look: Look) -> Text:
    """The board with the panel beside it, as lines that end in a newline."""
    view = scene.update.view
    board = read(view.fen)
    from_white = scene.seat == white_seat(view)
    ranks = "87654321" if from_white else "12345678"
    files = FILES if from_white else FILES[::-1]
    edge = Text("   " + "".join(f" {file} " for file in files) + "   ", style=FRAME)
    lines = [edge, *(_rank(view, board, rank, files, look) for rank in ranks), edge.copy()]
    whole = Text(no_wrap=True, overflow="crop")
    for line, beside in zip(lines, panel(scene.update, scene.seat, look), strict=True):
        whole.append_text(line).append("  ").append_text(beside).append("\n")
    return whole


def _rank(view: pb.SatrancView, board: Board, rank: str, files: str, look: Look) -> Text:
    line = Text(f" {rank} ", style=FRAME)
    for file in files:
        line.append_text(_square(view, board, file + rank, look))
    return line.append(f" {rank} ", FRAME)


def _square(view: pb.SatrancView, board: Board, square: str, look: Look) -> Text:
    """Three columns: the man, with what points at it on both sides."""
    man = board.men.get(square, "")
    dark = (FILES.index(square[0]) + int(square[1])) % 2 == 1
    last = {view.last_uci[:2], view.last_uci[2:4]}
    checked = view.in_check and man == ("K" if board.white_to_move else "k")
    touched = any(square in touch.squares for touch in view.touches)
    if checked:
        colour = CHECK
    elif square in last or touched:
        colour = MARKED_DARK if dark else MARKED_LIGHT
    else:
        colour = DARK if dark else LIGHT
    ground = ":" if look.ascii and dark else " "
    sign = _sign(man, look) or ("·" if dark and not look.ascii else ground)
    left, right = ("[", "]") if square in last else (ground, ground)
    if checked or touched:
        right = "+" if checked else "!"
    # The dot of an empty dark square is for screens without colour; with colour it cannot be seen.
    ink = INK if man or left == "[" or right in "+!" else colour
    style = Style(color=ink, bgcolor=colour, bold=bool(man) and man.isupper())
    return Text(left + sign + right, style=style)


def _sign(man: str, look: Look) -> str:
    if not man:
        return ""
    if not look.ascii:
        return FIGURES[man]
    name = letter(man, look.lang).replace("Ş", "S")
    return name if man.isupper() else name.lower()
