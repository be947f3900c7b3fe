"""How King is sent: its structs as the messages of kiraathane.king.v1, both ways."""

from collections.abc import Iterable
from typing import Final

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.king.v1 import king_service_pb2
from services.kernel.cards import Card
from services.kernel.game import Seat
from services.kernel.tricks import Trick
from services.king import happenings as h
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.contracts import Contract
from services.king.state import Phase
from services.king.terms import First, Raise, Terms
from services.king.view import TakenTrick, View
from services.wire.cards import (
    card_from_proto,
    card_to_proto,
    cards_from_proto,
    cards_to_proto,
    suit_from_proto,
    suit_to_proto,
    trick_from_proto,
    trick_to_proto,
)

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = king_service_pb2.DESCRIPTOR.services_by_name["KingService"].full_name

_CONTRACTS: Final = {
    Contract.EL: pb.CONTRACT_EL,
    Contract.KUPA: pb.CONTRACT_KUPA,
    Contract.KIZ: pb.CONTRACT_KIZ,
    Contract.ERKEK: pb.CONTRACT_ERKEK,
    Contract.SON_IKI: pb.CONTRACT_SON_IKI,
    Contract.RIFKI: pb.CONTRACT_RIFKI,
    Contract.KOZ: pb.CONTRACT_KOZ,
}
_READ_CONTRACTS: Final = {message: contract for contract, message in _CONTRACTS.items()}
_PHASES: Final = {
    Phase.LOT.value: pb.KING_PHASE_LOT,
    Phase.DEALING.value: pb.KING_PHASE_DEALING,
    Phase.CHOOSING.value: pb.KING_PHASE_CHOOSING,
    Phase.PLAYING.value: pb.KING_PHASE_PLAYING,
    Phase.OVER.value: pb.KING_PHASE_OVER,
}
_READ_PHASES: Final = {message: phase for phase, message in _PHASES.items()}
_RAISES: Final = {
    Raise.BOTH: pb.TRUMP_RAISE_BOTH,
    Raise.LED_ONLY: pb.TRUMP_RAISE_LED_ONLY,
    Raise.NONE: pb.TRUMP_RAISE_NONE,
}
_READ_RAISES: Final = {message: word for word, message in _RAISES.items()}
_FIRSTS: Final = {
    First.RANDOM: pb.FIRST_DECLARER_RANDOM_SEAT,
    First.HOLDER: pb.FIRST_DECLARER_HOLDER_2_DIAMONDS,
    First.SEAT_0: pb.FIRST_DECLARER_SEAT_0,
}
_READ_FIRSTS: Final = {message: word for word, message in _FIRSTS.items()}


def action_to_proto(action: Action) -> pb.KingAction:
    """An action as its message."""
    match action:
        case NamePenalty(contract=contract):
            return pb.KingAction(penalty=pb.NamePenalty(contract=_CONTRACTS[contract]))
        case NameTrump(suit=suit):
            return pb.KingAction(trump=pb.NameTrump(suit=suit_to_proto(suit)))
        case AskRedeal():
            return pb.KingAction(redeal=pb.AskRedeal())
        case PlayCard(card=card):
            return pb.KingAction(play=pb.PlayCard(card=card_to_proto(card)))


