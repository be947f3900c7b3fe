"""What a closed hand may still become: draws are imagined, and the best layout of each says which cards it needs."""

from collections import Counter
from typing import Final

import msgspec

from services.ellibir.bots.faces import BLOCKS, code_of
from services.ellibir.bots.seat import Seen
from services.ellibir.cards import JOKER, Piece
from services.ellibir.search import WORTH
from services.kernel.draws import Draws
from services.kernel.laying import WILDS
from services.kernel.layouts import best_layout
from services.kernel.melds import Face

_SAMPLES: Final = (96, 56, 20)
"""Layouts that are looked at, by the jokers in the hand: with more of them each takes longer."""

_LONGEST: Final = 5
"""So many cards are imagined at most: further on nearly every hand opens, and no card matters."""

_PAIRS: Final = 5
"""So many pairs open without a meld, where the table is lenient."""

_BESIDE_A_MELD: Final = 4
"""So many open with a meld, everywhere (rules 9.5)."""

_NEARLY: Final = 6
_UNOPENED: Final = 0.6
"""How steeply a layout counts less the further it is below the threshold, and how much at most."""


class Hopes(msgspec.Struct, frozen=True):
    """`melds` and `pairs` are the shares of imagined draws that open so, `either` of those that open at all. `needed`
    says of each card, by copies, how often the layouts that count used so many of them."""

    melds: float
    pairs: float
    either: float
    needed: dict[Piece, tuple[float, float]]

    def of(self, piece: Piece, copies: int) -> float:
        """How much is lost with one of so many copies of a card, 0 to 1."""
        return self.needed[piece][min(copies, 2) - 1]


def hopes(at: Seen, hand: tuple[Piece, ...], rng: Draws, *, goer: bool) -> Hopes:
    """Imagines the draws of the turns that are left to a hand; one who goes for pairs may take every discard, too."""
    jokers = hand.count(JOKER)
    faces = [face for piece in hand if (face := piece.place.face) is not None]
    held = Counter(faces)
    pool = [piece.place.face for piece in at.unseen]
    longest = max(1, min(at.turns + 1, _LONGEST, len(pool) // 2))
    needs = _PAIRS if at.view.terms.lenient else _PAIRS + 1
    weights: dict[Face, list[float]] = {face: [0.0, 0.0] for face in held}
    total = melds = pairs = either = 0.0
    samples = _SAMPLES[min(jokers, 2)]
    for number in range(samples):
        ahead = (1 + number % longest) * (2 if goer else 1)
        drawn = _draw(pool, ahead, rng)
        more = [face for face in drawn if face is not None]
        wilds = min(WILDS, jokers + len(drawn) - len(more))
        opens, value, used = False, 0, Counter[Face]()
        if not goer:
            layout = best_layout([*faces, *more], wilds, WORTH)
            value, opens = layout.value, layout.value >= at.view.need
            used = Counter([*faces, *more])
            used.subtract(layout.left)
        twice = Counter([*faces, *more])
        in_pairs = _pairs_open(twice, wilds, needs)
        melds, pairs, either = melds + opens, pairs + in_pairs, either + (opens or in_pairs)
        weight = 1.0 if opens else _UNOPENED * (value / at.view.need) ** _NEARLY
        total += weight
        for face, copies in held.items():
            # What is drawn as well is used before what is held.
            spare = copies + more.count(face) - used[face]
            weights[face][0] += weight * (spare < copies)
            weights[face][1] += weight * (spare <= 0)
        share = (0.25 if opens else 1.0) * in_pairs + 0.2 * goer
        if share:
            total += share
            for face in held:
                if twice[face] >= 2 or goer:
                    weights[face][0] += share * (twice[face] >= 2)
                    weights[face][1] += share
    scale = 1 / total if total else 0.0
    needed = {
        piece: (weights[face][0] * scale, weights[face][1] * scale)
        for piece in dict.fromkeys(hand)
        if (face := piece.place.face) is not None
    }
    return Hopes(melds / samples, pairs / samples, either / samples, needed)


def _pairs_open(held: Counter[Face], wilds: int, needs: int) -> bool:
    """True if pairs open: so many of them, or one or two fewer with a meld of what is in none."""
    pairs = sum(count // 2 for count in held.values()) + wilds
    if pairs >= needs or pairs < _BESIDE_A_MELD:
        return pairs >= needs
    single = {code_of(face) for face, count in held.items() if count == 1}
    return any(first in single and second in single for code in single for first, second in BLOCKS[code])


def _draw(pool: list[Face | None], count: int, rng: Draws) -> list[Face | None]:
    """So many cards of the pool, which is put into another order."""
    for at in range(count):
        other = at + rng.randrange(len(pool) - at)
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:count]
