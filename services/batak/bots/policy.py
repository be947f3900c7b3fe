"""Which card a sensible player puts down: `orta` plays so, and `usta` lets everybody play so when it looks ahead.

A seat takes tricks while its bid needs them, and ducks once it is made and another trick could sink it.
"""

from typing import Final

from services.batak.bots.masks import PLAIN, SPADES, SUIT_OF, SUITS, lowest, top

TAKE: Final = True
DUCK: Final = False


def mood(bid: int, won: int, left: int, over_limit: int) -> bool:
    """TAKE or DUCK, with `left` tricks to come, the one being played included."""
    if bid == 0:
        return won > 0  # a broken nil costs the same whatever follows: then it gets in the others' way
    need = bid - won
    if need > 0:
        return True
    # Made: more tricks are a point each as long as even all that are left would not sink it.
    return won + left < bid + over_limit


def lead(legal: int, others: int, taking: bool) -> int:
    """The card to lead of those that may be; `others` are all cards that the seat does not see."""
    if taking:
        for suit in SUITS:
            mine = legal & suit
            # A card that nobody can beat in its suit; the plain suits first, before they are ruffed.
            if mine and mine > others & suit:
                return 1 << (mine.bit_length() - 1)
        return lowest(legal & PLAIN or legal)
    return _low_lead(legal, others)


def _low_lead(legal: int, others: int) -> int:
    """A lead that somebody else is likely to take: the lowest card of the suit in which most of the others' cards are
    higher than it."""
    best, most = 0, -99.0
    for suit in SUITS:
        mine = legal & suit
        if mine:
            low, out = mine & -mine, others & suit
            higher = (out & -(low << 1)).bit_count()
            # Beaten by many, and by all that are out; a suit that nobody else has is only taken by a ruff.
            beaten = 2 * higher - out.bit_count() if out else -13
            if beaten - mine.bit_count() / 4 > most:
                best, most = low, beaten - mine.bit_count() / 4
    return best


def follow(winning: int, losing: int, others: int, taking: bool, last: bool, third: bool) -> int:
    """The card to put on a trick; the arguments as `masks.answers` gives them, `others` the cards not seen."""
    if taking:
        if not winning:
            return _thrown_away(losing)
        if last:
            return winning & -winning
        high = 1 << (winning.bit_length() - 1)
        suit = SUIT_OF[high.bit_length()]
        if others & suit < high:  # nobody can beat it in its suit
            return high if suit != SPADES or not losing else winning & -winning
        if losing and not third:
            return _thrown_away(losing)
        return high if third else winning & -winning
    if losing:
        return top(losing)
    return 1 << (winning.bit_length() - 1) if last else winning & -winning


def _thrown_away(losing: int) -> int:
    """The card that is missed least: a low one, and no spade if it can be helped."""
    return lowest(losing & PLAIN or losing)
