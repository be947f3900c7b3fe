"""What the play of a hand has shown of the cards that are still hidden (rules 7.3, 7.9).

Whoever plays a card shows that the rules let him: he held no card beside which it would not have been legal. Legality
is a matter of pairs: a card is legal in a hand exactly if it is so beside each other card of that hand alone
(tests/batak/test_knowledge.py tries it). So what a seat cannot hold is known exactly, card by card: suits it did not
follow, higher cards it did not raise with, spades it did not ruff with, all but spades where it led one early. Of one
that the rules played in a seat's place it is known, moreover, that no lower one was legal.
"""

from collections.abc import Sequence
from functools import lru_cache

from services.batak.play import TRUMP, legal_cards
from services.batak.terms import Terms
from services.kernel.cards import DECK, Card, in_order, lowest
from services.kernel.game import Rng, Seat
from services.kernel.tricks import SEATS, Trick, seat_after
from services.kernel.worlds import HiddenCards

_NOTHING: frozenset[Card] = frozenset()


def barred(
    tricks: Sequence[Trick], trick: Trick | None, by_rules: Sequence[Card], terms: Terms
) -> tuple[frozenset[Card], ...]:
    """By seat the cards that it cannot hold any more, as the tricks of this hand have shown."""
    cannot = [_NOTHING] * SEATS
    broken = False
    for one in (*tricks, *((trick,) if trick is not None else ())):
        for place, card in enumerate(one.cards):
            seat = seat_after(one.leader, place)
            cannot[seat] |= shown(one.cards[:place], card, terms, broken=broken, by_rules=card in by_rules)
            broken = broken or card.suit is TRUMP
    return tuple(cannot)


@lru_cache(maxsize=16_384)
def shown(before: tuple[Card, ...], card: Card, terms: Terms, *, broken: bool, by_rules: bool) -> frozenset[Card]:
    """The cards that somebody did not hold who put `card` on a trick of the cards `before`."""
    cannot = set()
    for other in DECK:
        if other is not card:
            legal = legal_cards((card, other), before, terms, broken=broken)
            if card not in legal or (by_rules and lowest(legal) is not card):
                cannot.add(other)
    return frozenset(cannot)


def dealt_again(
    seat: Seat,
    hands: tuple[tuple[Card, ...], ...],
    tricks: Sequence[Trick],
    trick: Trick | None,
    by_rules: Sequence[Card],
    terms: Terms,
    rng: Rng,
) -> tuple[tuple[Card, ...], ...]:
    """The hands in another world that looks the same to `seat`, drawn evenly from all there are.

    Where a position does not tell which cards have fallen, only those that are held are dealt again.
    """
    cannot = barred(tricks, trick, by_rules, terms)
    others = [seat_after(seat, places) for places in range(1, SEATS)]
    cards = in_order(card for other in others for card in hands[other])
    deals = HiddenCards(cards, [len(hands[other]) for other in others], [cannot[other] for other in others])
    again = list(hands)
    for other, dealt in zip(others, deals.deal(rng), strict=True):
        again[other] = in_order(dealt)
    return tuple(again)
