"""How pişti is sent: its structs as the messages of kiraathane.pisti.v1, both ways."""

from typing import assert_never

from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane.pisti.v1 import pisti_service_pb2
from services.kernel.score import LedgerLine
from services.pisti import happenings as h
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.count import GameCount, SideCount
from services.pisti.view import View
from services.wire.cards import card_from_proto, card_to_proto, cards_from_proto, cards_to_proto
from services.wire.score import line_to_proto, result_to_proto

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = pisti_service_pb2.DESCRIPTOR.services_by_name["PistiService"].full_name

_PHASES = {
    "deal": pb.PISTI_PHASE_DEAL,
    "play": pb.PISTI_PHASE_PLAY,
    "answer": pb.PISTI_PHASE_ANSWER,
    "over": pb.PISTI_PHASE_OVER,
}
_PHASE_NAMES = {number: name for name, number in _PHASES.items()}


def action_to_proto(action: Action) -> pb.PistiAction:
    """An action as its message."""
    match action:
        case PlayCard(card=card):
            return pb.PistiAction(play=pb.PlayCard(card=card_to_proto(card)))
        case BluffCard(card=card):
            return pb.PistiAction(bluff=pb.BluffCard(card=card_to_proto(card)))
        case AnswerBluff(accept=accept):
            return pb.PistiAction(answer=pb.AnswerBluff(accept=accept))
        case _:
            assert_never(action)


