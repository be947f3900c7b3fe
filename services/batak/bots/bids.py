"""What a hand is worth in tricks, and the bid that a sensible player says on it.

The weights are a linear fit (`services.batak.training.weights`): 2 000 hands, each tried with every bid in 24 deals of
the other cards, all four playing by the policy; what the bids earned says what the hand is worth.
"""

from collections.abc import Sequence
from typing import Final

from services.batak.bots.masks import RANKS, Rules

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9
_SHORT = 3  # spades beyond these make tricks by their number alone

# In the order of `features`.
_ACES: Final = 7  # and after it the kings beside them
_MUST_RAISE: Final = (-0.28, 0.64, 0.6, 0.46, 0.37, 0.29, 0.75, 0.8, 0.45, 0.51, 0.14, 0.19, 0.18, 0.06)
_FREE: Final = (-0.37, 1.09, 0.73, 0.52, 0.36, 0.32, 0.76, 0.81, 0.51, 0.56, 0.25, 0.3, 0.07, 0.02)

# Below this worth no trick at all is the better bid: where nobody must raise, it is kept more easily, and the more so
# the harder other bids are kept (by `overLimit`).
_NIL_MUST_RAISE: Final = 0.75
_NIL_FREE: Final = {1: 1.75, 2: 1.5, 3: 1.3}

# What the others have said says how many tricks are left over: this share of each that they said below the usual three.
_USUAL: Final = 3
_LEFT_OVER: Final = 0.15


def features(hand: int) -> tuple[int, ...]:
    """What is counted of a hand of 13 cards.

    A one; ace, king, queen, jack of spades; the first three spades, and those beyond; in the plain suits aces, kings
    beside the ace, kings with small cards, bare kings, queens third; the first three spades for each void, and for each
    singleton.
    """
    spades = hand >> 39
    count = spades.bit_count()
    short = min(count, _SHORT)
    aces = with_ace = kings = bare = queens = voids = singletons = 0
    for shift in (0, 13, 26):
        suit = hand >> shift & RANKS
        length, ace, king = suit.bit_count(), suit >> _ACE & 1, suit >> _KING & 1
        aces += ace
        with_ace += king & ace
        kings += king and not ace and length > 1
        bare += king and not ace and length == 1
        queens += (suit >> _QUEEN & 1) and length > 2
        voids += length == 0
        singletons += length == 1
    honours = (spades >> rank & 1 for rank in (_ACE, _KING, _QUEEN, _JACK))
    plain = (aces, with_ace, kings, bare, queens)
    return (1, *honours, short, count - short, *plain, voids * short, singletons * short)


def estimate(hand: int, rules: Rules) -> float:
    """The bid that suits a hand of 13 cards best, before it is rounded."""
    weights = _MUST_RAISE if rules.must_raise else _FREE
    counts = features(hand)
    worth = sum(weight * count for weight, count in zip(weights, counts, strict=True))
    # A line fitted to the usual hands is too flat for the rare ones that are nearly all sure tricks.
    sure = _solid(hand >> 39) + weights[_ACES] * counts[_ACES] + weights[_ACES + 1] * counts[_ACES + 1]
    worth = max(worth, sure)
    # The fewer tricks too many a bid bears, the nearer it must be to what will be taken (7.4).
    tight = 3 - rules.over_limit
    return worth * (1 - 0.075 * tight) + 0.225 * tight


def _solid(spades: int) -> int:
    """How many spades there are from the ace down without a gap: as many sure tricks."""
    gaps = RANKS & ~spades
    return _ACE + 1 - gaps.bit_length()


def sensible(hand: int, rules: Rules, said: Sequence[int] = ()) -> int:
    """The bid on a hand of 13 cards after those that others `said`."""
    # The spades from the ace down take their tricks whatever the others do: they would sink a lower bid, and a nil.
    worth, sure = estimate(hand, rules), _solid(hand >> 39)
    if not sure and worth < (_NIL_MUST_RAISE if rules.must_raise else _NIL_FREE[rules.over_limit]):
        return 0
    left_over = _LEFT_OVER * (_USUAL * len(said) - sum(said))
    return max(1, sure, min(13, round(worth + left_over)))


def by_honours(hand: int) -> int:
    """A beginner's bid: a trick for each ace, one for every two kings, one for every two spades beyond three."""
    aces = sum(hand >> shift + _ACE & 1 for shift in (0, 13, 26, 39))
    kings = sum(hand >> shift + _KING & 1 for shift in (0, 13, 26, 39))
    return max(1, aces + (kings + max((hand >> 39).bit_count() - _SHORT, 0)) // 2)
