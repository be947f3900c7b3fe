"""A record played again, hand by hand: what the document is written from."""

from collections.abc import Iterator

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Config, Fate
from services.kernel.record import Record, played
from services.okey.game import Okey
from services.okey.happenings import Discarded, HandDealt, HandEnded, HandFinished, Happening
from services.okey.rules import dealt
from services.okey.state import Phase, State, Tiles
from services.okey.tiles import Tile, shuffled

_GAME = Okey()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))


class HandStory(msgspec.Struct):
    """A hand: who started it, what everybody was dealt, the happenings of each turn, and what came of it.

    For a hand that was broken off `ended` is None.
    """

    number: int
    starter: int
    indicator: Tile
    racks: tuple[Tiles, ...]
    turns: list[list[Happening]]
    ended: HandEnded | None = None


def hands(record: Record) -> Iterator[HandStory]:
    """The hands of a record, from the first."""
    state = _GAME.setup(Config(options=_GAME.meta.resolve(record.options)))
    story: HandStory | None = None
    for event in played(record, _EVENTS):
        if isinstance(event, Fate) and state.phase is Phase.DEAL:
            if story is not None:
                yield story
            story = _begun(state, event.outcome)
        state = _GAME.apply(state, event)
        for happening in state.happened:
            if story is not None and not isinstance(happening, HandDealt):
                _tell(story, happening)
    if story is not None:
        yield story


def _begun(state: State, outcome: tuple[int, ...]) -> HandStory:
    """The hand as it is dealt."""
    hand = dealt(shuffled(outcome), state.starter, state.terms, 0)
    return HandStory(state.number, state.starter, hand.indicator, hand.racks, [[]])


def _tell(story: HandStory, happening: Happening) -> None:
    if isinstance(happening, HandEnded):
        story.ended = happening
        return
    story.turns[-1].append(happening)
    if isinstance(happening, Discarded | HandFinished):
        story.turns.append([])
