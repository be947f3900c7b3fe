"""What a hand is worth in tricks, and the bid that a sensible player says on it.

The weights are a linear fit (`services.batak.training.weights`): 2 000 hands, each tried with every bid in 24 deals of
the other cards, all four playing by the policy; what the bids earned says what the hand is worth.
"""

from typing import Final

from services.batak.bots.masks import RANKS, Rules

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9
_SHORT = 3  # spades beyond these make tricks by their number alone

# In the order of `features`.
_MUST_RAISE: Final = (-0.15, 1.2, 0.8, 0.48, 0.34, 0.3, 0.64, 0.8, 0.59, 0.58, 0.2, 0.33, 0.1, 0.05)
_FREE: Final = (-0.28, 0.76, 0.63, 0.48, 0.36, 0.32, 0.76, 0.82, 0.49, 0.5, 0.09, 0.18, 0.15, 0.06)

# Below this worth no trick at all is the better bid: where nobody must raise, it is kept more easily.
_NIL_MUST_RAISE: Final = 0.75
_NIL_FREE: Final = 1.3


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
    worth = sum(weight * count for weight, count in zip(weights, features(hand), strict=True))
    # The fewer tricks too many a bid bears, the nearer it must be to what will be taken (7.4).
    tight = 3 - rules.over_limit
    return worth * (1 - 0.075 * tight) + 0.225 * tight


def sensible(hand: int, rules: Rules) -> int:
    """The bid on a hand of 13 cards."""
    worth = estimate(hand, rules)
    if worth < (_NIL_MUST_RAISE if rules.must_raise else _NIL_FREE):
        return 0
    return max(1, min(13, round(worth)))


def by_honours(hand: int) -> int:
    """A beginner's bid: a trick for each ace, one for every two kings, one for every two spades beyond three."""
    aces = sum(hand >> shift + _ACE & 1 for shift in (0, 13, 26, 39))
    kings = sum(hand >> shift + _KING & 1 for shift in (0, 13, 26, 39))
    return max(1, aces + (kings + max((hand >> 39).bit_count() - _SHORT, 0)) // 2)
