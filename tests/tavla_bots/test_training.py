"""Training plays by the rules of the house and shows the net what the bots will show it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from services.tavla.board import VariantName
from services.tavla.bots import net as judging
from services.tavla.bots.outcomes import ended
from services.tavla.bots.table import GEOMETRIES, table
from services.tavla.plays import Position
from services.tavla.training.__main__ import PLANS, beginner
from services.tavla.training.board import CELLS, UNDECIDED, VARIANTS, start
from services.tavla.training.inputs import MOST_INPUTS, input_count, inputs
from services.tavla.training.learn import OUTPUTS, self_play, settle
from services.tavla.training.plays import desk, plays
from tests.tavla_bots.walks import positions, results, row_of


def cells_of(at: Position) -> NDArray[np.int8]:
    cells = np.zeros(CELLS, np.int8)
    written = np.frombuffer(row_of(at), np.int8)
    cells[: len(written)] = written
    return cells


@pytest.mark.parametrize("variant", VariantName)
def test_training_makes_the_legal_plays(variant: VariantName) -> None:
    number, width = VARIANTS.index(variant), GEOMETRIES[variant].cells
    room = desk()
    for at in positions(variant, 500, seed=8):
        count = plays(room, cells_of(at), *at.dice, number)
        mine = {room.table[row, :width].tobytes() for row in room.kept[:count]} or {row_of(at)}
        assert mine == results(at)


@pytest.mark.parametrize("variant", VariantName)
def test_training_knows_the_end_of_a_game_and_what_it_is_worth(variant: VariantName) -> None:
    number, shape, room, seen = VARIANTS.index(variant), GEOMETRIES[variant], desk(), 0
    outcome = np.zeros(OUTPUTS, np.float32)
    for at in positions(variant, 1200, seed=10):
        count = plays(room, cells_of(at), *at.dice, number)
        rows = room.kept[:count]
        over, chances = ended(shape, np.ascontiguousarray(room.table[rows, : shape.cells]))
        assert (over == (room.ends[rows] != UNDECIDED)).all()
        for row, expected in zip(rows[over], chances[over], strict=True):
            settle(int(room.ends[row]), outcome)
            seen += 1
            assert outcome == pytest.approx(expected)
    assert seen > 0


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
    hiper = VARIANTS.index("hiper")
    trained = [beginner(hiper, PLANS[hiper]) for _ in range(2)]
    for net in trained:
        self_play(net, start(hiper), hiper, 50, 3, 0.1, PLANS[hiper].stakes)
    for first, second in zip(*trained, strict=True):
        assert (first == second).all()
    assert (trained[0].w1 != beginner(hiper, PLANS[hiper]).w1).any()
