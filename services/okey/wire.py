"""How okey is sent: its structs as the messages of kiraathane.okey.v1, both ways."""

from typing import Final

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane.okey.v1 import okey_service_pb2
from services.okey import actions as a
from services.okey.telling import happening_to_proto
from services.okey.wire_tiles import (
    AREA,
    COLOUR,
    ONTO,
    READ_AREA,
    READ_COLOUR,
    READ_SIGN,
    READ_SPOT,
    SIGN,
    SPOT,
    group_to_proto,
    groups_from_proto,
    piece_from_proto,
    piece_to_proto,
    racks_from_proto,
    racks_to_proto,
    tile_from_proto,
    tile_to_proto,
    tiles_from_proto,
    tiles_to_proto,
)
from services.okey.wire_view import view_from_proto, view_to_proto

__all__ = [
    "SERVICE",
    "action_from_proto",
    "action_to_proto",
    "happening_to_proto",
    "view_from_proto",
    "view_to_proto",
]

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = okey_service_pb2.DESCRIPTOR.services_by_name["OkeyService"].full_name


_ALONE: Final[dict[type, tuple[a.Action, pb.OkeyAction]]] = {
    type(action): (action, message)
    for action, message in (
        (a.Draw(), pb.OkeyAction(draw=pb.Draw())),
        (a.TakeSide(), pb.OkeyAction(take_side=pb.TakeSide())),
        (a.ReturnSide(), pb.OkeyAction(return_side=pb.ReturnSide())),
        (a.Undo(), pb.OkeyAction(undo=pb.Undo())),
        (a.Collect(), pb.OkeyAction(collect=pb.Collect())),
        (a.Commit(), pb.OkeyAction(commit=pb.Commit())),
        (a.Devam(), pb.OkeyAction(devam=pb.Devam())),
        (a.SelfDeclare(), pb.OkeyAction(self_declare=pb.SelfDeclare())),
    )
}
_READ_ALONE: Final = {message.WhichOneof("action"): action for action, message in _ALONE.values()}
"""The acts that say nothing but what they are. Their messages are shared."""


def action_to_proto(action: a.Action) -> pb.OkeyAction:
    """An action as its message."""
    if type(action) in _ALONE:
        return _ALONE[type(action)][1]
    match action:
        case a.Place(piece=piece, area=area, group=group, pos=pos):
            placed = pb.Place(piece=piece_to_proto(piece), area=AREA[area], group=group, pos=pos)
            return pb.OkeyAction(place=placed)
        case a.AutoPlace(area=area, groups=racks):
            return pb.OkeyAction(auto_place=pb.AutoPlace(area=AREA[area], groups=racks_to_proto(racks)))
        case a.Open(area=area, groups=groups, finish=finish):
            opened = pb.Open(area=AREA[area], groups=map(group_to_proto, groups), finish=tiles_to_proto(finish))
            return pb.OkeyAction(open=opened)
        case a.LayOff(tile=tile, meld=meld, spot=spot):
            laid = pb.LayOff(tile=tile_to_proto(tile), meld=meld, spot=SPOT[spot] if spot else pb.SPOT_UNSPECIFIED)
            return pb.OkeyAction(lay_off=laid)
        case a.SwapOkey(tile=tile, meld=meld, place=place):
            return pb.OkeyAction(swap_okey=pb.SwapOkey(tile=tile_to_proto(tile), meld=meld, place=place))
        case a.Discard(tile=tile, onto=onto):
            return pb.OkeyAction(discard=pb.Discard(tile=tile_to_proto(tile), onto=ONTO[onto]))
        case a.ClaimIsler(colour=colour, number=number):
            return pb.OkeyAction(claim_isler=pb.ClaimIsler(colour=COLOUR[colour], number=number))
        case a.GiveSign(sign=sign):
            return pb.OkeyAction(give_sign=pb.GiveSign(sign=SIGN[sign]))
    raise AssertionError(f"{action} has no message")


def action_from_proto(message: pb.OkeyAction) -> a.Action:
    """The action of a message; raises `ValueError` if it holds none, or a tile that does not exist."""
    which = message.WhichOneof("action")
    if which in _READ_ALONE:
        return _READ_ALONE[which]
    match which:
        case "place":
            placed = message.place
            return a.Place(piece_from_proto(placed.piece), READ_AREA[placed.area], placed.group, placed.pos)
        case "auto_place":
            auto = message.auto_place
            return a.AutoPlace(READ_AREA[auto.area], racks_from_proto(auto.groups))
        case "open":
            opened = message.open
            finish = tiles_from_proto(opened.finish)
            return a.Open(READ_AREA[opened.area], groups_from_proto(opened.groups), finish)
        case "lay_off":
            laid = message.lay_off
            return a.LayOff(tile_from_proto(laid.tile), laid.meld, READ_SPOT.get(laid.spot))
        case "swap_okey":
            swap = message.swap_okey
            return a.SwapOkey(tile_from_proto(swap.tile), swap.meld, swap.place)
        case "discard":
            onto = a.Onto.INDICATOR if message.discard.onto == pb.ONTO_INDICATOR else a.Onto.SIDE
            return a.Discard(tile_from_proto(message.discard.tile), onto)
        case "claim_isler":
            return a.ClaimIsler(READ_COLOUR[message.claim_isler.colour], message.claim_isler.number)
        case "give_sign":
            return a.GiveSign(READ_SIGN[message.give_sign.sign])
        case _:
            raise ValueError("the action is empty")
