"""Laying rank by rank: how pieces can go into the runs of a suit and into sets of the rank, and the melds this makes.

For `layouts`. `moves` and `sets` are tables: nothing in them depends on a hand.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from services.kernel.melds import SHORTEST, SUITS, WILD, Face, Meld, Place, Scale, natural, run_of, set_of, standing_for

COPIES: Final = 2
"""So many natural pieces of a face there are in a game at most."""

WILDS: Final = 2
"""So many wild pieces there are in a game at most."""


class Open(NamedTuple):
    """The open runs of a suit: how many have one piece, two, and three or more. All four pieces of a face at most."""

    ones: int
    twos: int
    longs: int


OPENS: Final = tuple(
    Open(*runs) for runs in sorted(product(range(COPIES + WILDS + 1), repeat=3), key=sum) if sum(runs) <= COPIES + WILDS
)
"""Every state of a suit by its number, nothing open first."""

_NUMBERS: Final = {runs: number for number, runs in enumerate(OPENS)}


class Move(NamedTuple):
    """Pieces of one face go into runs: the state of the suit after it, the blocks of three that they finish, the pieces
    that go to longer runs, the runs they begin, and the long runs that end before this face."""

    after: int
    blocks: int
    sides: int
    begun: int
    ended: int


@cache
def moves(before: int, pieces: int) -> tuple[Move, ...]:
    """How so many pieces of the next face go into the runs of a suit, all of them; short runs must go on."""
    ones, twos, longs = OPENS[before]
    spare = pieces - ones - twos
    return tuple(
        Move(_NUMBERS[Open(spare - sides, ones, twos + sides)], twos, sides, spare - sides, longs - sides)
        for sides in range(min(longs, spare), -1, -1)
    )


class Sets(NamedTuple):
    """Pieces of one rank go into sets: the natural ones by suit, the wild ones, and how many sets they make (as many
    as can be)."""

    naturals: tuple[int, ...]
    wilds: int
    made: int

    @property
    def sides(self) -> int:
        """The fourth pieces."""
        return sum(self.naturals) + self.wilds - SHORTEST * self.made

    def groups(self) -> list[tuple[list[int], int]]:
        """Each set's natural suits, and how many wild pieces fill it."""
        suits: list[list[int]] = [[] for _ in range(self.made)]
        for suit in SUITS:
            for taken in sorted(suits, key=len)[: self.naturals[suit]]:
                taken.append(suit)
        filled = [max(0, SHORTEST - len(taken)) for taken in suits]
        for _ in range(self.wilds - sum(filled)):
            filled[min(range(self.made), key=lambda at: len(suits[at]) + filled[at])] += 1
        return list(zip(suits, filled, strict=True))


@cache
def sets(there: tuple[int, ...], wilds: int) -> tuple[Sets, ...]:
    """Every choice of pieces for sets at a rank of which so many are there by suit; no set at all comes first."""
    return tuple(_sets(there, wilds))


def _sets(there: tuple[int, ...], wilds: int) -> Iterator[Sets]:
    for naturals in product(*(range(held + 1) for held in there)):
        for used in range(wilds + 1):
            pieces = sum(naturals) + used
            count = pieces // SHORTEST
            # Whoever spreads the suits evenly gets sets of three and four, none of them with a suit twice.
            if (count or not pieces) and pieces <= len(SUITS) * count and max(naturals) <= count:
                yield Sets(naturals, used, count)


class Laying:
    """The melds while a path is walked."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._melds: list[Meld] = []
        self._runs: list[list[list[Place]]] = [[] for _ in SUITS]

    def sets(self, rank: int, choice: Sets) -> None:
        """The sets of a rank."""
        for suits, wilds in choice.groups():
            self._add(set_of([*(natural(Face(suit, rank)) for suit in suits), *[WILD] * wilds]))

    def runs(self, face: Face, naturals: int, wilds: int, move: Move) -> None:
        """The pieces go to the short runs, to as many of the long ones as the move says, and begin new ones."""
        runs = sorted(self._runs[face.suit], key=len)
        kept = runs[: len(runs) - move.ended]
        for run in runs[len(kept) :]:
            self._add(run_of(run, self._scale))
        self._runs[face.suit] = [*kept, *([] for _ in range(move.begun))]
        # Wild pieces go to runs that are there already: none needs to begin with one if another face can.
        places = [standing_for(face)] * wilds + [natural(face)] * naturals
        for run, place in zip(self._runs[face.suit], places, strict=True):
            run.append(place)

    def melds(self) -> tuple[Meld, ...]:
        """All melds, runs first."""
        for run in (run for runs in self._runs for run in runs):
            self._add(run_of(run, self._scale))
        return tuple(sorted(self._melds, key=lambda meld: (meld.kind, meld.naturals, len(meld.places))))

    def _add(self, meld: Meld | None) -> None:
        assert meld is not None
        self._melds.append(meld)
