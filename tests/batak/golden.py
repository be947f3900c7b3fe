"""Writes the transcripts of batak: `python -m tests.batak.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.batak
from services.batak import game
from services.batak.actions import Action
from services.batak.happenings import (
    BidSaid,
    CardPlayed,
    HandDealt,
    HandEnded,
    Happening,
    LotFell,
    TrickTaken,
)
from services.batak.state import State
from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from tests.batak.tables import config

FOLDER = Path(services.batak.__path__[0]) / "transcripts"
SECRET = bytes(range(32))

Event = Act[Action] | Fate | Lapse

HANDS = "T74.K93.AQ8.J762/AJ92.Q4.KT3.K954/K853.AJ72.J6.AT3/Q6.T865.97542.Q8"
SHEET = ";".join(["3/4,3/3,3/3,3/3"] * 6)


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "2 bid 3", "0 play HK" (acts) or "1 timeout"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


SCRIPTS = (
    Script("act-bids", f"bid dealer 2 cards {HANDS} bids -,-,-,-", ["3 bid 1", "0 bid 2", "1 bid 4", "2 bid 0"]),
    Script(
        "act-play",
        f"play dealer 2 cards {HANDS} bids 2,4,3,1 trick 3:",
        ["3 play H8", "0 play H9", "1 play HQ", "2 play HA", "2 play D6", "3 play D9", "0 play DQ", "1 play DK"],
    ),
    Script(
        "act-ruff",
        "play dealer 3 cards 4.K3../8.Q2../76..J./5.T5.. bids 2,1,1,1 won 4,3,2,1 trick 0:",
        ["0 play HK", "1 play H2", "2 play S6", "3 play H5", "2 play S7", "3 play S5", "0 play S4", "1 play S8"],
    ),
    Script("act-timeouts", f"bid dealer 2 cards {HANDS} bids 2,4,-,1", ["2 timeout", "3 timeout", "0 timeout"]),
    Script("hand-ended", "play dealer 3 cards -/-/-/2... bids 3,3,0,1 won 6,3,0,3 trick 0:SA,S3,S4", ["3 play S2"]),
    Script(
        "end-played-out",
        f"play dealer 3 cards -/-/-/2... bids 3,3,3,3 won 3,3,3,3 trick 0:SA,S3,S4 sheet {SHEET}",
        ["3 play S2"],
        {"batakHands": "7"},
    ),
)
MATCHES = {
    "match-defaults": {"batakHands": "7"},
    "match-free": {"batakHands": "7", "raise": "free", "kozMode": "always", "overLimit": "1"},
    "match-must-ruff": {"batakHands": "7", "mustRuff": "on", "overLimit": "2"},
}


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    for name, options in MATCHES.items():
        yield f"{name}.txt", "\n".join(_match(options)) + "\n"


def _script(script: Script) -> Iterator[str]:
    state = game.notation.read_position(script.position, config(**script.options))
    yield _head(script.options)
    yield f"= {game.notation.write_position(state)}"
    for text in script.events:
        state = game.apply(state, _event(text))
        yield from _told(text, state)
        yield f"= {game.notation.write_position(state)}"


def _event(text: str) -> Event:
    who, _, what = text.partition(" ")
    seat = Seat(int(who))
    if what in set(LapseCause):
        return Lapse(seat, LapseCause(what))
    return Act[Action](seat, game.notation.read_action(what))


def _match(options: dict[str, str]) -> Iterator[str]:
    """A whole match with cards from a known secret; each seat takes its actions in turn from the list of legal ones.

    The position is written at each deal and at the end.
    """
    state = game.setup(config(**options))
    yield _head(options)
    drawn = decided = 0
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            outcome = chance.outcome(SECRET, "matches/golden", drawn, ("", "", "", ""), wait.request)
            drawn += 1
            text = str(outcome[0]) if len(outcome) == 1 else "shuffle"
            event: Event = Fate(outcome)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            legal = game.legal(state, seat)
            action = legal[decided * 7 % min(len(legal), 7)]
            decided += 1
            text = f"{seat} {game.notation.write_action(action)}"
            event = Act[Action](seat, action)
        state = game.apply(state, event)
        yield from _told(text, state)
        if isinstance(event, Fate):
            yield f"= {game.notation.write_position(state)}"
    yield f"= {game.notation.write_position(state)}"


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"batak, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    yield f"> {text}"
    for happening in game.happenings(state, None):
        told = _happening(happening)
        if told:
            yield f"  {told}"
    wait = game.pending(state)
    if isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points}, places {score.places}, winners {score.winners}"


def _happening(happening: Happening) -> str:
    match happening:
        case LotFell(seat=seat):
            return f"the lot fell on {seat}"
        case HandDealt(number=number, dealer=dealer):
            return f"{dealer} dealt hand {number}"
        case BidSaid(seat=seat, tricks=tricks, by_rules=by_rules):
            return f"{seat} said {tricks}, by the rules" if by_rules else ""
        case CardPlayed(seat=seat, card=card, by_rules=by_rules):
            return f"{seat} played {card}, by the rules" if by_rules else ""
        case TrickTaken(seat=seat, trick=trick):
            return f"{seat} took {' '.join(trick.cards)}"
        case HandEnded(number=number, ledger=ledger):
            lines = (f"{line.seat} {line.points:+} {line.reason} {line.clause}" for line in ledger)
            return f"hand {number} ended: {', '.join(lines)}"


def main() -> int:
    """Writes every transcript and removes those that no script has."""
    FOLDER.mkdir(exist_ok=True)
    written = dict(transcripts())
    for path in FOLDER.glob("*.txt"):
        if path.name not in written:
            path.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
