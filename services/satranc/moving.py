"""A move is played (rules 4.2, 4.3)."""

import chess

from services.kernel.refusal import Illegal
from services.satranc.board import Position
from services.satranc.clocks import pressed
from services.satranc.endings import ending_of, over
from services.satranc.happenings import DrawAnswered, Happening, MovePlayed
from services.satranc.judging import choice, judged, turkish
from services.satranc.state import State
from services.satranc.touch import duty


def play(state: State, text: str, at_ms: int, *, san: bool) -> State:
    """The match after the move of the seat on turn; raises `Illegal`."""
    move = allowed(state, text, san=san)
    at, seat = state.position, state.turn
    written, after = at.san(move), at.after(move)
    clocks = pressed(state, at_ms)
    number = at.board.fullmove_number
    happened: tuple[Happening, ...] = (MovePlayed(seat, number, move.uci(), written, clocks.left[seat]),)
    offer = state.offer
    if offer == 1 - seat:  # 4.6: moving instead of answering
        offer = None
        happened = (*happened, DrawAnswered(seat, accepted=False, by_moving=True))
    quiet = after.quiet_plies > 0
    wait = state.wait
    if wait[seat]:
        wait = (wait[0] - 1, wait[1]) if seat == 0 else (wait[0], wait[1] - 1)
    moved = State(
        terms=state.terms,
        clocks=clocks,
        white=state.white,
        start=state.start,
        base=state.base if quiet else after.fen,
        since=(*state.since, move.uci()) if quiet else (),
        keys=(*state.keys, after.key) if quiet else (after.key,),
        fen=after.fen,
        last=move.uci(),
        moves=(*state.moves, written),
        captured=_captured(state, at, move),
        offer=offer,
        wait=wait,
        happened=happened,
    )
    ending = ending_of(after, moved.keys, state.terms, seat)
    return moved if ending is None else over(moved, ending, happened, at_ms)


def allowed(state: State, text: str, *, san: bool) -> chess.Move:
    """The move that is meant, if it is legal and no touched piece forbids it; raises `Illegal`."""
    at = state.position
    move = judged(at, text, san=san)
    due = duty(at, state.touches)
    if due is not None and move not in due:
        written = at.san(move)
        raise Illegal("TOUCH_DUTY", move=written, move_tr=turkish(written), **choice(at, due))
    return move


def _captured(state: State, at: Position, move: chess.Move) -> tuple[str, str]:
    """What each seat has taken, after the move."""
    square = at.captured(move)
    if square is None:
        return state.captured
    piece = at.board.piece_at(square)
    assert piece is not None
    first, second = state.captured
    taken = piece.symbol().lower()
    return (first + taken, second) if state.turn == 0 else (first, second + taken)
