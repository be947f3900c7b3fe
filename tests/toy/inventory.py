"""What is conserved in yüksek."""

from toyhouse.yuksek.state import CARDS, State


def check(state: State) -> None:
    """No card lies in two places; before the first trick of a hand all of them are there."""
    lying = [*state.hands[0], *state.hands[1], *state.stock, *(c for c in state.sealed if c >= 0)]
    assert len(set(lying)) == len(lying)
    assert len(lying) <= CARDS
