"""What a seat knows, in the words of the search: its view as masks, and worlds that fit with it."""

from collections.abc import Sequence
from math import exp

import msgspec

from services.batak.bots.bids import estimate
from services.batak.bots.masks import Rules, beats, mask, rules_of
from services.batak.knowledge import barred
from services.batak.terms import Terms
from services.batak.view import View
from services.kernel.cards import DECK
from services.kernel.draws import Draws
from services.kernel.tricks import SEATS
from services.kernel.worlds import HiddenCards

_DRAWN = 3  # worlds drawn for each that is kept
_NIL = 0.5  # what a hand is worth on which no trick at all was said
_SPREAD = 1.6  # how far, in tricks, a bid may well be from what the hand is worth


class Seen(msgspec.Struct, frozen=True):
    """A view as its due seat uses it. `bids` has -1 for who has not spoken; `others` are the cards it does not see."""

    view: View
    seat: int
    hand: int
    others: int
    rules: Rules
    bids: tuple[int, ...]
    won: tuple[int, ...]
    leader: int
    laid: tuple[int, ...]

    @property
    def left(self) -> int:
        """Tricks to come, the one being played included."""
        return self.hand.bit_count()


def seen(view: View) -> Seen:
    """The due seat's view. Raises `ValueError` if nobody is due."""
    if view.turn is None:
        raise ValueError(f"nobody decides anything while the phase is {view.phase!r}")
    hand = mask(view.hand)
    laid = view.trick.cards if view.trick is not None else ()
    gone = mask(laid)
    for trick in view.tricks:
        gone |= mask(trick.cards)
    return Seen(
        view=view,
        seat=view.turn,
        hand=hand,
        others=mask(DECK) & ~hand & ~gone,
        rules=rules_of(view),
        bids=tuple(-1 if seat.bid is None else seat.bid for seat in view.seats),
        won=tuple(seat.won for seat in view.seats),
        leader=view.turn if view.trick is None else view.trick.leader,
        laid=tuple(1 << card.number for card in laid),
    )


def best_of(at: Seen) -> int:
    """The card that takes the trick so far, as a bit; 0 if none lies there."""
    best = 0
    for card in at.laid:
        if not best or beats(card, best):
            best = card
    return best


def worlds(at: Seen, count: int, rng: Draws) -> list[list[int]]:
    """`count` deals that fit with all the seat has seen, those oftener that fit with what was said."""
    view, seat = at.view, at.seat
    terms = Terms(when_ruffed=view.when_ruffed, must_raise=view.must_raise, must_ruff=view.must_ruff)
    cannot = barred(view.tricks, view.trick, view.by_rules, terms)
    others = [(seat + places) % SEATS for places in range(1, SEATS)]
    unseen = [bit for bit in (1 << number for number in range(len(DECK))) if bit & at.others]
    sizes = [view.seats[other].cards for other in others]
    # In a position that does not tell its first tricks some of the unseen cards have fallen.
    fallen = len(unseen) - sum(sizes)
    deals = HiddenCards(unseen, [*sizes, fallen], [*({1 << card.number for card in cannot[o]} for o in others), set()])
    spoken = [(other, at.bids[other] or _NIL, _played(view, other)) for other in others if at.bids[other] >= 0]
    drawn: list[list[int]] = []
    for _ in range(count * _DRAWN if spoken else count):
        hands = [0] * SEATS
        hands[seat] = at.hand
        for other, dealt in zip(others, deals.deal(rng), strict=False):
            hands[other] = sum(dealt)
        drawn.append(hands)
    return _fitting(drawn, spoken, at.rules, count, rng) if spoken else drawn


def _played(view: View, seat: int) -> int:
    """The cards that a seat has played in this hand."""
    tricks = (*view.tricks, *((view.trick,) if view.trick is not None else ()))
    return mask(card for trick in tricks for who, card in trick.played() if who == seat)


def _fitting(
    drawn: list[list[int]], spoken: Sequence[tuple[int, float, int]], rules: Rules, count: int, rng: Draws
) -> list[list[int]]:
    """Some of the worlds, each the oftener the better the hands fit with the bids."""
    weights = []
    for hands in drawn:
        far = sum((estimate(hands[other] | played, rules) - bid) ** 2 for other, bid, played in spoken)
        weights.append(exp(-far / (2 * _SPREAD * _SPREAD)))
    step = sum(weights) / count
    at, reached = rng.random() * step, 0.0
    kept: list[list[int]] = []
    for hands, weight in zip(drawn, weights, strict=True):
        reached += weight
        while reached > at and len(kept) < count:
            kept.append(hands)
            at += step
    return kept
