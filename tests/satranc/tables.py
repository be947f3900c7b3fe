"""Tables and positions that several tests use."""

from services.kernel.game import Act, Config, Seat
from services.satranc import game
from services.satranc.actions import Action
from services.satranc.state import State

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNIGHTS = "g1f3 g8f6 f3g1 f6g8"
"""Four half-moves after which everything stands as before."""


def config(**options: str) -> Config:
    """A table where seat 0 has White unless `options` say otherwise."""
    return Config(options=game.meta.resolve({"colours": "host", **options}))


def at(position: str, **options: str) -> State:
    """The state of a position at such a table."""
    return game.notation.read_position(position, config(**options))


def act(state: State, seat: int, text: str, at_ms: int = 0) -> State:
    """The state after an act in notation."""
    return game.apply(state, Act[Action](Seat(seat), game.notation.read_action(text), at_ms))


def play(state: State, *moves: str) -> State:
    """The state after moves, each by the seat on turn."""
    for move in moves:
        state = act(state, state.turn, move)
    return state
