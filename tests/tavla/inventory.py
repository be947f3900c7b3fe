"""What is conserved in tavla (rules, invariant 10)."""

from services.tavla.state import State


def check(state: State) -> None:
    """Every side has its 15 checkers (Hiper 3) on points, bars or off, pinned ones included."""
    checkers = 3 if state.match.terms.variant == "hiper" else 15
    assert [sum(side) for side in state.sides] == [checkers, checkers]
