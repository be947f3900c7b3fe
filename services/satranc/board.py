"""Positions on the board: read once, looked at by everybody, never changed.

Moves, attacks and notation are python-chess's. A position stands in the state as its FEN, in which an en passant square
is written only where such a capture is legal; so the FEN without its two counters is what "same position" compares
(rules 4.4).
"""

from functools import cached_property, lru_cache
from typing import Final

import chess

START: Final = chess.STARTING_FEN
_KEPT: Final = 4_096


class Position:
    """One position. What is asked for is worked out once."""

    def __init__(self, board: chess.Board, fen: str) -> None:
        """`board` belongs to the position from now on: nobody may move on it."""
        self.board = board
        self.fen = fen

    @cached_property
    def legal(self) -> tuple[chess.Move, ...]:
        """The legal moves by square, as UCI text would sort them."""
        return tuple(sorted(self.board.generate_legal_moves(), key=_by_square))

    @cached_property
    def has_move(self) -> bool:
        return next(iter(self.board.generate_legal_moves()), None) is not None

    @cached_property
    def in_check(self) -> bool:
        return self.board.is_check()

    @property
    def key(self) -> str:
        """The same for the same position, and for no other (rules 4.4)."""
        return key_of(self.fen)

    @property
    def quiet_plies(self) -> int:
        """Half-moves since the last capture or pawn move."""
        return self.board.halfmove_clock

    def is_legal(self, move: chess.Move) -> bool:
        return self.board.is_legal(move)

    def san(self, move: chess.Move) -> str:
        """A legal move in Standard Algebraic Notation."""
        return self.board.san(move)

    def after(self, move: chess.Move) -> "Position":
        """The position after a legal move."""
        board = self.board.copy(stack=False)
        board.push(move)
        fen = board.fen(en_passant="legal")
        return _keep(fen, board)

    def captured(self, move: chess.Move) -> int | None:
        """The square of the piece that a legal move takes; not the target's where it takes en passant."""
        if not self.board.is_capture(move):
            return None
        if self.board.is_en_passant(move):
            return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        return move.to_square


_known: dict[str, Position] = {}


def position(fen: str) -> Position:
    """The position of a FEN that `Position.fen` or `read_fen` gave."""
    found = _known.get(fen)
    return found if found is not None else _keep(fen, chess.Board(fen))


def read_fen(text: str) -> Position:
    """The position of a FEN that somebody wrote; raises `ValueError` for what is no position that can be played."""
    try:
        board = chess.Board(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a FEN: {error}") from None
    problem = board.status() & ~(chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_TOO_MANY_CHECKERS)
    if problem:
        raise ValueError(f"{text!r} cannot be played: {problem!r}")
    return position(board.fen(en_passant="legal"))


@lru_cache(maxsize=1_024)
def placement(key: str) -> chess.BaseBoard:
    """The men of a position by its key."""
    return chess.BaseBoard(key.partition(" ")[0])


def key_of(fen: str) -> str:
    """A FEN without its counters."""
    return fen.rsplit(" ", 2)[0]


def _keep(fen: str, board: chess.Board) -> Position:
    """Remembers the position for whoever asks next. What is forgotten is only worked out again."""
    made = Position(board, fen)
    while len(_known) >= _KEPT:
        try:
            del _known[next(iter(_known))]
        except (KeyError, StopIteration, RuntimeError):
            break  # another thread forgot it first
    _known[fen] = made
    return made


def _by_square(move: chess.Move) -> tuple[int, int, int]:
    return move.from_square, move.to_square, -(move.promotion or 0)
