"""Which contract to name.

A hand is judged for every contract that may be named, and the one is named for which it is best compared with what that
contract usually brings: each has to be played at some time, so what counts is to play it with a hand that suits.
"""

from typing import Final

from services.kernel.draws import Draws
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump
from services.king.bots.judge import danger, keep
from services.king.bots.search import SEEDS, play_out
from services.king.bots.seat import mask, opening, worlds
from services.king.bots.table import ALL, NO_TRUMP, ORDER, bits
from services.king.contracts import Contract
from services.king.naming import namings
from services.king.view import View

# What a declarer gets with a hand by chance (in trump hands with his best suit), measured over playouts.
USUAL: Final = {
    Contract.EL: -170.0,
    Contract.KUPA: -93.0,
    Contract.KIZ: -106.0,
    Contract.ERKEK: -126.0,
    Contract.SON_IKI: -85.0,
    Contract.RIFKI: -83.0,
    Contract.KOZ: 225.0,
}
# The straight line from the cards' danger (in trump hands: worth) to the declarer's points, fitted to those playouts.
_LINE: Final = {
    Contract.EL: (163.0, -2.08),
    Contract.KUPA: (85.0, -1.25),
    Contract.KIZ: (46.0, -0.83),
    Contract.ERKEK: (83.0, -1.01),
    Contract.SON_IKI: (95.0, -1.98),
    Contract.RIFKI: (-77.0, -0.04),
    Contract.KOZ: (-15.0, 1.10),
}
# Each contract is played out in so many worlds; all of them in the same ones.
WORLDS: Final = 30


def choices(view: View) -> list[Action]:
    """All that the viewer may name; new cards are taken where they can be had (rules 5.9), and are then alone."""
    assert view.viewer is not None
    found = namings(view.terms, view.chart, view.viewer, view.hand)
    return [AskRedeal()] if AskRedeal() in found else list(found)


def at_a_glance(view: View) -> Action:
    """What a good player names when he looks at his cards once."""
    hand = mask(view.hand)
    return max(choices(view), key=lambda action: _glance(action, hand))


def _glance(action: Action, hand: int) -> float:
    contract, trump = _what(action)
    unseen = ALL & ~hand
    if trump == NO_TRUMP:
        seen = sum(danger(contract, card, hand, unseen, 0) for card in bits(hand))
    else:
        seen = sum(keep(card, hand, unseen, trump) for card in bits(hand))
    level, slope = _LINE[contract]
    return level + slope * seen - USUAL[contract]


def _what(action: Action) -> tuple[Contract, int]:
    match action:
        case NamePenalty(contract=contract):
            return contract, NO_TRUMP
        case NameTrump(suit=suit):
            return Contract.KOZ, ORDER.index(suit)
        case _:
            return Contract.KOZ, 0  # new cards are asked for where nothing else is considered


def thought_through(view: View, draws: Draws) -> Action:
    """What brings most, compared with the usual, when it is played out in many worlds."""
    assert view.viewer is not None
    found = _worth_a_thought(view)
    if len(found) == 1:
        return found[0]
    what = [_what(action) for action in found]
    sums = [-USUAL[contract] * WORLDS for contract, _ in what]
    dealt = worlds(view, opening(view, *what[0]), draws)
    for _ in range(WORLDS):
        hands, chance = next(dealt).hands, draws.randrange(SEEDS)
        for place, (contract, trump) in enumerate(what):
            trial = opening(view, contract, trump)
            trial.hands = hands[:]
            sums[place] += play_out(trial, Draws(chance))[view.viewer]
    return found[sums.index(max(sums))]


def _worth_a_thought(view: View) -> list[Action]:
    """Every penalty, and the two best trump suits."""
    found = choices(view)
    hand = mask(view.hand)
    trumps = sorted((one for one in found if isinstance(one, NameTrump)), key=lambda one: -_glance(one, hand))
    return [one for one in found if not isinstance(one, NameTrump)] + list(trumps[:2])
