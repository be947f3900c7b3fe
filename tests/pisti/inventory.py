"""What is conserved in pişti (rules, invariant 3)."""

from collections.abc import Iterator

from services.kernel.cards import DECK, Card
from services.pisti.state import Phase, State


def cards(state: State) -> Iterator[Card]:
    """Every card of the game that is being played, wherever it lies."""
    for side in state.sides:
        yield from (*side.hand, *side.won, *(bluff.card for bluff in side.bluffs))
    yield from (*state.stock, *state.start, *state.pile)
    if state.sealed is not None:
        yield state.sealed


def check(state: State) -> None:
    """52 cards over hands, stock, table, captured cards and the hidden bluff card, each once."""
    lying = sorted(cards(state))
    if state.phase in (Phase.DRAWING, Phase.SHUFFLING) or (state.phase is Phase.OVER and not lying):
        assert not lying
    else:
        assert lying == sorted(DECK)
