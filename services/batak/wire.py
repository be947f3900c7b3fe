"""How batak is sent: its structs as the messages of kiraathane.batak.v1, both ways."""

from functools import lru_cache

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane.batak.v1 import batak_service_pb2
from kiraathane.match.v1 import card_pb2
from services.batak import happenings as h
from services.batak.actions import Action, PlayCard, SayBid
from services.batak.play import TRUMP
from services.batak.view import HandView, SeatView, View
from services.kernel.tricks import Trick
from services.wire.cards import (
    card_from_proto,
    card_to_proto,
    cards_from_proto,
    cards_to_proto,
    trick_from_proto,
    trick_to_proto,
)
from services.wire.score import line_to_proto

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = batak_service_pb2.DESCRIPTOR.services_by_name["BatakService"].full_name

_PHASES = {
    "deal": pb.BATAK_PHASE_DEAL,
    "bid": pb.BATAK_PHASE_BID,
    "play": pb.BATAK_PHASE_PLAY,
    "over": pb.BATAK_PHASE_OVER,
}
_PHASE_NAMES = {number: name for name, number in _PHASES.items()}


def action_to_proto(action: Action) -> pb.BatakAction:
    """An action as its message."""
    match action:
        case SayBid(tricks=tricks):
            return pb.BatakAction(bid=pb.SayBid(tricks=tricks))
        case PlayCard(card=card):
            return pb.BatakAction(play=pb.PlayCard(card=card_to_proto(card)))


def action_from_proto(message: pb.BatakAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none."""
    match message.WhichOneof("action"):
        case "bid":
            return SayBid(message.bid.tricks)
        case "play":
            return PlayCard(card_from_proto(message.play.card))
        case _:
            raise ValueError("the action is empty")


def view_to_proto(view: View) -> pb.BatakView:
    """A view as its message."""
    return pb.BatakView(
        phase=_PHASES[view.phase],
        hand_number=view.number,
        hands=view.hands,
        dealer=view.dealer,
        turn=view.turn,
        hand=cards_to_proto(view.hand),
        seats=[_seat(seat) for seat in view.seats],
        trick=None if view.trick is None else _trick(view.trick),
        tricks=[_trick(trick) for trick in view.tricks],
        last_trick=None if view.last_trick is None else _trick(view.last_trick),
        spades_broken=view.broken,
        played_by_rules=cards_to_proto(view.by_rules),
        sheet=[_hand(hand) for hand in view.sheet],
        spades_when_ruffed=view.when_ruffed,
        must_raise=view.must_raise,
        must_ruff=view.must_ruff,
        over_limit=view.over_limit,
    )


def view_from_proto(message: pb.BatakView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_PHASE_NAMES[message.phase],
        number=message.hand_number,
        hands=message.hands,
        dealer=message.dealer,
        turn=message.turn if message.HasField("turn") else None,
        hand=cards_from_proto(message.hand),
        seats=tuple(_read_seat(seat) for seat in message.seats),
        trick=trick_from_proto(message.trick) if message.HasField("trick") else None,
        tricks=tuple(trick_from_proto(trick) for trick in message.tricks),
        last_trick=trick_from_proto(message.last_trick) if message.HasField("last_trick") else None,
        broken=message.spades_broken,
        by_rules=cards_from_proto(message.played_by_rules),
        sheet=tuple(HandView(tuple(hand.bids), tuple(hand.won), tuple(hand.points)) for hand in message.sheet),
        when_ruffed=message.spades_when_ruffed,
        must_raise=message.must_raise,
        must_ruff=message.must_ruff,
        over_limit=message.over_limit,
    )


def happening_to_proto(happening: h.Happening) -> pb.BatakHappening:
    """A happening as its message."""
    match happening:
        case h.LotFell(seat=seat):
            return pb.BatakHappening(lot=pb.LotFell(seat=seat))
        case h.HandDealt(number=number, dealer=dealer):
            return pb.BatakHappening(dealt=pb.HandDealt(number=number, dealer=dealer))
        case h.BidSaid(seat=seat, tricks=tricks, by_rules=by_rules):
            return pb.BatakHappening(bid=pb.BidSaid(seat=seat, tricks=tricks, by_rules=by_rules))
        case h.CardPlayed(seat=seat, card=card, by_rules=by_rules):
            return pb.BatakHappening(card=pb.CardPlayed(seat=seat, card=card_to_proto(card), by_rules=by_rules))
        case h.TrickTaken(trick=trick):
            return pb.BatakHappening(trick=pb.TrickTaken(trick=_trick(trick)))
        case h.HandEnded(number=number, result=result, ledger=ledger):
            hand = pb.BatakHand(bids=result.bids, won=result.won, points=[line.points for line in ledger])
            lines = [line_to_proto(line) for line in ledger]
            return pb.BatakHappening(hand_ended=pb.HandEnded(number=number, hand=hand, ledger=lines))


@lru_cache(maxsize=4_096)
def _trick(trick: Trick) -> card_pb2.Trick:
    """The trick with who takes it, or does so far. It is shared: put it into other messages, change nothing in it.

    A trick that was taken is told again with every view of its hand.
    """
    return trick_to_proto(trick, trick.winner(TRUMP) if trick.cards else None)


def _seat(seat: SeatView) -> pb.BatakSeat:
    return pb.BatakSeat(bid=seat.bid, won=seat.won, points=seat.points, cards=seat.cards)


def _read_seat(seat: pb.BatakSeat) -> SeatView:
    return SeatView(
        bid=seat.bid if seat.HasField("bid") else None,
        won=seat.won,
        points=seat.points,
        cards=seat.cards,
    )


@lru_cache(maxsize=1_024)
def _hand(hand: HandView) -> pb.BatakHand:
    return pb.BatakHand(bids=hand.bids, won=hand.won, points=hand.points)
