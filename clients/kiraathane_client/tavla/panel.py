"""What stands beside the board: both players, score, pips, cube."""

from rich.style import Style
from rich.text import Text

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.tavla.position import Position, Side
from kiraathane_client.terminal import Look

WIDTH = 21
HEIGHT = 13
NAME = Style(bold=True)
QUIET = Style(dim=True)
CUBE = Style(color="color(16)", bgcolor="color(220)", bold=True)


def panel(update: pb.MatchUpdate, seat: int, position: Position, look: Look) -> list[Text]:
    """`HEIGHT` lines of at most `WIDTH` columns: the other side above, the game in the middle, one's own side below."""
    mine, theirs = position.pips()
    lines = [
        *_side(update, 1 - seat, position.theirs, theirs, look, own=False),
        *_game(update, seat, look),
        *_side(update, seat, position.mine, mine, look, own=True),
    ]
    for line in lines:
        line.truncate(WIDTH, overflow="crop" if look.ascii else "ellipsis")
    return lines


def _side(update: pb.MatchUpdate, seat: int, side: Side, pips: int, look: Look, *, own: bool) -> list[Text]:
    view = update.view
    sign = ("X" if own else "O") if look.ascii else ("●" if own else "○")
    viewer = update.info.HasField("viewer_seat") and update.info.viewer_seat == seat
    turn = (">" if look.ascii else "▶") if seat in update.info.due_seats else " "
    name = Text(f"{turn}{sign} {seat_name(update.info, seat)}", style=NAME)
    if viewer:
        name.append(look.say(" (siz)", " (you)"))
    points = view.points[seat] if seat < len(view.points) else 0
    score = Text(look.say(f"   sayı {points}/{view.target}", f"   score {points}/{view.target}"))
    return [name, score, Text(f"   pip {pips}"), _off(side, look)]


def _off(side: Side, look: Look) -> Text:
    line = Text(look.say(f"   toplanan {side.off}", f"   off {side.off}"))
    if side.start:
        line.append(look.say(f"  dışarıda {side.start}", f"  to enter {side.start}"), QUIET)
    return line


def _game(update: pb.MatchUpdate, seat: int, look: Look) -> list[Text]:
    view = update.view
    lines = [Text(look.say(f" {view.game_number}. oyun", f" game {view.game_number}"), style=QUIET), Text()]
    if view.cube_in_game:
        lines[1] = Text.assemble(" ", (f"[{view.cube}]", CUBE), " ", _cube_owner(view, seat, look))
    elif view.crawford:
        lines[1] = Text(" Crawford", style=QUIET)
    variant = Text(f" {view.variant}", style=QUIET) if view.variant not in {"", "standard"} else Text()
    return [Text(), *lines, variant, Text()]


def _cube_owner(view: pb.TavlaView, seat: int, look: Look) -> Text:
    if view.crawford:
        return Text("Crawford", style=QUIET)
    if not view.HasField("cube_owner"):
        return Text(look.say("misli ortada", "centred cube"), style=QUIET)
    mine = view.cube_owner == seat
    return Text(
        look.say("misli sizde" if mine else "misli rakipte", "your cube" if mine else "their cube"), style=QUIET
    )
