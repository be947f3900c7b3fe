"""The nets that judge positions: their inputs, their weights, their answers.

Trained by `services.tavla.training`; one hidden layer, sigmoids, weights stored as float16. A net looks at a position
as the side that is to roll sees it, and gives that side's chances (see `outcomes`).
"""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from services.tavla.board import VariantName
from services.tavla.bots.outcomes import Chances, made_possible
from services.tavla.bots.table import BAR, GEOMETRIES, OFF, OPP, OPP_PIN, OWN, OWN_PIN, START_BAR, Geometry, Rows

FOLDER: Final = Path(__file__).parent / "nets"
Matrix = NDArray[np.float32]

# Four inputs a point: one checker; two or more; three or more; each beyond three by halves (Tesauro 1995).
_POINT: Final = np.zeros((16, 4), np.float32)
_POINT[1, 0] = 1
_POINT[2:, 1] = 1
_POINT[3:, 2] = 1
_POINT[4:, 3] = np.arange(1, 13) / 2

_SIDE_INPUTS: Final = 98


def inputs(shape: Geometry, rows: Rows) -> Matrix:
    """What the net of a variant sees of each row: 196 numbers, in Yarış 198, in Hapis 246."""
    count = {VariantName.YARIS: 198, VariantName.HAPIS: 246}.get(shape.name, 196)
    seen = np.zeros((len(rows), count), np.float32)
    for side, first in ((OWN, 0), (OPP, _SIDE_INPUTS)):
        points = seen[:, first : first + 96].reshape(len(rows), 24, 4)
        points[:] = _POINT[rows[:, side + 1 : side + 25]]
        seen[:, first + 96] = rows[:, side + BAR] / np.float32(2)
        seen[:, first + 97] = rows[:, side + OFF] / np.float32(15)
    if shape.name is VariantName.YARIS:
        seen[:, 196] = rows[:, OWN + START_BAR] / np.float32(15)
        seen[:, 197] = rows[:, OPP + START_BAR] / np.float32(15)
    if shape.name is VariantName.HAPIS:
        seen[:, 198:222] = rows[:, OWN_PIN + 1 : OWN_PIN + 25]
        seen[:, 222:246] = rows[:, OPP_PIN + 1 : OPP_PIN + 25]
    return seen


class Net(msgspec.Struct, frozen=True):
    """One variant's net: `w1` (inputs, hidden), `w2` (5, hidden)."""

    shape: Geometry
    w1: Matrix
    b1: Matrix
    w2: Matrix
    b2: Matrix

    def chances(self, rows: Rows) -> Chances:
        """The chances of the side that is to roll, for each row."""
        hidden = _sigmoid(inputs(self.shape, rows) @ self.w1 + self.b1)
        return made_possible(self.shape, rows, _sigmoid(hidden @ self.w2.T + self.b2))


def _sigmoid(x: Matrix) -> Matrix:
    """1 / (1 + e^-x), written over `x`."""
    np.clip(x, -30, 30, out=x)
    np.negative(x, out=x)
    np.exp(x, out=x)
    x += 1
    return np.reciprocal(x, out=x)


@cache
def net(variant: VariantName) -> Net:
    """The net of a variant, read once. Nack is the standard game from another array."""
    name = VariantName.STANDARD if variant is VariantName.NACK else variant
    with np.load(FOLDER / f"{name}.npz") as stored:
        weights = {key: np.ascontiguousarray(stored[key], np.float32) for key in ("w1", "b1", "w2", "b2")}
    return Net(shape=GEOMETRIES[variant], **weights)
