"""What is conserved in batak (rules, invariant 4)."""

from collections import Counter

from services.batak.state import Phase, State
from services.kernel.cards import DECK


def check(state: State) -> None:
    """Every card is once in a hand or in a trick of the hand, and the tricks taken are the tricks that lie there."""
    if state.phase not in (Phase.BID, Phase.PLAY):
        return
    tricks = (*state.tricks, *((state.trick,) if state.trick else ()))
    cards = Counter(card for hand in (*state.hands, *(trick.cards for trick in tricks)) for card in hand)
    assert cards == Counter(DECK)
    assert sum(state.won) == len(state.tricks)
