"""What a viewer sees as a message, both ways."""

from functools import lru_cache

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from services.kernel.score import LedgerLine
from services.okey.happenings import MeldView
from services.okey.terms import SideAfterOpen, Terms
from services.okey.view import HandView, SeatView, ShownView, View
from services.okey.wire_tiles import (
    AREA,
    FINISH,
    OPENED,
    READ_AREA,
    READ_FINISH,
    READ_OPENED,
    READ_SIGN,
    SIGN,
    group_to_proto,
    groups_from_proto,
    racks_from_proto,
    racks_to_proto,
    tile_from_proto,
    tile_to_proto,
    tiles_from_proto,
    tiles_to_proto,
)
from services.wire.score import line_to_proto

_PHASES = {
    "deal": pb.OKEY_PHASE_DEAL,
    "draw": pb.OKEY_PHASE_DRAW,
    "play": pb.OKEY_PHASE_PLAY,
    "over": pb.OKEY_PHASE_OVER,
}
_READ_PHASES = {number: name for name, number in _PHASES.items()}
_KINDS = {"run": pb.MELD_KIND_RUN, "set": pb.MELD_KIND_SET, "pair": pb.MELD_KIND_PAIR}
_READ_KINDS = {number: name for name, number in _KINDS.items()}
_SIDE: dict[SideAfterOpen, pb.SideAfterOpen.ValueType] = {
    "mustUse": pb.SIDE_AFTER_OPEN_MUST_USE,
    "forbidden": pb.SIDE_AFTER_OPEN_FORBIDDEN,
    "free": pb.SIDE_AFTER_OPEN_FREE,
}
_READ_SIDE = {number: name for name, number in _SIDE.items()}


def view_to_proto(view: View) -> pb.OkeyView:
    """A view as its message."""
    return pb.OkeyView(
        seat=view.seat,
        phase=_PHASES[view.phase],
        hand_number=view.number,
        hands=view.hands,
        starter=view.starter,
        turn=view.turn,
        rack=tiles_to_proto(view.rack),
        drawn=None if view.drawn is None else tile_to_proto(view.drawn),
        seats=[_seat(seat) for seat in view.seats],
        stock=view.stock,
        indicator=None if view.indicator is None else tile_to_proto(view.indicator),
        okey=None if view.okey is None else tile_to_proto(view.okey),
        area=pb.AREA_UNSPECIFIED if view.area is None else AREA[view.area],
        staged=map(group_to_proto, view.staged),
        melds=map(meld_to_proto, view.melds),
        side=None if view.side is None else tile_to_proto(view.side),
        side_barred=view.side_barred,
        undoable=view.undoable,
        lay_offs=view.lay_offs,
        fined=view.fined,
        need=view.need,
        need_pairs=view.need_pairs,
        fines=map(line_to_proto, view.fines),
        sheet=[hand_to_proto(hand) for hand in view.sheet],
        last=None if view.last is None else _shown(view.last),
        terms=_terms(view.terms),
        side_owed=view.side_owed,
        side_returnable=view.side_returnable,
        settled=view.settled,
    )


def view_from_proto(message: pb.OkeyView) -> View:
    """The view of a message that `view_to_proto` made."""
    last = ShownView(racks_from_proto(message.last.racks), tuple(message.last.counts))
    return View(
        seat=message.seat if message.HasField("seat") else None,
        phase=_READ_PHASES[message.phase],
        number=message.hand_number,
        hands=message.hands,
        starter=message.starter,
        turn=message.turn if message.HasField("turn") else None,
        rack=tiles_from_proto(message.rack),
        drawn=tile_from_proto(message.drawn) if message.HasField("drawn") else None,
        seats=tuple(_read_seat(seat) for seat in message.seats),
        stock=message.stock,
        indicator=tile_from_proto(message.indicator) if message.HasField("indicator") else None,
        okey=tile_from_proto(message.okey) if message.HasField("okey") else None,
        area=READ_AREA.get(message.area),
        staged=groups_from_proto(message.staged),
        melds=tuple(_read_meld(meld) for meld in message.melds),
        side=tile_from_proto(message.side) if message.HasField("side") else None,
        side_barred=message.side_barred,
        undoable=message.undoable,
        lay_offs=message.lay_offs,
        fined=message.fined,
        need=message.need,
        need_pairs=message.need_pairs,
        fines=tuple(_read_line(line) for line in message.fines),
        sheet=tuple(_read_hand(hand) for hand in message.sheet),
        last=last if message.HasField("last") else None,
        terms=_read_terms(message.terms, message.hands),
        side_owed=message.side_owed,
        side_returnable=message.side_returnable,
        settled=message.settled,
    )


