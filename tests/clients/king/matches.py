"""Positions of King as the client gets them."""

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.king.turn import KingTurn
from services.kernel.game import Act, Config, Decide, Seat
from services.king import game, wire
from services.king.state import State

NAMES = ("Ayşe", "Bora", "Can", "Deniz")

CHART = (
    "3:rifki:0,0,-320,0;0:koz-H:200,150,50,250;1:kiz:-100,-200,0,-100;2:el:-200,-50,-300,-100;3:soniki:0,-360,0,0;"
    "0:rifki:-320,0,0,0;1:koz-S:100,350,50,150"
)
NAMING = f"name by 2 hands AT63.AK75.JT6.53/KJ4.T8.KQ985.KQ7/82.Q64.A7.AJT962/Q975.J932.432.84 chart {CHART}"
PLAYING = (
    "play kiz by 2 hands A63.K75.T6./KJ.T8.K98.Q/42.64.A7.J/Q975.J3..8 trick 2:S8 "
    f"tricks 2:C2,C5,C6,CA;1:DQ,DJ,D3,D5;1:HQ,H9,HA,H2 chart {CHART}"
)
TRUMP = (
    "play koz-S by 3 hands A63.K75.T6./J.T8.K98.QT/42.64.A7.J7/975.J3.2.84 trick 3:C9,CK "
    f"tricks 3:C2,C5,C6,CA;2:DQ,DJ,D3,D5;2:SQ,S8,SK,ST broken chart {CHART};2:kupa:-90,-120,-30,-150"
)
FORCED = "name by 0 hands T63.875.T65.8532/K.../Q.../A... chart 0:rifki:0,-320,0,0;0:el:-650,0,0,0"


def state_of(text: str, **options: object) -> State:
    """A position from its notation."""
    chosen = {name: str(value) for name, value in options.items()}
    return game.notation.read_position(text, Config(options=game.meta.resolve(chosen)))


def act(state: State, seat: int, text: str) -> State:
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def update_of(state: State, viewer: int | None) -> pb.MatchUpdate:
    """What the viewer is sent; seat 2 is a bot."""
    info = match_pb2.MatchInfo(match="matches/m1", family="king", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    for seat, name in enumerate(NAMES):
        info.seats.add(seat=seat, player=f"players/{seat}", display_name=name, bot_level="usta" if seat == 2 else "")
    if viewer is not None:
        info.viewer_seat = viewer
    wait = game.pending(state)
    if isinstance(wait, Decide):
        info.due_seats.extend(wait.seats)
    score = game.score(state)
    info.score.points.extend(score.points)
    info.score.winners.extend(score.winners)
    info.score.places.extend(score.places)
    seen = game.view(state, None if viewer is None else Seat(viewer))
    update = pb.MatchUpdate(info=info, view=wire.view_to_proto(seen))
    update.happenings.extend(wire.happening_to_proto(happening) for happening in state.happened)
    return update


def turn_of(state: State, viewer: int) -> KingTurn:
    """The client's turn on a state."""
    legal = [wire.action_to_proto(action) for action in game.legal(state, Seat(viewer))]
    return KingTurn(update_of(state, viewer), legal)
