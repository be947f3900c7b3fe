"""Writes the transcripts of satranç: `python -m tests.satranc.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.satranc
from services.kernel.game import Act, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.satranc import game
from services.satranc.actions import Action, PlayMove
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
from services.satranc.state import State
from tests.satranc.tables import KNIGHTS, START, config

FOLDER = Path(services.satranc.__path__[0]) / "transcripts"

Event = Act[Action] | Fate | Lapse


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "lot 1", "0 e2e4" (an act), "1 timeout" or "1 left", with "@61000" for when."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


TOUCH = {"touchMove": "on"}
SCRIPTS = (
    Script("act-lot", f"{START} lot", ["lot 2", "1 e2e4", "0 e7e5"], {"colours": "random"}),
    Script("act-moves", "r3k2r/8/8/3pP3/8/8/6p1/R3K3 w Qkq d6 0 1", ["0 e5d6", "1 g2g1q", "0 e1d2", "1 e8c8"]),
    Script("act-san", START, ["0 san e4", "1 san e5", "0 san Nf3"]),
    Script("act-offers", START, ["0 offer", "0 e2e4", "1 decline-draw", "1 offer", "1 e7e5", "0 g1f3", "1 b8c6"]),
    Script(
        "act-touches", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["0 adjust h1", "0 touch e1", "0 touch h1", "0 e1e2"], TOUCH
    ),
    Script("act-touch-both", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["0 touch-both e1 h1", "0 e1g1"], TOUCH),
    Script("act-clock", START, ["0 e2e4 @10500", "1 offer @11000", "1 e7e5 @12500"], {"clock": "3+2"}),
    Script("end-checkmate", f"{START} moves f2f3 e7e5 g2g4", ["1 d8h4"]),
    Script("end-resigned", START, ["1 resign"]),
    Script("end-agreed", START, ["0 offer", "1 accept-draw"]),
    Script("end-stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ["0 f1f7"]),
    Script("end-fifty", "4k3/8/8/8/8/8/3R4/3K4 w - - 99 80", ["0 d2d3", "1 claim50"]),
    Script("end-threefold", f"{START} moves {KNIGHTS} {KNIGHTS}", ["0 claimThreefold"]),
    Script("end-threefold-announced", f"{START} moves {KNIGHTS} g1f3 g8f6 f3g1", ["1 claimThreefold f6g8"]),
    Script("end-dead", "4k3/8/8/8/8/3p4/2B5/4K3 w - - 0 1", ["0 c2d3"]),
    Script("end-fivefold", f"{START} moves {KNIGHTS} {KNIGHTS} {KNIGHTS} g1f3 g8f6 f3g1", ["1 f6g8"]),
    Script("end-seventy-five", "4k3/8/8/8/8/8/3R4/3K4 w - - 149 100", ["0 d2d3"]),
    Script("end-flag", START, ["0 e2e4 @1000", "1 timeout @61000"], {"clock": "1+0"}),
    Script("end-flag-late-move", START, ["0 e2e4 @60000"], {"clock": "1+0"}),
    Script("end-flag-drawn", "4k1n1/8/8/8/8/8/8/Q3K3 w - - 0 1", ["0 timeout @60000"], {"clock": "1+0"}),
    Script("end-left", START, ["0 e2e4", "0 left"]),
    Script("end-away", START, ["0 timeout @1209600000"]),
)


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    yield "match.txt", "\n".join(_match()) + "\n"


def _script(script: Script) -> Iterator[str]:
    state = game.notation.read_position(script.position, config(**script.options))
    yield _head(script.options)
    yield f"= {game.notation.write_position(state)}"
    for text in script.events:
        state = game.apply(state, _event(text))
        yield from _told(text, state)


def _event(text: str) -> Event:
    said, _, when = text.partition(" @")
    who, _, what = said.partition(" ")
    if who == "lot":
        return Fate((int(what),))
    if what in set(LapseCause):
        return Lapse(Seat(int(who)), LapseCause(what), int(when or 0))
    return Act[Action](Seat(int(who)), game.notation.read_action(what), int(when or 0))


def _match() -> Iterator[str]:
    """A whole game: each side takes its moves in turn from the list of legal ones."""
    state = game.setup(config())
    yield _head({})
    yield f"= {game.notation.write_position(state)}"
    decided = 0
    while isinstance(wait := game.pending(state), Decide):
        (seat,) = wait.seats
        moves = [action for action in game.legal(state, seat) if isinstance(action, PlayMove)]
        decided += 1
        action = moves[decided * 7 % len(moves)]
        state = game.apply(state, Act[Action](seat, action))
        yield from _told(f"{seat} {game.notation.write_action(action)}", state)


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults, White is seat 0"
    return f"satranc, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    yield f"> {text}"
    for happening in game.happenings(state, None):
        yield f"  {_happening(happening)}"
    yield f"= {game.notation.write_position(state)}"
    wait = game.pending(state)
    if isinstance(wait, Decide):
        (seat,) = wait.seats
        yield f"  {seat} decides among {len(game.legal(state, seat))}, {game.allowance(state)} ms are left"
    elif isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points[0]}-{score.points[1]}, places {score.places}"


def _happening(happening: Happening) -> str:
    match happening:
        case ColoursDrawn(white=white):
            return f"{white} has White"
        case MovePlayed(seat=seat, number=number, uci=uci, san=san, left_ms=left_ms):
            return f"{seat} played {number}. {san} ({uci}), {left_ms} ms left"
        case DrawOffered(seat=seat):
            return f"{seat} offered a draw"
        case DrawAnswered(seat=seat, accepted=accepted, by_moving=by_moving):
            return f"{seat} {'accepted' if accepted else 'moved instead' if by_moving else 'declined'}"
        case DrawClaimed(seat=seat, claim=claim, san=san):
            return f"{seat} claimed {claim} {san}".rstrip()
        case PiecesTouched(seat=seat, squares=squares, adjusting=adjusting):
            return f"{seat} {'adjusted' if adjusting else 'touched'} {' '.join(squares)}"
        case GameEnded(result=result, ledger=ledger):
            lines = [f"{line.seat} +{line.points} {line.reason} {line.clause}" for line in ledger]
            return f"the game ended ({result.cause}): {', '.join(lines) or 'drawn'}"
        case SeatLeft(seat=seat):
            return f"{seat} left"


def main() -> int:
    """Writes every transcript and removes those that no script has."""
    written = dict(transcripts())
    for path in FOLDER.glob("*.txt"):
        if path.name not in written:
            path.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
