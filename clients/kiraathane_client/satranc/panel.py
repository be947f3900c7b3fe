"""What stands beside the board: both players with their clocks and what they have taken, the last moves, the table."""

from rich.style import Style
from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.satranc.position import read, told, white_seat
from kiraathane_client.terminal import Look

WIDTH = 46
NAME = Style(bold=True)
QUIET = Style(dim=True)
CLOCK = Style(color="color(16)", bgcolor="color(253)")
RUNNING = Style(color="color(16)", bgcolor="color(114)", bold=True)
SHOWN_MOVES = 4
QUIET_PLIES = 20  # from so many quiet half-moves on, their number is shown
WORTH = "qrbnp"


def panel(update: pb.MatchUpdate, seat: int, look: Look) -> list[Text]:
    """Ten lines of at most `WIDTH` columns: the other side above, the game in the middle, one's own side below."""
    lines = [
        _name(update, 1 - seat, look),
        _clock(update.view, 1 - seat, look),
        Text(),
        *_moves(update.view, look),
        _table(update, look),
        _name(update, seat, look),
        _clock(update.view, seat, look),
    ]
    for line in lines:
        line.truncate(WIDTH, overflow="crop" if look.ascii else "ellipsis")
    return lines


def clock_text(milliseconds: int, look: Look) -> str:
    """A clock as it shows itself: tenths in the last minute, days where there are some; cut, never rounded up."""
    days, rest = divmod(milliseconds, 86_400_000)
    seconds = rest // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if days:
        return look.say(f"{days} gün {hours:02}:{minutes:02}", f"{days} d {hours:02}:{minutes:02}")
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    tenths = f".{rest // 100 % 10}" if not minutes else ""
    return f"{minutes}:{seconds % 60:02}{tenths}"


def _name(update: pb.MatchUpdate, seat: int, look: Look) -> Text:
    turn = (">" if look.ascii else "▶") if seat in update.info.due_seats else " "
    white = seat == white_seat(update.view)
    sign = ("W" if white else "b") if look.ascii else ("♔" if white else "♚")
    line = Text(f"{turn}{sign} {seat_name(update.info, seat)}", style=NAME)
    line.append(look.say(" beyaz" if white else " siyah", " White" if white else " Black"), QUIET)
    if update.info.HasField("viewer_seat") and update.info.viewer_seat == seat:
        line.append(look.say(" (siz)", " (you)"))
    return line


def _clock(view: pb.SatrancView, seat: int, look: Look) -> Text:
    line = Text("   ")
    clock = view.clock
    if clock.kind != pb.CLOCK_KIND_UNSPECIFIED and seat < len(clock.left_ms):
        runs = clock.HasField("running") and clock.running == seat
        line.append(f" {clock_text(clock.left_ms[seat], look)} ", RUNNING if runs else CLOCK).append("  ")
    return line.append(_taken(view, seat, look), QUIET)


def _taken(view: pb.SatrancView, seat: int, look: Look) -> str:
    """What a seat has taken, and how much more it is worth than what the other has left."""
    taken = view.captured[seat] if seat < len(view.captured) else ""
    white = seat == white_seat(view)
    figures = dict(zip("qrbnp", "♛♜♝♞♟" if white else "♕♖♗♘♙", strict=True))
    if look.ascii:
        figures = {kind: kind for kind in WORTH}
    signs = "".join(figures[kind] for kind in sorted(taken, key=WORTH.index))
    ahead = _ahead(view, white=white)
    return f"{signs} +{ahead}".strip() if ahead > 0 else signs


def _ahead(view: pb.SatrancView, *, white: bool) -> int:
    """By how many pawns a side's men are worth more, by the usual count (9, 5, 3, 3, 1)."""
    worth = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1, "k": 0}
    total = sum((1 if man.isupper() else -1) * worth[man.lower()] for man in read(view.fen).men.values())
    return total if white else -total


def _moves(view: pb.SatrancView, look: Look) -> list[Text]:
    """The last moves, numbered, White's and Black's side by side."""
    black_began = view.start_fen.split()[1:2] == ["b"]
    first = int(view.start_fen.split()[5]) if len(view.start_fen.split()) > 5 else 1
    sans = ["...", *view.moves] if black_began and view.moves else list(view.moves)
    pairs = [(first + place // 2, sans[place : place + 2]) for place in range(0, len(sans), 2)][-SHOWN_MOVES:]
    lines = [
        Text(f"   {number:>3}. " + "  ".join(f"{told(san, look.lang):<8}" for san in pair).rstrip(), QUIET)
        for number, pair in pairs
    ]
    if look.ascii:
        lines = [Text(line.plain.replace("Ş", "S"), QUIET) for line in lines]
    return [*lines, *(Text() for _ in range(SHOWN_MOVES - len(lines)))]


def _table(update: pb.MatchUpdate, look: Look) -> Text:
    """What there is to know besides: check, repetitions, quiet moves, the open offer."""
    view = update.view
    words = []
    if view.in_check:
        words.append(look.say("şah!", "check!"))
    if view.HasField("offer"):
        name = seat_name(update.info, view.offer)
        words.append(look.say(f"{name} beraberlik öneriyor", f"{name} offers a draw"))
    if view.repetitions > 1:
        words.append(look.say(f"bu konum {view.repetitions}. kez", f"this position {view.repetitions} times"))
    if view.quiet_plies >= QUIET_PLIES:
        words.append(look.say(f"sakin hamle {view.quiet_plies}/100", f"quiet half-moves {view.quiet_plies}/100"))
    return Text("   " + look.say(" · ", " - ").join(words), style="bold" if words else "")
