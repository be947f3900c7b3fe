"""`usta`: every card and every bid is tried in worlds that fit with what was seen, and played out by the policy."""

from collections.abc import Sequence

from services.batak.bots.bids import sensible
from services.batak.bots.masks import bits_of
from services.batak.bots.playout import play_out, value
from services.batak.bots.seat import Seen, worlds
from services.kernel.draws import Draws
from services.kernel.tricks import SEATS

# Work is bounded by counts, never by the clock: the same seed gives the same act.
_CARDS_PLAYED = 60_000
_FEWEST, _MOST = 24, 160
_BID_WORLDS = 120


def best_card(at: Seen, legal: int, rng: Draws) -> int:
    """The card, as a bit, that is worth most on average."""
    candidates = distinct(legal, at.others | sum(at.laid))
    if len(candidates) == 1:
        return candidates[0]
    count = _CARDS_PLAYED // (len(candidates) * at.left * SEATS)
    total = [0.0] * len(candidates)
    laid, limit = list(at.laid), at.rules.over_limit
    for hands in worlds(at, min(_MOST, max(_FEWEST, count)), rng):
        for number, card in enumerate(candidates):
            now, won = list(hands), list(at.won)
            now[at.seat] ^= card
            play_out(now, at.bids, won, at.leader, [*laid, card], at.rules, at.view.broken)
            total[number] += value(at.seat, at.bids, won, limit)
    return candidates[total.index(max(total))]


def distinct(legal: int, between: int) -> list[int]:
    """One card of each group that is as good as one: neighbours in a suit with none of `between` among them. The lowest
    of each, so that nothing is given away that need not be."""
    kept: list[int] = []
    for bit in bits_of(legal):
        if kept:
            last = kept[-1]
            gap = bit - (last << 1)  # all bits between the two
            same_suit = (last.bit_length() - 1) // 13 == (bit.bit_length() - 1) // 13
            if same_suit and not gap & between:
                continue
        kept.append(bit)
    return kept


def best_bid(at: Seen, rng: Draws) -> int:
    """The bid that is worth most on average, the others' bids being what their hands are worth if they have yet to
    speak."""
    candidates = _bids(at)
    total = [0.0] * len(candidates)
    for hands in worlds(at, _BID_WORLDS, rng):
        bids = [sensible(hand, at.rules) if bid < 0 else bid for hand, bid in zip(hands, at.bids, strict=True)]
        for number, bid in enumerate(candidates):
            bids[at.seat] = bid
            won = [0] * SEATS
            leader = _leader(at)
            play_out(list(hands), bids, won, leader, [], at.rules, broken=False)
            total[number] += value(at.seat, bids, won, at.rules.over_limit)
    return candidates[total.index(max(total))]


def _leader(at: Seen) -> int:
    return (at.view.dealer + 1) % SEATS


def _bids(at: Seen) -> Sequence[int]:
    """The bids that a hand is tried with: around what it looks like, and none at all."""
    about = max(1, sensible(at.hand, at.rules, [bid for bid in at.bids if bid >= 0]))
    return sorted({0, *range(max(1, about - 2), min(13, about + 2) + 1)})
