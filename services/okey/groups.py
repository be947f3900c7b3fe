"""Whether a group is a meld, where a tile lays off, which okey it takes (rules 8.4, 8.16)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from services.kernel.melds import (
    Face,
    Kind,
    Meld,
    Place,
    extended,
    natural,
    pair_of,
    run_of,
    set_of,
    spots,
    standing_for,
)
from services.kernel.refusal import Illegal
from services.okey.actions import Area, Spot
from services.okey.tiles import COLOURS, NUMBERS, Group, Piece, Tile, face_of, signs, tile_of


def places_of(group: Group, okey: Tile) -> tuple[Place, ...]:
    """The group as the kernel reads it: a real okey is wild, and has a face if it was named."""
    return tuple(
        Place(piece.face.face if piece.face is not None else None, wild=True)
        if piece.tile is okey
        else natural(face_of(piece.tile, okey))
        for piece in group
    )


def pieces_of(meld: Meld, okey: Tile) -> Group:
    """The tiles of a meld with what each counts as. A place with the okey's face that is not wild is a false okey."""
    return tuple(_piece(place, okey) for place in meld.places)


def meld_of(pieces: Group, kind: str, okey: Tile) -> Meld:
    """The meld that such pieces are."""
    return Meld(Kind(kind), places_of(pieces, okey))


def tiles_of(meld: Meld, okey: Tile) -> tuple[Tile, ...]:
    """The tiles that lie in a meld."""
    return tuple(piece.tile for piece in pieces_of(meld, okey))


def _piece(place: Place, okey: Tile) -> Piece:
    assert place.face is not None  # no meld of the table has an okey without a face
    face = tile_of(place.face)
    if place.wild:
        return Piece(okey, face)
    return Piece(Tile.FALSE_OKEY if face is okey else face, face)


# -- whether it is a meld ----------------------------------------------------------------------------------------------


def judged(groups: Sequence[Group], area: Area, okey: Tile) -> tuple[Meld, ...]:
    """The melds that the groups are. Raises `Illegal` for the first that is none (rules 8.16, condition 1)."""
    return tuple(_judged(number, group, area, okey) for number, group in enumerate(groups))


def _judged(number: int, group: Group, area: Area, okey: Tile) -> Meld:
    melds = meanings(group, area, okey)
    told = signs(piece.tile for piece in group)
    if not melds:
        raise Illegal("INVALID_MELD" if area is Area.SERIES else "INVALID_PAIR", group=number, tiles=told)
    if len(melds) > 1:
        raise Illegal("OKEY_NEEDS_FACE", group=number, tiles=told, faces=signs(_open_faces(melds, group, okey)))
    return melds[0]


def meanings(group: Group, area: Area, okey: Tile) -> tuple[Meld, ...]:
    """Every meld that the group can be in its area; more than one where an okey must be named (rules 8.4)."""
    places = places_of(group, okey)
    if area is Area.PAIRS:
        pair = _pair(places, okey)
        return () if pair is None else (pair,)
    run, of_one_number = run_of(places, NUMBERS), set_of(places)
    return (*(() if run is None else (run,)), *(() if of_one_number is None else _named(of_one_number)))


def _pair(places: Sequence[Place], okey: Tile) -> Meld | None:
    own = standing_for(face_of(okey, okey))
    if len(places) == 2 and all(place.wild and place.face in (None, own.face) for place in places):
        return Meld(Kind.PAIR, (own, own))  # 8.4: two okeys stand for their own face
    return pair_of(places)


def _named(meld: Meld) -> Iterator[Meld]:
    """The sets that a set with okeys without a face can be."""
    given = [place for place in meld.places if place.face is not None]
    for colours in combinations(meld.missing, len(meld.places) - len(given)):
        named = set_of((*given, *(standing_for(Face(colour, meld.ranks[0])) for colour in colours)))
        assert named is not None
        yield named


def _open_faces(melds: Iterable[Meld], group: Group, okey: Tile) -> list[Tile]:
    """What the okeys that were not named could be."""
    named = {piece.face for piece in group if piece.tile is okey and piece.face is not None}
    faces = {tile_of(place.face) for meld in melds for place in meld.places if place.wild and place.face is not None}
    return sorted(faces - named, key=lambda tile: tile.order)


# -- where a tile goes -------------------------------------------------------------------------------------------------


def place_for(tile: Tile, meld: Meld, spot: Spot | None, okey: Tile) -> Place:
    """The place that a tile gets when it is laid off on a meld. Raises `Illegal` where it does not fit (rules 8.16)."""
    free = spots(meld, NUMBERS)
    if tile is okey:
        fitting = [face for face in free if spot is None or spot_of(face, meld) is spot]
        if len(fitting) > 1:
            raise Illegal("NAME_THE_SPOT", tile=tile.sign, spots=" ".join(spot_of(face, meld) for face in free))
        if not fitting:
            raise Illegal("DOES_NOT_FIT", tile=tile.sign)
        return standing_for(fitting[0])
    face = face_of(tile, okey)
    if meld.kind is Kind.SET and standing_for(face) in meld.places:
        raise Illegal("COLOUR_TAKEN", tile=tile.sign)
    if face not in free or spot not in (None, spot_of(face, meld)):
        raise Illegal("DOES_NOT_FIT", tile=tile.sign)
    return natural(face)


def spot_of(face: Face, meld: Meld) -> Spot:
    """The word for a place at which the meld goes on."""
    if meld.kind is Kind.SET:
        return Spot(COLOURS[face.suit])
    return Spot.LOW if face.rank < meld.ranks[0] else Spot.HIGH


def laid_off(meld: Meld, place: Place) -> Meld:
    """The meld with a tile at a place that `place_for` gave."""
    longer = extended(meld, place, NUMBERS)
    assert longer is not None
    return longer


def shortened(meld: Meld, place: Place) -> Meld:
    """The meld without the tile that was laid off last."""
    return Meld(meld.kind, tuple(other for other in meld.places if other != place))


def swapped(meld: Meld, at: int) -> Meld:
    """The meld with the tile that the okey at place `at` stands for in its stead."""
    face = meld.places[at].face
    assert face is not None
    return Meld(meld.kind, (*meld.places[:at], natural(face), *meld.places[at + 1 :]))


def lays_off(tile: Tile, melds: Iterable[Meld], okey: Tile, *, okey_spots: bool) -> bool:
    """True if a tile that is no real okey goes on a run or set ("işler"); with `okey_spots` also if it would free an
    okey from one. What only fits among the pairs does not count (rules 8.12)."""
    face = face_of(tile, okey)
    series = [meld for meld in melds if meld.kind is not Kind.PAIR]
    if okey_spots and any(standing_for(face) in meld.places for meld in series):
        return True
    return any(face in spots(meld, NUMBERS) for meld in series)
