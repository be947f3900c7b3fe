"""What a seat may do now, listed, counted and tested (the kernel's `Options`). Worked out when it is asked for."""

from collections import Counter
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
from services.satranc.board import placement
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
    yield from (ClaimThreefold(move.uci()) for move in _third_times(state, moves))
    if state.terms.touch_move:
        yield from _touches(state)


def _third_times(state: State, moves: tuple[chess.Move, ...]) -> Iterator[chess.Move]:
    """The moves that bring a position up for the third time or more: one that has stood there twice on the other side's
    turn. Few moves come near one, and only those are played out.
    """
    twice = [key for key, times in Counter(state.keys[-2::-2]).items() if times >= TIMES - 1]
    if not twice:
        return
    at = state.position
    aims = [placement(key) for key in twice]
    for move in moves:
        man = at.board.piece_at(move.from_square)
        near = any(aim.piece_at(move.to_square) == man and not aim.piece_at(move.from_square) for aim in aims)
        if near and times_after(state, at.after(move)) >= TIMES:
            yield move


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
