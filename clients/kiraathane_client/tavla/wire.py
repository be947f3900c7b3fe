"""Between the messages of the contract and the client's own words."""

from collections.abc import Sequence

from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.position import Move


def moves_of(play: pb.PlayTurn) -> tuple[Move, ...]:
    """The moves of a turn. (`from` is a word of Python's, so the field has to be asked for by name.)"""
    return tuple(Move(getattr(move, "from"), move.die) for move in play.moves)


def play_action(moves: Sequence[Move]) -> pb.TavlaAction:
    """A turn as an action."""
    return pb.TavlaAction(play=pb.PlayTurn(moves=[pb.CheckerMove(**{"from": m.start, "die": m.die}) for m in moves]))


def seat_name(info: match_pb2.MatchInfo, seat: int) -> str:
    """The name to show; a bot is always shown as one."""
    for place in info.seats:
        if place.seat == seat:
            return (
                f"{place.display_name} (bot)"
                if place.bot_level and "bot" not in place.display_name.casefold()
                else place.display_name
            )
    return "?"
