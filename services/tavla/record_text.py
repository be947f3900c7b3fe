"""The match as a text that people read, in Turkish and English side by side."""

from collections.abc import Iterator

from services.kernel.record import Record
from services.tavla.happenings import GameEnded, MisliAnswered, MisliOffered, SeatLeft, TurnPassed, TurnPlayed
from services.tavla.meta import META
from services.tavla.notation import write_move
from services.tavla.story import Entry, GameStory, games

_NAMES = ("Beyaz / White", "Siyah / Black")


def write(record: Record) -> bytes:
    """The record as UTF-8 text, one line per turn, each side's points by its own numbering."""
    lines = [f"{META.titles.tr} / {META.titles.en}: {record.match}", ""]
    lines += [f"{name}: {_seat(record, seat)}" for seat, name in enumerate(_NAMES)]
    lines += [option.told(record.options[option.name]) for option in META.options]
    for game in games(record):
        lines += ["", *_game(game)]
    cause = META.ending(record.cause)
    lines += ["", f"Skor / Score: {'-'.join(map(str, record.score.points))} ({cause.tr} / {cause.en})"]
    for winner in record.score.winners:
        lines.append(f"Kazanan / Winner: {_seat(record, winner)}")
    lines += ["", f"Zarların taahhüdü / Commitment to the dice: {record.commitment}", f"Sır / Secret: {record.secret}"]
    return ("\n".join(lines) + "\n").encode()


def _seat(record: Record, seat: int) -> str:
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name


def _game(game: GameStory) -> Iterator[str]:
    yield f"Oyun / Game {game.number}  {'-'.join(map(str, game.points))}"
    for number, entry in enumerate(game.entries, start=1):
        yield f"{number:>4}. {'WB'[entry.told.seat]} {_told(entry)}"
    if game.ended is not None:
        yield from _ended(game.ended)


def _told(entry: Entry) -> str:
    dice = "-".join(map(str, entry.dice))
    match entry.told:
        case TurnPlayed(moves=moves, hits=hits, by_rules=by_rules):
            text = f"{dice}: {' '.join(map(write_move, moves))}"
            text += "".join(f" (x{point})" for point in hits)
            return f"{text} (süre doldu / time ran out)" if by_rules else text
        case TurnPassed():
            return f"{dice}: pas / pass"
        case MisliOffered(cube=cube):
            return f"misli teklifi / offers misli: {cube}"
        case MisliAnswered(accepted=accepted):
            return "kabul / accepts" if accepted else "ret / refuses"
        case SeatLeft():
            return "masadan kalktı / left the match"


def _ended(ended: GameEnded) -> Iterator[str]:
    cause = META.ending(ended.result.cause)
    yield f"      {cause.tr} / {cause.en}"
    for line in ended.ledger:
        yield f"      {_NAMES[line.seat]} +{line.points} {line.reason} (RULES {line.clause})"
    if not ended.ledger:
        yield "      berabere / drawn"
