"""What melds and tiles are worth (rules 8.6, 8.7, 8.11)."""

from collections.abc import Iterable
from functools import cache

from services.kernel.melds import Kind, Meld
from services.okey.terms import Terms
from services.okey.tiles import Tile, face_of

_SPLIT_FROM = 6  # 8.7: a run this long is valued by its best split into runs of three to five


def meld_worth(meld: Meld, terms: Terms) -> int:
    """What a run or a set counts for an opening (rules 8.6; 8.7 in 34)."""
    if terms.game != "34":
        return sum(terms.number(rank) for rank in meld.ranks)
    if meld.kind is Kind.SET:
        return meld.ranks[0] + (len(meld.ranks) - 3) * (meld.ranks[0] // 3)
    return run_worth_34(meld.ranks[0], len(meld.ranks))


def melds_worth(melds: Iterable[Meld], terms: Terms) -> int:
    """What several runs and sets count together."""
    return sum(meld_worth(meld, terms) for meld in melds)


@cache
def run_worth_34(low: int, size: int) -> int:
    """What a run of `size` numbers from `low` on counts in 34 (rules 8.7)."""
    if size < _SPLIT_FROM:
        block = low + 1  # the middle of the first three; which three are the block makes no difference
        return block + sum(number // 3 for number in range(low + 3, low + size))
    return max(
        run_worth_34(low, first) + run_worth_34(low + first, size - first) for first in (3, 4, 5) if size - first >= 3
    )


def left_worth(rack: Iterable[Tile], okey: Tile, terms: Terms) -> int:
    """What the tiles left on an opener's rack count before they are multiplied: their numbers, and the price of each
    real okey (rules 8.11). A false okey counts its number (rules 8.3)."""
    return sum(terms.unit if tile is okey else terms.number(face_of(tile, okey).rank) for tile in rack)
