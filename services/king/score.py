"""The sheet of King: points from the chart, and who has won (rules 5.8, 5.10)."""

from collections.abc import Sequence

from services.kernel.score import GameResult, LedgerLine, Score
from services.kernel.tricks import SEATS
from services.king.contracts import EACH, REASONS, Contract
from services.king.happenings import HandLine
from services.king.state import Ending, State
from services.king.terms import LONG, Terms

PLAYED_OUT = "played_out"
KING = "king"
KING_TRICKS = 10
"""So many tricks in one trump hand are King (rules 5.10)."""


def totals(chart: Sequence[HandLine]) -> tuple[int, ...]:
    """The points of every seat so far."""
    return tuple(sum(line.points[seat] for line in chart) for seat in range(SEATS))


def columns(chart: Sequence[HandLine]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sheet's two columns by seat: what penalties cost, what trump hands earned (rules 5.8)."""
    minus = totals([line for line in chart if line.contract is not Contract.KOZ])
    plus = totals([line for line in chart if line.contract is Contract.KOZ])
    return minus, plus


def ending_after(terms: Terms, chart: Sequence[HandLine]) -> Ending | None:
    """How the match ends with the last line of the chart; None if it goes on (rules 5.10)."""
    last = chart[-1]
    if terms.ten_tricks and last.contract is Contract.KOZ:
        best = max(last.points)
        if best >= KING_TRICKS * EACH[Contract.KOZ]:
            return Ending(KING, (last.points.index(best),))
    if len(chart) < terms.length:
        return None
    return Ending(PLAYED_OUT, _winners(terms, totals(chart)))


def _winners(terms: Terms, points: Sequence[int]) -> tuple[int, ...]:
    """Who has won a match that was played to its end."""
    if terms.length != LONG:
        best = max(points)
        return tuple(seat for seat in range(SEATS) if points[seat] == best)
    return tuple(seat for seat in range(SEATS) if points[seat] > 0 or (points[seat] == 0 and terms.zero_wins))


def score(state: State) -> Score:
    """Where the match stands."""
    chart, ending = state.chart, state.ending
    points = totals(chart)
    ledger = tuple(
        LedgerLine(seat, worth, REASONS[line.contract], "5.3")
        for line in chart
        for seat, worth in enumerate(line.points)
        if worth
    )
    if ending is None:
        return Score(points, ledger)
    games = (GameResult(1, ending.winners, points, ending.cause),)
    return Score(points, ledger, games, ending.winners, _places(points, ending.winners))


def _places(points: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """All winners are first; the others follow by their points."""
    ranks = [(1, 0) if seat in winners else (0, points[seat]) for seat in range(SEATS)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
