"""How satranç is sent: its structs as the messages of kiraathane.satranc.v1, both ways."""

from typing import Any

from kiraathane.match.v1 import match_pb2
from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane.satranc.v1 import satranc_service_pb2
from services.satranc import happenings as h
from services.satranc.actions import (
    AcceptDraw,
    Action,
    Adjust,
    ClaimFifty,
    ClaimThreefold,
    DeclineDraw,
    OfferDraw,
    PlayMove,
    Resign,
    Touch,
    TouchBoth,
    read_move,
    read_square,
)
from services.satranc.view import ClockView, View

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = satranc_service_pb2.DESCRIPTOR.services_by_name["SatrancService"].full_name

_PHASES = {"lot": pb.SATRANC_PHASE_UNSPECIFIED, "play": pb.SATRANC_PHASE_PLAY, "over": pb.SATRANC_PHASE_OVER}
_PHASE_NAMES = {number: name for name, number in _PHASES.items()}
_CLOCKS = {
    "none": pb.CLOCK_KIND_UNSPECIFIED,
    "increment": pb.CLOCK_KIND_INCREMENT,
    "days": pb.CLOCK_KIND_DAYS,
}
_CLOCK_NAMES = {number: name for name, number in _CLOCKS.items()}
# Acts that say all with their name.
_PLAIN: dict[Action, dict[str, Any]] = {
    ClaimFifty(): {"claim_fifty": pb.ClaimFifty()},
    OfferDraw(): {"offer_draw": pb.OfferDraw()},
    AcceptDraw(): {"accept_draw": pb.AcceptDraw()},
    DeclineDraw(): {"decline_draw": pb.DeclineDraw()},
    Resign(): {"resign": pb.Resign()},
}
_PLAIN_ACTIONS = {name: action for action, fields in _PLAIN.items() for name in fields}


# -- actions -----------------------------------------------------------------------------------------------------------


def action_to_proto(action: Action) -> pb.SatrancAction:
    """An action as its message."""
    match action:
        case PlayMove(move=move, san=san):
            return pb.SatrancAction(move=pb.PlayMove(move=_text(move, san=san)))
        case ClaimThreefold(move=move, san=san):
            announced = _text(move, san=san) if move else None
            return pb.SatrancAction(claim_threefold=pb.ClaimThreefold(move=announced))
        case Touch(square=square):
            return pb.SatrancAction(touch=pb.Touch(square=square))
        case TouchBoth(king=king, rook=rook):
            return pb.SatrancAction(touch_both=pb.TouchBoth(king=king, rook=rook))
        case Adjust(squares=squares):
            return pb.SatrancAction(adjust=pb.Adjust(squares=squares))
        case _:
            return pb.SatrancAction(**_PLAIN[action])


