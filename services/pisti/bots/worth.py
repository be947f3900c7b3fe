"""What cards are worth to whoever captures them (rules 6.5)."""

from collections.abc import Iterable
from math import exp, pi, sqrt

from services.kernel.cards import ACE, JACK, Card
from services.pisti.count import MAJORITY
from services.pisti.view import View

PISTI = 10.0
MAJORITY_POINTS = 3.0


def points(card: Card) -> int:
    """The points that a card itself counts."""
    if card is Card.DT:
        return 3
    if card is Card.C2:
        return 2
    return int(card.rank in (ACE, JACK))


def points_of(cards: Iterable[Card]) -> int:
    """The points of several cards."""
    return sum(map(points, cards))


def card_weight(view: View, me: int) -> float:
    """What one more card is worth in the race for the majority: 0 once it is decided."""
    mine, theirs = view.captured[me], view.captured[1 - me]
    if max(mine, theirs) >= MAJORITY:
        return 0.0
    open_cards = 52 - mine - theirs
    spread = sqrt(open_cards * 5.0) / 2  # a pile changes hands as a whole, five cards or so
    ahead = (mine - theirs) / 2
    return 2 * MAJORITY_POINTS * exp(-((ahead / spread) ** 2) / 2) / (spread * sqrt(2 * pi)) / 2
