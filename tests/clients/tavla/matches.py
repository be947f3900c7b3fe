"""Positions of real matches, as the client gets them, and positions written down for one test."""

import random
from collections.abc import Iterator, Mapping

from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.turn import TavlaTurn
from kiraathane_client.tavla.wire import moves_of
from kiraathane_client.terminal import Ready
from services.kernel.game import Act, Chance, Config, Decide, Fate, Roll
from services.tavla import game, wire
from services.tavla.actions import Action, PlayTurn
from services.tavla.state import State

VARIANTS = ("standard", "nack", "hiper", "yaris", "hapis", "multezim", "anti")


def decisions(variant: str, seed: int, most: int) -> Iterator[tuple[State, int, TavlaTurn]]:
    """Every moment of a random match at which a seat has dice to play, with the client's turn for it."""
    rng = random.Random(seed)
    state = game.setup(Config(options=game.meta.resolve({"tavlaVariant": variant, "matchLength": "7"})))
    for _ in range(most):
        match game.pending(state):
            case Chance(request=Roll(count=count, sides=sides)):
                state = game.apply(state, Fate(tuple(rng.randint(1, sides) for _ in range(count))))
            case Decide(seats=seats):
                (seat,) = seats
                options = [action for action in game.legal(state, seat) if isinstance(action, PlayTurn)]
                if options:
                    yield state, seat, turn_of(state, seat)
                choices: list[Action] = list(options) or list(game.legal(state, seat))
                state = game.apply(state, Act(seat, rng.choice(choices)))
            case _:
                return


def turn_of(state: State, seat: int) -> TavlaTurn:
    """The client's turn on a state."""
    update = pb.MatchUpdate(view=wire.view_to_proto(game.view(state, seat)))
    update.info.viewer_seat = seat
    update.info.due_seats.append(seat)
    return TavlaTurn(update, [wire.action_to_proto(action) for action in game.legal(state, seat)])


def accepted(state: State, seat: int, reading: object) -> bool:
    """True if what was read is an action that the rules accept."""
    assert isinstance(reading, Ready), reading
    return wire.action_from_proto(reading.action) in game.legal(state, seat)


def moves_read(reading: object) -> list[tuple[int, int]]:
    """The moves of a reading."""
    assert isinstance(reading, Ready), reading
    return [(move.start, move.die) for move in moves_of(reading.action.play)]


def update_of(
    mine: Mapping[int, int],
    theirs: Mapping[int, int],
    dice: tuple[int, ...] = (),
    **view: object,
) -> pb.MatchUpdate:
    """Seat 0 (Ayşe) to move against the bot `usta`; both sides by their own numbering, 0 for off and 25 for the bar."""
    info = match_pb2.MatchInfo(match="matches/m1", family="tavla", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    info.seats.add(seat=0, player="players/a", display_name="Ayşe")
    info.seats.add(seat=1, display_name="usta", bot_level="usta")
    info.viewer_seat = 0
    info.due_seats.append(0)
    info.score.points.extend([1, 2])
    fields: dict[str, object] = {"phase": pb.TAVLA_PHASE_PLAY, "turn": 0, "cube": 1, "game_number": 3, "target": 5}
    fields |= {"points": [1, 2], "variant": "standard", "dice": dice, "sides": [_side(mine), _side(theirs)]} | view
    return pb.MatchUpdate(info=info, view=pb.TavlaView(**fields))  # type: ignore[arg-type]


def _side(points: Mapping[int, int]) -> pb.TavlaSide:
    side = pb.TavlaSide(points=[points.get(point, 0) for point in range(1, 25)])
    side.bar, side.off = points.get(25, 0), points.get(0, 0)
    return side


def play(*moves: tuple[int, int]) -> pb.TavlaAction:
    """A turn as an action, from (own point, die) pairs."""
    return pb.TavlaAction(
        play=pb.PlayTurn(moves=[pb.CheckerMove(**{"from": start, "die": die}) for start, die in moves])
    )
