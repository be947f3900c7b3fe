"""The match as a text that people read, in Turkish and English side by side."""

from collections.abc import Iterator

from services.kernel.record import Record
from services.satranc.happenings import (
    ColoursDrawn,
    DrawAnswered,
    DrawClaimed,
    DrawOffered,
    GameEnded,
    Happening,
    MovePlayed,
    PiecesTouched,
    SeatLeft,
)
from services.satranc.meta import META
from services.satranc.pgn import result_of
from services.satranc.story import Story, player, told


def write(record: Record) -> bytes:
    """The record as UTF-8 text: a line per act, then the last position."""
    story = told(record)
    white = story.end.white or 0
    lines = [f"{META.titles.tr} / {META.titles.en}: {record.match}", ""]
    lines += [f"Beyaz / White: {player(record, white)}", f"Siyah / Black: {player(record, 1 - white)}"]
    lines += [option.told(record.options[option.name]) for option in META.options]
    lines += ["", *_acts(story), "", *_board(story)]
    lines += ["", f"Sonuç / Result: {result_of(record, story.end)}  ({_cause(record.cause)})"]
    for winner in record.score.winners:
        lines.append(f"Kazanan / Winner: {player(record, winner)}")
    lines += ["", f"Kuranın taahhüdü / Commitment to the lot: {record.commitment}", f"Sır / Secret: {record.secret}"]
    return ("\n".join(lines) + "\n").encode()


def _acts(story: Story) -> Iterator[str]:
    timed = not story.end.terms.clock.absence
    for happening in story.happened:
        if text := _told(happening, timed=timed):
            yield f"{_side(story, happening):<2} {text}"


def _side(story: Story, happening: Happening) -> str:
    """W or B, of who acted; nothing for what befell both."""
    if isinstance(happening, ColoursDrawn | GameEnded):
        return ""
    return "W" if happening.seat == (story.end.white or 0) else "B"


def _told(happening: Happening, *, timed: bool) -> str:
    match happening:
        case MovePlayed(number=number, san=san, left_ms=left):
            return f"{number:>3}. {san:<8} {clock_text(left) if timed else ''}".rstrip()
        case DrawOffered() | DrawAnswered() | DrawClaimed():
            return _of_draws(happening)
        case PiecesTouched(squares=squares, adjusting=adjusting):
            done = "düzeltiyor / adjusts" if adjusting else "dokundu / touches"
            return f"{done}: {(' ' if adjusting else '+').join(squares)}"
        case ColoursDrawn():
            return "renkler kurayla belirlendi / the colours were drawn"
        case SeatLeft():
            return "masadan kalktı / left the match"
        case GameEnded(result=result):
            return _cause(result.cause)


def _of_draws(happening: DrawOffered | DrawAnswered | DrawClaimed) -> str:
    match happening:
        case DrawOffered():
            return "beraberlik teklif etti / offers a draw"
        case DrawAnswered(accepted=True):
            return "kabul etti / accepts"
        case DrawAnswered(by_moving=True):
            return "teklif düştü / the offer lapses"
        case DrawAnswered():
            return "reddetti / declines"
        case DrawClaimed(claim=claim, san=san):
            return f"beraberlik istedi / claims a draw: {claim} {san}".rstrip()


def clock_text(milliseconds: int) -> str:
    """A clock as it shows itself, e.g. "4:58.3" or "2d 03:15:00"; tenths are cut, never rounded up."""
    days, rest = divmod(milliseconds, 86_400_000)
    seconds, tenths = rest // 1000, rest // 100 % 10
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if days:
        return f"{days}d {hours:02}:{minutes:02}:{seconds % 60:02}"
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}.{tenths}"


def _board(story: Story) -> Iterator[str]:
    """The last position as a diagram, White below, and as FEN."""
    rows = str(story.end.position.board).splitlines()
    yield from (f"  {8 - place} {row}" for place, row in enumerate(rows))
    yield "    a b c d e f g h"
    yield f"  {story.end.fen}"


def _cause(name: str) -> str:
    labels = META.ending(name)
    return f"{labels.tr} / {labels.en}"