def _seat(seat: SeatView) -> pb.OkeySeat:
    return pb.OkeySeat(
        opened=OPENED[seat.opened],
        tiles=seat.tiles,
        taken=tiles_to_proto(seat.taken),
        pile=seat.pile,
        top=None if seat.top is None else tile_to_proto(seat.top),
        discards=tiles_to_proto(seat.discards),
        points=seat.points,
        left=seat.left,
        sign=pb.SIGN_UNSPECIFIED if seat.sign is None else SIGN[seat.sign],
    )


def _read_seat(seat: pb.OkeySeat) -> SeatView:
    return SeatView(
        opened=READ_OPENED[seat.opened],
        tiles=seat.tiles,
        taken=tiles_from_proto(seat.taken),
        pile=seat.pile,
        top=tile_from_proto(seat.top) if seat.HasField("top") else None,
        discards=tiles_from_proto(seat.discards),
        points=seat.points,
        left=seat.left,
        sign=READ_SIGN.get(seat.sign),
    )


@lru_cache(maxsize=1_024)
def meld_to_proto(meld: MeldView) -> pb.Meld:
    """A meld of the table. It is shared: a meld is told again with every view of its hand."""
    return pb.Meld(seat=meld.seat, kind=_KINDS[meld.kind], pieces=group_to_proto(meld.pieces).pieces)


def _read_meld(meld: pb.Meld) -> MeldView:
    (pieces,) = groups_from_proto([pb.Group(pieces=meld.pieces)])
    return MeldView(meld.seat, _READ_KINDS[meld.kind], pieces)


@lru_cache(maxsize=1_024)
def hand_to_proto(hand: HandView) -> pb.OkeyHand:
    """A hand that is over. It is shared."""
    finish = [FINISH[kind] for kind in hand.finish]
    return pb.OkeyHand(finisher=hand.finisher, finish=finish, points=hand.points, void=hand.void)


def _read_hand(hand: pb.OkeyHand) -> HandView:
    return HandView(
        finisher=hand.finisher if hand.HasField("finisher") else None,
        finish=tuple(READ_FINISH[kind] for kind in hand.finish),
        points=tuple(hand.points),
        void=hand.void,
    )


@lru_cache(maxsize=64)
def _shown(last: ShownView) -> pb.Racks:
    return pb.Racks(racks=racks_to_proto(last.racks), counts=last.counts)


def _read_line(line: match_pb2.LedgerLine) -> LedgerLine:
    return LedgerLine(line.seat, line.points, line.reason, line.clause)


@lru_cache(maxsize=64)
def _terms(terms: Terms) -> pb.OkeyTerms:
    return pb.OkeyTerms(
        game=terms.game,
        tournament=terms.tournament,
        partners=terms.partners,
        fines=terms.fines,
        side_after_open=_SIDE[terms.side_after_open],
        high_is_ten=terms.high_is_ten,
        bonus_scaled=terms.bonus_scaled,
        okey_spot_is_isler=terms.okey_spot_is_isler,
        devam=terms.devam,
        signs=terms.signs,
        turn_seconds=terms.turn_seconds,
    )


def _read_terms(message: pb.OkeyTerms, hands: int) -> Terms:
    return Terms(
        game=message.game,  # type: ignore[arg-type]  # what `_terms` wrote
        tournament=message.tournament,
        partners=message.partners,
        hands=hands,
        fines=message.fines,
        side_after_open=_READ_SIDE[message.side_after_open],
        high_is_ten=message.high_is_ten,
        bonus_scaled=message.bonus_scaled,
        okey_spot_is_isler=message.okey_spot_is_isler,
        devam=message.devam,
        signs=message.signs,
        turn_seconds=message.turn_seconds if message.HasField("turn_seconds") else None,
    )
