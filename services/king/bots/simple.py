"""Kolay's cards: a few plain rules that everybody is taught first."""

from typing import Final

from services.kernel.draws import Draws
from services.king.bots.table import RANKS, Table, bits

# In this part of its decisions kolay takes whatever is at hand.
CARELESS: Final = 0.12


def plain(table: Table, legal: int, draws: Draws) -> int:
    """Under the highest card where that can be, the highest card away where one cannot follow, low cards to lead."""
    cards = sorted(bits(legal), key=lambda card: (card % RANKS, card))
    if draws.random() < CARELESS:
        return cards[draws.randrange(len(cards))]
    return _gains(table, cards) if table.trump >= 0 else _avoids(table, cards)


def _avoids(table: Table, cards: list[int]) -> int:
    if not table.trick:
        return cards[0]
    led = table.trick[0] // RANKS
    following = [card for card in cards if card // RANKS == led]
    if not following:
        return cards[-1]
    top = table.top(led)
    under = [card for card in following if card < top]
    if under:
        return under[-1]
    return following[-1] if len(table.trick) == 3 else following[0]


def _gains(table: Table, cards: list[int]) -> int:
    if not table.trick:
        return cards[-1]
    best = table.winning()
    suit = best // RANKS
    takes = [card for card in cards if (card > best if card // RANKS == suit else card // RANKS == table.trump)]
    return takes[0] if takes else cards[0]
