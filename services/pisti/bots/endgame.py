"""The last deal: nothing is in the stock, so the other hand is known, or one of a few."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from services.kernel.cards import JACK, Card, in_order
from services.pisti.bots.seat import Seat
from services.pisti.bots.worth import points, points_of

MOST_WORLDS = 24
WON = 12.0  # what winning the match is worth beside its points
NEAR = 20


def solved(seat: Seat, cards: Sequence[Card]) -> dict[Card, float]:
    """What each of `cards` brings if both sides play the rest of the deal as well as can be, face up.

    An average over the hands that the other side can have, if some of its captured cards are unknown.
    """
    total = dict.fromkeys(cards, 0.0)
    for hand in _hands(seat):
        world = _World(seat, hand)
        for card in cards:
            total[card] += world.after(card)
    return total


def _hands(seat: Seat) -> Iterator[tuple[Card, ...]]:
    """The hands that the other side can have, all of them or so many spread over all."""
    every = list(combinations(in_order(seat.unseen), seat.other))
    step = max(1, len(every) // MOST_WORLDS)
    yield from islice(every, 0, None, step)


class _World:
    """The rest of the game with all cards known."""

    def __init__(self, seat: Seat, other_hand: tuple[Card, ...]) -> None:
        view, me = seat.view, seat.me
        self._view = view
        self._seat = seat
        self._other_hand = other_hand
        in_play = points_of((*view.hand, *other_hand, *view.pile))
        own = points_of(view.won)
        # What neither seat has on hand nor lies on the table has been captured: 13 points of cards in all.
        self._lead = own - (13 - own - in_play) + view.pisti[me] - view.pisti[1 - me]
        self._cards = view.captured[me] - view.captured[1 - me]
        self._before = view.points[me] - view.points[1 - me]
        # A match to a target may end with this game once somebody is a game's points away from it.
        near = view.target is None or max(view.points) + NEAR >= view.target
        self._won = WON if near else 0.0

    def after(self, card: Card) -> float:
        """The value of playing `card` now, for the seat on turn."""
        view, me = self._view, self._seat.me
        last = 0 if view.last_capturer is None else (1 if view.last_capturer == me else -1)
        pile = view.pile
        return self._play(
            card,
            view.hand,
            self._other_hand,
            (pile[-1].rank if pile else 0, len(pile) + view.face_down, points_of(pile)),
            (self._lead, self._cards, last),
            1,
            (-1e9, 1e9),
        )

    def _play(
        self,
        card: Card,
        hand: tuple[Card, ...],
        other: tuple[Card, ...],
        pile: tuple[int, int, int],
        score: tuple[int, int, int],
        side: int,
        window: tuple[float, float],
    ) -> float:
        """The value for this seat after `side` (1: this seat, -1: the other) plays `card`."""
        top, count, lying = pile
        left = tuple(held for held in hand if held is not card)
        if count and card.rank in (top, JACK):
            gain = lying + points(card)
            final = not left and not other
            if count == 1 and card.rank == top and (self._view.last_card_counts or not final):
                gain += self._view.jack_pisti if top == JACK else 10
            pile, score = (0, 0, 0), (score[0] + side * gain, score[1] + side * (count + 1), side)
        else:
            pile = (card.rank, count + 1, lying + points(card))
        return self._best(other, left, pile, score, -side, window)

    def _best(
        self,
        hand: tuple[Card, ...],
        other: tuple[Card, ...],
        pile: tuple[int, int, int],
        score: tuple[int, int, int],
        side: int,
        window: tuple[float, float],
    ) -> float:
        """The value when `side`, which holds `hand`, is on turn."""
        if not hand:
            return self._value(pile, score)
        low, high = window
        best = -1e9 * side
        for card in _ordered(hand, pile[0]):
            value = self._play(card, hand, other, pile, score, side, (low, high))
            if side > 0:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _value(self, pile: tuple[int, int, int], score: tuple[int, int, int]) -> float:
        """The lead in points at the end, and what it means for the match."""
        lead, cards, last = score
        lead += last * pile[2]
        cards += last * pile[1]
        if cards:  # all 52 are captured by now: who has more has 27
            lead += 3 if cards > 0 else -3
        total = lead + self._before
        return lead + self._won * ((total > 0) - (total < 0))


def _ordered(hand: tuple[Card, ...], top: int) -> tuple[Card, ...]:
    """Captures first, so that the search sees early what is good."""
    return tuple(sorted(hand, key=lambda card: (card.rank != top, card.rank != JACK)))
