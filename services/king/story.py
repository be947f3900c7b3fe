"""A record played again, hand by hand: what the documents are written from."""

from collections.abc import Iterator

import msgspec

from services.kernel.cards import Card, Suit
from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.record import Record, played
from services.king.contracts import Contract
from services.king.game import King
from services.king.happenings import ContractNamed, HandDealt, HandEnded, Happening, RedealAsked, TrickTaken
from services.king.state import State

_GAME = King()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))


class HandStory(msgspec.Struct, kw_only=True):
    """One deal: the four hands, what was named (None if nothing was), the tricks, and how it ended.

    `redealt`: new cards were asked for. `ended` is None for a hand that was broken off.
    """

    number: int
    declarer: int
    hands: tuple[tuple[Card, ...], ...]
    contract: Contract | None = None
    trump: Suit | None = None
    tricks: list[TrickTaken] = []
    redealt: bool = False
    ended: HandEnded | None = None


def hands(record: Record) -> Iterator[HandStory]:
    """The deals of a record, in order."""
    story: HandStory | None = None
    for state, happening in _happenings(record):
        if isinstance(happening, HandDealt):
            if story is not None:
                yield story
            story = HandStory(number=happening.number, declarer=happening.declarer, hands=_dealt(state))
        elif story is not None:
            _tell(story, happening)
    if story is not None:
        yield story


def _tell(story: HandStory, happening: Happening) -> None:
    match happening:
        case ContractNamed(contract=contract, trump=trump):
            story.contract, story.trump = contract, trump
        case TrickTaken():
            story.tricks.append(happening)
        case RedealAsked():
            story.redealt = True
        case HandEnded():
            story.ended = happening
        case _:
            return


def _dealt(state: State) -> tuple[tuple[Card, ...], ...]:
    """The hands as they were dealt; cards that lie on the table already are put back."""
    hands = [list(hand) for hand in state.hands]
    for trick in (*state.tricks, state.trick):
        for seat, card in trick.played():
            hands[seat].append(card)
    return tuple(tuple(hand) for hand in hands)


def _happenings(record: Record) -> Iterator[tuple[State, Happening]]:
    state = _GAME.setup(Config(options=record.options))
    for event in played(record, _EVENTS):
        state = _GAME.apply(state, event)
        for happening in state.happened:
            yield state, happening
