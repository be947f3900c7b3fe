"""Satranç: what may be done when, and what then happens.

Source      RULES.md of this folder, clause 4, which follows the rule texts named in `meta.META.sources`.
Phases      the lot for the colours (with `colours=random`) -> moves by turns -> over. Offers, answers and resignations
            may come from either seat at any time in between.
Options     colours random, touchMove off, autoDraws on, clock none.
House rules where the sources are silent: White's clock runs from the beginning of the match; an act that comes when
            the flag has fallen is the flag's fall; a claim announces a move that the duty of touched pieces allows;
            giving up and leaving lose even against a bare king.
Not here    dead positions beyond the list of 4.4; S0:146 (nobody claims a touched piece: the server enforces it);
            a swap of colours between matches, for a match knows no other.
"""

from typing import Final

from msgspec.structs import replace

from services.kernel.game import Chance, Decide, LapseCause, Over, Pending, Roll, Seat
from services.kernel.refusal import Illegal
from services.satranc import draws, touching
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
from services.satranc.clocks import begun, flag_at
from services.satranc.endings import over
from services.satranc.happenings import ColoursDrawn, SeatLeft
from services.satranc.material import cannot_mate
from services.satranc.moving import play
from services.satranc.score import FLAG, FLAG_DRAWN, LEFT, RESIGNED
from services.satranc.state import Ending, State
from services.satranc.terms import Terms
from services.satranc.touching import require_turn

LOT: Final = Roll(count=1, sides=2)
_DUE: Final = (frozenset({Seat(0)}), frozenset({Seat(1)}))


# -- beginning ---------------------------------------------------------------------------------------------------------


def new_match(terms: Terms) -> State:
    """The match before anything has happened."""
    return State(terms=terms, clocks=begun(terms.clock), white=0 if terms.host_is_white else None)


def pending(state: State) -> Pending:
    """What the match waits for: the lot, or the move of the seat on turn."""
    if state.ending is not None:
        return Over(state.ending.cause)
    if state.white is None:
        return Chance(LOT)
    # An offer or an answer in between makes nobody's move late; the next half-move does.
    return Decide(_DUE[state.turn], question=state.position.board.ply())


def draw_lot(state: State, outcome: tuple[int, ...]) -> State:
    """The colours are drawn (rules 4.1): 1 gives White to seat 0, 2 to seat 1; else raises `ValueError`."""
    if state.white is not None or outcome not in ((1,), (2,)):
        raise ValueError(f"{outcome} is not an answer to the lot")
    white = outcome[0] - 1
    return replace(state, white=white, happened=(ColoursDrawn(white),))


# -- acts --------------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action, at_ms: int) -> State:
    """The match after a seat's decision; raises `Illegal`. From the flag's fall on, it is that which happens (4.7)."""
    if seat not in (0, 1):
        raise Illegal("NOT_YOUR_TURN")
    if not state.is_played:
        raise Illegal("WRONG_PHASE")
    if at_ms >= flag_at(state):
        return flag_fall(state, at_ms)
    match action:
        case PlayMove() | ClaimFifty() | ClaimThreefold():
            return _in_turn(state, seat, action, at_ms)
        case OfferDraw() | AcceptDraw() | DeclineDraw():
            return draws.agreed(state, seat, action, at_ms)
        case Resign():
            return over(state, Ending(RESIGNED, 1 - seat), (), at_ms)
        case Touch() | TouchBoth() | Adjust():
            return touching.touched(state, seat, action, at_ms)


def _in_turn(state: State, seat: int, action: PlayMove | ClaimFifty | ClaimThreefold, at_ms: int) -> State:
    require_turn(state, seat)
    match action:
        case PlayMove(move=move, san=san):
            return play(state, move, at_ms, san=san)
        case ClaimFifty():
            return draws.claim_fifty(state, at_ms)
        case ClaimThreefold(move=move, san=san):
            return draws.claim_threefold(state, move, at_ms, san=san)


# -- time and absence --------------------------------------------------------------------------------------------------


def lapse(state: State, seat: int, cause: LapseCause, at_ms: int) -> State:
    """A seat let its time run out, or left (rules 4.7); raises `Illegal` where nothing lapses."""
    if not state.is_played:
        if state.ending is None and cause is LapseCause.LEFT:  # before the lot
            return over(state, Ending(LEFT, 1 - seat), (SeatLeft(seat),), at_ms)
        raise Illegal("WRONG_PHASE")
    if at_ms >= flag_at(state):
        return flag_fall(state, at_ms)
    if cause is LapseCause.LEFT:
        return over(state, Ending(LEFT, 1 - seat), (SeatLeft(seat),), at_ms)
    require_turn(state, seat)
    return flag_fall(state, at_ms)


def flag_fall(state: State, at_ms: int) -> State:
    """The time of the seat on turn is over: it loses, unless its opponent cannot mate (rules 4.7)."""
    seat, at_ms = state.turn, max(at_ms, flag_at(state))  # who is told to lapse earlier has no time left either
    if state.terms.clock.absence:
        return over(state, Ending(LEFT, 1 - seat), (SeatLeft(seat),), at_ms)
    board = state.position.board
    if cannot_mate(board, not board.turn):
        return over(state, Ending(FLAG_DRAWN, None), (), at_ms)
    return over(state, Ending(FLAG, 1 - seat), (), at_ms)
