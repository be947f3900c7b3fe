"""Positions of real matches, as the client gets them."""

from kiraathane.match.v1 import match_pb2
from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.satranc.turn import SatrancTurn
from kiraathane_client.terminal import Ready
from services.kernel.game import Decide, Over, Seat
from services.satranc import game, wire
from services.satranc.state import State

NAMES = ("Ayşe", "usta")


def update_of(state: State, seat: int | None = 0) -> pb.MatchUpdate:
    """What a seat is sent of a state: Ayşe sits on seat 0, the bot `usta` on seat 1."""
    info = match_pb2.MatchInfo(match="matches/m1", family="satranc", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    info.seats.add(seat=0, player="players/a", display_name=NAMES[0])
    info.seats.add(seat=1, display_name=NAMES[1], bot_level="usta")
    if seat is not None:
        info.viewer_seat = seat
    wait = game.pending(state)
    if isinstance(wait, Decide):
        info.due_seats.extend(sorted(wait.seats))
    score = game.score(state)
    info.score.points.extend(score.points)
    info.score.winners.extend(score.winners)
    if isinstance(wait, Over):
        info.status, info.end_cause = match_pb2.MATCH_STATUS_FINISHED, wait.cause
    happened = [wire.happening_to_proto(one) for one in game.happenings(state, None)]
    viewer = None if seat is None else Seat(seat)
    return pb.MatchUpdate(info=info, view=wire.view_to_proto(game.view(state, viewer)), happenings=happened)


def turn_of(state: State, seat: int) -> SatrancTurn:
    """The client's turn on a state; whoever is not due is told no legal acts, as the command does it."""
    update = update_of(state, seat)
    due = seat in update.info.due_seats
    return SatrancTurn(update, [wire.action_to_proto(a) for a in game.legal(state, Seat(seat))] if due else [])


def accepted(state: State, seat: int, reading: object) -> bool:
    """True if what was read is an action that the rules accept."""
    assert isinstance(reading, Ready), reading
    return wire.action_from_proto(reading.action) in game.legal(state, Seat(seat))


def sent(reading: object) -> str:
    """What was read, in the family's notation."""
    assert isinstance(reading, Ready), reading
    return game.notation.write_action(wire.action_from_proto(reading.action))
