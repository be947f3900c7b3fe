"""Yüksek over the wire."""

from toyhouse.yuksek.state import Dealt, Happening, Laid, Lay, Turned
from toyhouse.yuksek.view import View

from kiraathane.yuksek.v1 import yuksek_pb2, yuksek_service_pb2

# Taken from its stubs, so that whoever imports this module has them loaded.
SERVICE: str = yuksek_service_pb2.DESCRIPTOR.services_by_name["YuksekService"].full_name


def action_to_proto(action: Lay) -> yuksek_pb2.YuksekAction:
    return yuksek_pb2.YuksekAction(card=action.card)


def action_from_proto(message: yuksek_pb2.YuksekAction) -> Lay:
    return Lay(card=message.card)


def view_to_proto(view: View) -> yuksek_pb2.YuksekView:
    return yuksek_pb2.YuksekView(
        hand=view.hand,
        sealed=view.sealed,
        counts=view.counts,
        laid=view.laid,
        worth=view.worth,
        hands_left=view.hands_left,
    )


def view_from_proto(message: yuksek_pb2.YuksekView) -> View:
    return View(
        hand=tuple(message.hand),
        sealed=message.sealed,
        counts=(message.counts[0], message.counts[1]),
        laid=(message.laid[0], message.laid[1]),
        worth=message.worth,
        hands_left=message.hands_left,
    )


def happening_to_proto(happening: Happening) -> yuksek_pb2.YuksekHappening:
    match happening:
        case Dealt(worth=worth):
            return yuksek_pb2.YuksekHappening(dealt_worth=worth)
        case Laid(seat=seat):
            return yuksek_pb2.YuksekHappening(laid_seat=seat)
        case Turned(cards=cards, winner=winner):
            return yuksek_pb2.YuksekHappening(turned=yuksek_pb2.Turned(cards=cards, winner=winner))
