"""The best layout of a hand in a rummy game: which pieces go together so that the melds are worth most. Exact.

The hand is walked from the lowest rank to the highest. What matters of the ranks below is how many runs of each suit
are open, whether these have one piece, two, or three and more, and how many wild pieces are left: of all ways to the
same state the one that is worth most goes on. Ways that cannot be better than another one are not walked:

* A wild piece begins a run only if the run ends at the highest rank: any other is worth no less moved up by one.
* A wild piece stands in no run for a face that stays in the hand: that piece takes its place, and the wild one goes to
  the run's end (if it has a worth of its own and an exact number of pieces must stay, it would be the one to stay).
* A long run ends before a face that stays in the hand only if an exact number of pieces must stay.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Final

import msgspec

from services.kernel.laying import COPIES, OPENS, WILDS, Laying, Move, Sets, moves, sets
from services.kernel.melds import SHORTEST, SUITS, Face, Meld, Scale


class Worth(msgspec.Struct, frozen=True):
    """What melds are worth, by rank (the index in each tuple): a meld is a block of three pieces and sides, one by one.

    `runs[rank]` is a run's block that begins with the rank, `sets[rank]` a set's, `sides[rank]` a side. None is
    negative, none falls as the ranks rise, and no block is worth less than its pieces as sides. `wild`: a wild piece is
    worth so much wherever it stands, and not what it stands for. `splits`: two runs may be worth more than the one run
    of their pieces.
    """

    scale: Scale
    runs: tuple[int, ...]
    sets: tuple[int, ...]
    sides: tuple[int, ...]
    wild: int | None = None
    splits: bool = True


class Layout(msgspec.Struct, frozen=True):
    """Melds out of a hand with what they are worth, and what stays in the hand.

    A wild piece of a set that may stand for several suits has no face (`melds.named` chooses).
    """

    melds: tuple[Meld, ...]
    value: int
    left: tuple[Face, ...]
    wilds_left: int


def by_points(scale: Scale, points: Callable[[int], int], wild: int | None = None) -> Worth:
    """Every piece is worth the points of its rank in every meld, a wild one those of what it stands for, or `wild`."""
    each = (0,) * scale.lowest + tuple(points(rank) for rank in range(scale.lowest, scale.highest + 1))
    return Worth(
        scale=scale,
        runs=tuple(sum(each[rank : rank + 3]) for rank in range(len(each))),
        sets=tuple(3 * value for value in each),
        sides=each,
        wild=wild,
        splits=False,
    )


def best_layout(faces: Iterable[Face], wilds: int, worth: Worth) -> Layout:
    """The layout that is worth most; among equals one that lays the most pieces, always the same.

    `faces` are the natural pieces in any order, at most two of each, `wilds` is 0..2. Raises `ValueError` for others.
    """
    found = layout_with(faces, wilds, worth)
    assert found is not None  # to lay nothing is a layout
    return found


def layout_with(
    faces: Iterable[Face], wilds: int, worth: Worth, *, using: Face | None = None, leaving: int | None = None
) -> Layout | None:
    """The layout that is worth most of those that lay a natural piece `using` and leave exactly `leaving` pieces in the
    hand, wild ones counted; None if there is none. Else as `best_layout`."""
    walk = _Walk(tuple(faces), wilds, worth, using, leaving)
    if not walk.has(using):
        return None
    layers, came = [{wilds << _WILDS_AT: 0}], []
    for rank in walk.ranks:
        layer, back = walk.layer(rank, layers[-1])
        layers.append(layer)
        came.append(back)
    ends = {key: value for key, value in layers[-1].items() if leaving is None or _stays(key) == leaving}
    if not ends:
        return None
    key = max(ends, key=ends.__getitem__)
    path = [key]
    for back in reversed(came):
        path.append(back[path[-1]])
    path.reverse()
    return walk.laid(path, [layer[key] for layer, key in zip(layers, path, strict=True)])


# A state is one number: the number of each suit's open runs, the wild pieces left, the pieces that stay.
_SUIT_BITS: Final = 6
_WILDS_AT: Final = _SUIT_BITS * len(SUITS)
_STAY_AT: Final = _WILDS_AT + 2
_RUNS: Final = (1 << _WILDS_AT) - 1
_RUN: Final = (1 << _SUIT_BITS) - 1
_NEVER: Final = -(10**9)
_MANY: Final = 2 * 13 * len(SUITS)
"""More pieces than any hand has."""

Step = tuple[int, int, int]
"""What can be done at a rank: what it adds to the state, its worth, the wild pieces that it takes at once and needs in
the next ranks."""

Option = tuple[int, int, int, int, int, Move]
"""What can be done with a face in runs: as a step, then the natural and the wild pieces of it, and the move."""


def _stays(key: int) -> int:
    return (key >> _STAY_AT) + (key >> _WILDS_AT & 3)


def _told_apart(worth: Worth) -> Worth:
    """The same, and a little for each piece: of equal layouts the one with more of them is worth more."""
    return Worth(
        scale=worth.scale,
        runs=tuple(value * _MANY + SHORTEST for value in worth.runs),
        sets=tuple(value * _MANY + SHORTEST for value in worth.sets),
        sides=tuple(value * _MANY + 1 for value in worth.sides),
        wild=None if worth.wild is None else worth.wild * _MANY + 1,
        splits=worth.splits,
    )


class _Walk:
    """One search. Ranks beyond the scale hold nothing."""

    def __init__(
        self, faces: tuple[Face, ...], wilds: int, worth: Worth, using: Face | None, leaving: int | None
    ) -> None:
        low, high = worth.scale
        if not 0 <= wilds <= WILDS:
            raise ValueError(f"{wilds} wild pieces; there are at most {WILDS}")
        self.held = [[0] * len(SUITS) for _ in range(high + 3)]
        for suit, rank in faces:
            if not low <= rank <= high or self.held[rank][suit] == COPIES:
                raise ValueError(f"{faces} has a rank off the scale or a face more than {COPIES} times")
            self.held[rank][suit] += 1
        self.ranks = range(low, high + 1)
        self.wilds, self.worth, self.using, self.leaving = wilds, _told_apart(worth), using, leaving
        self.most = 0 if leaving is None else leaving
        self.choosy = leaving is not None and worth.wild is not None
        self._options: dict[tuple[int, int, int, int, bool], list[Option]] = {}

    def has(self, face: Face | None) -> bool:
        return face is None or (face.rank in self.ranks and self.held[face.rank][face.suit] > 0)

    def layer(self, rank: int, before: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
        """The states after a rank with their worth, and the state that each came from."""
        layer: dict[int, int] = {}
        back: dict[int, int] = {}
        steps: dict[int, list[Step]] = {}
        in_sets = [(choice, self._in_sets(rank, choice)) for choice in sets(tuple(self.held[rank]), self.wilds)]
        live = [suit for suit in SUITS if self.held[rank][suit] or self._gaps(rank, suit) < self.wilds]
        for key, value in before.items():
            runs = key & _RUNS
            if runs not in steps:
                steps[runs] = self._steps(rank, runs, in_sets, live)
            wilds, rest = key >> _WILDS_AT & 3, key - runs
            for change, gain, cost in steps[runs]:
                if cost <= wilds:
                    after = rest + change
                    if value + gain > layer.get(after, _NEVER) and after >> _STAY_AT <= self.most:
                        layer[after] = value + gain
                        back[after] = key
        return layer, back

    def _steps(self, rank: int, runs: int, in_sets: list[tuple[Sets, Step]], live: list[int]) -> list[Step]:
        """What can be done at a rank from these open runs."""
        found: list[Step] = []
        before = [(suit, runs >> _SUIT_BITS * suit & _RUN) for suit in SUITS]
        before = [(suit, code) for suit, code in before if code or suit in live]
        for choice, laid in in_sets:
            ways = [laid]
            for suit, code in before:
                ways = [
                    (change + more, gain + worth, cost + needs)
                    for more, worth, needs, *_ in self.options(rank, suit, code, choice.naturals[suit])
                    for change, gain, cost in ways
                    if cost + needs <= self.wilds
                ]
            found += ways
        return found

    def _in_sets(self, rank: int, choice: Sets) -> Step:
        """The step that lays these sets."""
        worth = choice.made * self.worth.sets[rank] + choice.sides * self.worth.sides[rank]
        return -choice.wilds << _WILDS_AT, worth + choice.wilds * self._wild(rank), choice.wilds

    def _gaps(self, rank: int, suit: int) -> int:
        """How many of the ranks above are missing in the suit; too many for any hand where no run can begin."""
        above = self.held[rank + 1 : self.worth.scale.highest + 1]
        return sum(not held[suit] for held in above) if len(above) >= SHORTEST - 1 else WILDS

    def _wild(self, rank: int) -> int:
        """What a wild piece is worth more than the piece it stands for."""
        return 0 if self.worth.wild is None else self.worth.wild - self.worth.sides[rank]

    def options(self, rank: int, suit: int, before: int, in_sets: int) -> list[Option]:
        """How the pieces of a face that are in no set, and wild ones, go into runs."""
        must = (suit, rank) == self.using and not in_sets
        free = self.held[rank][suit] - in_sets
        known = (rank, suit, before, free, must)
        found = self._options.get(known)
        if found is None:
            found = self._options[known] = [
                option
                for naturals in range(must, free + 1)
                for wilds in range(self.wilds + 1 if naturals == free or self.choosy else 1)
                for move in moves(before, naturals + wilds)
                if (option := self._option(rank, suit, naturals, wilds, free - naturals, move)) is not None
            ]
        return found

    def _option(self, rank: int, suit: int, naturals: int, wilds: int, stays: int, move: Move) -> Option | None:
        """The option, unless it leads nowhere or is never better than another one."""
        if move.ended and ((move.begun and not self.worth.splits) or (stays and self.leaving is None)):
            return None
        needs = self._needs(rank, suit, move, wilds - (naturals + wilds - move.begun))
        if needs is None or needs + wilds > self.wilds:
            return None
        change = (move.after << _SUIT_BITS * suit) - (wilds << _WILDS_AT)
        if self.leaving is not None:
            change += stays << _STAY_AT
        worth = move.sides * self.worth.sides[rank] + wilds * self._wild(rank)
        if move.blocks:
            worth += move.blocks * self.worth.runs[rank - 2]
        return change, worth, needs + wilds, naturals, wilds, move

    def _needs(self, rank: int, suit: int, move: Move, wild_begun: int) -> int | None:
        """The wild pieces that the short runs will take; None if they cannot go on."""
        begun, twos, _ = OPENS[move.after]
        if rank + (2 if begun else 1 if twos else 0) > self.worth.scale.highest:
            return None
        needs = max(0, begun + twos - self.held[rank + 1][suit]) + max(0, begun - self.held[rank + 2][suit])
        if wild_begun > 0:
            return max(needs, self._gaps(rank, suit))
        return needs

    def laid(self, path: list[int], values: list[int]) -> Layout:
        """The melds of a path through the states; `values` are their worths."""
        laying = Laying(self.worth.scale)
        left: list[Face] = []
        for at, rank in enumerate(self.ranks):
            choice, options = self._taken(rank, path[at], path[at + 1], values[at + 1] - values[at])
            laying.sets(rank, choice)
            for suit, (_, _, _, naturals, wilds, move) in zip(SUITS, options, strict=True):
                face = Face(suit, rank)
                laying.runs(face, naturals, wilds, move)
                left += [face] * (self.held[rank][suit] - choice.naturals[suit] - naturals)
        return Layout(
            melds=laying.melds(),
            value=values[-1] // _MANY,
            left=tuple(sorted(left)),
            wilds_left=path[-1] >> _WILDS_AT & 3,
        )

    def _taken(self, rank: int, key: int, after: int, gain: int) -> tuple[Sets, tuple[Option, ...]]:
        """The step from one state to the next one that is worth so much."""
        wilds, runs = key >> _WILDS_AT & 3, key & _RUNS
        for choice in sets(tuple(self.held[rank]), wilds):
            every = (
                self.options(rank, suit, runs >> _SUIT_BITS * suit & _RUN, choice.naturals[suit]) for suit in SUITS
            )
            for options in product(*every):
                change = sum(option[0] for option in options) - (choice.wilds << _WILDS_AT)
                worth = sum(option[1] for option in options) + self._in_sets(rank, choice)[1]
                needs = sum(option[2] for option in options) + choice.wilds
                if key - runs + change == after and worth == gain and needs <= wilds:
                    return choice, options
        raise AssertionError("a state that no step leads to")
