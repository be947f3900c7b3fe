"""A record played again, hand by hand: what the document is written from."""

from collections.abc import Iterator

import msgspec

from services.batak.game import Batak
from services.batak.happenings import BidSaid, CardPlayed, HandDealt, HandEnded, Happening, TrickTaken
from services.kernel.cards import Card, shuffled
from services.kernel.codec import Codec
from services.kernel.game import Config, Fate
from services.kernel.record import Record, played
from services.kernel.tricks import SEATS

_GAME = Batak()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))


class HandStory(msgspec.Struct):
    """A hand: who dealt, what everybody was dealt, what was said, each trick, and what came of it.

    `by_rules` are the cards that the rules played. For a hand that was broken off `ended` is None, and `lying` are the
    cards of the trick that nobody took.
    """

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    bids: list[BidSaid] = []
    tricks: list[TrickTaken] = []
    lying: list[CardPlayed] = []
    by_rules: set[Card] = set()
    ended: HandEnded | None = None


def hands(record: Record) -> Iterator[HandStory]:
    """The hands of a record, from the first."""
    state = _GAME.setup(Config(options=_GAME.meta.resolve(record.options)))
    story: HandStory | None = None
    for event in played(record, _EVENTS):
        state = _GAME.apply(state, event)
        for happening in state.happened:
            if isinstance(happening, HandDealt):
                assert isinstance(event, Fate)
                if story is not None:
                    yield story
                story = HandStory(happening.number, happening.dealer, _dealt(event))
            elif story is not None:
                _tell(story, happening)
    if story is not None:
        yield story


def _dealt(fate: Fate) -> tuple[tuple[Card, ...], ...]:
    deck = shuffled(fate.outcome)
    size = len(deck) // SEATS
    return tuple(deck[seat * size : (seat + 1) * size] for seat in range(SEATS))


def _tell(story: HandStory, happening: Happening) -> None:
    match happening:
        case BidSaid():
            story.bids.append(happening)
        case CardPlayed(card=card, by_rules=by_rules):
            story.lying.append(happening)
            if by_rules:
                story.by_rules.add(card)
        case TrickTaken():
            story.tricks.append(happening)
            story.lying.clear()
        case HandEnded():
            story.ended = happening
