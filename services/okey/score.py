"""Points so far, the ledger that explains them, and who has won. The fewest points are the best (rules 0.3, 8.14)."""

from services.kernel.score import LedgerLine, Score
from services.kernel.tricks import SEATS
from services.okey.counting import totals as counted
from services.okey.state import Phase, State, partner_of


def ledger(state: State) -> tuple[LedgerLine, ...]:
    """Every line so far, those of the hand that is being played last."""
    over = (line for result in state.results for line in result.lines)
    return (*over, *(state.hand.fines if state.hand is not None else ()))


def totals(state: State) -> tuple[int, ...]:
    """The points of every seat."""
    return counted(ledger(state))


def score(state: State) -> Score:
    """Where the match stands.

    The lowest total wins, of partners their sum; equal totals rank equal (8.13, 8.14). In the
    tournament the team of who left ranks behind the other, whatever the totals (10.8).
    """
    lines = ledger(state)
    points = counted(lines)
    if state.phase is not Phase.OVER:
        return Score(points, lines)
    standing = [_standing(state, points, seat) for seat in range(SEATS)]
    places = tuple(1 + sum(other < own for other in standing) for own in standing)
    winners = tuple(seat for seat in range(SEATS) if places[seat] == 1 and not standing[seat][0])
    if len(winners) == SEATS and state.terms.partners:
        winners = ()  # a drawn match has no winner
    return Score(points, lines, winners=winners, places=places)


def _standing(state: State, points: tuple[int, ...], seat: int) -> tuple[bool, int]:
    """Whether the seat's side has lost by leaving (10.8), and its total; the lower the better."""
    side = (seat, partner_of(seat)) if state.terms.partners else (seat,)
    return state.left in side, sum(points[one] for one in side)
