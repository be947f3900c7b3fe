"""A record played again, happening by happening: what the documents are written from."""

from collections.abc import Iterator

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.record import Record, played
from services.tavla.game import Tavla
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
from services.tavla.state import State

_GAME = Tavla()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))

Told = TurnPlayed | TurnPassed | MisliOffered | MisliAnswered | SeatLeft


class Entry(msgspec.Struct, frozen=True):
    """Something a seat did or that befell it, with the dice it concerns."""

    dice: tuple[int, ...]
    told: Told


class GameStory(msgspec.Struct, frozen=True):
    """One game: the score before it, what happened, and its end (None if the match was left in it)."""

    number: int
    points: tuple[int, ...]
    entries: tuple[Entry, ...]
    ended: GameEnded | None


def games(record: Record) -> Iterator[GameStory]:
    """The games of a record, in order."""
    state = _GAME.setup(Config(options=record.options))
    number, points = state.match.number, state.match.series.points
    entries: list[Entry] = []
    dice: tuple[int, ...] = ()
    for now, happening in _happenings(record, state):
        match happening:
            case DiceRolled():
                dice = happening.dice
            case GameEnded():
                yield GameStory(number, points, tuple(entries), happening)
                number, points, entries = now.match.number, now.match.series.points, []
            case _:
                entries.append(Entry(dice, happening))
    if entries:
        yield GameStory(number, points, tuple(entries), None)


def _happenings(record: Record, state: State) -> Iterator[tuple[State, Happening]]:
    for event in played(record, _EVENTS):
        state = _GAME.apply(state, event)
        for happening in state.happened:
            yield state, happening
