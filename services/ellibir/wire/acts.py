"""What a seat decides as a message, both ways."""

from collections.abc import Iterable

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from services.ellibir.actions import (
    Action,
    AnnounceSingle,
    ClaimBottom,
    DeclarePairs,
    Discard,
    Draw,
    Group,
    Lay,
    LayOff,
    Open,
    ShowTwins,
    Spot,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.cards import Piece
from services.ellibir.wire.pieces import (
    group_to_proto,
    groups_from_proto,
    piece_from_proto,
    piece_to_proto,
    pieces_from_proto,
    pieces_to_proto,
)

_SPOTS = {Spot.LOW: pb.SPOT_LOW, Spot.HIGH: pb.SPOT_HIGH}
_READ_SPOTS = {number: spot for spot, number in _SPOTS.items()}


def action_to_proto(action: Action) -> pb.EllibirAction:
    """An action as its message."""
    match action:
        case TakeAndOpen(groups=groups, finish=finish):
            return pb.EllibirAction(take_and_open=pb.TakeAndOpen(groups=_groups(groups), finish=_finish(finish)))
        case Open(groups=groups, finish=finish):
            return pb.EllibirAction(open=pb.Open(groups=_groups(groups), finish=_finish(finish)))
        case TakeAndLay(groups=groups):
            return pb.EllibirAction(take_and_lay=pb.TakeAndLay(groups=_groups(groups)))
        case Lay(groups=groups):
            return pb.EllibirAction(lay=pb.Lay(groups=_groups(groups)))
        case LayOff(cards=cards, meld=meld, spot=spot):
            at = pb.SPOT_UNSPECIFIED if spot is None else _SPOTS[spot]
            return pb.EllibirAction(lay_off=pb.LayOff(cards=pieces_to_proto(cards), meld=meld, spot=at))
        case SwapJoker(meld=meld, cards=cards):
            return pb.EllibirAction(swap_joker=pb.SwapJoker(meld=meld, cards=pieces_to_proto(cards)))
        case Discard(card=card):
            return pb.EllibirAction(discard=pb.Discard(card=piece_to_proto(card)))
        case ShowTwins(card=card, other=other):
            return pb.EllibirAction(show_twins=pb.ShowTwins(card=piece_to_proto(card), other=piece_to_proto(other)))
        case ClaimBottom(card=card):
            return pb.EllibirAction(claim_bottom=pb.ClaimBottom(card=piece_to_proto(card)))
        case _:
            return _plain(action)


def _plain(action: Draw | TakeForPairs | TakeBottom | DeclarePairs | AnnounceSingle) -> pb.EllibirAction:
    match action:
        case Draw():
            return pb.EllibirAction(draw=pb.Draw())
        case TakeForPairs():
            return pb.EllibirAction(take_for_pairs=pb.TakeForPairs())
        case TakeBottom():
            return pb.EllibirAction(take_bottom=pb.TakeBottom())
        case DeclarePairs():
            return pb.EllibirAction(declare_pairs=pb.DeclarePairs())
        case AnnounceSingle():
            return pb.EllibirAction(announce_single=pb.AnnounceSingle())


def _groups(groups: Iterable[Group]) -> list[pb.Group]:
    return [group_to_proto(group) for group in groups]


def _finish(piece: Piece | None) -> pb.Piece | None:
    return None if piece is None else piece_to_proto(piece)


_PLAIN: dict[str, Action] = {
    "draw": Draw(),
    "take_for_pairs": TakeForPairs(),
    "take_bottom": TakeBottom(),
    "declare_pairs": DeclarePairs(),
    "announce_single": AnnounceSingle(),
}


def action_from_proto(message: pb.EllibirAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none."""
    which = message.WhichOneof("action")
    match which:
        case None:
            raise ValueError("the action is empty")
        case "take_and_open" | "open" | "take_and_lay" | "lay":
            return _read_groups(message, which)
        case "lay_off":
            one = message.lay_off
            return LayOff(pieces_from_proto(one.cards), one.meld, _READ_SPOTS.get(one.spot))
        case "swap_joker":
            return SwapJoker(message.swap_joker.meld, pieces_from_proto(message.swap_joker.cards))
        case "discard":
            return Discard(piece_from_proto(message.discard.card))
        case "show_twins":
            twins = message.show_twins
            return ShowTwins(piece_from_proto(twins.card), piece_from_proto(twins.other))
        case "claim_bottom":
            return ClaimBottom(piece_from_proto(message.claim_bottom.card))
        case _:
            return _PLAIN[which]


def _read_groups(message: pb.EllibirAction, which: str) -> Action:
    match which:
        case "take_and_open":
            return TakeAndOpen(groups_from_proto(message.take_and_open.groups), _read_finish(message.take_and_open))
        case "open":
            return Open(groups_from_proto(message.open.groups), _read_finish(message.open))
        case "take_and_lay":
            return TakeAndLay(groups_from_proto(message.take_and_lay.groups))
        case _:
            return Lay(groups_from_proto(message.lay.groups))


def _read_finish(message: pb.Open | pb.TakeAndOpen) -> Piece | None:
    return piece_from_proto(message.finish) if message.HasField("finish") else None
