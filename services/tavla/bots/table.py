"""Many positions at once, as rows of small numbers, so that numpy can move and judge them together.

A row is a position as one side sees it: 28 cells of its own checkers (0 borne off, 1..24 points, 25 start bar, 26 bar,
27 unused), 28 of the other side's by the other side's numbering, and in Hapis twice 28 more with a 1 where a checker
lies pinned. 28 cells a side make a row a whole number of 8-byte words, by which rows are compared.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from services.tavla.board import VARIANTS, Meeting, VariantName

SIDE = 28
OFF, START_BAR, BAR = 0, 25, 26
OWN, OPP, OWN_PIN, OPP_PIN = 0, SIDE, 2 * SIDE, 3 * SIDE
PLACES = 27  # of a side, the unused cell left out

Rows = NDArray[np.int8]
Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Geometry(msgspec.Struct, frozen=True):
    """What moving checkers of a variant needs: `mirror[p]` is own point p in the other side's numbering."""

    name: VariantName
    meeting: Meeting
    mirror: Numbers
    cells: int


def geometry(name: VariantName) -> Geometry:
    """The geometry of a variant."""
    variant = VARIANTS[name]
    cells = 4 * SIDE if variant.meeting is Meeting.PIN else 2 * SIDE
    mirror = np.array([*variant.mirror, 0], dtype=np.int64)
    return Geometry(name=name, meeting=variant.meeting, mirror=mirror, cells=cells)


GEOMETRIES = {name: geometry(name) for name in VariantName}


def row(shape: Geometry, own: bytes, other: bytes, own_pinned: int = 0, other_pinned: int = 0) -> bytes:
    """A position of the rules (see `services.tavla.board`) as the bytes of a row."""
    if shape.meeting is not Meeting.PIN:
        return own + b"\0" + other + b"\0"
    pins = (bytes(mask >> point & 1 for point in range(SIDE)) for mask in (own_pinned, other_pinned))
    return own + b"\0" + other + b"\0" + b"".join(pins)


def table(shape: Geometry, rows: list[bytes]) -> Rows:
    """Rows as one array."""
    return np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), shape.cells)


def any_of(mask: Mask) -> Mask:
    """Whether a row of the mask has a true entry; (n,)."""
    return np.asarray(mask.any(axis=1))


def all_of(mask: Mask) -> Mask:
    """Whether all entries of a row of the mask are true; (n,)."""
    return np.asarray(mask.all(axis=1))


def turned_round(rows: Rows) -> Rows:
    """The same positions as the other side sees them."""
    halves = rows.reshape(len(rows), rows.shape[1] // (2 * SIDE), 2, SIDE)
    return np.ascontiguousarray(halves[:, :, ::-1, :]).reshape(rows.shape)
