"""Writes the transcripts of King: `python -m tests.king.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.king
from services.kernel import chance
from services.kernel.cards import write_cards
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.king import game
from services.king.actions import Action
from services.king.happenings import (
    CardPlayed,
    ContractNamed,
    DeclarerFound,
    HandDealt,
    HandEnded,
    Happening,
    RedealAsked,
    TrickTaken,
)
from services.king.notation import write_contract
from services.king.state import Phase, State
from tests.king.tables import chart, config

FOLDER = Path(services.king.__path__[0]) / "transcripts"
SECRET = bytes(range(32))
TWELVE = {"kingLength": "12"}
LAST_TRICK = "hands A.../K.../Q.../J... trick 0:"
WON = ";".join(f"0:{s}{a},{s}{b},{s}{c},{s}{d}" for s in "CDH" for a, b, c, d in ("A234", "K567", "Q89T"))

Event = Act[Action] | Fate | Lapse


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "0 SA" (an act) or "1 timeout"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


PLAY_OUT = ["0 SA", "1 SK", "2 SQ", "3 SJ"]
SCRIPTS = (
    Script("act-penalty", "name by 0 hands A.2../K.3../Q.4../J.5..", ["0 name rifki", "0 SA", "1 SK", "2 SQ", "3 SJ"]),
    Script("act-trump", "name by 0 hands A.2../K.3../Q..4./J..5.", ["0 name koz-D", "0 H2", "1 H3", "2 D4", "3 D5"]),
    Script(
        "act-redeal",
        "name by 0 hands T2.../K.../Q.../A... chart 0:rifki:0,-320,0,0;0:el:-650,0,0,0",
        ["0 redeal"],
        TWELVE,
    ),
    Script(
        "act-timeouts",
        "name by 0 hands A.2../K.3../Q.4../J.5..",
        ["0 timeout", "0 timeout", "1 timeout", "2 timeout", "3 timeout"],
    ),
    Script("end-played-out", f"play koz-S by 3 {LAST_TRICK} broken chart {chart(19, (-50, 100, 0, -50))}", PLAY_OUT),
    Script(
        "end-twelve",
        f"play koz-S by 3 {LAST_TRICK} broken chart {chart(11, (-450, -200, -300, -200))}",
        PLAY_OUT,
        TWELVE,
    ),
    Script("end-king", f"play koz-S by 3 {LAST_TRICK} tricks {WON} broken", PLAY_OUT, {"kingTenTricks": "on"}),
    Script(
        "end-early",
        "play rifki by 3 hands 5.A../6.K../K7.../J8... trick 0: broken",
        ["0 HA", "1 HK", "2 SK", "3 SJ"],
        {"earlyEnd": "on"},
    ),
    Script(
        "end-kiz-iptal",
        "play kiz by 3 hands .A../.Q../.2../.3.. trick 0: tricks 1:CQ,C2,C3,C4;2:DQ,D2,D3,D4;3:SQ,S2,S3,S4",
        ["0 HA", "1 HQ", "2 H2", "3 H3"],
        {"kizIptal": "on"},
    ),
)
MATCHES = {
    "match-twenty": {},
    "match-twelve": {**TWELVE, "kingFirst": "holder2Diamonds", "earlyEnd": "on"},
    "match-options": {
        "kingFirst": "seat0",
        "rifkiUnderAce": "forced",
        "trumpRaise": "ledOnly",
        "lastHearts": "highest",
        "kizIptal": "on",
        "kingZero": "batmis",
    },
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
        yield from _told(text, state, position=True)


def _event(text: str) -> Event:
    who, _, what = text.partition(" ")
    seat = Seat(int(who))
    if what in set(LapseCause):
        return Lapse(seat, LapseCause(what))
    return Act[Action](seat, game.notation.read_action(what))


def _match(options: dict[str, str]) -> Iterator[str]:
    """A whole match with cards from a known secret; each seat takes its actions in turn from the list of legal ones."""
    state = game.setup(config(**options))
    yield _head(options)
    drawn = decided = 0
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            outcome = chance.outcome(SECRET, "matches/golden", drawn, ("",) * 4, wait.request)
            drawn += 1
            text, event = "chance", Fate(outcome)
            state = game.apply(state, event)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            legal = game.legal(state, seat)
            action = legal[decided * 7 % len(legal)]
            decided += 1
            text = f"{seat} {game.notation.write_action(action)}"
            state = game.apply(state, Act[Action](seat, action))
        begins = state.phase is not Phase.PLAYING or not (state.tricks or state.trick.cards)
        yield from _told(text, state, position=begins)


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"king, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State, *, position: bool) -> Iterator[str]:
    yield f"> {text}"
    for happening in game.happenings(state, None):
        if position or not isinstance(happening, CardPlayed):
            yield f"  {_happening(happening)}"
    if position:
        yield f"= {game.notation.write_position(state)}"
    wait = game.pending(state)
    if isinstance(wait, Decide):
        (seat,) = wait.seats
        yield f"  {seat} decides among {len(game.legal(state, seat))}"
    elif isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points}, won by {score.winners}, places {score.places}"


def _happening(happening: Happening) -> str:
    match happening:
        case DeclarerFound(seat=seat):
            return f"{seat} declares first"
        case HandDealt(number=number, declarer=declarer):
            return f"hand {number} is dealt, {declarer} declares"
        case RedealAsked(seat=seat):
            return f"{seat} asks for new cards"
        case ContractNamed(seat=seat, contract=contract, trump=trump, by_rules=by_rules):
            return f"{seat} names {write_contract(contract, trump)}{', by the rules' if by_rules else ''}"
        case CardPlayed(seat=seat, card=card, by_rules=by_rules):
            return f"{seat} plays {card}{', by the rules' if by_rules else ''}"
        case TrickTaken(seat=seat, leader=leader, cards=cards):
            return f"{seat} takes {leader}: {write_cards(cards)}"
        case HandEnded(line=line, shown=shown, void=void):
            left = f", shown {' / '.join(map(write_cards, shown))}" if any(shown) else ""
            return f"hand ended {line.points}{', void' if void else ''}{left}"


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
