"""Other worlds: the match with the cards that a seat cannot see dealt anew (`Game.resample`)."""

import msgspec

from services.kernel.cards import Card, Suit, card_of, in_order
from services.kernel.game import Rng, Seat
from services.kernel.tricks import SEATS
from services.kernel.worlds import HiddenCards
from services.king.duties import AKQ
from services.king.seen import Told, broken_by_lead
from services.king.state import Phase, State
from services.king.terms import First

_MOST_TRIES = 100
_TWO_OF_DIAMONDS = card_of(Suit.DIAMONDS, 2)


def resample(state: State, seat: Seat, rng: Rng) -> State:
    """A match in which the other three hold other cards that they could have played the same way.

    A card that the rules played for somebody is read as if he had chosen it. Whether a high trump was led by the
    exception of A-K-Q is left as it is.
    """
    if state.phase not in (Phase.CHOOSING, Phase.PLAYING):
        return state
    barred, runner = known(state)
    others = [other for other in range(SEATS) if other != seat]
    hidden = [card for other in others for card in state.hands[other]]
    deals = HiddenCards(hidden, [len(state.hands[other]) for other in others], [barred[other] for other in others])
    for _ in range(_MOST_TRIES):
        hands = list(state.hands)
        for other, cards in zip(others, deals.deal(rng), strict=True):
            hands[other] = in_order(cards)
        if runner is None or _had_plain(state, runner, hands[runner]):
            return msgspec.structs.replace(state, hands=tuple(hands))
    return state


def known(state: State) -> tuple[list[set[Card]], Seat | None]:
    """What each seat cannot hold, and the seat that led A-K-Q by the exception."""
    barred: list[set[Card]] = [set() for _ in range(SEATS)]
    runner = None
    if state.contract is not None:
        told = Told(state.terms, state.contract, state.trump, run=_is_run(state)).read((*state.tricks, state.trick))
        barred, runner = told.barred, told.runner
    if state.terms.first is First.HOLDER and not state.chart and not state.redealt:  # 5.2: everybody knows who has it
        for other in range(SEATS):
            if other != state.declarer:
                barred[other].add(_TWO_OF_DIAMONDS)
    return barred, runner


def _is_run(state: State) -> bool:
    """True if the first trump that fell was led by the exception of 5.6."""
    assert state.contract is not None
    number = broken_by_lead(state.contract, state.trump, (*state.tricks, state.trick))
    if number is None or state.trump is None:
        return False
    leader = (*state.tricks, state.trick)[number].leader
    held = (*state.hands[leader], *_played_from(state, leader, number))
    return all(card in held for card in AKQ[state.trump]) and any(card.suit is not state.trump for card in held)


def _had_plain(state: State, runner: Seat, hand: tuple[Card, ...]) -> bool:
    assert state.contract is not None
    number = broken_by_lead(state.contract, state.trump, (*state.tricks, state.trick))
    assert number is not None
    return any(card.suit is not state.trump for card in (*hand, *_played_from(state, runner, number)))


def _played_from(state: State, seat: Seat, number: int) -> tuple[Card, ...]:
    """The seat's cards in the tricks from `number` on."""
    tricks = (*state.tricks, state.trick)[number:]
    return tuple(card for trick in tricks for player, card in trick.played() if player == seat)