def action_from_proto(message: pb.SatrancAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none, or a text that is no move or square."""
    kind = message.WhichOneof("action")
    match kind:
        case "move":
            return PlayMove(*_read_text(message.move.move))
        case "claim_threefold":
            claim = message.claim_threefold
            return ClaimThreefold(*_read_text(claim.move)) if claim.HasField("move") else ClaimThreefold()
        case "touch":
            return Touch(read_square(message.touch.square))
        case "touch_both":
            return TouchBoth(read_square(message.touch_both.king), read_square(message.touch_both.rook))
        case "adjust":
            return Adjust(tuple(map(read_square, message.adjust.squares)))
        case None:
            raise ValueError("the action is empty")
        case _:
            return _PLAIN_ACTIONS[kind]


def _text(move: str, *, san: bool) -> pb.MoveText:
    return pb.MoveText(san=move) if san else pb.MoveText(uci=move)


def _read_text(text: pb.MoveText) -> tuple[str, bool]:
    san = text.WhichOneof("text") == "san"
    return read_move(text.san if san else text.uci, san=san), san


# -- views -------------------------------------------------------------------------------------------------------------


def view_to_proto(view: View) -> pb.SatrancView:
    """A view as its message."""
    return pb.SatrancView(
        phase=_PHASES[view.phase],
        white=view.white,
        turn=view.turn,
        fen=view.fen,
        in_check=view.in_check,
        start_fen=view.start_fen,
        moves=view.moves,
        base_fen=view.base_fen,
        since=view.since,
        last_uci=view.last_uci,
        last_san=view.last_san,
        clock=_clock(view.clock),
        quiet_plies=view.quiet_plies,
        repetitions=view.repetitions,
        may_claim_fifty=view.may_claim_fifty,
        may_claim_threefold=view.may_claim_threefold,
        offer=view.offer,
        wait=view.wait,
        captured=view.captured,
        touch_move=view.touch_move,
        touches=[pb.TouchedSquares(squares=touched) for touched in view.touches],
        adjusted=view.adjusted,
        auto_draws=view.auto_draws,
    )


def view_from_proto(message: pb.SatrancView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_PHASE_NAMES[message.phase],
        white=message.white if message.HasField("white") else None,
        turn=message.turn,
        fen=message.fen,
        in_check=message.in_check,
        start_fen=message.start_fen,
        moves=tuple(message.moves),
        base_fen=message.base_fen,
        since=tuple(message.since),
        last_uci=message.last_uci,
        last_san=message.last_san,
        clock=_read_clock(message.clock),
        quiet_plies=message.quiet_plies,
        repetitions=message.repetitions,
        may_claim_fifty=message.may_claim_fifty,
        may_claim_threefold=message.may_claim_threefold,
        offer=message.offer if message.HasField("offer") else None,
        wait=(message.wait[0], message.wait[1]),
        captured=(message.captured[0], message.captured[1]),
        touch_move=message.touch_move,
        touches=tuple(tuple(touched.squares) for touched in message.touches),
        adjusted=tuple(message.adjusted),
        auto_draws=message.auto_draws,
    )


def _clock(clock: ClockView) -> pb.SatrancClock:
    return pb.SatrancClock(
        kind=_CLOCKS[clock.kind],
        base_ms=clock.base_ms,
        increment_ms=clock.increment_ms,
        left_ms=clock.left_ms,
        running=clock.running,
    )


def _read_clock(clock: pb.SatrancClock) -> ClockView:
    return ClockView(
        kind=_CLOCK_NAMES[clock.kind],
        base_ms=clock.base_ms,
        increment_ms=clock.increment_ms,
        left_ms=(clock.left_ms[0], clock.left_ms[1]),
        running=clock.running if clock.HasField("running") else None,
    )


# -- happenings --------------------------------------------------------------------------------------------------------


def happening_to_proto(happening: h.Happening) -> pb.SatrancHappening:
    """A happening as its message."""
    match happening:
        case h.ColoursDrawn(white=white):
            return pb.SatrancHappening(colours=pb.ColoursDrawn(white=white))
        case h.MovePlayed(seat=seat, number=number, uci=uci, san=san, left_ms=left_ms):
            moved = pb.MovePlayed(seat=seat, number=number, uci=uci, san=san, left_ms=left_ms)
            return pb.SatrancHappening(moved=moved)
        case h.DrawOffered(seat=seat):
            return pb.SatrancHappening(offered=pb.DrawOffered(seat=seat))
        case h.DrawAnswered(seat=seat, accepted=accepted, by_moving=by_moving):
            answered = pb.DrawAnswered(seat=seat, accepted=accepted, by_moving=by_moving)
            return pb.SatrancHappening(answered=answered)
        case h.DrawClaimed(seat=seat, claim=claim, san=san):
            return pb.SatrancHappening(claimed=pb.DrawClaimed(seat=seat, claim=claim, san=san))
        case h.PiecesTouched(seat=seat, squares=squares, adjusting=adjusting):
            touched = pb.PiecesTouched(seat=seat, squares=squares, adjusting=adjusting)
            return pb.SatrancHappening(touched=touched)
        case h.GameEnded():
            return pb.SatrancHappening(game_ended=_game_ended(happening))
        case h.SeatLeft(seat=seat):
            return pb.SatrancHappening(left=pb.SeatLeft(seat=seat))


def _game_ended(happening: h.GameEnded) -> pb.GameEnded:
    result = happening.result
    return pb.GameEnded(
        result=match_pb2.GameResult(
            number=result.number, winners=result.winners, points=result.points, cause=result.cause
        ),
        ledger=[
            match_pb2.LedgerLine(seat=line.seat, points=line.points, reason=line.reason, clause=line.clause)
            for line in happening.ledger
        ],
    )
