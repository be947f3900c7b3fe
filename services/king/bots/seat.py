"""From what a seat sees to a table in numbers, and to the worlds that fit with it."""

from collections.abc import Iterator
from typing import Final

from services.kernel.cards import DECK, Card
from services.kernel.draws import Draws
from services.kernel.tricks import SEATS
from services.kernel.worlds import HiddenCards
from services.king.bots.table import ALL, NO_TRUMP, ORDER, RANKS, Table, bits
from services.king.contracts import Contract
from services.king.duties import AKQ
from services.king.seen import Told, broken_by_lead
from services.king.view import View

_NONE: Final[frozenset[int]] = frozenset()


def mask(cards: tuple[Card, ...]) -> int:
    """A set of cards as bits."""
    found = 0
    for card in cards:
        found |= 1 << card.number
    return found


def table_of(view: View) -> Table:
    """The hand that is being played, with the cards of the viewer alone. `contract` must have been named."""
    assert view.contract is not None
    assert view.viewer is not None
    table = Table(view.terms, view.contract, NO_TRUMP if view.trump is None else ORDER.index(view.trump))
    table.hands[view.viewer] = mask(view.hand)
    for one in view.tricks:
        table.gone |= mask(one.trick.cards)
    table.gone |= mask(view.trick.cards)
    table.leader = view.trick.leader
    table.trick = [card.number for card in view.trick.cards]
    table.number = len(view.tricks)
    table.broken = view.broken
    table.owed = mask(view.owed)
    return table


def opening(view: View, contract: Contract, trump: int) -> Table:
    """The table as it would be if the viewer named this."""
    assert view.viewer is not None
    table = Table(view.terms, contract, trump)
    table.hands[view.viewer] = mask(view.hand)
    table.leader = view.viewer
    return table


def worlds(view: View, table: Table, draws: Draws) -> Iterator[Table]:
    """Tables with the hidden cards dealt so that everything could have been played as it was; without end."""
    assert view.viewer is not None
    me = view.viewer
    hidden = bits(ALL & ~(table.hands[me] | table.gone))
    others = [seat for seat in range(SEATS) if seat != me]
    barred = _barred(view)
    deals = HiddenCards(hidden, [view.counts[seat] for seat in others], [barred[seat] for seat in others])
    while True:
        world = table.copy()
        for seat, cards in zip(others, deals.deal(draws), strict=True):
            held = 0
            for card in cards:
                held |= 1 << card
            world.hands[seat] = held
        yield world


def _barred(view: View) -> list[frozenset[int]]:
    """What every seat cannot hold, by what it has played."""
    if view.contract is None:
        return [_NONE] * SEATS
    tricks = (*(one.trick for one in view.tricks), view.trick)
    told = Told(view.terms, view.contract, view.trump, run=_seems_run(view)).read(tricks)
    return [frozenset(card.number for card in cards) for cards in told.barred]


def _seems_run(view: View) -> bool:
    """True unless it has shown that whoever led a high trump before any fell holds trumps alone (rules 5.6)."""
    tricks = (*(one.trick for one in view.tricks), view.trick)
    number = broken_by_lead(view.contract, view.trump, tricks) if view.contract is not None else None
    if number is None or view.trump is None:
        return True
    best, leader = AKQ[view.trump], tricks[number].leader
    if number + len(best) >= RANKS or any(card in best for card in view.hand if leader != view.viewer):
        return False
    following = tricks[number + 1 : number + len(best)]
    if any(trick.leader != leader or (trick.cards and trick.cards[0] not in best) for trick in following):
        return False
    return not any(card in best and seat != leader for trick in tricks for seat, card in trick.played())


def card_of(number: int) -> Card:
    """The card of a number."""
    return DECK[number]