def action_from_proto(message: pb.KingAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none."""
    match message.WhichOneof("action"):
        case "penalty":
            return NamePenalty(_READ_CONTRACTS[message.penalty.contract])
        case "trump":
            suit = suit_from_proto(message.trump.suit)
            if suit is None:
                raise ValueError("the trump suit is missing")
            return NameTrump(suit)
        case "redeal":
            return AskRedeal()
        case "play":
            return PlayCard(card_from_proto(message.play.card))
        case _:
            raise ValueError("the action is empty")


def view_to_proto(view: View) -> pb.KingView:
    """A view as its message."""
    return pb.KingView(
        phase=_PHASES[view.phase],
        terms=_terms(view.terms),
        viewer=view.viewer,
        turn=view.turn,
        declarer=view.declarer,
        number=view.number,
        contract=pb.CONTRACT_UNSPECIFIED if view.contract is None else _CONTRACTS[view.contract],
        trump=suit_to_proto(view.trump),
        hand=cards_to_proto(view.hand),
        counts=view.counts,
        trick=trick_to_proto(view.trick),
        tricks=[trick_to_proto(one.trick, one.seat) for one in view.tricks],
        penalties=[_cards(cards) for cards in view.penalties],
        broken=view.broken,
        owed=cards_to_proto(view.owed),
        chart=[_line(line) for line in view.chart],
        penalty_rights=view.penalty_rights,
        trump_rights=view.trump_rights,
        uses=view.uses,
        minus=view.minus,
        plus=view.plus,
    )


def view_from_proto(message: pb.KingView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_READ_PHASES[message.phase],
        terms=_read_terms(message.terms),
        viewer=Seat(message.viewer) if message.HasField("viewer") else None,
        turn=Seat(message.turn) if message.HasField("turn") else None,
        declarer=Seat(message.declarer) if message.HasField("declarer") else None,
        number=message.number,
        contract=_READ_CONTRACTS.get(message.contract),
        trump=suit_from_proto(message.trump),
        hand=cards_from_proto(message.hand),
        counts=tuple(message.counts),
        trick=trick_from_proto(message.trick),
        tricks=tuple(TakenTrick(trick_from_proto(trick), Seat(trick.winner)) for trick in message.tricks),
        penalties=tuple(cards_from_proto(cards.cards) for cards in message.penalties),
        broken=message.broken,
        owed=cards_from_proto(message.owed),
        chart=tuple(_read_line(line) for line in message.chart),
        penalty_rights=tuple(message.penalty_rights),
        trump_rights=tuple(message.trump_rights),
        uses=tuple(message.uses),
        minus=tuple(message.minus),
        plus=tuple(message.plus),
    )


def happening_to_proto(happening: h.Happening) -> pb.KingHappening:
    """A happening as its message."""
    match happening:
        case h.DeclarerFound(seat=seat):
            return pb.KingHappening(declarer=pb.DeclarerFound(seat=seat))
        case h.HandDealt(number=number, declarer=declarer):
            return pb.KingHappening(dealt=pb.HandDealt(number=number, declarer=declarer))
        case h.RedealAsked(seat=seat):
            return pb.KingHappening(redeal=pb.RedealAsked(seat=seat))
        case h.ContractNamed(seat=seat, contract=contract, trump=trump, by_rules=by_rules):
            named = pb.ContractNamed(
                seat=seat, contract=_CONTRACTS[contract], trump=suit_to_proto(trump), by_rules=by_rules
            )
            return pb.KingHappening(named=named)
        case h.CardPlayed(seat=seat, card=card, by_rules=by_rules):
            return pb.KingHappening(played=pb.CardPlayed(seat=seat, card=card_to_proto(card), by_rules=by_rules))
        case h.TrickTaken(seat=seat, leader=leader, cards=cards):
            trick = trick_to_proto(Trick(Seat(leader), cards), Seat(seat))
            return pb.KingHappening(trick=pb.TrickTaken(trick=trick))
        case h.HandEnded(line=line, shown=shown, void=void):
            ended = pb.HandEnded(line=_line(line), shown=[_cards(cards) for cards in shown], uncounted=void)
            return pb.KingHappening(ended=ended)


def _cards(cards: Iterable[Card]) -> pb.CardList:
    return pb.CardList(cards=cards_to_proto(cards))


def _line(line: h.HandLine) -> pb.HandLine:
    return pb.HandLine(
        declarer=line.declarer,
        contract=_CONTRACTS[line.contract],
        trump=suit_to_proto(line.trump),
        points=line.points,
    )


def _read_line(message: pb.HandLine) -> h.HandLine:
    contract = _READ_CONTRACTS[message.contract]
    return h.HandLine(message.declarer, contract, suit_from_proto(message.trump), tuple(message.points))


def _terms(terms: Terms) -> pb.KingTerms:
    return pb.KingTerms(
        length=terms.length,
        first=_FIRSTS[terms.first],
        rifki_forced=terms.rifki_forced,
        trump_raise=_RAISES[terms.trump_raise],
        highest_heart=terms.highest_heart,
        early_end=terms.early_end,
        kiz_iptal=terms.kiz_iptal,
        zero_wins=terms.zero_wins,
        ten_tricks=terms.ten_tricks,
        turn_seconds=terms.turn_seconds,
    )


def _read_terms(message: pb.KingTerms) -> Terms:
    return Terms(
        length=message.length,
        first=_READ_FIRSTS[message.first],
        rifki_forced=message.rifki_forced,
        trump_raise=_READ_RAISES[message.trump_raise],
        highest_heart=message.highest_heart,
        early_end=message.early_end,
        kiz_iptal=message.kiz_iptal,
        zero_wins=message.zero_wins,
        ten_tricks=message.ten_tricks,
        turn_seconds=message.turn_seconds if message.HasField("turn_seconds") else None,
    )
