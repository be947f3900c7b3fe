"""Melds and lay-offs judged a second time, by trying every tile for every okey (rules 8.4, 8.16)."""

import random
from itertools import product

import pytest

from services.kernel.refusal import Illegal
from services.okey.actions import Area, Spot
from services.okey.groups import judged, lays_off, meanings, meld_of, pieces_of, place_for, spot_of, swapped
from services.okey.tiles import KINDS, Group, Piece, Tile, okey_of

ORDINARY = KINDS[:52]
Faces = tuple[Tile, ...]


def number(tile: Tile) -> int:
    return int(tile[1:])


def is_run(faces: Faces) -> bool:
    colours = {face[0] for face in faces}
    return (
        len(faces) >= 3
        and len(colours) == 1
        and [number(face) for face in faces] == list(range(number(faces[0]), number(faces[0]) + len(faces)))
    )


def is_set(faces: Faces) -> bool:
    return len(faces) in (3, 4) and len({number(face) for face in faces}) == 1 and len(set(faces)) == len(faces)


def choices(piece: Piece, okey: Tile) -> Faces:
    """What a tile of a group may count as."""
    if piece.tile is Tile.FALSE_OKEY:
        return (okey,)
    if piece.tile is not okey:
        return (piece.tile,)
    return (piece.face,) if piece.face is not None else ORDINARY


def opinions(group: Group, okey: Tile) -> set[tuple[str, Faces]]:
    """Every meld that a group can be; the order of a set does not matter."""
    if all(piece.tile is okey for piece in group):
        return set()
    found = set()
    for faces in product(*(choices(piece, okey) for piece in group)):
        if is_run(faces):
            found.add(("run", faces))
        if is_set(faces):
            found.add(("set", tuple(sorted(faces))))
    return found


def random_group(rng: random.Random, okey: Tile) -> Group:
    """A group that is often nearly a meld."""
    size = rng.choice((2, 3, 3, 4, 4, 5))
    base = rng.choice(ORDINARY)
    if rng.random() < 0.5:
        faces = [Tile(f"{base[0]}{min(13, number(base) + at)}") for at in range(size)]
    else:
        faces = [Tile(f"{colour}{number(base)}") for colour in rng.sample("YBKR", min(size, 4))]
    if rng.random() < 0.3:
        faces[rng.randrange(len(faces))] = rng.choice(ORDINARY)
    tiles = [Tile.FALSE_OKEY if face is okey else face for face in faces]
    group = [Piece(tile) for tile in tiles]
    for at in rng.sample(range(len(group)), rng.choice((0, 1, 1, 2))):
        group[at] = Piece(okey, rng.choice((None, None, faces[at])))
    return tuple(group)


@pytest.mark.parametrize("seed", range(8))
def test_a_group_is_a_meld_if_some_tile_for_every_okey_makes_it_one(seed: int) -> None:
    rng = random.Random(seed)
    valid = open_ = 0
    for _ in range(150):
        okey = okey_of(rng.choice(ORDINARY))
        group = random_group(rng, okey)
        wanted = opinions(group, okey)
        found = meanings(group, Area.SERIES, okey)
        told = {
            (meld.kind.value, tuple(faces if meld.kind == "run" else sorted(faces)))
            for meld in found
            for faces in [[piece.face for piece in pieces_of(meld, okey) if piece.face is not None]]
        }
        assert told == wanted
        valid += len(wanted) == 1
        open_ += len(wanted) > 1
        for meld in found:
            assert sorted(piece.tile for piece in pieces_of(meld, okey)) == sorted(piece.tile for piece in group)
        try:
            judged((group,), Area.SERIES, okey)
        except Illegal as refused:
            reason = refused.reason
        else:
            reason = ""
        assert reason == ("INVALID_MELD" if not wanted else "OKEY_NEEDS_FACE" if len(wanted) > 1 else "")
    assert valid
    assert open_


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_equal_tiles_or_one_with_an_okey(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        okey = okey_of(rng.choice(ORDINARY))
        some = (okey, Tile.FALSE_OKEY, rng.choice(KINDS))
        first, second = rng.choice(some), rng.choice(some)
        own = [okey if tile is Tile.FALSE_OKEY else tile for tile in (first, second)]
        wanted = own[0] is own[1] or okey in (first, second)
        group = (Piece(first), Piece(second))
        assert bool(meanings(group, Area.PAIRS, okey)) == wanted
        assert not meanings((*group, Piece(first)), Area.PAIRS, okey)


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_lays_off_where_the_meld_with_it_is_one(seed: int) -> None:
    rng = random.Random(seed)
    laid = 0
    for _ in range(150):
        okey = okey_of(rng.choice(ORDINARY))
        found = meanings(random_group(rng, okey), Area.SERIES, okey)
        if not found:
            continue
        meld, tile = rng.choice(found), rng.choice([kind for kind in KINDS if kind is not okey])
        faces = tuple(piece.face for piece in pieces_of(meld, okey) if piece.face is not None)
        face = okey if tile is Tile.FALSE_OKEY else tile
        fits = is_run((face, *faces)) or is_run((*faces, face)) if meld.kind == "run" else is_set((*faces, face))
        assert lays_off(tile, [meld], okey, okey_spots=False) == fits
        if not fits:
            with pytest.raises(Illegal):
                place_for(tile, meld, None, okey)
            continue
        place = place_for(tile, meld, None, okey)
        laid += 1
        assert place.face is not None
        assert spot_of(place.face, meld) in Spot
    assert laid


def test_an_okey_that_was_taken_leaves_the_same_meld() -> None:
    okey = Tile.K13
    meld = meld_of((Piece(Tile.R5), Piece(okey, Tile.R6), Piece(Tile.R7)), "run", okey)
    assert pieces_of(swapped(meld, 1), okey) == tuple(Piece(tile, tile) for tile in (Tile.R5, Tile.R6, Tile.R7))
    last = meld_of((Piece(Tile.K11), Piece(Tile.K12), Piece(okey, okey)), "run", okey)
    assert pieces_of(swapped(last, 2), okey)[2] == Piece(Tile.FALSE_OKEY, okey)
