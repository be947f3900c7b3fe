"""Training plays by the rules of the house and shows the net what the bots will show it."""

import numpy as np
import pytest

from services.tavla.board import VariantName
from services.tavla.bots import net as judging
from services.tavla.bots.table import GEOMETRIES, table
from services.tavla.plays import Position
from services.tavla.training.board import CELLS, MOST, UNDECIDED, VARIANTS, start
from services.tavla.training.inputs import MOST_INPUTS, input_count, inputs
from services.tavla.training.learn import OUTPUTS, self_play
from services.tavla.training.plays import SLOTS, plays
from tests.tavla_bots.walks import positions, results, row_of


def cells_of(at: Position) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    cells = np.zeros(CELLS, np.int8)
    written = np.frombuffer(row_of(at), np.int8)
    cells[: len(written)] = written
    return cells


@pytest.mark.parametrize("variant", VariantName)
def test_training_makes_the_legal_plays(variant: VariantName) -> None:
    number, width = VARIANTS.index(variant), GEOMETRIES[variant].cells
    out, ends = np.zeros((MOST, CELLS), np.int8), np.zeros(MOST, np.int8)
    slots, kept = np.zeros(SLOTS, np.int32), np.zeros(MOST, np.int32)
    for at in positions(variant, 500, seed=8):
        count = plays(cells_of(at), *at.dice, number, out, ends, slots, kept)
        mine = {out[row, :width].tobytes() for row in kept[:count]} or {row_of(at)}
        assert mine == results(at)
        assert all(ends[row] == UNDECIDED or not at.board().end() for row in kept[:count])


@pytest.mark.parametrize("variant", VariantName)
def test_the_net_sees_the_same_in_training_and_in_play(variant: VariantName) -> None:
    number, shape = VARIANTS.index(variant), GEOMETRIES[variant]
    indices, values = np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS, np.float32)
    for at in positions(variant, 200, seed=9):
        count = inputs(cells_of(at), number, indices, values)
        dense = np.zeros(input_count(number), np.float32)
        dense[indices[:count]] = values[:count]
        assert dense == pytest.approx(judging.inputs(shape, table(shape, [row_of(at)]))[0])


def test_the_same_seed_trains_the_same_net() -> None:
    hiper, trained = VARIANTS.index("hiper"), []
    for _ in range(2):
        rng = np.random.default_rng(1)
        w1 = rng.normal(0, 0.1, (input_count(hiper), 8)).astype(np.float32)
        w2 = rng.normal(0, 0.1, (OUTPUTS, 8)).astype(np.float32)
        net = (w1, np.zeros(8, np.float32), w2, np.zeros(OUTPUTS, np.float32))
        self_play(start(hiper), hiper, 50, 3, 0.1, 1.0, 1.0, *net)
        trained.append(net)
    for first, second in zip(*trained, strict=True):
        assert (first == second).all()
