"""What is conserved in Elli Bir (rules, invariant 2)."""

from collections import Counter
from collections.abc import Iterator

from services.ellibir.cards import PACK, Piece, shown_at
from services.ellibir.state import Phase, State


def cards(state: State) -> Iterator[Piece]:
    """Every card of the round that is being played, wherever it lies."""
    yield from state.stock
    for player in state.players:
        yield from player.hand
    yield from (thrown.card for thrown in state.discards if thrown.taken is None)
    yield from (shown_at(place) for laid in state.melds for place in laid.meld.places)


def check(state: State) -> None:
    """106 cards over hands, stock, discards and melds, every card twice, and what is known to be in a hand is there."""
    lying = Counter(cards(state))
    assert lying == (Counter(PACK) if state.in_round or state.phase is Phase.CUT else Counter())
    for player in state.players:
        assert Counter(player.shown) <= Counter(player.hand)
        assert set(player.bound) <= set(player.shown)
        assert player.hand or not state.in_round
