"""Between the messages of the contract and the client's own words."""

from collections.abc import Sequence

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.position import Move


def moves_of(play: pb.PlayTurn) -> tuple[Move, ...]:
    """The moves of a turn. (`from` is a word of Python's, so the field has to be asked for by name.)"""
    return tuple(Move(getattr(move, "from"), move.die) for move in play.moves)


def play_action(moves: Sequence[Move]) -> pb.TavlaAction:
    """A turn as an action."""
    return pb.TavlaAction(play=pb.PlayTurn(moves=[pb.CheckerMove(**{"from": m.start, "die": m.die}) for m in moves]))
