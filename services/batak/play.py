"""Which cards may be played, and why another may not (rules 7.3, 7.8)."""

from collections.abc import Sequence
from typing import Final

from services.batak.terms import Terms
from services.kernel.cards import Card, Suit
from services.kernel.refusal import Illegal
from services.kernel.tricks import beats, higher

TRUMP: Final = Suit.SPADES


def legal_cards(hand: tuple[Card, ...], trick: Sequence[Card], terms: Terms, *, broken: bool) -> tuple[Card, ...]:
    """The cards of `hand` that may be played on `trick`, in the order held (7.3). `broken`: a spade has fallen."""
    if not trick:
        if terms.when_ruffed and not broken:
            return tuple(card for card in hand if card.suit is not TRUMP) or hand
        return hand
    led = trick[0].suit
    best = _best(trick)
    followers = tuple(card for card in hand if card.suit is led)
    if followers:
        # Once a plain suit is ruffed no card of it can take the trick, and there is no duty to raise.
        if terms.must_raise and best.suit is led:
            return higher(followers, best) or followers
        return followers
    spades = tuple(card for card in hand if card.suit is TRUMP)
    if not spades:
        return hand
    if terms.must_raise:
        winning = tuple(card for card in spades if beats(card, best, TRUMP))
        if winning:
            return winning
    return spades if terms.must_ruff else hand


def _best(trick: Sequence[Card]) -> Card:
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, TRUMP):
            best = card
    return best


def refusal(card: Card, legal: tuple[Card, ...], hand: tuple[Card, ...], trick: Sequence[Card]) -> Illegal:
    """Why a card that is held may not be played; `legal` are those that may. Always one of the reasons of 7.8."""
    may = " ".join(other.sign for other in legal)
    if not trick:
        return Illegal("SPADES_NOT_BROKEN", card=card.sign, legal=may)
    led = trick[0].suit
    if any(other.suit is led for other in hand):
        if card.suit is not led:
            return Illegal("MUST_FOLLOW_SUIT", card=card.sign, suit=led.sign, legal=may)
        return Illegal("MUST_RAISE", card=card.sign, best=_best(trick).sign, legal=may)
    if card.suit is not TRUMP:
        return Illegal("MUST_RUFF", card=card.sign, suit=led.sign, legal=may)
    return Illegal("MUST_OVERRUFF", card=card.sign, best=_best(trick).sign, legal=may)
