"""What a rack could be laid out as: the openings and the further melds that the solver finds."""

from functools import lru_cache
from typing import Final

import msgspec

from services.kernel.layouts import Layout, Worth, by_points, layout_with
from services.kernel.melds import Face, Meld, named
from services.kernel.pairs import best_pairs
from services.okey.actions import Area, Open
from services.okey.groups import pieces_of
from services.okey.results import Opened
from services.okey.terms import Terms
from services.okey.tiles import NUMBERS, Group, Tile, face_of, tile_of

_KEPT: Final = 4_096


class Held(msgspec.Struct, frozen=True):
    """What a suggestion depends on: a seat's rack, how it is open, what an opening needs, the side tile that must be
    used (None if none must), and whether pairs lie on the table."""

    rack: tuple[Tile, ...]
    okey: Tile
    opened: Opened
    need: int
    side: Tile | None
    pairs_lie: bool
    terms: Terms


class Laid(msgspec.Struct, frozen=True):
    """Groups with what they are worth (of pairs: how many they are), and the tiles that stay."""

    groups: tuple[Group, ...]
    worth: int
    left: tuple[Tile, ...]


@lru_cache(maxsize=64)
def worths(terms: Terms) -> Worth:
    """What melds are worth at this table, as the solver is told (rules 8.6, 8.7)."""
    if terms.game != "34":
        return by_points(NUMBERS, terms.number)
    ranks = range(NUMBERS.highest + 1)
    return Worth(
        scale=NUMBERS,
        runs=tuple(rank + 1 for rank in ranks),
        sets=tuple(ranks),
        sides=tuple(rank // 3 for rank in ranks),
    )


@lru_cache(maxsize=_KEPT)
def best_series(
    rack: tuple[Tile, ...], okey: Tile, terms: Terms, side: Tile | None = None, leaving: int | None = None
) -> Laid | None:
    """The runs and sets that are worth most; with `side` one of them holds that tile, with `leaving` so many tiles
    stay. None if there are none."""
    faces, wilds = _read(rack, okey)
    using = face_of(side, okey) if side not in (None, okey) and side is not None else None
    layout = layout_with(faces, wilds, worths(terms), using=using, leaving=leaving)
    if layout is None or not layout.melds:
        return None
    if side is okey and layout.wilds_left == wilds:
        return None
    groups = _groups(layout.melds, okey)
    return Laid(groups, layout.value, _left(layout, okey))


@lru_cache(maxsize=_KEPT)
def most_pairs(rack: tuple[Tile, ...], okey: Tile, side: Tile | None = None) -> Laid | None:
    """As many pairs as there are; with `side` one of them holds that tile. None if there are none."""
    faces, wilds = _read(rack, okey)
    own = face_of(okey, okey)
    using = face_of(side, okey) if side not in (None, okey) and side is not None else None
    found = best_pairs(faces, wilds, using=using, twins=own)
    if found is None or not found.pairs or (side is okey and found.wilds_left == wilds):
        return None
    left = (*(_tile(face, okey) for face in found.left), *(okey,) * found.wilds_left)
    return Laid(_groups(found.pairs, okey), len(found.pairs), left)


def _read(rack: tuple[Tile, ...], okey: Tile) -> tuple[tuple[Face, ...], int]:
    return tuple(face_of(tile, okey) for tile in rack if tile is not okey), rack.count(okey)


def _groups(melds: tuple[Meld, ...], okey: Tile) -> tuple[Group, ...]:
    """The melds as groups of tiles; only an okey is told what it stands for."""
    return tuple(
        tuple(piece if piece.tile is okey else msgspec.structs.replace(piece, face=None) for piece in pieces)
        for pieces in (pieces_of(named(meld), okey) for meld in melds)
    )


def _left(layout: Layout, okey: Tile) -> tuple[Tile, ...]:
    return (*(_tile(face, okey) for face in layout.left), *(okey,) * layout.wilds_left)


def _tile(face: Face, okey: Tile) -> Tile:
    """A tile of this face that is no real okey."""
    tile = tile_of(face)
    return Tile.FALSE_OKEY if tile is okey else tile


# -- what may be opened with -------------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def openings(held: Held) -> tuple[Open, ...]:
    """The `open` acts that are worth thinking of, a finish first: each would be accepted where nothing is staged."""
    found = []
    if held.opened is not Opened.PAIRS:
        found += _series(held)
    if held.opened is not Opened.SERIES or held.pairs_lie:
        found += _pairs(held)
    return tuple(sorted(found, key=lambda act: not act.finish))


def _series(held: Held) -> list[Open]:
    found = []
    # 8.6: all tiles but one are laid, below the value too.
    stroke = best_series(held.rack, held.okey, held.terms, held.side, 1)
    if stroke is not None:
        found.append(Open(Area.SERIES, stroke.groups, stroke.left))
    best = best_series(held.rack, held.okey, held.terms, held.side)
    if best is not None and not best.left:
        best = stroke  # a tile must be kept
    enough = held.opened is not Opened.NONE or (best is not None and best.worth >= held.need)
    if best is not None and enough:
        found.append(Open(Area.SERIES, best.groups))
    return found


def _pairs(held: Held) -> list[Open]:
    found = []
    need = 1 if held.opened is not Opened.NONE else held.terms.need_pairs
    most = most_pairs(held.rack, held.okey, held.side)
    if most is not None:
        groups = most.groups if most.left else most.groups[:-1]
        if len(groups) >= need and (most.left or held.side is None):
            found.append(Open(Area.PAIRS, groups))
            if len(most.left) == 1:
                found.append(Open(Area.PAIRS, groups, most.left))
    both = (held.okey, held.okey)
    if held.terms.devam and held.rack.count(held.okey) == len(both) and held.side is not held.okey:
        rest = most_pairs(tuple(tile for tile in held.rack if tile is not held.okey), held.okey, held.side)
        if rest is not None and not rest.left and rest.worth >= need:
            found.append(Open(Area.PAIRS, rest.groups, both))
    return found
