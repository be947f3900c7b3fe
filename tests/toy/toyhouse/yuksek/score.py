"""What yüksek is worth."""

from toyhouse.yuksek.state import State

from services.kernel.score import Score


def of(state: State, *, over: bool) -> Score:
    points = tuple(sum(line.points for line in state.ledger if line.seat == seat) for seat in (0, 1))
    if not over:
        return Score(points=points, ledger=state.ledger)
    best = max(points)
    ahead = 1 - state.left if state.left >= 0 else points.index(best)
    drawn = state.left < 0 and points[0] == points[1]
    return Score(
        points=points,
        ledger=state.ledger,
        winners=() if drawn else (ahead,),
        places=(1, 1) if drawn else (1, 2) if ahead == 0 else (2, 1),
    )
