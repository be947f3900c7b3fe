"""What a seat sees, as the search needs it."""

import chess
import msgspec

from services.satranc.board import Position, position
from services.satranc.bots.mailbox import Mailbox, Move, index
from services.satranc.touch import duty
from services.satranc.view import View


class Seen(msgspec.Struct, frozen=True):
    """The position, the moves that may be played (no touched piece forbids them), the board to search on, the keys of
    the positions that stood on it before and can come again.
    """

    at: Position
    moves: tuple[chess.Move, ...]
    board: Mailbox
    path: tuple[int, ...]


def seen(view: View) -> Seen:
    """What there is to decide on; raises `ValueError` if nobody is on turn."""
    if view.phase != "play":
        raise ValueError(f"nobody decides anything while the phase is {view.phase!r}")
    at = position(view.fen)
    board = Mailbox(position(view.base_fen).board)
    path = []
    for text in view.since:
        path.append(board.key)
        board.make(searched(chess.Move.from_uci(text)))
    due = duty(at, view.touches)
    return Seen(at=at, moves=at.legal if due is None else due, board=board, path=tuple(path))


def searched(move: chess.Move) -> Move:
    """A move as the search has it."""
    return index(move.from_square), index(move.to_square), move.promotion or 0
