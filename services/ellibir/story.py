"""A record played again, round by round: what the document is written from."""

from collections.abc import Iterator

import msgspec

from services.ellibir.cards import Piece
from services.ellibir.game import Ellibir
from services.ellibir.happenings import CardDrawn, HandsDealt, Happening, LotFell, RoundEnded
from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.record import Record, played

_GAME = Ellibir()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))


class Told(msgspec.Struct, frozen=True):
    """A happening; `card` is the one that was drawn, which the happening keeps to itself."""

    happening: Happening
    card: Piece | None = None


class RoundStory(msgspec.Struct):
    """A round: who dealt, what everybody was dealt, and everything that happened until its end, that included."""

    number: int
    dealer: int
    hands: tuple[tuple[Piece, ...], ...]
    told: list[Told] = []
    ended: RoundEnded | None = None


def rounds(record: Record) -> Iterator[RoundStory]:
    """The rounds of a record from the first, those that were repeated included."""
    state = _GAME.setup(Config(options=_GAME.meta.resolve(record.options)))
    story: RoundStory | None = None
    for event in played(record, _EVENTS):
        before = state
        state = _GAME.apply(state, event)
        drawn = iter(before.stock)
        for happening in state.happened:
            if isinstance(happening, HandsDealt):
                if story is not None:
                    yield story
                hands = tuple(player.hand for player in state.players)
                story = RoundStory(happening.number, happening.dealer, hands)
                drawn = iter(state.stock)
            elif story is not None and not isinstance(happening, LotFell):
                card = next(drawn) if isinstance(happening, CardDrawn) else None
                story.told.append(Told(happening, card))
                story.ended = happening if isinstance(happening, RoundEnded) else story.ended
    if story is not None:
        yield story
