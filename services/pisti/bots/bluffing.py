"""When to bluff and when to believe: the mixed strategies of a small game (rules 6.4).

A claim that is accepted brings 10, a true one that is challenged 20, a false one 10 to the challenger. Accepting costs
10; challenging costs 20 if the card matches and brings 10 if not. The answerer is indifferent when a claim is true two
times out of three; the claimant, whose card would otherwise bring about nothing, when every other claim is challenged.
A match is worth more claimed (10 or 20) than shown (10), so whoever has one claims it.
"""

from typing import Final

from services.kernel.cards import JACK, Card
from services.kernel.game import Rng
from services.pisti.bots.seat import Seat, holds

LIES_PER_TRUTH: Final = 0.5
CHALLENGED: Final = 0.5
MOST_LIES: Final = 0.5
SUITS: Final = 4
SURE: Final = 0.85  # a claim that is true so likely is believed


def claims_match(seat: Seat, card: Card) -> bool:
    """True if a match is better claimed than shown: always, but for a jack on a jack that counts 20 when shown."""
    return seat.may_bluff and not (card.rank == JACK and seat.view.jack_pisti > 10)


def believable(seat: Seat) -> bool:
    """True if a claim is legal and may be true for all that lies open: else everybody would challenge it."""
    alone = seat.single
    return alone is not None and seat.may_bluff and sum(card.rank == alone.rank for card in seat.view.gone) < SUITS


def lies(seat: Seat, rng: Rng) -> bool:
    """Whether to claim without a match, so often that a claim is true two times out of three."""
    alone = seat.single
    if alone is None or not seat.may_bluff:
        return False
    return _happens(_share_of_lies(seat, alone.rank, len(seat.view.hand)), rng)


def accepts(seat: Seat, rng: Rng) -> bool:
    """Whether to believe a claim: never where no match is left; else so that half of all claims are challenged."""
    alone = seat.single
    assert alone is not None
    if not seat.left(alone.rank):
        return False
    # Late in a game a seat may know most of the other hand, or all of it; a hand with a match claims it.
    has = holds(seat.left(alone.rank), len(seat.unseen), seat.other + 1)
    lying = (1 - has) * _share_of_lies(seat, alone.rank, seat.other + 1)
    if has > SURE * (has + lying):
        return True
    # Whoever has a card of the rank himself knows that a match is rarer than the claimant can tell: he challenges.
    held = any(card.rank == alone.rank for card in seat.view.hand)
    if held:
        return False
    knows = _public_chance(seat, alone.rank, len(seat.view.hand))
    doubt = (CHALLENGED - knows) / (1 - knows) if knows < CHALLENGED else 0.0
    return not _happens(doubt, rng)


def _share_of_lies(seat: Seat, rank: int, hand: int) -> float:
    """How many of the hands without a match should claim one."""
    has = _public_chance(seat, rank, hand)
    return min(MOST_LIES, LIES_PER_TRUTH * has / (1 - has)) if has < 1 else 0.0


def _public_chance(seat: Seat, rank: int, hand: int) -> float:
    """The chance that a hand has a card of the rank, as somebody would say who sees only what lies open."""
    view = seat.view
    gone = sum(card.rank == rank for card in view.gone)
    return holds(SUITS - gone, 52 - len(view.gone), hand)


def _happens(chance: float, rng: Rng) -> bool:
    return rng.randrange(1_000_000) < chance * 1_000_000
