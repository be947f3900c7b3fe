"""Pişti's bots: what each level does with what its seat sees.

kolay   captures what matches, now and then overlooks it, and plays its other cards by chance.
orta    captures what matches, keeps its jacks for a pile, lays ranks that are all but gone.
usta    counts every card: plays on from each of its cards over many hands that the other side may have, weighs cards,
        piles and the race for the majority; plays the last deal out; bluffs and answers in the proportions of the small
        game that a bluff is.
"""

import hashlib
from collections.abc import MutableSequence

import numpy as np

from services.kernel.bot import level_index
from services.kernel.cards import JACK, Card
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.bots import bluffing
from services.pisti.bots.endgame import solved
from services.pisti.bots.playouts import tried
from services.pisti.bots.seat import Seat, read
from services.pisti.bots.worth import points_of
from services.pisti.meta import META
from services.pisti.view import View

KOLAY, ORTA, USTA = range(3)


class Draws:
    """Random numbers from a seed, the same everywhere; rules and bots import no generator."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
        self._drawn += 1
        digest = hashlib.blake2b(f"{self._seed}|{self._drawn}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % stop

    def shuffle(self, x: MutableSequence[int], /) -> None:
        """Puts `x` in another order."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]

    def happens(self, percent: int) -> bool:
        """True so many times in a hundred."""
        return self.randrange(100) < percent


class PistiBot:
    """The three levels of pişti."""

    def decide(self, view: View, level: str, seed: int) -> Action:
        """What the due seat does. The same arguments give the same action."""
        skill = level_index(META.bot_levels, level)
        draws, seat = Draws(seed), read(view)
        if view.phase == "answer":
            return AnswerBluff(accept=_accepts(seat, skill, draws))
        return (_easy, _middling, _best)[skill](seat, draws)


def _accepts(seat: Seat, skill: int, draws: Draws) -> bool:
    if skill == USTA:
        return bluffing.accepts(seat, draws)
    if skill == ORTA and seat.single is not None and not seat.left(seat.single.rank):
        return False
    return draws.happens(60)


# -- kolay -------------------------------------------------------------------------------------------------------------


def _easy(seat: Seat, draws: Draws) -> Action:
    view = seat.view
    matching = _matching(seat)
    if matching and not draws.happens(15):
        return PlayCard(matching[0])
    card = view.hand[draws.randrange(len(view.hand))]
    return BluffCard(card) if bluffing.believable(seat) and draws.happens(15) else PlayCard(card)


def _matching(seat: Seat) -> list[Card]:
    """The cards of the rank that lies on top."""
    return [card for card in seat.view.hand if seat.view.pile and card.rank == seat.view.pile[-1].rank]


# -- orta --------------------------------------------------------------------------------------------------------------


def _middling(seat: Seat, draws: Draws) -> Action:
    view = seat.view
    matching = _matching(seat)
    if matching:
        claim = bluffing.claims_match(seat, matching[0]) and draws.happens(50)
        return BluffCard(matching[0]) if claim else PlayCard(matching[0])
    jacks = [card for card in view.hand if card.rank == JACK]
    if jacks and (len(view.pile) + view.face_down >= 3 or points_of(view.pile) >= 2):
        return PlayCard(jacks[0])
    # Of what must be given away, a rank that is all but gone; beyond that it remembers nothing.
    order = {card: draws.randrange(1000) for card in view.hand}
    card = min(
        view.hand,
        key=lambda held: (held.rank == JACK, seat.left(held.rank) > 1, points_of([held]), order[held]),
    )
    return BluffCard(card) if bluffing.believable(seat) and draws.happens(10) else PlayCard(card)


# -- usta --------------------------------------------------------------------------------------------------------------


def _best(seat: Seat, draws: Draws) -> Action:
    view = seat.view
    values = _values(seat, draws)
    card = max(view.hand, key=lambda held: (values[held], -held.number))
    matching = [held for held in _matching(seat) if bluffing.claims_match(seat, held)]
    if matching:
        return BluffCard(max(matching, key=lambda held: values[held]))
    alone = seat.single
    captures = alone is not None and card.rank in (alone.rank, JACK)
    if not captures and bluffing.lies(seat, draws):
        return BluffCard(card)
    return PlayCard(card)


def _values(seat: Seat, draws: Draws) -> dict[Card, float]:
    if not seat.view.stock:
        return solved(seat, seat.view.hand)
    return tried(seat, seat.view.hand, np.random.default_rng(draws.randrange(1 << 63)))


bot = PistiBot()
