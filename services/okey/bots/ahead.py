"""The turns that an open seat has yet, imagined: tiles drawn, what goes down, whether it finishes."""

from typing import Final

import msgspec

from services.kernel.draws import Draws
from services.kernel.melds import Face, Kind, spots
from services.okey.bots.faces import BLOCKS
from services.okey.bots.seat import Seen
from services.okey.results import Opened
from services.okey.tiles import NUMBERS, Tile, face_of

_RUNS: Final = 60
"""So many futures are imagined."""

_ENDS: Final = (0.0, 0.3, 0.15, 0.08, 0.05, 0.04)
"""How likely an open opponent finishes in his next turn, by the tiles that he has."""
_SELDOM: Final = 0.02

_LEFT: Final = 20
"""About what an open partner has left."""


class Future(msgspec.Struct, frozen=True):
    """The tiles that are drawn turn by turn (None: an okey); the hand ends after the last of them."""

    drawn: tuple[Face | None, ...]


class Ahead:
    """Values racks by what they come to, in points: the fewer the better."""

    def __init__(self, at: Seen, rng: Draws) -> None:
        terms = at.view.terms
        self._pairs_go = at.opened is Opened.PAIRS or at.pairs_lie
        self._melds_go = at.opened is not Opened.PAIRS
        self._factor = 1 if self._melds_go else 2
        self._unit, self._number = terms.unit, terms.number
        finish = terms.bonus * (1 if self._melds_go or not terms.bonus_scaled else 2)
        # What the others have is not counted, but they would have less, and a partner's rack counts nothing (8.13).
        self._finish = -finish - 20 - (60 if not self._melds_go else 0) - _spared(at)
        self._by_okey = self._finish - finish - 40
        self._spots = _spots(at)
        self._futures = _futures(at, rng)

    def value(self, rack: tuple[Tile, ...], okey: Tile) -> float:
        """What a rack comes to that stays after a discard."""
        faces = [face_of(tile, okey) for tile in rack if tile is not okey]
        okeys = len(rack) - len(faces)
        return sum(self._come_to(list(faces), okeys, future) for future in self._futures) / len(self._futures)

    def _come_to(self, hand: list[Face], okeys: int, future: Future) -> float:
        lying = dict(self._spots)
        for face in future.drawn:
            if face is None:
                okeys += 1
            else:
                self._goes_down(hand, face, lying)
            if len(hand) + okeys == 1:
                return self._by_okey if okeys else self._finish
            if hand:
                hand.remove(max(hand, key=_rank))
            else:
                okeys -= 1  # one okey is laid off, so that the other finishes
                return self._by_okey
        left = sum(self._number(face.rank) for face in hand) + self._unit * okeys
        return self._factor * left

    def _goes_down(self, hand: list[Face], face: Face, lying: dict[Face, int]) -> None:
        """The tile is laid off, or goes down with others of the rack, or stays there."""
        if face in lying:
            step = lying.pop(face)
            beyond = Face(face.suit, face.rank + step)
            if step and NUMBERS.lowest <= beyond.rank <= NUMBERS.highest:
                lying[beyond] = step
                if beyond in hand and len(hand) > 1:
                    hand.remove(beyond)
            return
        if self._pairs_go and face in hand and len(hand) > 1:
            hand.remove(face)
            return
        if self._melds_go and len(hand) > 2:
            for first, second in BLOCKS[face]:
                if first in hand and second in hand:
                    hand.remove(first)
                    hand.remove(second)
                    return
        hand.append(face)


def _spared(at: Seen) -> int:
    """What a finish spares the partner."""
    if at.partner is None:
        return 0
    return at.view.terms.closed if at.view.seats[at.partner].opened is Opened.NONE else _LEFT


def _rank(face: Face) -> int:
    return face.rank


def _spots(at: Seen) -> dict[Face, int]:
    """What lays off now, and in which direction the next number would."""
    found: dict[Face, int] = {}
    for meld in at.melds:
        for face in spots(meld, NUMBERS):
            step = 0 if meld.kind is Kind.SET else 1 if face.rank > meld.ranks[0] else -1
            found[face] = step
    return found


def _futures(at: Seen, rng: Draws) -> tuple[Future, ...]:
    pool = [
        None if tile is at.okey else face_of(tile, at.okey) for tile, copies in at.unseen.items() for _ in range(copies)
    ]
    others = [
        told.tiles
        for seat, told in enumerate(at.view.seats)
        if seat not in (at.seat, at.partner) and told.opened is not Opened.NONE
    ]
    goes_on = 1.0
    for tiles in others:
        goes_on *= 1 - (_ENDS[tiles] if tiles < len(_ENDS) else _SELDOM)
    futures = []
    for _ in range(_RUNS):
        turns = 0
        while turns < at.turns and rng.random() < goes_on:
            turns += 1
        futures.append(Future(tuple(pool[rng.randrange(len(pool))] for _ in range(turns))))
    return tuple(futures)
