"""Positions of pişti as the client gets them."""

from kiraathane.match.v1 import match_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.pisti.turn import PistiTurn
from services.kernel.game import Act, Config, Over, Seat
from services.pisti import game, wire
from services.pisti.rules import due_seat
from services.pisti.state import State

NAMES = ("Ayşe", "usta")

START = "A H4 H9 DJ CA / B S2 S3 S4 S5 / down C3 C4 C5 / pile SK / stock * / back HJ / dealer B"
PLAYING = (
    "A H9 DJ CA / B S2 S3 S4 / pile S9 / wonA C2 D2 / startA C3 C4 C5 / wonB CT DT * / bluffsB H3 / "
    "stock D3 D4 D5 D6 D7 D8 D9 DQ / lines B:PISTI A:BLUFF_CAUGHT B:BLUFF_ACCEPTED A:BLUFF_PROVED "
    "/ dealer B / last A / points 87-101 / game 6"
)
LONG_PILE = (
    "A H9 DJ / B S2 S3 / pile C2 C6 C7 C8 C9 CT CQ CK D2 D3 D4 D5 D6 DQ / down C3 C4 C5 / "
    "stock D7 D8 D9 DT DK DA H2 H3 / wonB *"
)
LAST = "A - / B H8 / pile D8 / wonA CA DA HA CJ DJ DT D9 S8 C6 C7 C8 C9 CT D2 D3 D4 D5 D6 D7 H2 H4 H5 H6 H7 / startA C3 C4 C5 / bluffsA H3 / wonB * / last A / lines A:BLUFF_ACCEPTED"  # noqa: E501


def state_of(text: str, *acts: str, **options: object) -> State:
    """A position from its notation, and what was done then: "A H9"."""
    table = Config(options=game.meta.resolve({name: str(value) for name, value in options.items()}))
    state = game.notation.read_position(text, table)
    for each in acts:
        who, _, what = each.partition(" ")
        state = game.apply(state, Act(Seat("AB".index(who)), game.notation.read_action(what)))
    return state


def update_of(state: State, viewer: int | None) -> pb.MatchUpdate:
    """What the viewer is sent; seat 1 is a bot."""
    info = match_pb2.MatchInfo(match="matches/m1", family="pisti", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    for seat, name in enumerate(NAMES):
        info.seats.add(seat=seat, player=f"players/{seat}", display_name=name, bot_level="usta" if seat else "")
    seen = None if viewer is None else Seat(viewer)
    if viewer is not None:
        info.viewer_seat = viewer
    due = due_seat(state)
    if due is not None:
        info.due_seats.append(due)
    wait = game.pending(state)
    if isinstance(wait, Over):
        info.status = match_pb2.MATCH_STATUS_FINISHED
        info.end_cause = wait.cause
    score = game.score(state)
    info.score.points.extend(score.points)
    info.score.winners.extend(score.winners)
    info.score.places.extend(score.places)
    update = pb.MatchUpdate(info=info, view=wire.view_to_proto(game.view(state, seen)))
    update.happenings.extend(map(wire.happening_to_proto, game.happenings(state, seen)))
    return update


def turn_of(state: State, viewer: int) -> PistiTurn:
    """The client's turn on a state."""
    legal = [wire.action_to_proto(action) for action in game.legal(state, Seat(viewer))]
    return PistiTurn(update_of(state, viewer), legal)
