"""Writes the transcripts of tavla: `python -m tests.tavla.golden`.

A transcript is a match or a part of one in notation, with everything that each event brings. They are kept, so that a
change of the rules shows itself as a difference that somebody must read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import services.tavla
from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.tavla import game
from services.tavla.actions import Action
from services.tavla.happenings import (
    DiceRolled,
    GameEnded,
    Happening,
    MisliAnswered,
    MisliOffered,
    SeatLeft,
    TurnPassed,
    TurnPlayed,
)
from services.tavla.notation import write_move
from services.tavla.state import State
from tests.tavla.tables import VARIANTS, config

FOLDER = Path(services.tavla.__path__[0]) / "transcripts"
START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SECRET = bytes(range(32))

Event = Act[Action] | Fate | Lapse


class Script(msgspec.Struct, frozen=True):
    """A part of a match: events are "3-1" (dice), "W 8/5 6/5" (an act), "B timeout" or "B left"."""

    name: str
    position: str
    events: Sequence[str]
    options: dict[str, str] = {}


MISLI = {"tavlaTable": "misli"}
SCRIPTS = (
    Script("act-play", f"{START} opening", ["4-4", "3-1", "W 8/5 6/5", "6-4", "B 24/18 13/9"]),
    Script("act-play-hits", "W 8:3 6:5 13:7 / B 20:1 13:14 dice 3-1", ["W 8/5 6/5", "5-2", "B bar/23 13/8"]),
    Script("act-play-bar-and-off", "W bar:1 6:2 1:12 / B 12:15 dice 6-1", ["W bar/19 19/18", "6-5", "B 12/6 12/7"]),
    Script("act-pass", "W bar:1 6:14 / B 6:2 4:2 12:11 turn W rolling", ["6-4", "2-1", "B 12/10 12/11"]),
    Script("act-roll", f"{START} choosing", ["W roll", "6-5", "W 24/18 18/13"], MISLI),
    Script("act-offer-accepted", f"{START} choosing", ["W offer", "B accept", "2-1", "W 13/11 6/5", "B roll"], MISLI),
    Script("act-timeouts", f"{START} choosing", ["W timeout", "6-5", "W timeout", "B timeout", "2-2"], MISLI),
    Script("end-borne-off", "W 2:1 1:1 off:13 / B bar:1 6:14 dice 2-1 score 3-0", ["W 2/off 1/off"]),
    Script("end-borne-off-crawford", "W 2:1 off:14 / B 6:14 off:1 dice 2-1 score 3-3 game 5", ["W 2/off"], MISLI),
    Script("end-refused", f"{START} offered cube 2W", ["B refuse", "5-6"], MISLI),
    Script("end-refused-by-time", f"{START} offered cube 4W", ["B timeout"], MISLI),
    Script("end-resigned", f"{START} turn W dice 3-1", ["B resign", "2-5", "B resign"]),
    Script("end-left", f"{START} turn W dice 3-1 score 1-2 game 3", ["W left"]),
    Script(
        "end-mother-pinned",
        "W 24:1! 13:14 / B 24:1 1:1 10:13 turn B dice 2-1 score 0-3",
        ["B 24/22"],
        {"tavlaVariant": "hapis"},
    ),
    Script(
        "end-mothers-pinned",
        "W 24:1! 3:1 2:13 / B 24:1 3:13 1:1 dice 2-1",
        ["W 3/1", "6-3"],
        {"tavlaVariant": "hapis"},
    ),
    Script("end-anti", "W 1:1 off:14 / B 5:15 dice 2-1 score 0-4", ["W 1/off"], {"tavlaVariant": "anti"}),
)


def transcripts() -> Iterator[tuple[str, str]]:
    """The file names and contents of all transcripts."""
    for script in SCRIPTS:
        yield f"{script.name}.txt", "\n".join(_script(script)) + "\n"
    for variant in VARIANTS:
        longer = {"matchLength": "3", "tavlaTable": "misli"} if variant == "standard" else {"matchLength": "1"}
        options = {"tavlaVariant": variant, **longer}
        yield f"match-{variant}.txt", "\n".join(_match(options)) + "\n"


def _script(script: Script) -> Iterator[str]:
    table = config(**script.options)
    state = game.notation.read_position(script.position, table)
    yield _head(script.options)
    yield f"= {game.notation.write_position(state)}"
    for text in script.events:
        event = _event(text)
        state = game.apply(state, event)
        yield from _told(text, state)


def _event(text: str) -> Event:
    who, _, what = text.partition(" ")
    if not what:
        return Fate(tuple(map(int, text.split("-"))))
    seat = Seat("WB".index(who))
    if what in set(LapseCause):
        return Lapse(seat, LapseCause(what))
    return Act[Action](seat, game.notation.read_action(what))


def _match(options: dict[str, str]) -> Iterator[str]:
    """A whole match with dice from a known secret; each seat takes its actions in turn from the list of legal ones."""
    state = game.setup(config(**options))
    yield _head(options)
    yield f"= {game.notation.write_position(state)}"
    drawn = decided = 0
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            dice = chance.outcome(SECRET, "matches/golden", drawn, ("", ""), wait.request)
            drawn += 1
            text = f"{dice[0]}-{dice[1]}"
            event: Event = Fate(dice)
        else:
            assert isinstance(wait, Decide)
            (seat,) = wait.seats
            options_now = game.legal(state, seat)
            action = options_now[decided * 7 % options_now.decisions]
            decided += 1
            text = f"{'WB'[seat]} {game.notation.write_action(action)}"
            event = Act[Action](seat, action)
        state = game.apply(state, event)
        yield from _told(text, state)


def _head(options: dict[str, str]) -> str:
    chosen = " ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
    return f"tavla, rules version {game.meta.rules_version}, options: {chosen}"


def _told(text: str, state: State) -> Iterator[str]:
    yield f"> {text}"
    for happening in game.happenings(state, None):
        yield f"  {_happening(happening)}"
    yield f"= {game.notation.write_position(state)}"
    wait = game.pending(state)
    if isinstance(wait, Decide):
        (seat,) = wait.seats
        yield f"  {'WB'[seat]} decides among {game.legal(state, seat).decisions}"
    elif isinstance(wait, Over):
        score = game.score(state)
        yield f"  the match is over ({wait.cause}), {score.points[0]}-{score.points[1]}, places {score.places}"


def _happening(happening: Happening) -> str:
    match happening:
        case DiceRolled(seat=seat, dice=dice):
            return f"dice of {'both' if seat is None else 'WB'[seat]}: {dice[0]}-{dice[1]}"
        case TurnPlayed(seat=seat, moves=moves, hits=hits, by_rules=by_rules):
            hit = f", hits on {', '.join(map(str, hits))}" if hits else ""
            return f"{'WB'[seat]} played {' '.join(map(write_move, moves))}{hit}{', by the rules' if by_rules else ''}"
        case TurnPassed(seat=seat, dice=dice):
            return f"{'WB'[seat]} passed with {dice[0]}-{dice[1]}"
        case MisliOffered(seat=seat, cube=cube):
            return f"{'WB'[seat]} offered {cube}"
        case MisliAnswered(seat=seat, accepted=accepted):
            return f"{'WB'[seat]} {'accepted' if accepted else 'refused'}"
        case GameEnded(result=result, ledger=ledger):
            lines = [f"{'WB'[line.seat]} +{line.points} {line.reason} {line.clause}" for line in ledger]
            return f"game {result.number} ended ({result.cause}): {', '.join(lines) or 'drawn'}"
        case SeatLeft(seat=seat):
            return f"{'WB'[seat]} left"


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
