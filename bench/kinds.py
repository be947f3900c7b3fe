"""What the bench must know of a family to play it: its stubs, its seats, a table's options, a quick player."""

import importlib
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import chess

from kiraathane.satranc.v1 import satranc_pb2
from kiraathane.tavla.v1 import tavla_pb2
from kiraathane_client.contract import Contract
from services.kernel.registry import Family, families
from services.tavla.quick import quick_plays

WEAKEST = 0


class Kind:
    """A family as the bench plays it: long matches without a clock."""

    def __init__(self, family: Family) -> None:
        self.slug = family.slug
        self.options = {**self._unhurried(family), **LONG.get(family.slug, {})}
        self.seats = family.game.meta.seats_for(family.game.meta.resolve(self.options))
        self.messages: ModuleType = Contract[Any, Any](family.slug).messages
        service = Contract[Any, Any](family.slug).service
        stubs = importlib.import_module(f"{self.messages.__name__}_grpc")
        self.stub: Callable[..., Any] = getattr(stubs, f"{service.rpartition('.')[2]}Stub")
        self.choose: Callable[[Any, int], Any] = QUICK.get(family.slug) or weak_bot(family)

    @staticmethod
    def _unhurried(family: Family) -> dict[str, str]:
        return {option.name: "none" for option in family.game.meta.options if option.name == "turnSeconds"}


@cache
def kind(slug: str) -> Kind:
    """The family `slug`; raises `KeyError` if there is none."""
    return Kind(families()[slug])


def weak_bot(family: Family) -> Callable[[Any, int], Any]:
    """What the family's weakest bot would do, from a view message and a seed."""
    wire, bot, level = family.module("wire"), family.module("bot").bot, family.game.meta.bot_levels[WEAKEST]
    return lambda view, seed: wire.action_to_proto(bot.decide(wire.view_from_proto(view), level, seed))


def first_play(view: tavla_pb2.TavlaView, seed: int) -> tavla_pb2.TavlaAction:  # noqa: ARG001
    """A legal play of the roll on a standard board of tavla; quicker than any bot."""
    own, other = (_board(view.sides[seat]) for seat in (view.turn, 1 - view.turn))
    play = quick_plays(own, other, tuple(view.dice))[0]
    # `from` is a keyword of Python.
    moves = [tavla_pb2.CheckerMove(**{"from": move.point, "die": move.die}) for move in play]
    return tavla_pb2.TavlaAction(play=tavla_pb2.PlayTurn(moves=moves))


def some_move(view: satranc_pb2.SatrancView, seed: int) -> satranc_pb2.SatrancAction:
    """A legal move of chess; quicker than any engine."""
    moves = list(chess.Board(view.fen).legal_moves)
    chosen = satranc_pb2.MoveText(uci=moves[seed * 7 % len(moves)].uci())
    return satranc_pb2.SatrancAction(move=satranc_pb2.PlayMove(move=chosen))


def _board(side: tavla_pb2.TavlaSide) -> bytes:
    return bytes((side.off, *side.points, side.start, side.bar))


LONG: dict[str, dict[str, str]] = {
    "tavla": {"tavlaTable": "traditional", "matchLength": "7"},
    "pisti": {"pistiTarget": "151"},
}
QUICK: dict[str, Callable[[Any, int], Any]] = {"tavla": first_play, "satranc": some_move}
