"""Draws that somebody asks for: claims, and offers with their answers (rules 4.4, 4.6)."""

from typing import Final

from msgspec.structs import replace

from services.kernel.refusal import Illegal
from services.satranc.actions import AcceptDraw, DeclineDraw, OfferDraw
from services.satranc.board import Position
from services.satranc.clocks import noted
from services.satranc.endings import FIFTY_PLIES, over
from services.satranc.happenings import DrawAnswered, DrawClaimed, DrawOffered
from services.satranc.moving import allowed
from services.satranc.score import AGREED, FIFTY, THREEFOLD
from services.satranc.state import Ending, State

WAIT: Final = 3  # own moves between two offers of one player (rules 4.6)
TIMES: Final = 3


# -- claims ------------------------------------------------------------------------------------------------------------


def claim_fifty(state: State, at_ms: int) -> State:
    """A draw if each side has made fifty moves without capture or pawn move; raises `Illegal`."""
    have = state.position.quiet_plies
    if have < FIFTY_PLIES:
        raise Illegal("CLAIM_WRONG", claim="claim50", have=have, need=FIFTY_PLIES)
    return over(state, Ending(FIFTY, None), (DrawClaimed(state.turn, "fifty"),), at_ms)


def claim_threefold(state: State, text: str, at_ms: int, *, san: bool) -> State:
    """A draw if the position has stood there three times, or would with the announced move; raises `Illegal`.

    A wrong claim changes nothing: the announced move is not played (rules 4.6).
    """
    written = ""
    have = state.repetitions
    if text:
        move = allowed(state, text, san=san)
        written = state.position.san(move)
        have = times_after(state, state.position.after(move))
    if have < TIMES:
        raise Illegal("CLAIM_WRONG", claim="claimThreefold", have=have, need=TIMES)
    return over(state, Ending(THREEFOLD, None), (DrawClaimed(state.turn, "threefold", written),), at_ms)


def times_after(state: State, after: Position) -> int:
    """How often the position after a move would have stood on the board."""
    return 1 + (state.keys.count(after.key) if after.quiet_plies else 0)


# -- offers ------------------------------------------------------------------------------------------------------------


def agreed(state: State, seat: int, action: OfferDraw | AcceptDraw | DeclineDraw, at_ms: int) -> State:
    """Offers a draw, or answers the other player's offer; raises `Illegal`."""
    match action:
        case OfferDraw():
            return _offer(state, seat, at_ms)
        case AcceptDraw():
            return _answer(state, seat, at_ms, accepted=True)
        case DeclineDraw():
            return _answer(state, seat, at_ms, accepted=False)


def _offer(state: State, seat: int, at_ms: int) -> State:
    if state.offer is not None:
        raise Illegal("OFFER_OPEN")
    if state.wait[seat]:
        raise Illegal("OFFER_TOO_SOON", moves=state.wait[seat])
    wait = (WAIT, state.wait[1]) if seat == 0 else (state.wait[0], WAIT)
    clocks = noted(state.clocks, at_ms)
    return replace(state, offer=seat, wait=wait, clocks=clocks, happened=(DrawOffered(seat),))


def _answer(state: State, seat: int, at_ms: int, *, accepted: bool) -> State:
    if state.offer != 1 - seat:
        raise Illegal("NO_OFFER")
    happened = (DrawAnswered(seat, accepted=accepted),)
    if accepted:
        return over(state, Ending(AGREED, None), happened, at_ms)
    return replace(state, offer=None, clocks=noted(state.clocks, at_ms), happened=happened)
