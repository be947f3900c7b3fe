"""Playing on: what comes of a card if both sides play sensibly from there, over many hands that the other may have.

The players of these games see their own hand, the pile and what is gone, nothing else, so that nobody plays as if he
knew the other's cards. They capture what matches, spend a jack on a pile, and else lay the rank of which most is gone.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from services.kernel.cards import DECK, JACK, Card
from services.pisti.bots.seat import DECLINED, DECLINED_JACK, Seat
from services.pisti.bots.worth import card_weight, points
from services.pisti.state import HAND, ROUND

_RANK: Final = [card.rank for card in DECK]
_POINTS: Final = [float(points(card)) for card in DECK]
_START_WORTH: Final = 0.9  # what three unseen cards are worth: 13 points on 52


class Effort(msgspec.Struct, frozen=True):
    """How many hands are tried, and how many deals after this one are played on."""

    worlds: int = 60
    deals: int = 1


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


def tried(seat: Seat, cards: Sequence[Card], rng: np.random.Generator, effort: Effort) -> dict[Card, float]:
    """What each of `cards` brings on an average, in points of the difference; all are tried on the same hands."""
    table = _Table(seat)
    hand = [card.number for card in seat.view.hand]
    total = dict.fromkeys(cards, 0.0)
    for other, stock in _worlds(seat, rng, effort):
        for card in cards:
            total[card] += _play_on(table, card.number, hand, other, stock)
    return total


def _worlds(seat: Seat, rng: np.random.Generator, effort: Effort) -> list[tuple[list[int], list[int]]]:
    """Hands of the other side, each with the cards that are dealt after."""
    unseen = np.array([card.number for card in seat.unseen])
    orders = rng.permuted(np.tile(unseen, (effort.worlds, 1)), axis=1).tolist()
    doubt = rng.random((effort.worlds, len(unseen))).tolist()
    ahead = min(effort.deals * ROUND, seat.view.stock)
    worlds = []
    for order, chances in zip(orders, doubt, strict=True):
        hand: list[int] = []
        rest: list[int] = []
        for card, chance in zip(order, chances, strict=True):
            rank = _RANK[card]
            keeps = rank not in seat.declined or chance < (DECLINED_JACK if rank == JACK else DECLINED)
            (hand if len(hand) < seat.other and keeps else rest).append(card)
        missing = seat.other - len(hand)
        worlds.append((hand + rest[:missing], rest[missing : missing + ahead]))
    return worlds


def _play_on(table: _Table, first: int, hand: list[int], other: list[int], stock: list[int]) -> float:
    """One game from here: `first` is played now; returns what this side gains more than the other."""
    hands = [list(hand), list(other)]
    gone = table.gone.copy()
    top, count, lying = table.top, table.count, table.lying
    weight, jack_pisti = table.weight, table.jack_pisti
    gain, side, dealt = 0.0, 0, 0
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
            if dealt >= len(stock):
                return gain
            hands = [stock[dealt : dealt + HAND], stock[dealt + HAND : dealt + ROUND]]
            dealt += ROUND
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
