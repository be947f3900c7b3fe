"""Opening with pairs: the most pairs of a hand, alone and beside one meld (rules 8.6, 9.5)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from services.kernel.melds import (
    SHORTEST,
    SUITS,
    WILD,
    Face,
    Kind,
    Meld,
    Scale,
    natural,
    pair_of,
    run_of,
    set_of,
    standing_for,
)


class Pairs(msgspec.Struct, frozen=True):
    """Pairs out of a hand, those with wild pieces last, at most one meld beside them, and what stays in the hand."""

    pairs: tuple[Meld, ...]
    left: tuple[Face, ...]
    wilds_left: int
    meld: Meld | None = None


def best_pairs(
    faces: Iterable[Face], wilds: int, *, using: Face | None = None, twins: Face | None = None
) -> Pairs | None:
    """The most pairs that a hand has, of these the ones with the highest ranks.

    `using` is a face that one of them must have on a natural piece; None if it cannot. `twins` is the face of two wild
    pieces that are a pair by themselves, where the game has such a pair.
    """
    held = Counter(faces)
    single = [face for face in held if held[face] % 2]
    if wilds == 2 and not single and twins is None and held:
        # With a wild piece for each of them a pair makes two.
        single = [max(held, key=lambda face: (face.rank, -face.suit))] * 2
    twice = held - Counter(single)
    pairs = [pair_of([natural(face)] * 2) for face in sorted(twice) for _ in range(twice[face] // 2)]
    single.sort(key=lambda face: (face != using, -face.rank, face.suit))
    pairs += [pair_of([natural(face), WILD]) for face in single[:wilds]]
    free = max(0, wilds - len(single))
    if twins is not None and free == 2:
        pairs.append(Meld(Kind.PAIR, (standing_for(twins),) * 2))
        free = 0
    found = tuple(pair for pair in pairs if pair is not None)
    if using is not None and not any(using in pair.naturals for pair in found):
        return None
    return Pairs(pairs=found, left=tuple(sorted(single[wilds:])), wilds_left=free)


def pairs_beside_a_meld(
    faces: Iterable[Face], wilds: int, scale: Scale, *, using: Face | None = None
) -> Iterator[Pairs]:
    """Every run or set that a hand has, each with the most pairs of the rest; only those that lay a natural `using`."""
    held = Counter(faces)
    for meld in each_meld(held, wilds, scale):
        rest = (held - Counter(meld.naturals)).elements()
        found = best_pairs(rest, wilds - meld.wilds, using=None if using in meld.naturals else using)
        if found is not None:
            yield msgspec.structs.replace(found, meld=meld)


def each_meld(faces: Iterable[Face], wilds: int, scale: Scale) -> Iterator[Meld]:
    """Every run and set of a hand, with every choice of the places where wild pieces stand."""
    held = set(faces)
    for suit in SUITS:
        for low in range(scale.lowest, scale.highest - SHORTEST + 2):
            yield from _runs_from(Face(suit, low), held, wilds, scale)
    for rank in range(scale.lowest, scale.highest + 1):
        there = [Face(suit, rank) for suit in SUITS if Face(suit, rank) in held]
        for size in range(1, len(there) + 1):
            for chosen in combinations(there, size):
                for used in range(wilds + 1):
                    found = set_of([*map(natural, chosen), *[WILD] * used])
                    if found is not None:
                        yield found


def _runs_from(lowest: Face, held: set[Face], wilds: int, scale: Scale) -> Iterator[Meld]:
    """Every run that begins with this face."""
    faces = [Face(lowest.suit, rank) for rank in range(lowest.rank, scale.highest + 1)]
    for size in range(SHORTEST, len(faces) + 1):
        gaps = [place for place in range(size) if faces[place] not in held]
        if len(gaps) > wilds:
            return
        others = [place for place in range(size) if place not in gaps]
        for more in range(wilds - len(gaps) + 1):
            for chosen in combinations(others, more):
                found = run_of([WILD if at in (*gaps, *chosen) else natural(faces[at]) for at in range(size)], scale)
                if found is not None:
                    yield found
