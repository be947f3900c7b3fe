"""The end of a hand: by a finish, with the stock, or void; and what follows (rules 8.9, 8.10, 8.14, 10.1, 10.3)."""

from msgspec.structs import replace

from services.kernel.game import Seat
from services.kernel.score import LedgerLine
from services.kernel.tricks import seat_after
from services.okey.actions import Onto
from services.okey.changes import off_rack, with_hand
from services.okey.counting import count, team_totals
from services.okey.happenings import HandEnded, HandFinished
from services.okey.results import Finish, HandResult, Opened
from services.okey.state import Hand, Phase, Shown, State
from services.okey.tiles import Tile
from services.okey.worth import left_worth


def finished(state: State, seat: Seat, tiles: tuple[Tile, ...], onto: Onto, kinds: tuple[Finish, ...]) -> State:
    """The seat goes out with these tiles."""
    hand, _ = state.playing
    after = with_hand(state, off_rack(hand, seat, tiles), HandFinished(seat, tiles, onto))
    return _over(after, seat, kinds)


def stock_out(state: State) -> State:
    """The stock is used up, and nobody has finished (rules 8.10)."""
    return _over(state, None, ())


def all_pairs(state: State) -> bool:
    """True if all four have opened with pairs in the tournament: the hand is void (rules 10.3)."""
    hand, _ = state.playing
    return state.terms.tournament and all(opened is Opened.PAIRS for opened in hand.opened)


def unless_void(state: State) -> State:
    """The match after a commit, which may have been the fourth opening with pairs."""
    return voided(state) if all_pairs(state) else state


def voided(state: State) -> State:
    """The hand counts for nothing, its fines included; the same dealer deals again (rules 10.3)."""
    hand, _ = state.playing
    back = (LedgerLine(line.seat, -line.points, "HAND_VOID", "10.3") for line in hand.fines)
    return _closed(state, hand, HandResult(None, (), (*hand.fines, *back), void=True))


def _over(state: State, finisher: Seat | None, kinds: tuple[Finish, ...]) -> State:
    hand, _ = state.playing
    lines = (*hand.fines, *count(hand, state.terms, finisher, kinds))
    return _closed(state, hand, HandResult(finisher, kinds, lines))


def _closed(state: State, hand: Hand, result: HandResult) -> State:
    """The hand is written down; the next is dealt, or the match is over."""
    shown = _shown(hand, state)
    ended = HandEnded(state.number, result, shown.racks, shown.counts)
    after = replace(
        state,
        phase=Phase.DEAL,
        hand=None,
        results=(*state.results, result),
        last=shown,
        starter=state.starter if result.void else seat_after(state.starter),
        happened=(*state.happened, ended),
    )
    return replace(after, phase=Phase.OVER, starter=state.starter) if _decided(after, hand) else after


def _decided(state: State, hand: Hand) -> bool:
    """True if the hand that has just ended was the last of the match.

    10.1: a tied match of the tournament goes on hand by hand. One in which nobody did anything any more is not played
    on for ever: it stays tied.
    """
    if state.counted < state.terms.hands:
        return False
    return not tied(state) or (state.counted > state.terms.hands and not hand.acted)


def tied(state: State) -> bool:
    """True if a match of the tournament stands equal."""
    totals = team_totals(state.results)
    return state.terms.tournament and totals[0] == totals[1]


def broken_off(state: State) -> State:
    """The match is over in the middle of a hand; its fines stay."""
    over = replace(state, phase=Phase.OVER, hand=None)
    if state.hand is None:
        return over
    result = HandResult(None, (), state.hand.fines, void=True)
    return replace(over, results=(*state.results, result), last=_shown(state.hand, state))


def _shown(hand: Hand, state: State) -> Shown:
    return Shown(hand.racks, tuple(left_worth(rack, hand.okey, state.terms) for rack in hand.racks))
