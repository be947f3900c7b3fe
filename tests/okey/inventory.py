"""What is conserved in okey (rules, invariants 1 and 15)."""

from collections import Counter

from services.okey.groups import tiles_of
from services.okey.state import Hand, State
from services.okey.tiles import COPIES, KINDS, Tile

ALL = Counter(dict.fromkeys(KINDS, COPIES))


def tiles(hand: Hand) -> Counter[Tile]:
    """Every tile of a hand, wherever it lies."""
    there = Counter([hand.indicator, *hand.stock])
    for rack in (*hand.racks, *hand.piles):
        there.update(rack)
    for laid in hand.melds:
        there.update(tiles_of(laid.meld, hand.okey))
    for group in hand.turn.groups:
        there.update(piece.tile for piece in group)
    return there


def check(state: State) -> None:
    """All 106 tiles are there, each kind twice; everybody has a tile to discard; nothing is seen that is not there."""
    hand = state.hand
    if hand is None:
        return
    assert tiles(hand) == ALL
    assert all(hand.racks)
    assert list(hand.stock[len(hand.stock) - hand.buried :]) == [Tile.FALSE_OKEY] * hand.buried
    for rack, seen, taken in zip(hand.racks, hand.seen, hand.taken, strict=True):
        assert Counter(seen) <= Counter(rack)
        assert Counter(taken) <= Counter(seen)
    drawn = hand.turn.drawn
    assert drawn is None or not hand.turn.side
