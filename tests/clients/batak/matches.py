"""Positions of batak as the client gets them."""

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.batak.turn import BatakTurn
from services.batak import game, wire
from services.batak.state import State
from services.kernel.game import Config, Seat
from services.kernel.score import Score

NAMES = ("Ayşe", "Bora", "Can", "Deniz")

SHEET = "2/3,4/2,4/4,3/4;5/5,3/4,3/2,2/2;4/3,2/4,3/3,2/3"
BIDDING = (
    "bid dealer 3 cards AT63.AK75.JT6.53/KJ4.T8.KQ985.KQ7/82.Q64.A7.AJT962/Q975.J932.432.84 bids 4,4,-,- "
    f"last 2:SJ,ST,C4,D9 sheet {SHEET}"
)
PLAYING = (
    "play dealer 3 cards AQJ32..J76.9/KT85.975.9.J/6.AKQT4.Q82./74.J8632.T3.4 bids 5,3,3,1 "
    "tricks 0:D4,D5,DK,DA;3:C3,C6,CA,C8;1:C2,CT,C7,CQ trick 0:CK,C5,S9 "
    f"sheet {SHEET}"
)
LONG = "play dealer 1 cards 2.../3.../4.../5... bids 1,13,0,5 won 3,3,3,3 trick 2: sheet " + ";".join(
    ["13/0,13/13,0/0,12/0"] * 10
)


def state_of(text: str, **options: object) -> State:
    """A position from its notation."""
    return game.notation.read_position(
        text, Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))
    )


def update_of(state: State, viewer: int | None) -> pb.MatchUpdate:
    """What the viewer is sent; seat 2 is a bot."""
    info = match_pb2.MatchInfo(match="matches/m1", family="batak", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    for seat, name in enumerate(NAMES):
        info.seats.add(seat=seat, player=f"players/{seat}", display_name=name, bot_level="usta" if seat == 2 else "")
    if viewer is not None:
        info.viewer_seat = viewer
    if state.due is not None:
        info.due_seats.append(state.due)
    _add_score(info, game.score(state))
    update = pb.MatchUpdate(
        info=info, view=wire.view_to_proto(game.view(state, None if viewer is None else Seat(viewer)))
    )
    update.happenings.extend(wire.happening_to_proto(happening) for happening in state.happened)
    return update


def _add_score(info: match_pb2.MatchInfo, score: Score) -> None:
    info.score.points.extend(score.points)
    info.score.winners.extend(score.winners)
    info.score.places.extend(score.places)


def turn_of(state: State, viewer: int) -> BatakTurn:
    """The client's turn on a state."""
    legal = [wire.action_to_proto(action) for action in game.legal(state, Seat(viewer))]
    return BatakTurn(update_of(state, viewer), legal)
