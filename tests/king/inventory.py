"""What is conserved in King."""

from services.kernel.cards import DECK
from services.king.state import Phase, State


def check(state: State) -> None:
    """All 52 cards lie in hands and tricks while a hand is played; rights and uses add up to what is left to play."""
    lying = [card for hand in state.hands for card in hand]
    lying += [card for trick in (*state.tricks, state.trick) for card in trick.cards]
    assert sorted(lying) == (sorted(DECK) if state.phase in (Phase.CHOOSING, Phase.PLAYING) else [])
    if state.phase is Phase.PLAYING:
        leader = state.trick.leader
        sizes = {len(hand) for hand in state.hands}
        assert max(sizes) - min(sizes) <= 1
        assert len(state.hands[leader]) == 13 - len(state.tricks) - bool(state.trick.cards)
    assert len(state.chart) <= state.terms.length
