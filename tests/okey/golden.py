"""Writes the transcripts of okey: `python -m tests.okey.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.okey
from services.kernel import chance
from services.kernel.draws import Draws
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.okey import game
from services.okey.actions import Action
from services.okey.state import State
from tests.okey.tables import config

FOLDER = Path(services.okey.__path__[0]) / "transcripts"
SECRET = bytes(range(32))

Event = Act[Action] | Fate | Lapse

TOUR = {"okeyTable": "tournament"}
OPENING = "Y8-B8-K8-R8+R3-R4-R5-R6+B11-B12-B13+Y4-Y5-Y6"


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "2 draw", "0 discard R5" (acts), "1 timeout" or "1 left"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


SCRIPTS = (
    Script(
        "act-side",
        "draw turn 0 indicator K12 racks Y1.2/*21/*21/*21 stock R9Y3 piles -/-/-/R2",
        ["0 take", "0 return", "0 draw", "0 discard R9"],
    ),
    Script(
        "act-laying",
        "play indicator K12 racks Y4.5.6.8B8.11.12.13K8.1R3.4.5.6.7.8/*21/*21/*21 stock *20",
        [
            "0 place R3 series 0 0",
            "0 place R4 series 0 1",
            "0 undo",
            "0 collect",
            f"0 auto series {OPENING}",
            "0 commit",
            "0 layoff R7 1",
            "0 undo",
            "0 layoff R7 1",
            "0 discard K1",
        ],
    ),
    Script(
        "act-open-and-swap",
        "play indicator K12 racks Y4.5.6.8B8.11.12.13K8.1.9R3.4.5.6.8/*21/*21/*21 stock *20 "
        "opened none,series,none,none melds 1:K9*-K10-K11",
        [f"0 open series {OPENING}", "0 swap K9 0 0", "0 layoff K13 0 low", "0 discard K1"],
    ),
    Script(
        "act-pairs",
        "play indicator K12 racks R1.1.2.2.3.3.4.4.5K13Y1.2/*21/*21/*21 stock *20",
        ["0 auto pairs R1-R1+R2-R2+R3-R3+R4-R4+R5-K13+Y1-Y2", "0 commit", "0 discard Y1"],
    ),
    Script(
        "act-fines",
        "play indicator K12 racks K13R8Y1/K13Y2/*21/*21 stock R1.2Y3 opened none,none,series,none melds 2:R5-R6-R7",
        ["0 discard R8", "1 draw", "1 discard K13"],
    ),
    Script(
        "act-timeouts",
        "draw turn 0 indicator K12 racks Y1.2/Y3.4/Y5.6/Y7.8 stock R1.2.3.4.5",
        ["0 timeout", "1 draw", "1 place Y3 series 0 0", "1 timeout", "2 take", "2 timeout"],
    ),
    Script(
        "act-tournament",
        "play indicator K12 racks R8K1.2/Y1.2/*21/*21 stock R1.2Y3 opened none,none,series,none melds 2:R5-R6-R7",
        [
            "0 sign pairs",
            "0 place K1 series 0 0",
            "0 commit",
            "0 collect",
            "0 discard R8",
            "3 claim R8",
            "1 draw",
            "1 discard R1",
        ],
        TOUR,
    ),
    Script(
        "act-declare",
        "play indicator K12 racks R8K1.2/Y1.2/*21/*21 stock R1.2Y3 opened none,none,series,none melds 2:R5-R6-R7",
        ["0 discard R8", "0 declare", "1 take", "1 return"],
        TOUR,
    ),
    Script(
        "hand-finished",
        "play turn 0 indicator K12 racks K13/R10/Y1/B1.2 stock *20 opened pairs,pairs,none,series melds 0:R5-R5",
        ["0 discard K13 indicator"],
    ),
    Script(
        "hand-devam",
        "play turn 0 indicator K12 racks K13.13/R10/Y2/B1 stock *20 opened series,pairs,none,none",
        ["0 devam"],
        TOUR,
    ),
    Script(
        "hand-stock-out",
        "draw turn 0 indicator K12 racks Y1/R3.4/Y2/B1 stock R9 opened none,series,none,none",
        ["0 draw", "0 discard Y1"],
    ),
    Script(
        "hand-void",
        "play turn 0 indicator K12 racks R1.1.2.2.3.3.4.4.5.5Y9/*12/*12/*12 stock *20 opened none,pairs,pairs,pairs "
        "fines 3:101:OKEY_DISCARD:10.3",
        ["0 open pairs R1-R1+R2-R2+R3-R3+R4-R4+R5-R5"],
        TOUR,
    ),
    Script(
        "end-played-out",
        "draw turn 0 indicator K12 racks Y1/R3.4/Y2/B1 stock R9 opened none,series,none,none",
        ["0 draw", "0 discard Y1"],
        {"okeyHands": "1", "okeyTeams": "partners"},
    ),
    Script("end-forfeited", "draw turn 0 indicator K12 racks Y1.2/Y3.4/Y5.6/Y7.8 stock R1.2.3.4.5", ["3 left"], TOUR),
    Script(
        "end-tied",
        "draw turn 0 indicator K12 racks Y1.2/Y3.4/Y5.6/Y7.8 stock R1 sheet " + ";".join(["-/-/-"] * 11),
        ["0 timeout"],
        TOUR,
    ),
)
MATCHES = {
    "match-101": ("lot", {"okeyHands": "1"}),
    "match-34-partners": ("lot", {"okeyHands": "1", "okeyGame": "34", "okeyTeams": "partners"}),
    "match-51": ("lot", {"okeyHands": "1", "okeyGame": "51", "sideAfterOpen": "free", "fiftyOneHigh": "ten"}),
    "match-tournament": ("deal starter 3 sheet " + ";".join(["-/-/-"] * 10), TOUR),
}
_KEPT = ("dealt", "committed", "fined", "finished", "ended", "over")
"""What is told of a match that is played to its end: the rest can be read from the acts."""


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    for name, (begins, options) in MATCHES.items():
        yield f"{name}.txt", "\n".join(_match(begins, options)) + "\n"


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


def _match(begins: str, options: dict[str, str]) -> Iterator[str]:
    """A match to its end with tiles from a known secret; each seat takes its actions by chance from those listed.

    The position is written at each deal and at the end.
    """
    state = game.notation.read_position(begins, config(**options))
    yield _head(options)
    drawn, draws = 0, Draws(1)
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            outcome = chance.outcome(SECRET, "matches/golden", drawn, ("", "", "", ""), wait.request)
            drawn += 1
            text = str(outcome[0]) if len(outcome) == 1 else "shuffle"
            event: Event = Fate(outcome)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            legal = list(game.legal(state, seat))
            action = legal[draws.randrange(len(legal))]
            text = f"{seat} {game.notation.write_action(action)}"
            event = Act[Action](seat, action)
        state = game.apply(state, event)
        yield from (line for line in _told(text, state) if line.startswith(">") or any(word in line for word in _KEPT))
        if isinstance(event, Fate):
            yield f"= {game.notation.write_position(state)}"
    yield f"= {game.notation.write_position(state)}"


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"okey, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    """The event, and what everybody is told of it."""
    yield f"> {text}"
    for happening in game.happenings(state, None):
        yield f"  {msgspec.json.encode(happening).decode()}"
    wait = game.pending(state)
    if isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points}, places {score.places}, winners {score.winners}"


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
