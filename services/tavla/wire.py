"""How tavla is sent: its structs as the messages of kiraathane.tavla.v1, both ways."""

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane.tavla.v1 import tavla_service_pb2
from services.tavla import happenings as h
from services.tavla.actions import Action, AnswerMisli, CheckerMove, OfferMisli, PlayTurn, ResignGame, RollDice
from services.tavla.view import SideView, View
from services.wire.score import line_to_proto, result_to_proto

# Taken from the stubs, so that whoever imports this module has them loaded.
SERVICE: str = tavla_service_pb2.DESCRIPTOR.services_by_name["TavlaService"].full_name

_PHASES = {
    "rolling": pb.TAVLA_PHASE_UNSPECIFIED,
    "roll_or_offer": pb.TAVLA_PHASE_ROLL_OR_OFFER,
    "play": pb.TAVLA_PHASE_PLAY,
    "answer": pb.TAVLA_PHASE_ANSWER,
    "over": pb.TAVLA_PHASE_OVER,
}
_PHASE_NAMES = {number: name for name, number in _PHASES.items()}


def action_to_proto(action: Action) -> pb.TavlaAction:
    """An action as its message."""
    match action:
        case PlayTurn(moves=moves):
            return pb.TavlaAction(play=_play(moves))
        case RollDice():
            return pb.TavlaAction(roll=pb.RollDice())
        case OfferMisli():
            return pb.TavlaAction(offer=pb.OfferMisli())
        case AnswerMisli(accept=accept):
            return pb.TavlaAction(answer=pb.AnswerMisli(accept=accept))
        case ResignGame():
            return pb.TavlaAction(resign=pb.ResignGame())


def action_from_proto(message: pb.TavlaAction) -> Action:
    """The action of a message; raises `ValueError` if it holds none."""
    match message.WhichOneof("action"):
        case "play":
            return PlayTurn(_moves(message.play))
        case "roll":
            return RollDice()
        case "offer":
            return OfferMisli()
        case "answer":
            return AnswerMisli(accept=message.answer.accept)
        case "resign":
            return ResignGame()
        case _:
            raise ValueError("the action is empty")


def view_to_proto(view: View) -> pb.TavlaView:
    """A view as its message."""
    message = pb.TavlaView(
        phase=_PHASES[view.phase],
        turn=view.turn,
        sides=[_side(side) for side in view.sides],
        dice=view.dice,
        previous_dice=view.previous_dice,
        cube=view.cube,
        cube_owner=view.cube_owner,
        cube_in_game=view.cube_in_game,
        crawford=view.crawford,
        may_offer=view.may_offer,
        game_number=view.game_number,
        target=view.target,
        points=view.points,
        variant=view.variant,
        passed=view.passed,
        triple=view.triple,
        hit_and_run_forbidden=view.hit_and_run_forbidden,
        hapis_mother=view.hapis_mother,
        anti_mirrored=view.anti_mirrored,
    )
    if view.last_play_seat is not None:
        message.last_play.CopyFrom(_play(view.last_play))
        message.last_play_seat = view.last_play_seat
    return message


def view_from_proto(message: pb.TavlaView) -> View:
    """The view of a message that `view_to_proto` made."""
    return View(
        phase=_PHASE_NAMES[message.phase],
        turn=message.turn,
        sides=tuple(_read_side(side) for side in message.sides),
        dice=tuple(message.dice),
        previous_dice=tuple(message.previous_dice),
        last_play=_moves(message.last_play),
        last_play_seat=message.last_play_seat if message.HasField("last_play_seat") else None,
        cube=message.cube,
        cube_owner=message.cube_owner if message.HasField("cube_owner") else None,
        cube_in_game=message.cube_in_game,
        crawford=message.crawford,
        may_offer=message.may_offer,
        game_number=message.game_number,
        target=message.target,
        points=tuple(message.points),
        variant=message.variant,
        passed=message.passed,
        triple=message.triple,
        hit_and_run_forbidden=message.hit_and_run_forbidden,
        hapis_mother=message.hapis_mother,
        anti_mirrored=message.anti_mirrored,
    )


def happening_to_proto(happening: h.Happening) -> pb.TavlaHappening:
    """A happening as its message."""
    match happening:
        case h.DiceRolled(seat=seat, dice=dice):
            return pb.TavlaHappening(rolled=pb.DiceRolled(seat=seat, dice=dice))
        case h.TurnPlayed(seat=seat, moves=moves, hits=hits, by_rules=by_rules):
            played = pb.TurnPlayed(seat=seat, moves=_play(moves).moves, hits=hits, by_rules=by_rules)
            return pb.TavlaHappening(played=played)
        case h.TurnPassed(seat=seat, dice=dice):
            return pb.TavlaHappening(passed=pb.TurnPassed(seat=seat, dice=dice))
        case h.MisliOffered(seat=seat, cube=cube):
            return pb.TavlaHappening(offered=pb.MisliOffered(seat=seat, cube=cube))
        case h.MisliAnswered(seat=seat, accepted=accepted):
            return pb.TavlaHappening(answered=pb.MisliAnswered(seat=seat, accepted=accepted))
        case h.GameEnded():
            return pb.TavlaHappening(game_ended=_game_ended(happening))
        case h.SeatLeft(seat=seat):
            return pb.TavlaHappening(left=pb.SeatLeft(seat=seat))


def _game_ended(happening: h.GameEnded) -> pb.GameEnded:
    return pb.GameEnded(
        result=result_to_proto(happening.result),
        ledger=[line_to_proto(line) for line in happening.ledger],
    )


def _play(moves: tuple[CheckerMove, ...]) -> pb.PlayTurn:
    play = pb.PlayTurn()
    for move in moves:
        # "from" is a keyword of Python, so it can only be named in a dict.
        play.moves.append(pb.CheckerMove(**{"from": move.point, "die": move.die}))
    return play


def _moves(play: pb.PlayTurn) -> tuple[CheckerMove, ...]:
    return tuple(CheckerMove(getattr(move, "from"), move.die) for move in play.moves)


def _side(side: SideView) -> pb.TavlaSide:
    return pb.TavlaSide(points=side.points, bar=side.bar, start=side.start, off=side.off, pinned=side.pinned)


def _read_side(side: pb.TavlaSide) -> SideView:
    return SideView(points=tuple(side.points), bar=side.bar, start=side.start, off=side.off, pinned=tuple(side.pinned))
