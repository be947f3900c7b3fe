"""Cards, groups, melds and results of rounds as messages, both ways."""

from collections.abc import Iterable, Sequence
from typing import Final

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from services.ellibir.actions import Group
from services.ellibir.cards import JOKER, Piece, piece_of
from services.ellibir.results import Ending, LastRound, RoundResult
from services.kernel.melds import Kind, Meld, Place
from services.wire.cards import card_from_proto, card_to_proto

_KINDS: Final = {Kind.RUN: pb.MELD_KIND_RUN, Kind.SET: pb.MELD_KIND_SET, Kind.PAIR: pb.MELD_KIND_PAIR}
_READ_KINDS: Final = {number: kind for kind, number in _KINDS.items()}
_ENDINGS: Final = {
    Ending.FINISHED: pb.ROUND_ENDING_FINISHED,
    Ending.STOCK: pb.ROUND_ENDING_STOCK,
    Ending.REPEATED: pb.ROUND_ENDING_REPEATED,
}
_READ_ENDINGS: Final = {number: ending for ending, number in _ENDINGS.items()}


def _piece(piece: Piece) -> pb.Piece:
    return pb.Piece(joker=pb.Joker()) if piece.card is None else pb.Piece(card=card_to_proto(piece.card))


# Made once: a message that goes into another is copied there.
_PIECES: Final = {piece: _piece(piece) for piece in Piece}


def piece_to_proto(piece: Piece) -> pb.Piece:
    """The card or joker. It is shared: put it into other messages, change nothing in it."""
    return _PIECES[piece]


def pieces_to_proto(pieces: Iterable[Piece]) -> list[pb.Piece]:
    """Several in the order given."""
    return [_PIECES[piece] for piece in pieces]


def piece_from_proto(message: pb.Piece) -> Piece:
    """The card or joker; protovalidate has refused clients' messages of others."""
    return JOKER if message.WhichOneof("face") == "joker" else Piece(card_from_proto(message.card).value)


def pieces_from_proto(messages: Iterable[pb.Piece]) -> tuple[Piece, ...]:
    """Several in the order given."""
    return tuple(map(piece_from_proto, messages))


def group_to_proto(group: Group) -> pb.Group:
    """A group as its player names it."""
    return pb.Group(kind=_KINDS[group.kind], cards=pieces_to_proto(group.cards))


def groups_from_proto(messages: Iterable[pb.Group]) -> tuple[Group, ...]:
    """Several groups in the order given."""
    return tuple(Group(_READ_KINDS[message.kind], pieces_from_proto(message.cards)) for message in messages)


def meld_to_proto(meld: Meld) -> pb.Meld:
    """A meld with what each place counts as."""
    return pb.Meld(kind=_KINDS[meld.kind], places=map(_place, meld.places))


def _place(place: Place) -> pb.Place:
    card = None if place.face is None else piece_of(place.face).card
    return pb.Place(card=None if card is None else card_to_proto(card), joker=place.wild)


def meld_from_proto(message: pb.Meld) -> Meld:
    """The meld of a message that `meld_to_proto` made."""
    places = tuple(
        Place(Piece(card_from_proto(place.card).value).place.face if place.HasField("card") else None, wild=place.joker)
        for place in message.places
    )
    return Meld(_READ_KINDS[message.kind], places)


def result_to_proto(result: RoundResult) -> pb.RoundResult:
    """What a round came to."""
    return pb.RoundResult(
        ending=_ENDINGS[result.ending],
        points=result.points,
        finisher=result.finisher,
        joker=result.joker,
        pairs=result.pairs,
        elden=result.elden,
    )


def result_from_proto(message: pb.RoundResult) -> RoundResult:
    """What `result_to_proto` made a message of."""
    return RoundResult(
        ending=_READ_ENDINGS[message.ending],
        points=tuple(message.points),
        finisher=message.finisher if message.HasField("finisher") else None,
        joker=message.joker,
        pairs=message.pairs,
        elden=message.elden,
    )


def last_to_proto(last: LastRound) -> pb.LastRound:
    """The round that ended last, with all hands."""
    hands = (
        pb.Hand(cards=pieces_to_proto(hand), count=count) for hand, count in zip(last.hands, last.counts, strict=True)
    )
    return pb.LastRound(number=last.number, result=result_to_proto(last.result), hands=hands)


def last_from_proto(message: pb.LastRound) -> LastRound:
    """What `last_to_proto` made a message of."""
    hands: Sequence[pb.Hand] = message.hands
    return LastRound(
        number=message.number,
        result=result_from_proto(message.result),
        hands=tuple(pieces_from_proto(hand.cards) for hand in hands),
        counts=tuple(hand.count for hand in hands),
    )
