"""Writes the transcripts of Elli Bir: `python -m tests.ellibir.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.ellibir
from services.ellibir import game
from services.ellibir.actions import Action
from services.ellibir.bot import bot
from services.ellibir.happenings import Happening
from services.ellibir.state import State
from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.kernel.refusal import Illegal
from tests.ellibir.tables import SELDOM, Event, config

FOLDER = Path(services.ellibir.__path__[0]) / "transcripts"
SECRET = bytes(range(32))


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "0 draw" (an act) or "0 timeout"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


TWO = {"elliBirPlayers": "2"}
OPEN = "opened 0:melds,1:melds melds 1:run:DT,DJ,DQ,DK;0:run:H5,H6,H7"
SCRIPTS = (
    Script(
        "act-open",
        "draw turn 0 dealer 1 hands HQ,HK,HA,C4,C5,C6,C7,D2/S3,S4,S5,H9 stock S9,CT,CJ,C3 discards 1:D5",
        ["0 open run:HQ,HK,HA", "0 draw", "0 open run:HQ,HK,HA", "0 open run:HQ,HK,HA run:C4,C5,C6,C7", "0 discard S9"],
        TWO,
    ),
    Script(
        "act-open-pairs",
        "play turn 0 dealer 1 hands C2,C2,C3,C3,C4,C4,C5,C5,C6,JO,S9/S3,S4,S5,H9 stock CT,CJ discards 1:D5",
        ["0 open pair:C2,C2 pair:C3,C3 pair:C4,C4 pair:C5,C5 pair:C6,JO", "0 discard S9"],
        TWO,
    ),
    Script(
        "act-kdv",
        "play turn 0 dealer 1 hands SQ,SK,SA,HQ,HK,HA,CT,CJ,CQ,D2,H2,S2,C2,C8,C9/D9,H9,S9 stock C3,C4,C5 discards 1:D5",
        [
            "0 open run:SQ,SK,SA run:HQ,HK,HA run:CT,CJ,CQ set:D2,H2,S2,C2",
            "0 discard C9",
            "1 draw",
            "1 open set:D9,H9,S9",
            "1 discard C3",
        ],
        {**TWO, "kdv": "on"},
    ),
    Script(
        "act-take",
        f"draw turn 0 dealer 1 hands S8,S9,C2/C3,C4,H9,H9 stock CT,CJ,CQ,CK discards 1:ST {OPEN}",
        ["0 take-and-open run:S8,S9,ST", "0 take-and-lay run:S8,S9,ST", "0 announce-single", "0 discard C2"],
        TWO,
    ),
    Script(
        "act-take-for-pairs",
        "draw turn 0 dealer 2 hands S8,S9,C2/C3,C4,H9,H9/D2,D3 stock CT,CJ,CQ,CK discards 2:ST",
        ["0 take-for-pairs", "1 declare-pairs", "1 declare-pairs", "2 draw", "0 discard S8", "1 take-for-pairs"],
        {"elliBirPlayers": "3"},
    ),
    Script(
        "act-take-and-open",
        "draw turn 0 dealer 1 hands HQ,HK,C4,C5,C6,C7,D2/S3,S4,S5,H9 stock S9,CT discards 1:HA",
        ["0 take-and-open run:HQ,HK,HA", "0 take-and-open run:HQ,HK,HA run:C4,C5,C6,C7", "0 discard D2"],
        TWO,
    ),
    Script(
        "act-bottom",
        "draw turn 0 dealer 1 hands S8,S9,C2/C3,C4,H9,H9 stock CT,CJ,CQ,CK,S8 bottom S8 discards 1:ST",
        ["0 claim-bottom S8", "0 draw", "0 discard CT", "1 draw", "1 discard CJ", "0 take-bottom"],
        TWO,
    ),
    Script(
        "act-lay-off",
        f"play turn 0 dealer 1 hands S8,S9,ST,H8,D9,JO,DK,C2,C4/C3,C4,H9,H9 stock CT,CJ discards 1:D5 {OPEN}",
        [
            "0 lay run:S8,S9,ST",
            "0 lay-off H8 1",
            "0 lay-off JO 0",
            "0 lay-off JO 0 high",
            "0 lay-off D9 0",
            "0 discard C2",
        ],
        TWO,
    ),
    Script(
        "act-joker",
        "play turn 0 dealer 1 hands D7,C7,H6,C2,D8/C3,C4,H9,H9 stock CT,CJ discards 1:D5 opened 0:melds,1:melds "
        "melds 1:set:S7,H7,JO;1:run:H5,JO,H7;0:run:DT,DJ,DQ",
        ["0 swap-joker 0 D7", "0 swap-joker 0 D7,C7", "0 swap-joker 1 H6", "0 discard D8"],
        TWO,
    ),
    Script(
        "act-fine",
        f"play turn 0 dealer 1 hands H8,C2/C3,C4,H9,H9 stock CT,CJ discards 1:D5 {OPEN}",
        ["0 discard H8", "1 take-and-lay run:H8,H9,HT", "1 draw"],
        TWO,
    ),
    Script(
        "act-twins",
        "play turn 0 dealer 1 hands H8,D8,C2/C3,C4,H9,H9 stock CT,CJ,CQ discards 1:D5 opened 1:melds "
        "melds 1:run:D9,DT,DJ,DQ;1:run:H5,H6,H7",
        ["0 show-twins H8 D8", "1 draw", "1 discard CT", "0 draw", "0 discard D8", "0 discard CJ"],
        TWO,
    ),
    Script(
        "act-timeouts",
        f"draw turn 0 dealer 1 hands H8,C2/C3,C4,H9,H9 stock H4,CJ,CQ,CK discards 1:D5 {OPEN}",
        ["0 timeout", "1 timeout", "0 draw", "0 timeout"],
        TWO,
    ),
    Script(
        "round-finished",
        f"play turn 0 dealer 1 hands C2/C3,C4,H9,H9 stock CT discards 1:D5 {OPEN}",
        ["0 discard C2"],
        TWO,
    ),
    Script(
        "round-stock",
        f"draw turn 0 dealer 1 hands C2,C5/C3,C4,H9,H9 stock CT discards 1:D5 {OPEN}",
        ["0 draw", "0 discard CT"],
        TWO,
    ),
    Script(
        "round-repeated",
        "draw turn 0 dealer 1 hands C2,C5/C3,C4,H9,H9 stock CT discards 1:D5",
        ["0 draw", "0 discard CT"],
        TWO,
    ),
    Script(
        "end-played-out",
        f"play turn 0 dealer 1 hands JO/C3,C4,H9,H9 stock CT discards 1:D5 {OPEN} stars 0,1",
        ["0 discard JO"],
        {**TWO, "elliBirRounds": "1", "kdv": "on"},
    ),
)


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    yield "match-bots.txt", "\n".join(_match({"elliBirRounds": "1", "kdv": "on"}, skill=1)) + "\n"
    two = {"elliBirPlayers": "2", "elliBirRounds": "1", "pairOpenerLayoffs": "unlimited", "repeatLimit": "1"}
    yield "match-two.txt", "\n".join(_match(two, skill=2)) + "\n"


def _script(script: Script) -> Iterator[str]:
    state = game.notation.read_position(script.position, config(**script.options))
    yield _head(script.options)
    yield f"= {game.notation.write_position(state)}"
    for text in script.events:
        try:
            state = game.apply(state, _event(text))
        except Illegal as refused:
            yield f"> {text}"
            yield f"  refused: {refused.reason} {game.meta.refusal(refused.reason).sentences(refused.detail)['en']}"
        else:
            yield from _told(text, state)


def _event(text: str) -> Event:
    who, _, what = text.partition(" ")
    if what in set(LapseCause):
        return Lapse(Seat(int(who)), LapseCause(what))
    return Act[Action](Seat(int(who)), game.notation.read_action(what))


def _match(options: dict[str, str], skill: int) -> Iterator[str]:
    """A whole match with cards from a known secret. One decision in `skill` is the bot's; for the others each seat
    takes its actions in turn from the list of legal ones."""
    state = game.setup(config(**options))
    yield _head(options)
    yield f"= {game.notation.write_position(state)}"
    drawn = decided = 0
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            fallen = chance.outcome(SECRET, "matches/golden", drawn, ("",) * 4, wait.request)
            drawn += 1
            text = "chance " + ("-".join(map(str, fallen)) if len(fallen) == 1 else f"of {len(fallen)}")
            event: Event = Fate(fallen)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            action = _decided(state, seat, decided, skill)
            decided += 1
            text = f"{seat} {game.notation.write_action(action)}"
            event = Act[Action](seat, action)
        state = game.apply(state, event)
        yield from _told(text, state)


def _decided(state: State, seat: Seat, number: int, skill: int) -> Action:
    if number % skill == 0:
        return bot.decide(game.view(state, seat), "orta", 0)
    listed = [action for action in game.legal(state, seat) if game.notation.write_action(action) not in SELDOM]
    return listed[number * 7 % len(listed)]


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"ellibir, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    yield f"> {text}"
    seats = range(state.terms.players)
    told = [game.happenings(state, viewer) for viewer in (None, *map(Seat, seats))]
    for spectator, *others in zip(*told, strict=True):
        yield f"  {_happening(spectator)}"
        for seat, own in zip(seats, others, strict=True):
            if own != spectator:
                yield f"    to {seat}: {_happening(own)}"
    yield f"= {game.notation.write_position(state)}"
    wait = game.pending(state)
    if isinstance(wait, Decide):
        (due,) = wait.seats
        yield f"  {due} decides among {len(game.legal(state, due))}"
    elif isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points}, places {score.places}"


def _happening(happening: Happening) -> str:
    """The happening by its fields, cards and melds as in notation."""
    plain = msgspec.to_builtins(happening)
    kind = plain.pop("type")
    return f"{kind} " + " ".join(f"{name}={_value(value)}" for name, value in plain.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + " ".join(f"{name}={_value(held)}" for name, held in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_value, value)) + "]"
    return str(value)


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
