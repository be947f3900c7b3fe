"""Melds of rummy games: what a run, a set and a pair is, where one goes on, and what stands on each of its places.

Here stands what the tile games (rules 8.4) and Elli Bir (rules 9.3) agree on. What differs is the family's: what a
wild piece in a set means while its suit is open, how it is taken from the table, whether two wild pieces are a pair,
and what a meld is worth.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

SUITS: Final = range(4)
"""Suits of cards or colours of tiles, numbered in the order that breaks the family's ties (rules 0.13)."""

SHORTEST: Final = 3
"""So many pieces a run or a set has at least."""


class Face(NamedTuple):
    """What is printed on a piece. Pieces with the same face are the same piece. Sorts by suits, then by ranks."""

    suit: int
    rank: int


class Scale(NamedTuple):
    """The ranks of a game; runs end at both, none goes on from the highest to the lowest."""

    lowest: int
    highest: int


class Kind(StrEnum):
    """The kinds of melds."""

    RUN = "run"
    SET = "set"
    PAIR = "pair"


class Place(NamedTuple):
    """A place of a meld: the face that it counts as, and whether a wild piece stands in for it.

    `face` is None for a wild piece that nobody has given a face: in a group that was sent, and in a set as long as it
    may stand for several suits.
    """

    face: Face | None
    wild: bool = False


WILD: Final = Place(face=None, wild=True)
"""A wild piece without a face."""


class Meld(msgspec.Struct, frozen=True):
    """A valid meld, as `run_of`, `set_of` and `pair_of` make it. The places of a run rise; those of a set go by suits,
    wild pieces without a face last."""

    kind: Kind
    places: tuple[Place, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank that each place counts as; a wild piece without a face counts as its set's."""
        if self.kind is Kind.SET:
            return (_first_face(self.places).rank,) * len(self.places)
        return tuple(place.face.rank for place in self.places if place.face is not None)

    @property
    def naturals(self) -> tuple[Face, ...]:
        """The faces of the pieces that are not wild, in order."""
        return tuple(place.face for place in self.places if place.face is not None and not place.wild)

    @property
    def wilds(self) -> int:
        """How many wild pieces are in it."""
        return sum(place.wild for place in self.places)

    @property
    def missing(self) -> tuple[int, ...]:
        """The suits that a set lacks: no natural piece of them is there, and no wild piece that stands for them."""
        shown = {place.face.suit for place in self.places if place.face is not None}
        return tuple(suit for suit in SUITS if suit not in shown)


def natural(face: Face) -> Place:
    """The place of a piece that is what it shows."""
    return Place(face=face)


def standing_for(face: Face) -> Place:
    """The place of a wild piece that stands for `face`."""
    return Place(face=face, wild=True)


def is_run(faces: Sequence[Face]) -> bool:
    """True for three or more faces of one suit, each a rank above the one before it."""
    suit, rank = faces[0] if faces else (0, 0)
    return len(faces) >= SHORTEST and all(face == (suit, rank + step) for step, face in enumerate(faces))


def is_set(faces: Sequence[Face]) -> bool:
    """True for three or four faces of one rank and different suits."""
    return len(faces) >= SHORTEST and len({face.rank for face in faces}) == 1 and len(set(faces)) == len(faces)


def is_pair(faces: Sequence[Face]) -> bool:
    """True for two equal faces."""
    return len(faces) == 2 and faces[0] == faces[1]


def run_of(places: Sequence[Place], scale: Scale) -> Meld | None:
    """The run of these places in rising order, or None. A wild piece stands for the face of its place (8.4, 9.3)."""
    known = _natural_at(places)
    if known is None:
        return None
    first = known[1].rank - known[0]
    faces = [Face(known[1].suit, first + step) for step in range(len(places))]
    if not is_run(faces) or faces[0].rank < scale.lowest or faces[-1].rank > scale.highest:
        return None
    return _filled(Kind.RUN, places, faces)


def set_of(places: Iterable[Place]) -> Meld | None:
    """The set of these places in any order, or None.

    Wild pieces get the missing suits where they take all of them, so that only one set can be meant; otherwise those
    without a face stay so.
    """
    given = sorted((place for place in places if place.face is not None), key=_face)
    opened = [place for place in places if place.face is None]
    known = _natural_at(given)
    size = len(given) + len(opened)
    faces = [place.face for place in given if place.face is not None]
    if known is None or not SHORTEST <= size <= len(SUITS) or len(set(faces)) < len(faces):
        return None
    if any(face.rank != known[1].rank for face in faces):
        return None
    if size == len(SUITS):
        there = {face.suit for face in faces}
        given += [standing_for(Face(suit, known[1].rank)) for suit in SUITS if suit not in there]
        return Meld(Kind.SET, tuple(sorted(given, key=_face)))
    return Meld(Kind.SET, (*given, *opened))


def pair_of(places: Sequence[Place]) -> Meld | None:
    """The pair of two places, or None. A wild piece stands for the twin of the other; two wild pieces are the
    family's to judge."""
    known = _natural_at(places)
    if known is None or len(places) != 2:
        return None
    return _filled(Kind.PAIR, places, (known[1], known[1]))


def named(meld: Meld) -> Meld:
    """The meld with a face for every wild piece: those of a set that may stand for several suits get the first ones."""
    if all(place.face is not None for place in meld.places):
        return meld
    rank, suits = meld.ranks[0], iter(meld.missing)
    places = [standing_for(Face(next(suits), rank)) if place.face is None else place for place in meld.places]
    return Meld(meld.kind, tuple(sorted(places, key=_face)))


def spots(meld: Meld, scale: Scale) -> tuple[Face, ...]:
    """The faces with which a meld goes on: of a run the next below, then the next above; of a set of three every suit
    that it lacks. A pair takes none."""
    if meld.kind is Kind.RUN:
        suit, low = _first_face(meld.places)
        return tuple(Face(suit, rank) for rank in (low - 1, low + len(meld.places)) if _on(scale, rank))
    if meld.kind is Kind.SET and len(meld.places) < len(SUITS):
        return tuple(Face(suit, meld.ranks[0]) for suit in meld.missing)
    return ()


def extended(meld: Meld, place: Place, scale: Scale) -> Meld | None:
    """The meld with one more piece, or None where it does not fit. A wild piece needs its face on a run;
    on a set it may have one."""
    if meld.kind is Kind.SET:
        return set_of((*meld.places, place))
    if place.face is None or place.face not in spots(meld, scale):
        return None
    if place.face < _first_face(meld.places):
        return run_of((place, *meld.places), scale)
    return run_of((*meld.places, place), scale)


def _filled(kind: Kind, places: Sequence[Place], faces: Sequence[Face]) -> Meld | None:
    """The meld if every place has the face that it must have, or a wild piece without one."""
    if any(place.face not in (None, face) for place, face in zip(places, faces, strict=True)):
        return None
    return Meld(kind, tuple(Place(face, place.wild) for place, face in zip(places, faces, strict=True)))


def _natural_at(places: Sequence[Place]) -> tuple[int, Face] | None:
    """The first natural piece and where it is: every meld has one."""
    return next(
        ((at, place.face) for at, place in enumerate(places) if place.face is not None and not place.wild), None
    )


def _first_face(places: Sequence[Place]) -> Face:
    return next(place.face for place in places if place.face is not None)


def _face(place: Place) -> Face:
    return _first_face((place,))


def _on(scale: Scale, rank: int) -> bool:
    return scale.lowest <= rank <= scale.highest
