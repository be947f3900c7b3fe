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

_ENDS: Final = (0.0, 0.33, 0.06, 0.14, 0.03, 0.01)
"""How likely one who has opened goes out in his next turn, by the cards that he has: with one card he needs one more
that lays off, with three one that makes a meld, with two or four two of them."""
_SELDOM: Final = 0.003

_GROWS: Final = 1.3
"""By how much that grows from turn to turn."""


_LATE: Final = 0.05
"""What comes later than with this chance is not looked at."""


def finish(at: Seen, *, joker: bool, pairs: bool, elden: bool) -> float:
    """What it is worth to go out so."""
    terms = at.view.terms
    times = multiple(joker=joker, pairs=pairs, elden=elden, others_open=at.others_open, terms=terms)
    costs = [
        (seat in at.opponents, _cost(player, times)) for seat, player in enumerate(at.state.players) if seat != at.seat
    ]
    theirs = [cost for opponent, cost in costs if opponent]
    ours = [REWARD, *(cost for opponent, cost in costs if not opponent)]
    return sum(ours) / len(ours) - sum(theirs) / len(theirs)


def _cost(player: Player, times: int) -> float:
    if player.goer:
        times *= 2
    return times * (_A_CARD * len(player.hand) if player.is_open else NOT_OPEN)


def lost(at: Seen, count: float, *, pairs: bool = False) -> float:
    """What it comes to if another goes out, or the stock ends, while the hand counts so much."""
    own = count * (2 if pairs else 1) * _DEARER
    share = 1 + at.view.terms.partners
    return own / share - REWARD / (at.players - share)


def ends(at: Seen, most: int) -> list[float]:
    """How likely the round ends, by another or with the stock, before the seat's next turn, the one after it and so on;
    what is left of 1 comes after the last of them."""
    chance = [goes_out(player) for seat, player in enumerate(at.state.players) if seat != at.seat]
    found, left = [], 1.0
    for turn in range(min(at.turns, most)):
        on = 1.0
        for each in chance:
            on *= 1 - min(0.5, each * _GROWS**turn)
        found.append(left * (1 - on))
        left *= on
        if left < _LATE:
            break
    return [*found, left]


def goes_out(player: Player) -> float:
    """How likely a seat goes out in its next turn."""
    if not player.is_open:
        return _SELDOM
    cards = len(player.hand)
    chance = _ENDS[cards] if cards < len(_ENDS) else _SELDOM
    return chance / 2 if player.opened is Opened.PAIRS else chance
