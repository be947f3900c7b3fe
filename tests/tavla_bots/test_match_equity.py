"""What the points of a match are worth, held against figures that players know, and against itself."""

import pytest

from services.tavla.bots.match_equity import Score, match_chance

# Woolsey and Heinrich's table, the best known (Inside Backgammon, 1992): the side ahead needs …, the other …
KNOWN = {
    (2, 3): 0.60,
    (2, 4): 0.68,
    (2, 5): 0.75,
    (3, 4): 0.57,
    (3, 5): 0.66,
    (4, 5): 0.58,
    (5, 7): 0.62,
    (5, 9): 0.73,
}
KNOWN_CRAWFORD = {2: 0.70, 3: 0.75, 4: 0.83, 5: 0.85, 6: 0.90, 7: 0.91}


def chance(mine: int, theirs: int, *, cube: bool = True, crawford: bool = False) -> float:
    return match_chance(Score(mine=mine, theirs=theirs, cube=cube, crawford=crawford))


@pytest.mark.parametrize("away", KNOWN)
def test_the_table_agrees_with_the_best_known_one(away: tuple[int, int]) -> None:
    assert chance(*away) == pytest.approx(KNOWN[away], abs=0.02)


@pytest.mark.parametrize("theirs", KNOWN_CRAWFORD)
def test_the_crawford_game_too(theirs: int) -> None:
    assert chance(1, theirs) == pytest.approx(KNOWN_CRAWFORD[theirs], abs=0.02)


@pytest.mark.parametrize("cube", [True, False])
def test_both_sides_have_one_chance_between_them(cube: bool) -> None:
    for mine in range(1, 22):
        for theirs in range(1, 22):
            assert chance(mine, theirs, cube=cube) + chance(theirs, mine, cube=cube) == pytest.approx(1)


@pytest.mark.parametrize("cube", [True, False])
def test_a_point_more_is_never_worse(cube: bool) -> None:
    for mine in range(2, 22):
        for theirs in range(1, 22):
            assert chance(mine - 1, theirs, cube=cube) >= chance(mine, theirs, cube=cube) - 1e-9


def test_a_match_that_is_won_is_won() -> None:
    assert (chance(0, 3), chance(-2, 1), chance(3, 0)) == (1, 1, 0)


def test_after_crawford_the_side_behind_gains() -> None:
    """It turns the cube at once, which it could not in the Crawford game."""
    assert chance(1, 3, crawford=True) < chance(1, 3)


def test_one_point_each_is_even() -> None:
    assert chance(1, 1) == chance(1, 1, crawford=True) == chance(1, 1, cube=False) == 0.5
