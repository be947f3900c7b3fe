"""What a seat may do now, listed, counted and tested (the kernel's `Options`). Worked out when it is asked for."""

from collections.abc import Iterator
from functools import cached_property

import chess

from services.kernel.refusal import Illegal
from services.satranc.actions import (
    AcceptDraw,
    Action,
    Adjust,
    ClaimFifty,
    ClaimThreefold,
    DeclineDraw,
    OfferDraw,
    PlayMove,
    Resign,
    Touch,
    TouchBoth,
)
from services.satranc.draws import TIMES, times_after
from services.satranc.endings import FIFTY_PLIES
from services.satranc.rules import act
from services.satranc.state import State
from services.satranc.touch import duty


class SeatOptions:
    """The legal actions of a seat: moves first, resigning last. Of touches that bind alike, one is listed; squares that
    are adjusted at once are listed one by one.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        state, seat = self._state, self._seat
        if not state.is_played or seat not in (0, 1):
            return ()
        return (*(_of_turn(state) if state.turn == seat else ()), *_of_any_time(state, seat))

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            act(self._state, self._seat, action, self._state.clocks.now)
        except Illegal:
            return False
        return True


def _of_turn(state: State) -> Iterator[Action]:
    """What only the seat on turn may do."""
    at = state.position
    due = duty(at, state.touches)
    moves = at.legal if due is None else due
    yield from (PlayMove(move.uci()) for move in moves)
    if at.quiet_plies >= FIFTY_PLIES:
        yield ClaimFifty()
    if state.repetitions >= TIMES:
        yield ClaimThreefold()
    if _is_near_repetition(state):
        yield from (ClaimThreefold(move.uci()) for move in moves if times_after(state, at.after(move)) >= TIMES)
    if state.terms.touch_move:
        yield from _touches(state)


def _is_near_repetition(state: State) -> bool:
    """True if a position of the other side's turn has stood there twice: only such a one can come a third time now."""
    theirs = state.keys[-2::-2]
    return len(set(theirs)) < len(theirs)


def _touches(state: State) -> Iterator[Action]:
    board = state.position.board
    squares = [chess.square_name(square) for square in chess.SquareSet(board.occupied)]
    free = [square for square in squares if square not in state.adjusted]
    yield from (Touch(square) for square in free if (square,) not in state.touches)
    king = board.king(board.turn)
    assert king is not None
    pairs = [(chess.square_name(king), chess.square_name(rook)) for rook in board.pieces(chess.ROOK, board.turn)]
    for pair in pairs:
        if pair not in state.touches and not set(pair) & set(state.adjusted):
            yield TouchBoth(*pair)
    yield from (Adjust((square,)) for square in free)


def _of_any_time(state: State, seat: int) -> Iterator[Action]:
    """What either seat may do, in turn or not."""
    if state.offer is None and not state.wait[seat]:
        yield OfferDraw()
    if state.offer == 1 - seat:
        yield AcceptDraw()
        yield DeclineDraw()
    yield Resign()
