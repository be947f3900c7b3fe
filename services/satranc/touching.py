"""The public acts of touch-move, by the player on turn and before his move (rules 4.3)."""

import chess
from msgspec.structs import replace

from services.kernel.refusal import Illegal
from services.satranc.actions import SQUARE, Adjust, Touch, TouchBoth
from services.satranc.clocks import noted
from services.satranc.happenings import PiecesTouched
from services.satranc.state import State


def require_turn(state: State, seat: int) -> None:
    """Raises unless `seat` is on turn."""
    if state.turn != seat:
        raise Illegal("NOT_YOUR_TURN")


def touched(state: State, seat: int, action: Touch | TouchBoth | Adjust, at_ms: int) -> State:
    """Pieces are touched or adjusted; raises `Illegal`."""
    if not state.terms.touch_move:
        raise Illegal("TOUCH_OFF")
    require_turn(state, seat)
    match action:
        case Touch(square=square):
            _require_piece(state, square)
            return _touched(state, seat, (square,), at_ms)
        case TouchBoth(king=king, rook=rook):
            _require_own(state, king, chess.KING)
            _require_own(state, rook, chess.ROOK)
            return _touched(state, seat, (king, rook), at_ms)
        case Adjust(squares=squares):
            return _adjusted(state, seat, squares, at_ms)


def _adjusted(state: State, seat: int, squares: tuple[str, ...], at_ms: int) -> State:
    for square in squares:
        _require_piece(state, square)
    adjusted = tuple(dict.fromkeys((*state.adjusted, *squares)))
    happened = (PiecesTouched(seat, squares, adjusting=True),)
    return replace(state, adjusted=adjusted, clocks=noted(state.clocks, at_ms), happened=happened)


def _touched(state: State, seat: int, squares: tuple[str, ...], at_ms: int) -> State:
    """What was adjusted before, or touched in the same way before, makes no new duty."""
    binding = tuple(square for square in squares if square not in state.adjusted)
    touches = state.touches if not binding or binding in state.touches else (*state.touches, binding)
    happened = (PiecesTouched(seat, squares),)
    return replace(state, touches=touches, clocks=noted(state.clocks, at_ms), happened=happened)


def _require_piece(state: State, square: str) -> None:
    if not SQUARE.fullmatch(square) or state.position.board.piece_at(chess.parse_square(square)) is None:
        raise Illegal("NOTHING_THERE", square=square)


def _require_own(state: State, square: str, kind: chess.PieceType) -> None:
    _require_piece(state, square)
    board = state.position.board
    if board.piece_at(chess.parse_square(square)) != chess.Piece(kind, board.turn):
        raise Illegal("NO_PIECE_THERE", where=square)
