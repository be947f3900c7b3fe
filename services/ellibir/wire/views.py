"""Views as messages, both ways."""

from collections.abc import Iterable, Sequence

import msgspec

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from services.ellibir.cards import Piece
from services.ellibir.state import Laid, Opened, Thrown
from services.ellibir.terms import Terms
from services.ellibir.view import ClaimView, SeatView, View
from services.ellibir.wire.pieces import (
    last_from_proto,
    last_to_proto,
    meld_from_proto,
    meld_to_proto,
    piece_from_proto,
    piece_to_proto,
    pieces_from_proto,
    pieces_to_proto,
    result_from_proto,
    result_to_proto,
)
from services.kernel.game import Seat

_PHASES = {
    "deal": pb.ELLIBIR_PHASE_DEAL,
    "draw": pb.ELLIBIR_PHASE_DRAW,
    "play": pb.ELLIBIR_PHASE_PLAY,
    "over": pb.ELLIBIR_PHASE_OVER,
}
_PHASE_NAMES = {number: name for name, number in _PHASES.items()}
_OPENED = {
    Opened.NONE.value: pb.OPENING_NONE,
    Opened.MELDS.value: pb.OPENING_MELDS,
    Opened.PAIRS.value: pb.OPENING_PAIRS,
}
_OPENED_NAMES = {number: name for name, number in _OPENED.items()}


def view_to_proto(view: View) -> pb.EllibirView:
    """A view as its message."""
    return pb.EllibirView(
        phase=_PHASES[view.phase],
        seat=view.seat,
        hand=pieces_to_proto(view.hand),
        drawn=_optional(view.drawn),
        number=view.number,
        repeats=view.repeats,
        dealer=view.dealer,
        turn=view.turn,
        seats=map(_seat, view.seats),
        stock=view.stock,
        bottom=_optional(view.bottom),
        claim=None if view.claim is None else pb.ClaimView(seat=view.claim.seat, ready=view.claim.ready),
        cutter=view.cutter,
        cut_jokers=view.cut_jokers,
        discards=map(_thrown, view.discards),
        melds=(pb.LaidMeld(owner=laid.owner, meld=meld_to_proto(laid.meld)) for laid in view.melds),
        need=view.need,
        opened_now=view.opened_now,
        laid_off=view.laid_off,
        single=view.single,
        results=map(result_to_proto, view.results),
        last=None if view.last is None else last_to_proto(view.last),
        terms=_terms(view.terms),
    )


def view_from_proto(message: pb.EllibirView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_PHASE_NAMES[message.phase],
        seat=message.seat if message.HasField("seat") else None,
        hand=pieces_from_proto(message.hand),
        drawn=piece_from_proto(message.drawn) if message.HasField("drawn") else None,
        number=message.number,
        repeats=message.repeats,
        dealer=message.dealer,
        turn=message.turn if message.HasField("turn") else None,
        seats=tuple(map(_read_seat, message.seats)),
        stock=message.stock,
        bottom=piece_from_proto(message.bottom) if message.HasField("bottom") else None,
        claim=ClaimView(message.claim.seat, message.claim.ready) if message.HasField("claim") else None,
        cutter=message.cutter,
        cut_jokers=message.cut_jokers,
        discards=_read_discards(message.discards),
        melds=tuple(Laid(Seat(laid.owner), meld_from_proto(laid.meld)) for laid in message.melds),
        need=message.need,
        opened_now=message.opened_now,
        laid_off=message.laid_off,
        single=message.single,
        results=tuple(map(result_from_proto, message.results)),
        last=last_from_proto(message.last) if message.HasField("last") else None,
        terms=_read_terms(message.terms),
    )


def _optional(piece: Piece | None) -> pb.Piece | None:
    return None if piece is None else piece_to_proto(piece)


def _seat(seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        cards=seat.cards,
        opened=_OPENED[seat.opened],
        goer=seat.goer,
        shown=pieces_to_proto(seat.shown),
        bound=pieces_to_proto(seat.bound),
        marks=seat.marks,
        stars=seat.stars,
        fines=seat.fines,
        points=seat.points,
    )


def _read_seat(message: pb.SeatView) -> SeatView:
    return SeatView(
        cards=message.cards,
        opened=_OPENED_NAMES[message.opened],
        goer=message.goer,
        shown=pieces_from_proto(message.shown),
        bound=pieces_from_proto(message.bound),
        marks=message.marks,
        stars=message.stars,
        fines=message.fines,
        points=message.points,
    )


def _thrown(thrown: Thrown) -> pb.Thrown:
    return pb.Thrown(seat=thrown.seat, card=piece_to_proto(thrown.card), spent=thrown.spent, taken=thrown.taken)


def _read_discards(messages: Sequence[pb.Thrown]) -> tuple[Thrown, ...]:
    return tuple(
        Thrown(
            Seat(message.seat),
            piece_from_proto(message.card),
            message.spent,
            Seat(message.taken) if message.HasField("taken") else None,
        )
        for message in messages
    )


def _terms(terms: Terms) -> pb.EllibirTerms:
    return pb.EllibirTerms(**{name: getattr(terms, name) for name in _TERMS})


def _read_terms(message: pb.EllibirTerms) -> Terms:
    return msgspec.convert({name: _value(message, name) for name in _TERMS}, Terms)


_TERMS: Iterable[str] = Terms.__struct_fields__
"""The terms have the same names on both sides."""

_UNBOUNDED = ("layoffs", "repeat_limit", "turn_seconds")


def _value(message: pb.EllibirTerms, name: str) -> int | bool | None:
    if name in _UNBOUNDED and not message.HasField(name):  # type: ignore[arg-type]
        return None
    value: int | bool = getattr(message, name)
    return value
