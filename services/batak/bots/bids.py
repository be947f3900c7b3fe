"""What a hand is worth in tricks, and the bid that a sensible player says on it.

The weights are a linear fit: 2 000 hands, each tried with every bid in 24 deals of the other cards, all four playing by
the policy; of the bids with their points a soft mean was taken as the hand's worth (docs/bots/batak.md).
"""

from typing import Final

import msgspec

from services.batak.bots.masks import RANKS, Rules

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9
_SHORT = 3  # spades beyond these make tricks by their number alone


class Weights(msgspec.Struct, frozen=True):
    """Tricks for each feature.

    Honours of spades; each of the first three spades and of those beyond; in the plain suits an ace, a king beside the
    ace, a king with small cards, a bare king, a queen third; a void or a singleton for each of up to three spades.
    `nil`: below this worth no trick at all is the better bid.
    """

    base: float
    spades: tuple[float, float, float, float]
    spade: float
    long_spade: float
    ace: float
    king_with_ace: float
    king: float
    bare_king: float
    queen: float
    void: float
    singleton: float
    nil: float


_MUST_RAISE: Final = Weights(-0.15, (1.2, 0.8, 0.48, 0.34), 0.3, 0.64, 0.8, 0.59, 0.58, 0.2, 0.33, 0.1, 0.05, 0.75)
_FREE: Final = Weights(-0.28, (0.76, 0.63, 0.48, 0.36), 0.32, 0.76, 0.82, 0.49, 0.5, 0.09, 0.18, 0.15, 0.06, 1.3)


def estimate(hand: int, rules: Rules) -> float:
    """The bid that suits a hand of 13 cards best, before it is rounded."""
    weights = _MUST_RAISE if rules.must_raise else _FREE
    spades = hand >> 39
    count = spades.bit_count()
    worth = weights.base + weights.spade * min(count, _SHORT) + weights.long_spade * max(count - _SHORT, 0)
    for rank, points in zip((_ACE, _KING, _QUEEN, _JACK), weights.spades, strict=True):
        if spades >> rank & 1:
            worth += points
    for shift in (0, 13, 26):
        worth += _plain_suit(hand >> shift & RANKS, min(count, _SHORT), weights)
    # The fewer tricks too many a bid bears, the nearer it must be to what will be taken (7.4).
    tight = 3 - rules.over_limit
    return worth * (1 - 0.075 * tight) + 0.225 * tight


def _plain_suit(suit: int, spades: int, weights: Weights) -> float:
    ace, king, queen = suit >> _ACE & 1, suit >> _KING & 1, suit >> _QUEEN & 1
    length = suit.bit_count()
    worth = weights.ace * ace
    if king:
        worth += weights.king_with_ace if ace else weights.king if length > 1 else weights.bare_king
    if queen and length > 2:
        worth += weights.queen
    if length < 2:
        worth += spades * (weights.singleton if length else weights.void)
    return worth


def sensible(hand: int, rules: Rules) -> int:
    """The bid on a hand of 13 cards."""
    worth = estimate(hand, rules)
    nil = (_MUST_RAISE if rules.must_raise else _FREE).nil
    return 0 if worth < nil else max(1, min(13, round(worth)))


def by_honours(hand: int) -> int:
    """A beginner's bid: a trick for each ace, one for every two kings, one for every two spades beyond three."""
    aces = sum(hand >> shift + _ACE & 1 for shift in (0, 13, 26, 39))
    kings = sum(hand >> shift + _KING & 1 for shift in (0, 13, 26, 39))
    return max(1, aces + (kings + max((hand >> 39).bit_count() - _SHORT, 0)) // 2)
