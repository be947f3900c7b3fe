"""The turns that an open seat has yet, imagined: cards drawn and thrown to it, what goes down, whether it goes out."""

from typing import Final

import msgspec

from services.ellibir.bots import stakes
from services.ellibir.bots.faces import BLOCKS, CODE, JOKER_CODE, NEAR, POINTS, beyond, code_of, codes
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER, JOKER_IN_HAND, SCALE, Piece
from services.ellibir.state import Laid, Opened
from services.kernel.draws import Draws
from services.kernel.melds import Kind, spots

_TIMES: Final = 3
"""So often every unseen card is imagined as drawn in a turn."""

_LONGEST: Final = 8
"""So many own turns are imagined at most."""

Spots = dict[int, int]
"""What lays off, each with the direction in which its run goes on; 0 for a set's."""


class Future(msgspec.Struct, frozen=True):
    """What is drawn turn by turn, and what the seat before throws."""

    drawn: tuple[int, ...]
    thrown: tuple[int, ...]


class Ahead:
    """Values hands by what they come to, in points: the fewer the better."""

    def __init__(self, at: Seen, opened: Opened, rng: Draws) -> None:
        self._at = at
        self._pairs = opened is Opened.PAIRS
        self._limit = at.view.terms.layoffs if self._pairs else None
        self._finish = stakes.finish(at, joker=False, pairs=self._pairs, elden=False)
        self._by_joker = stakes.finish(at, joker=True, pairs=self._pairs, elden=False)
        self._lost = stakes.lost(at, 0)
        self._point = stakes.lost(at, 1, pairs=self._pairs) - self._lost
        self._ends = stakes.ends(at, _LONGEST)
        self._futures = _futures(at, len(self._ends) - 1, rng)

    def value(self, hand: tuple[Piece, ...], melds: tuple[Laid, ...]) -> float:
        """What a hand comes to that stays after the discard, beside these melds."""
        naturals, jokers = codes(hand)
        free = spots_of(melds)
        return sum(self._come_to(list(naturals), jokers, dict(free), one) for one in self._futures) / len(self._futures)

    def _come_to(self, hand: list[int], jokers: int, free: Spots, future: Future) -> float:
        come, left = 0.0, 1.0
        for ends, drawn, thrown in zip(self._ends, future.drawn, future.thrown, strict=False):
            if ends:
                come += ends * self._costs(hand, jokers)
                left -= ends
            if not self._takes(hand, jokers, thrown, free):
                if drawn == JOKER_CODE:
                    jokers += 1
                else:
                    self._comes(hand, jokers, drawn)
            self._lays_off(hand, jokers, free)
            if len(hand) <= 1 and (hand or jokers):
                # One joker at least can be laid off anywhere: of the cards that are left one is discarded.
                return come + left * (self._finish if hand else self._by_joker)
            hand.remove(_worst(hand))
        return come + left * self._costs(hand, jokers)

    def _costs(self, hand: list[int], jokers: int) -> float:
        return self._lost + self._point * (sum([POINTS[code] for code in hand]) + JOKER_IN_HAND * jokers)

    def _takes(self, hand: list[int], jokers: int, thrown: int, free: Spots) -> bool:
        """True if the discard is taken, and goes down in a new meld or pair at once."""
        if thrown in free or thrown == JOKER_CODE or len(hand) + jokers < 2 + (not self._pairs):
            return False
        if self._pairs:
            if thrown in hand:
                hand.remove(thrown)
                return True
            return False
        return _in_block(hand, thrown)

    def _comes(self, hand: list[int], jokers: int, card: int) -> None:
        """The card goes down with others of the hand, or stays there."""
        if self._pairs:
            if card in hand and len(hand) + jokers > 1:
                hand.remove(card)
                return
        elif len(hand) + jokers > 2 and _in_block(hand, card):
            return
        hand.append(card)

    def _lays_off(self, hand: list[int], jokers: int, free: Spots) -> None:
        left, again = self._limit, True
        while again and left != 0:
            again = False
            for card in hand:
                if card in free and len(hand) + jokers > 1:
                    hand.remove(card)
                    step = free.pop(card)
                    after = beyond(card, step) if step else None
                    if after is not None:
                        free[after] = step
                    left, again = None if left is None else left - 1, True
                    break


def _in_block(hand: list[int], card: int) -> bool:
    for first, second in BLOCKS[card]:
        if first in hand and second in hand:
            hand.remove(first)
            hand.remove(second)
            return True
    return False


def _worst(hand: list[int]) -> int:
    """The card to discard: the dearest of those that go with no other, else the dearest."""
    worst, most = hand[0], -1
    for card in hand:
        points = POINTS[card]
        near = NEAR[card]
        if not any(other in near for other in hand):
            points += 8
        if points > most:
            worst, most = card, points
    return worst


def spots_of(melds: tuple[Laid, ...]) -> Spots:
    """What lays off now, and in which direction the next rank would."""
    found: Spots = {}
    for laid in melds:
        for face in spots(laid.meld, SCALE):
            found[code_of(face)] = 0 if laid.meld.kind is Kind.SET else 1 if face.rank > laid.meld.ranks[0] else -1
    return found


def _futures(at: Seen, turns: int, rng: Draws) -> tuple[Future, ...]:
    """Some times as many as there are cards unseen: in each turn all are drawn equally often, and thrown."""
    pool = [JOKER_CODE if piece is JOKER else CODE[piece] for piece in at.unseen] * _TIMES
    draws, throws = ([_shuffled(pool, rng) for _ in range(turns)] for _ in range(2))
    return tuple(
        Future(tuple(cards[at] for cards in draws), tuple(cards[at] for cards in throws)) for at in range(len(pool))
    )


def _shuffled(pool: list[int], rng: Draws) -> list[int]:
    cards = list(pool)
    rng.shuffle(cards)
    return cards
