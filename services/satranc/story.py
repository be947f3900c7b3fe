"""A record played again: what the documents are written from."""

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.record import Record, played
from services.satranc.game import Satranc
from services.satranc.happenings import Happening
from services.satranc.state import State

_GAME = Satranc()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))


class Story(msgspec.Struct, frozen=True):
    """The last state of a match, and everything that happened in it, in order."""

    end: State
    happened: tuple[Happening, ...]


def told(record: Record) -> Story:
    """The story of a record."""
    state = _GAME.setup(Config(options=record.options))
    happened: list[Happening] = []
    for event in played(record, _EVENTS):
        state = _GAME.apply(state, event)
        happened += state.happened
    return Story(end=state, happened=tuple(happened))


def player(record: Record, seat: int) -> str:
    """The name of a seat's player; a bot is named as one."""
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name
