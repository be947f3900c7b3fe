"""The match as a `.mat` file, the format of Jellyfish that GNU Backgammon and others import.

Two columns, seat 0 on the left: `  3) 31: 8/5* 6/5`; 25 is the bar, 0 is off, every point is the mover's own. The
variants are written in the same way and named in a header line, for programs that know them: GNU Backgammon reads the
standard game, Nack and Hiper. In Yarış 25 is the start bar, too, once nobody is left on the bar; a drawn game of Hapis
ends without a line that says who wins, as does a game that was left.
"""

from collections.abc import Iterator, Sequence

from services.kernel.record import Record
from services.tavla.actions import CheckerMove
from services.tavla.board import START_BAR
from services.tavla.happenings import GameEnded, MisliAnswered, MisliOffered, SeatLeft, TurnPassed, TurnPlayed
from services.tavla.notation import reached
from services.tavla.score import RESIGNED
from services.tavla.story import Entry, GameStory, games

_COLUMN = 40
_VARIATIONS = {
    "standard": "Backgammon",
    "nack": "Nackgammon",
    "hiper": "HyperBackgammon",
    "yaris": "Backgammon Race",
    "hapis": "Plakoto",
    "multezim": "Fevga",
    "anti": "Anti Backgammon",
}


def write(record: Record) -> bytes:
    """The record as a `.mat` file."""
    lines = [*_head(record), ""]
    lines += [f"{record.options['matchLength']} point match", ""]
    for game in games(record):
        lines += [*_game(record, game), ""]
    return "\n".join(lines).encode()


def _head(record: Record) -> list[str]:
    cube = record.options["tavlaTable"] == "misli"
    facts = {
        "Site": "Kiraathane",
        "Match ID": record.match.rpartition("/")[2],
        "Player 1": record.seats[0].name,
        "Player 2": record.seats[1].name,
        "Variation": _VARIATIONS[record.options["tavlaVariant"]],
        "Crawford": "On" if cube else "Off",
        "Jacoby": "Off",
        "Beaver": "Off",
        "Cubelimit": "64" if cube else "1",
    }
    return [f'; [{name} "{_plain(value)}"]' for name, value in facts.items()]


def _plain(name: str) -> str:
    """A name without what the format reads as its own: quotes, colons, line ends."""
    return " ".join("".join(c for c in name if c.isprintable() and c not in '":[]').split()) or "-"


def _game(record: Record, game: GameStory) -> list[str]:
    names = [f"{_plain(seat.name)}: {had}" for seat, had in zip(record.seats, game.points, strict=True)]
    lines = [f" Game {game.number}", f" {names[0]:<{_COLUMN}} {names[1]}"]
    row: list[str] = ["", ""]
    number = 1
    for seat, text in _cells(game):
        if row[1] or (seat == 0 and row[0]):
            lines.append(_line(number, row))
            row, number = ["", ""], number + 1
        row[seat] = text
    if any(row):
        lines.append(_line(number, row))
    if game.ended is not None and game.ended.result.winners:
        lines.append(_wins(record, game, game.ended))
    return lines


def _line(number: int, row: Sequence[str]) -> str:
    # Filled up on the right: gnubg reads a short line together with the end of the one before.
    return f"{number:>3}) {row[0]:<{_COLUMN - 4}} {row[1]:<{_COLUMN}}"


def _cells(game: GameStory) -> Iterator[tuple[int, str]]:
    cube = 1
    for entry in game.entries:
        if isinstance(entry.told, MisliOffered):
            cube = entry.told.cube
        if not isinstance(entry.told, SeatLeft):
            yield entry.told.seat, _cell(entry, cube)
    if game.ended is not None and game.ended.result.cause == RESIGNED:
        yield 1 - game.ended.result.winners[0], "Resigns"


def _cell(entry: Entry, cube: int) -> str:
    match entry.told:
        case TurnPlayed(moves=moves, hits=hits):
            return f"{_dice(entry.dice)}: {' '.join(_moves(moves, hits))}"
        case TurnPassed():
            return f"{_dice(entry.dice)}:"
        case MisliOffered():
            return f"Doubles => {cube}"
        case MisliAnswered(accepted=accepted):
            return "Takes" if accepted else "Drops"
        case SeatLeft():
            return ""


def _dice(dice: Sequence[int]) -> str:
    return "".join(map(str, dice))


def _moves(moves: Sequence[CheckerMove], hits: Sequence[int]) -> Iterator[str]:
    left = list(hits)
    for move in moves:
        target = reached(move)
        hit = target in left
        if hit:
            left.remove(target)
        yield f"{min(move.point, START_BAR)}/{target}{'*' if hit else ''}"


def _wins(record: Record, game: GameStory, ended: GameEnded) -> str:
    winner = ended.result.winners[0]
    points = ended.result.points[winner]
    total = game.points[winner] + points
    text = f"Wins {points} point{'' if points == 1 else 's'}"
    if total >= int(record.options["matchLength"]):
        text += " and the match"
    return " " * (6 if winner == 0 else _COLUMN + 2) + text
