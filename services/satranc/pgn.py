"""The match as PGN, the text that every chess program reads (Portable Game Notation, 1994).

What people need to see of the end stands in the tags: `Result`, `Termination` ("Normal", "Time forfeit", "Abandoned",
"Adjudication") and, in words, a last comment. With a clock, every move has what its player's clock showed after it:
`{[%clk 0:04:58]}`.
"""

import datetime
import textwrap
from collections.abc import Iterator

from services.kernel.meta import ENDED, VOID
from services.kernel.record import Record
from services.satranc.board import START
from services.satranc.happenings import MovePlayed
from services.satranc.meta import META
from services.satranc.score import FLAG, FLAG_DRAWN, LEFT
from services.satranc.state import State
from services.satranc.story import player, told
from services.satranc.terms import Clock

_COLUMNS = 80
_UNBROKEN = "\N{NO-BREAK SPACE}"
_BY_HOUSE = {VOID: "Abandoned", ENDED: "Adjudication"}
_TERMINATIONS = {FLAG: "Time forfeit", FLAG_DRAWN: "Time forfeit", LEFT: "Abandoned"}


def write(record: Record) -> bytes:
    """The record as one PGN game."""
    story = told(record)
    tags = "".join(f'[{name} "{_plain(value)}"]\n' for name, value in _tags(record, story.end).items())
    moves = [happening for happening in story.happened if isinstance(happening, MovePlayed)]
    words = [*_movetext(moves, story.end), _comment(record, story.end), result_of(record, story.end)]
    # Lines end between words and never within a comment: some programs read clocks line by line.
    whole = " ".join(word.replace(" ", _UNBROKEN) for word in words if word)
    text = textwrap.fill(whole, _COLUMNS, break_long_words=False, break_on_hyphens=False)
    return f"{tags}\n{text.replace(_UNBROKEN, ' ')}\n".encode()


def result_of(record: Record, state: State) -> str:
    """ "1-0", "0-1", "1/2-1/2", or "*" for a game that was broken up."""
    if state.ending is None:
        return "1/2-1/2" if record.cause == ENDED else "*"
    if state.ending.winner is None:
        return "1/2-1/2"
    return "1-0" if state.ending.winner == (state.white or 0) else "0-1"


def termination_of(state: State) -> str:
    """The `Termination` of a finished match."""
    return _TERMINATIONS.get(state.ending.cause if state.ending else "", "Normal")


def _tags(record: Record, end: State) -> dict[str, str]:
    white = end.white or 0
    began = record.commits[0].at_ms if record.commits else 0
    day = datetime.datetime.fromtimestamp(began / 1000, datetime.UTC)
    tags = {
        "Event": META.titles.en,
        "Site": "Kiraathane",
        "Date": f"{day:%Y.%m.%d}",
        "Round": "-",
        "White": player(record, white),
        "Black": player(record, 1 - white),
        "Result": result_of(record, end),
        "UTCDate": f"{day:%Y.%m.%d}",
        "UTCTime": f"{day:%H:%M:%S}",
        "TimeControl": _time_control(end.terms.clock),
        "Termination": _BY_HOUSE.get(record.cause) or termination_of(end),
        "MatchId": record.match.rpartition("/")[2],
    }
    return tags | ({} if end.start == START else {"SetUp": "1", "FEN": end.start})


def _time_control(clock: Clock) -> str:
    if clock.absence:
        return "-"
    return f"1/{clock.base // 1000}" if clock.per_move else f"{clock.base // 1000}+{clock.increment // 1000}"


def _movetext(moves: list[MovePlayed], end: State) -> Iterator[str]:
    timed = not end.terms.clock.absence
    for place, move in enumerate(moves):
        if move.seat == end.white:
            yield f"{move.number}."
        elif timed or not place:  # after a comment, or at the beginning, Black's move says that it is his
            yield f"{move.number}..."
        yield move.san
        if timed:
            seconds = move.left_ms // 1000
            yield f"{{[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]}}"


def _comment(record: Record, state: State) -> str:
    """Why it ended, for people."""
    labels = META.ending(record.cause if state.ending is None else state.ending.cause)
    return f"{{{labels.tr} / {labels.en}}}"


def _plain(text: str) -> str:
    """A tag's value: what the format reads as its own is written with a backslash, the rest must be printable."""
    printable = "".join(sign for sign in text if sign.isprintable())
    return printable.replace("\\", "\\\\").replace('"', '\\"') or "?"
