"""Writes the transcripts of pişti: `python -m tests.pisti.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.pisti
from services.kernel import chance
from services.kernel.cards import write_cards
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.pisti import game
from services.pisti.actions import Action
from services.pisti.happenings import Happening
from services.pisti.state import State
from tests.pisti.tables import Event, config

FOLDER = Path(services.pisti.__path__[0]) / "transcripts"
SECRET = bytes(range(32))


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "A H9" (an act), "B timeout" or "B left"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


BLUFF = {"bluff": "on"}
ALONE = "A H9 H2 H3 / B S9 S7 S6 / pile D9 / wonB * / last B"
SCRIPTS = (
    Script("act-play", "A H8 H2 / B S8 S6 / wonA * / last A", ["A H8", "B S8", "A H2", "B S6"]),
    Script(
        "act-capture-start",
        "A H9 HJ H3 H4 / B S5 S6 S7 S8 / down C3 C4 C5 / pile D9 / wonB *",
        ["A H9", "B S5", "A HJ"],
    ),
    Script("act-bluff-accepted", ALONE, ["A bluff H2", "B accept", "B S9"], BLUFF),
    Script("act-bluff-proved", ALONE, ["A bluff H9", "B challenge"], BLUFF),
    Script("act-bluff-caught", ALONE, ["A bluff H2", "B challenge", "B S7"], BLUFF),
    Script("act-timeouts", ALONE, ["A timeout", "B S7", "A timeout", "B timeout"], BLUFF),
    Script("act-answer-timeout", ALONE, ["A bluff H2", "B timeout"], BLUFF),
    Script("end-counted", "A - / B H8 / pile D8 / wonA DA DT D7 / wonB * / last A", ["B H8"], {"jackPisti": "20"}),
    Script(
        "end-drawn",
        "A - / B H8 / pile D9 / wonA CA DA HA SA CJ DJ HJ SJ / wonB * / last B / lines A:PISTI B:PISTI",
        ["B H8"],
    ),
    Script(
        "end-target",
        "A - / B H8 / pile D9 / wonB * / last B / points 108-87 / game 7",
        ["B H8"],
        {"pistiTarget": "101"},
    ),
    Script("end-left", ALONE, ["B left"]),
)


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    yield "match-single.txt", "\n".join(_match({})) + "\n"
    yield "match-bluff.txt", "\n".join(_match({"bluff": "on", "jackPisti": "20"})) + "\n"


def _script(script: Script) -> Iterator[str]:
    state = game.notation.read_position(script.position, config(**script.options))
    yield _head(script.options)
    yield f"= {game.notation.write_position(state)}"
    for text in script.events:
        state = game.apply(state, _event(text))
        yield from _told(text, state)


def _event(text: str) -> Event:
    who, _, what = text.partition(" ")
    seat = Seat("AB".index(who))
    if what in set(LapseCause):
        return Lapse(seat, LapseCause(what))
    return Act[Action](seat, game.notation.read_action(what))


def _match(options: dict[str, str]) -> Iterator[str]:
    """A whole match with cards from a known secret; each seat takes its actions in turn from the list of legal ones."""
    state = game.setup(config(**options))
    yield _head(options)
    yield f"= {game.notation.write_position(state)}"
    drawn = decided = 0
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            fallen = chance.outcome(SECRET, "matches/golden", drawn, ("", ""), wait.request)
            drawn += 1
            text = "chance " + ("-".join(map(str, fallen)) if len(fallen) == 1 else f"of {len(fallen)}")
            event: Event = Fate(fallen)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            listed = game.legal(state, seat)
            action = listed[decided * 7 % len(listed)]
            decided += 1
            text = f"{'AB'[seat]} {game.notation.write_action(action)}"
            event = Act[Action](seat, action)
        state = game.apply(state, event)
        yield from _told(text, state)


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"pisti, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    yield f"> {text}"
    told = [game.happenings(state, viewer) for viewer in (None, Seat(0), Seat(1))]
    for spectator, *seats in zip(*told, strict=True):
        yield f"  {_happening(spectator)}"
        for name, own in zip("AB", seats, strict=True):
            if own != spectator:
                yield f"    to {name}: {_happening(own)}"
    yield f"= {game.notation.write_position(state)}"
    wait = game.pending(state)
    if isinstance(wait, Decide):
        (seat,) = wait.seats
        yield f"  {'AB'[seat]} decides among {len(game.legal(state, seat))}"
    elif isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points[0]}-{score.points[1]}, places {score.places}"


def _happening(happening: Happening) -> str:
    """The happening by its fields, cards as in notation."""
    plain = msgspec.to_builtins(happening)
    kind = plain.pop("type")
    return f"{kind} " + " ".join(f"{name}={_value(value)}" for name, value in plain.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + " ".join(f"{name}={_value(held)}" for name, held in value.items()) + "}"
    if isinstance(value, list | tuple):
        return (
            "["
            + (write_cards(value) if all(isinstance(v, str) for v in value) else ", ".join(map(_value, value)))
            + "]"
        )
    return str(value)


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