def action_from_proto(message: pb.PistiAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none."""
    match message.WhichOneof("action"):
        case "play":
            return PlayCard(card_from_proto(message.play.card))
        case "bluff":
            return BluffCard(card_from_proto(message.bluff.card))
        case "answer":
            return AnswerBluff(accept=message.answer.accept)
        case _:
            raise ValueError("the action is empty")


def view_to_proto(view: View) -> pb.PistiView:
    """A view as its message."""
    return pb.PistiView(
        phase=_PHASES[view.phase],
        turn=view.turn,
        dealer=view.dealer,
        game_number=view.game_number,
        deal=view.deal,
        hand=cards_to_proto(view.hand),
        won=cards_to_proto(view.won),
        start=cards_to_proto(view.start),
        bluffs=cards_to_proto(view.bluffs),
        sealed=None if view.sealed is None else card_to_proto(view.sealed),
        pile=cards_to_proto(view.pile),
        face_down=view.face_down,
        stock=view.stock,
        gone=cards_to_proto(view.gone),
        returned=cards_to_proto(view.returned),
        hands=view.hands,
        captured=view.captured,
        hidden=view.hidden,
        start_seat=view.start_seat,
        last_capturer=view.last_capturer,
        lines=map(line_to_proto, view.lines),
        pisti=view.pisti,
        points=view.points,
        count=None if view.count is None else _count(view.count),
        target=view.target,
        bluff=view.bluff,
        jack_pisti=view.jack_pisti,
        last_card_counts=view.last_card_counts,
    )


def view_from_proto(message: pb.PistiView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_PHASE_NAMES[message.phase],
        turn=message.turn,
        dealer=message.dealer if message.HasField("dealer") else None,
        game_number=message.game_number,
        deal=message.deal,
        hand=cards_from_proto(message.hand),
        won=cards_from_proto(message.won),
        start=cards_from_proto(message.start),
        bluffs=cards_from_proto(message.bluffs),
        sealed=card_from_proto(message.sealed) if message.HasField("sealed") else None,
        pile=cards_from_proto(message.pile),
        face_down=message.face_down,
        stock=message.stock,
        gone=cards_from_proto(message.gone),
        returned=cards_from_proto(message.returned),
        hands=(message.hands[0], message.hands[1]),
        captured=(message.captured[0], message.captured[1]),
        hidden=(message.hidden[0], message.hidden[1]),
        start_seat=message.start_seat if message.HasField("start_seat") else None,
        last_capturer=message.last_capturer if message.HasField("last_capturer") else None,
        lines=tuple(LedgerLine(line.seat, line.points, line.reason, line.clause) for line in message.lines),
        pisti=(message.pisti[0], message.pisti[1]),
        points=(message.points[0], message.points[1]),
        count=_read_count(message.count) if message.HasField("count") else None,
        target=message.target if message.HasField("target") else None,
        bluff=message.bluff,
        jack_pisti=message.jack_pisti,
        last_card_counts=message.last_card_counts,
    )


def happening_to_proto(happening: h.Happening) -> pb.PistiHappening:
    """A happening as its message."""
    match happening:
        case h.DealerDrawn(seat=seat):
            return pb.PistiHappening(dealer=pb.DealerDrawn(seat=seat))
        case h.JackReturned(card=card):
            return pb.PistiHappening(returned=pb.JackReturned(card=card_to_proto(card)))
        case h.StartTurned(game=game, dealer=dealer, card=card):
            return pb.PistiHappening(turned=pb.StartTurned(game=game, dealer=dealer, card=card_to_proto(card)))
        case h.HandsDealt(deal=deal, hand=hand):
            return pb.PistiHappening(dealt=pb.HandsDealt(deal=deal, hand=cards_to_proto(hand)))
        case h.SeatLeft(seat=seat):
            return pb.PistiHappening(left=pb.SeatLeft(seat=seat))
        case h.GameCounted():
            return pb.PistiHappening(counted=_counted(happening))
        case _:
            return _turn(happening)


_Turn = h.CardPlayed | h.Bluffed | h.BluffAnswered | h.PileTaken | h.PistiScored


def _turn(happening: _Turn) -> pb.PistiHappening:
    match happening:
        case h.CardPlayed(seat=seat, card=card, by_rules=by_rules):
            return pb.PistiHappening(played=pb.CardPlayed(seat=seat, card=card_to_proto(card), by_rules=by_rules))
        case h.PileTaken(seat=seat, cards=cards, count=count, start=start, left_over=left_over):
            taken = pb.PileTaken(seat=seat, count=count, left_over=left_over)
            taken.cards.extend(cards_to_proto(cards))
            taken.start.extend(cards_to_proto(start))
            return pb.PistiHappening(taken=taken)
        case h.PistiScored(line=line):
            return pb.PistiHappening(pisti=pb.PistiScored(line=line_to_proto(line)))
        case _:
            return _bluff(happening)


def _counted(happening: h.GameCounted) -> pb.GameCounted:
    counted = pb.GameCounted(result=result_to_proto(happening.result), count=_count(happening.count))
    counted.ledger.extend(map(line_to_proto, happening.ledger))
    return counted


def _bluff(happening: h.Bluffed | h.BluffAnswered) -> pb.PistiHappening:
    card = None if happening.card is None else card_to_proto(happening.card)
    if isinstance(happening, h.Bluffed):
        return pb.PistiHappening(bluffed=pb.Bluffed(seat=happening.seat, card=card))
    answered = pb.BluffAnswered(
        seat=happening.seat,
        accepted=happening.accepted,
        by_rules=happening.by_rules,
        card=card,
        matched=happening.matched,
    )
    return pb.PistiHappening(answered=answered)


def _count(count: GameCount) -> pb.GameCount:
    return pb.GameCount(sides=map(_side, count.sides), start=cards_to_proto(count.start), start_seat=count.start_seat)


def _side(side: SideCount) -> pb.SideCount:
    return pb.SideCount(
        cards=cards_to_proto(side.cards),
        bluffs=cards_to_proto(side.bluffs),
        pisti=side.pisti,
        aces=side.aces,
        jacks=side.jacks,
        two_of_clubs=side.two_of_clubs,
        ten_of_diamonds=side.ten_of_diamonds,
        majority=side.majority,
        total=side.total,
    )


def _read_count(message: pb.GameCount) -> GameCount:
    first, second = map(_read_side, message.sides)
    return GameCount(
        sides=(first, second),
        start=cards_from_proto(message.start),
        start_seat=message.start_seat if message.HasField("start_seat") else None,
    )


def _read_side(message: pb.SideCount) -> SideCount:
    return SideCount(
        cards=cards_from_proto(message.cards),
        bluffs=cards_from_proto(message.bluffs),
        pisti=message.pisti,
        aces=message.aces,
        jacks=message.jacks,
        two_of_clubs=message.two_of_clubs,
        ten_of_diamonds=message.ten_of_diamonds,
        majority=message.majority,
    )
