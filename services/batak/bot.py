"""Batak's bots: `kolay`, `orta`, `usta`. They see what their seat sees.

Method and figures: docs/bots/batak.md.
"""

from services.batak.actions import BIDS, PLAYS, Action
from services.batak.bots.bids import by_honours, sensible
from services.batak.bots.masks import SUIT_OF, answers, card_of, leads, lowest, top
from services.batak.bots.policy import follow, lead, mood
from services.batak.bots.search import best_bid, best_card
from services.batak.bots.seat import Seen, best_of, seen
from services.batak.meta import META
from services.batak.view import View
from services.kernel.bot import level_index
from services.kernel.draws import Draws

_CARELESS = 0.2  # how often kolay takes any card that comes to its hand


class BatakBot:
    """`decide` is a function of its arguments: what it draws, it draws from `seed`."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """The action of the seat that is due. Raises `ValueError` if none is, or for a level that does not exist."""
        level_index(META.bot_levels, level)
        at, rng = seen(view), Draws(seed)
        if view.phase == "bid":
            return BIDS[_bid(at, level, rng)]
        return PLAYS[card_of(_card(at, level, rng))]


bot = BatakBot()


def _bid(at: Seen, level: str, rng: Draws) -> int:
    match level:
        case "kolay":
            return by_honours(at.hand)
        case "orta":
            return sensible(at.hand, at.rules, [bid for bid in at.bids if bid >= 0])
        case _:
            return best_bid(at, rng)


def _card(at: Seen, level: str, rng: Draws) -> int:
    winning, losing = _choices(at)
    legal = winning | losing
    if legal & (legal - 1) == 0:
        return legal
    match level:
        case "kolay":
            return _simple(at, winning, losing, rng)
        case "orta":
            return _sensible(at, winning, losing)
        case _:
            return best_card(at, legal, rng)


def _choices(at: Seen) -> tuple[int, int]:
    """The cards that may be played: those that would take the trick now (all, when leading), and the others."""
    best = best_of(at)
    if not best:
        return leads(at.hand, at.rules, broken=at.view.broken), 0
    return answers(at.hand, SUIT_OF[at.laid[0].bit_length()], best, at.rules)


def _sensible(at: Seen, winning: int, losing: int) -> int:
    taking = mood(at.bids[at.seat], at.won[at.seat], at.left, at.rules.over_limit)
    if not at.laid:
        return lead(winning, at.others, taking)
    return follow(winning, losing, at.others, taking, len(at.laid) == 3, len(at.laid) == 2)


def _simple(at: Seen, winning: int, losing: int, rng: Draws) -> int:
    """High while tricks are wanted, low when they are not; now and then whatever comes to hand."""
    legal = winning | losing
    if rng.random() < _CARELESS:
        cards = [bit for bit in (1 << number for number in range(52)) if bit & legal]
        return cards[rng.randrange(len(cards))]
    if at.won[at.seat] < at.bids[at.seat]:
        return top(winning) if winning else lowest(losing)
    return top(losing) if losing else lowest(winning)
