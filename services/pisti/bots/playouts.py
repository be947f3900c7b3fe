"""Playing on: what comes of a card if both sides play sensibly from there, over many hands that the other may have.

The players of these games see their own hand, the pile and what is gone, nothing else, so that nobody plays as if he
knew the other's cards. They capture what matches, spend a jack on a pile, and else lay the rank of which most is gone.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from services.kernel.cards import DECK, JACK, Card
from services.pisti.bots.seat import DECLINED, DECLINED_JACK, Seat, holds
from services.pisti.bots.worth import PISTI, card_weight, points
from services.pisti.state import HAND

_RANK: Final = [card.rank for card in DECK]
_POINTS: Final = [float(points(card)) for card in DECK]
FIRST: Final = 0.15  # of a pile, what it is worth to be the first of two that may take it
_START_WORTH: Final = 0.9  # what three unseen cards are worth: 13 points on 52


WORLDS: Final = 200  # hands of the other side that are tried


class _Table:
    """A game in the middle, as numbers; it is played on from here again and again."""

    def __init__(self, seat: Seat) -> None:
        view, me = seat.view, seat.me
        self.weight = card_weight(view, me)
        self.me = me
        self.dealer = 0 if view.dealer is None else view.dealer
        self.top = view.pile[-1].rank if view.pile else 0
        self.count = len(view.pile) + view.face_down
        self.lying = sum(map(points, view.pile)) + (_START_WORTH if view.face_down else 0.0)
        self.gone = [0] * 15
        for card in view.gone:
            self.gone[card.rank] += 1
        self.jack_pisti = float(view.jack_pisti)
        self.after = max(1, view.stock + seat.hidden)

    def awaits(self, top: int, count: int, lying: float, gone: list[int]) -> float:
        """What the table is worth, when the deal is over, to the side that plays the first card of the next one."""
        if not count:
            return 0.0
        worth = lying + self.weight * count
        matches = holds(min(self.after, 4 - gone[top]), self.after, HAND)
        if count == 1:
            return matches * (worth + (self.jack_pisti if top == JACK else PISTI))
        return FIRST * worth


def tried(seat: Seat, cards: Sequence[Card], rng: np.random.Generator) -> dict[Card, float]:
    """What each of `cards` brings on an average, in points of the difference; all are tried on the same hands."""
    table = _Table(seat)
    hand = [card.number for card in seat.view.hand]
    total = dict.fromkeys(cards, 0.0)
    for other in _hands(seat, rng):
        for card in cards:
            total[card] += _play_on(table, card.number, hand, other)
    return total


def _hands(seat: Seat, rng: np.random.Generator) -> list[list[int]]:
    """Hands that the other side may have; few with which it would have captured before."""
    unseen = np.array([card.number for card in seat.unseen])
    orders = rng.permuted(np.tile(unseen, (WORLDS, 1)), axis=1).tolist()
    doubt = rng.random((WORLDS, len(unseen))).tolist()
    hands = []
    for order, chances in zip(orders, doubt, strict=True):
        hand: list[int] = []
        rest: list[int] = []
        for card, chance in zip(order, chances, strict=True):
            rank = _RANK[card]
            keeps = rank not in seat.declined or chance < (DECLINED_JACK if rank == JACK else DECLINED)
            (hand if len(hand) < seat.other and keeps else rest).append(card)
        hands.append(hand + rest[: seat.other - len(hand)])
    return hands


def _play_on(table: _Table, first: int, hand: list[int], other: list[int]) -> float:
    """The deal from here: `first` is played now; returns what this side gains more than the other."""
    hands = [list(hand), list(other)]
    gone = table.gone.copy()
    top, count, lying = table.top, table.count, table.lying
    weight, jack_pisti = table.weight, table.jack_pisti
    gain, side = 0.0, 0
    card = first
    while True:
        mine = hands[side]
        mine.remove(card)
        rank = _RANK[card]
        gone[rank] += 1
        if count and rank in (top, JACK):
            got = lying + _POINTS[card] + weight * (count + 1)
            if count == 1 and rank == top:
                got += jack_pisti if rank == JACK else 10.0
            gain += got if side == 0 else -got
            top = count = 0
            lying = 0.0
        else:
            top, count, lying = rank, count + 1, lying + _POINTS[card]
        side = 1 - side
        if not hands[side]:
            left = table.awaits(top, count, lying, gone)
            return gain + left if side == 0 else gain - left
        card = _sensible(hands[side], gone, top, count, lying)


def _sensible(hand: list[int], gone: list[int], top: int, count: int, lying: float) -> int:
    """What a player who counts a little does."""
    best, least = hand[0], 1e9
    for card in hand:
        rank = _RANK[card]
        if rank == top:
            return card
        if rank == JACK:
            risk = -1.0 if count >= 3 or lying >= 2.0 else 9.0
        else:
            risk = -gone[rank] + _POINTS[card] / 8
            for held in hand:
                if _RANK[held] == rank:
                    risk -= 1.0
        if risk < least:
            best, least = card, risk
    return best
