"""What happened, as messages."""

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from services.ellibir import happenings as h
from services.ellibir.cards import Piece
from services.ellibir.state import Fault
from services.ellibir.wire.pieces import last_to_proto, meld_to_proto, piece_to_proto, pieces_to_proto
from services.wire.score import line_to_proto

_FAULTS = {
    Fault.GROUP.value: pb.OPENING_FAULT_GROUP,
    Fault.SUM.value: pb.OPENING_FAULT_SUM,
    Fault.PAIRS.value: pb.OPENING_FAULT_PAIRS,
}


def happening_to_proto(happening: h.Happening) -> pb.EllibirHappening:
    """A happening as its message."""
    match happening:
        case h.LotFell(seat=seat):
            return pb.EllibirHappening(lot=pb.LotFell(seat=seat))
        case h.CardsCut(seat=seat, jokers=jokers, bottom=bottom):
            return pb.EllibirHappening(cut=pb.CardsCut(seat=seat, jokers=jokers, bottom=_optional(bottom)))
        case h.HandsDealt(number=number, dealer=dealer, starter=starter, hand=hand):
            dealt = pb.HandsDealt(number=number, dealer=dealer, starter=starter, hand=pieces_to_proto(hand))
            return pb.EllibirHappening(dealt=dealt)
        case h.RoundEnded(last=last, ledger=ledger):
            ended = pb.RoundEnded(last=last_to_proto(last), ledger=map(line_to_proto, ledger))
            return pb.EllibirHappening(ended=ended)
        case h.MatchCounted(ledger=ledger):
            return pb.EllibirHappening(match=pb.MatchCounted(ledger=map(line_to_proto, ledger)))
        case _:
            return _of_turn(happening)


_OfTurn = (
    h.CardDrawn
    | h.DiscardTaken
    | h.BottomTaken
    | h.HandOpened
    | h.WrongOpening
    | h.MeldsLaid
    | h.LaidOff
    | h.JokerTaken
    | h.CardDiscarded
    | h.TwinsShown
    | h.Fined
    | h.PairsDeclared
    | h.BottomClaimed
    | h.SingleAnnounced
    | h.StarWon
)


def _of_turn(happening: _OfTurn) -> pb.EllibirHappening:
    match happening:
        case h.CardDrawn(seat=seat, by_rules=by_rules, card=card):
            return pb.EllibirHappening(drawn=pb.CardDrawn(seat=seat, by_rules=by_rules, card=_optional(card)))
        case h.DiscardTaken(seat=seat, card=card):
            return pb.EllibirHappening(taken=pb.DiscardTaken(seat=seat, card=piece_to_proto(card)))
        case h.BottomTaken(seat=seat, card=card):
            return pb.EllibirHappening(bottom_taken=pb.BottomTaken(seat=seat, card=piece_to_proto(card)))
        case h.CardDiscarded(seat=seat, card=card, by_rules=by_rules):
            discarded = pb.CardDiscarded(seat=seat, card=piece_to_proto(card), by_rules=by_rules)
            return pb.EllibirHappening(discarded=discarded)
        case h.TwinsShown(seat=seat, card=card, other=other):
            twins = pb.TwinsShown(seat=seat, card=piece_to_proto(card), other=piece_to_proto(other))
            return pb.EllibirHappening(twins=twins)
        case h.Fined(line=line, card=card):
            return pb.EllibirHappening(fined=pb.Fined(line=line_to_proto(line), card=piece_to_proto(card)))
        case h.PairsDeclared(seat=seat):
            return pb.EllibirHappening(declared=pb.PairsDeclared(seat=seat))
        case h.BottomClaimed(seat=seat, card=card):
            return pb.EllibirHappening(claimed=pb.BottomClaimed(seat=seat, card=piece_to_proto(card)))
        case h.SingleAnnounced(seat=seat):
            return pb.EllibirHappening(single=pb.SingleAnnounced(seat=seat))
        case _:
            return _of_melds(happening)


_OfMelds = h.HandOpened | h.WrongOpening | h.MeldsLaid | h.LaidOff | h.JokerTaken | h.StarWon


def _of_melds(happening: _OfMelds) -> pb.EllibirHappening:
    match happening:
        case h.HandOpened(seat=seat, melds=melds, pairs=pairs, value=value, finishing=finishing):
            opened = pb.HandOpened(seat=seat, pairs=pairs, value=value, finishing=finishing)
            opened.melds.extend(map(meld_to_proto, melds))
            return pb.EllibirHappening(opened=opened)
        case h.WrongOpening(seat=seat, line=line, fault=fault, value=value):
            told = pb.OPENING_FAULT_UNSPECIFIED if fault is None else _FAULTS[fault]
            return pb.EllibirHappening(
                wrong=pb.WrongOpening(seat=seat, line=line_to_proto(line), fault=told, value=value)
            )
        case h.MeldsLaid(seat=seat, melds=melds):
            return pb.EllibirHappening(laid=pb.MeldsLaid(seat=seat, melds=map(meld_to_proto, melds)))
        case h.LaidOff(seat=seat, cards=cards, meld=meld, owner=owner):
            laid_off = pb.LaidOff(seat=seat, cards=pieces_to_proto(cards), meld=meld, owner=owner)
            return pb.EllibirHappening(laid_off=laid_off)
        case h.JokerTaken(seat=seat, cards=cards, meld=meld, jokers=jokers):
            joker = pb.JokerTaken(seat=seat, cards=pieces_to_proto(cards), meld=meld, jokers=jokers)
            return pb.EllibirHappening(joker=joker)
        case h.StarWon(seat=seat, value=value):
            return pb.EllibirHappening(star=pb.StarWon(seat=seat, value=value))


def _optional(piece: Piece | None) -> pb.Piece | None:
    return None if piece is None else piece_to_proto(piece)
