"""Every layout of a hand, enumerated meld by meld: slow, and without anything that the solver is made of."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from services.kernel.melds import Face, Scale

Value = Callable[["Group"], int]


class Group(NamedTuple):
    """A run or a set: the rank of each place, whether a wild piece is there, and the natural faces."""

    is_run: bool
    ranks: tuple[int, ...]
    wilds: tuple[bool, ...]
    naturals: tuple[Face, ...]


def groups_with(face: Face, hand: Counter[Face], wilds: int, scale: Scale) -> Iterator[Group]:
    """Every meld with this piece, other natural pieces of the hand and wild ones in any other place."""
    windows = [
        [Face(face.suit, rank) for rank in range(low, high + 1)]
        for low in range(scale.lowest, face.rank + 1)
        for high in range(max(face.rank, low + 2), scale.highest + 1)
    ]
    quads = [[Face(suit, face.rank) for suit in suits] for size in (3, 4) for suits in combinations(range(4), size)]
    for is_run, places in [*((True, window) for window in windows), *((False, quad) for quad in quads)]:
        if face in places:
            at = places.index(face)
            others = [place for place in range(len(places)) if place != at]
            for count in range(wilds + 1):
                for wild in combinations(others, count):
                    naturals = tuple(one for place, one in enumerate(places) if place not in wild)
                    if all(hand[one] for one in naturals):
                        yield Group(
                            is_run,
                            tuple(one.rank for one in places),
                            tuple(place in wild for place in range(len(places))),
                            naturals,
                        )


Outcomes = dict[tuple[int, bool], tuple[int, ...]]


def outcomes(
    faces: tuple[Face, ...], wilds: int, scale: Scale, values: tuple[Value, ...], using: Face | None
) -> Outcomes:
    """For each number of pieces left in hand, and whether `using` was laid: the most that each of `values` can be."""
    known: dict[tuple[tuple[Face, ...], int], Outcomes] = {}

    def search(hand: tuple[Face, ...], wilds: int) -> Outcomes:
        if not hand:
            return {(wilds, False): (0,) * len(values)}
        if (hand, wilds) not in known:
            found: Outcomes = {}
            for (left, used), most in search(hand[1:], wilds).items():
                merge(found, (left + 1, used), most)
            held = Counter(hand)
            for group in groups_with(hand[0], held, wilds, scale):
                rest = tuple(sorted((held - Counter(group.naturals)).elements()))
                worth = [value(group) for value in values]
                for (left, used), most in search(rest, wilds - sum(group.wilds)).items():
                    total = tuple(more + value for more, value in zip(most, worth, strict=True))
                    merge(found, (left, used or using in group.naturals), total)
            known[hand, wilds] = found
        return known[hand, wilds]

    return search(tuple(sorted(faces)), wilds)


def merge(found: Outcomes, key: tuple[int, bool], most: tuple[int, ...]) -> None:
    found[key] = tuple(map(max, most, found.get(key, most)))


def points_of(points: Callable[[int], int], wild: int | None = None) -> Value:
    """Each piece is worth the points of its rank, a wild one `wild` if given."""

    def value(group: Group) -> int:
        return sum(
            wild if is_wild and wild is not None else points(rank)
            for rank, is_wild in zip(group.ranks, group.wilds, strict=True)
        )

    return value


def middles(group: Group) -> int:
    """Rules 8.7, read from the text: of six and more the best split into runs of three to five."""
    if not group.is_run:
        return group.ranks[0] + (group.ranks[0] // 3 if len(group.ranks) == 4 else 0)
    return middles_of_run(group.ranks[0], len(group.ranks))


def middles_of_run(first: int, length: int) -> int:
    if length <= 5:
        ranks = range(first, first + length)
        blocks = [ranks[at : at + 3] for at in range(length - 2)]
        (value,) = {block[1] + sum(rank // 3 for rank in ranks if rank not in block) for block in blocks}
        return value
    return max(
        middles_of_run(first, part) + middles_of_run(first + part, length - part)
        for part in (3, 4, 5)
        if length - part >= 3
    )
