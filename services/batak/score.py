"""Points so far, the ledger that explains them, and who has won."""

from collections.abc import Iterator

from services.batak.results import HandResult, reason, worth
from services.batak.state import Phase, State
from services.kernel.score import LedgerLine, Score
from services.kernel.tricks import SEATS


def totals(state: State) -> tuple[int, ...]:
    """The points of every seat."""
    limit = state.terms.over_limit
    return tuple(
        sum(worth(result.bids[seat], result.won[seat], limit) for result in state.results) for seat in range(SEATS)
    )


def lines(result: HandResult, over_limit: int) -> tuple[LedgerLine, ...]:
    """The ledger of a hand: a line for each seat."""
    return tuple(
        LedgerLine(seat, worth(bid, won, over_limit), reason(bid, won, over_limit), "7.4")
        for seat, (bid, won) in enumerate(zip(result.bids, result.won, strict=True))
    )


def score(state: State) -> Score:
    """Where the match stands.

    The highest total wins; equal seats rank equal (rules 7.5).
    """
    points = totals(state)
    ledger = tuple(_ledger(state))
    if state.phase is not Phase.OVER:
        return Score(points, ledger)
    places = tuple(1 + sum(other > own for other in points) for own in points)
    winners = tuple(seat for seat in range(SEATS) if places[seat] == 1)
    return Score(points, ledger, winners=winners, places=places)


def _ledger(state: State) -> Iterator[LedgerLine]:
    for result in state.results:
        yield from lines(result, state.terms.over_limit)
