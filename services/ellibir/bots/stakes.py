"""What the ends of a round are worth to a seat, in points: the fewer the better.

What counts is how far it is ahead of the others: its own points, or the mean of its side, less the mean of theirs.
"""

from typing import Final

from services.ellibir.bots.seat import Seen
from services.ellibir.score import NOT_OPEN, REWARD, multiple
from services.ellibir.state import Opened, Player

_A_CARD: Final = 6.5
"""What a card counts on average in the hand of one who has opened."""

_DEARER: Final = 1.2
"""Others' finishes multiply what is left in a hand: by a joker or with pairs some of them double it."""

_ENDS: Final = (0.0, 0.45, 0.32, 0.22, 0.14, 0.1, 0.07, 0.05)
"""How likely one who has opened goes out in his next turn, by the cards that he has."""
_SELDOM: Final = 0.03
_CLOSED: Final = 0.01


def finish(at: Seen, *, joker: bool, pairs: bool, elden: bool) -> float:
    """What it is worth to go out so."""
    terms = at.view.terms
    times = multiple(joker=joker, pairs=pairs, elden=elden, others_open=at.others_open, terms=terms)
    costs = [
        (seat in at.opponents, _cost(player, times))
        for seat, player in enumerate(at.state.players)
        if seat != at.seat
    ]
    theirs = [cost for opponent, cost in costs if opponent]
    ours = [REWARD, *(cost for opponent, cost in costs if not opponent)]
    return sum(ours) / len(ours) - sum(theirs) / len(theirs)


def _cost(player: Player, times: int) -> float:
    if player.goer:
        times *= 2
    return times * (_A_CARD * len(player.hand) if player.is_open else NOT_OPEN)


def lost(at: Seen, count: float, *, pairs: bool, stock: bool = False) -> float:
    """What it comes to if another goes out, or the stock ends, while the hand counts so much."""
    own = count * (2 if pairs else 1) * (1.0 if stock else _DEARER)
    share = 1 + at.view.terms.partners
    return own / share - (0 if stock else share * REWARD / (at.players - share) / share)


def goes_on(at: Seen) -> float:
    """How likely nobody else goes out before the seat is due again."""
    chance = 1.0
    for seat, player in enumerate(at.state.players):
        if seat != at.seat:
            chance *= 1 - goes_out(player)
    return chance


def goes_out(player: Player) -> float:
    """How likely a seat goes out in its next turn."""
    if not player.is_open:
        return _CLOSED
    cards = len(player.hand)
    chance = _ENDS[cards] if cards < len(_ENDS) else _SELDOM
    return chance / 2 if player.opened is Opened.PAIRS else chance
