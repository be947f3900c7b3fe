"""What a bot looks ahead to is what the rules allow: all results of all rolls, in every variant."""

import pytest

from services.tavla.board import VariantName
from services.tavla.bots.outcomes import ended
from services.tavla.bots.replies import ROLLS, WEIGHTS, replies
from services.tavla.bots.table import GEOMETRIES, row, table, turned_round
from services.tavla.plays import legal_plays
from tests.tavla_bots.walks import positions, results, row_of, start, terms_of


def test_the_rolls_are_the_21_that_two_dice_make() -> None:
    assert len(set(ROLLS)) == 21
    assert WEIGHTS.sum() == pytest.approx(1)


def test_the_opening_position_has_its_447_results() -> None:
    shape, at = GEOMETRIES[VariantName.STANDARD], start(terms_of(VariantName.STANDARD), (6, 5))
    assert len(replies(shape, table(shape, [row_of(at)])).group) == 447


@pytest.mark.parametrize("variant", VariantName)
def test_replies_are_the_legal_plays(variant: VariantName) -> None:
    shape = GEOMETRIES[variant]
    for at in positions(variant, 300, seed=4):
        found = replies(shape, table(shape, [row_of(at)]))
        high, low = max(at.dice), min(at.dice)
        mine = {one.tobytes() for one in found.rows[found.group == ROLLS.index((high, low))]}
        assert mine == results(at)


def test_several_positions_are_looked_at_as_if_each_were_alone() -> None:
    shape = GEOMETRIES[VariantName.STANDARD]
    rows = table(shape, [row_of(at) for at in positions(VariantName.STANDARD, 40, seed=5)])
    together = replies(shape, rows)
    for number in (0, 17, 39):
        alone = replies(shape, rows[number : number + 1])
        of_this = together.group // len(ROLLS) == number
        mine = sorted(zip(together.group[of_this] % len(ROLLS), map(bytes, together.rows[of_this]), strict=True))
        assert mine == sorted(zip(alone.group, map(bytes, alone.rows), strict=True))


@pytest.mark.parametrize("variant", VariantName)
def test_a_game_is_over_for_the_bot_when_it_is_for_the_rules(variant: VariantName) -> None:
    shape, seen = GEOMETRIES[variant], set[str]()
    for at in positions(variant, 1200, seed=6):
        for play in legal_plays(at)[:3]:
            board = at.board()
            for point, die in play:
                board.make(point, die)
            made = row(shape, bytes(board.own), bytes(board.other), board.own_pinned, board.other_pinned)
            over, _ = ended(shape, table(shape, [made]))
            seen.add(board.end())
            assert bool(over[0]) == bool(board.end())
    assert "borne_off" in seen


def test_turning_round_twice_changes_nothing() -> None:
    for variant in VariantName:
        shape = GEOMETRIES[variant]
        rows = table(shape, [row_of(at) for at in positions(variant, 30, seed=7)])
        assert (turned_round(turned_round(rows)) == rows).all()
