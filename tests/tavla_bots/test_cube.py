"""Misli is offered and accepted as the score asks for it."""

import numpy as np
import pytest

from services.tavla.bots.cube import should_accept, should_offer
from services.tavla.bots.match_equity import Score
from services.tavla.bots.outcomes import Chances

POINTS = (1, 2, 3)
EARLY = Score(mine=13, theirs=13, cube=True)


def chances(win: float, mars: float = 0.0, lose_mars: float = 0.0) -> Chances:
    return np.array([[win, mars, 0, lose_mars, 0]], np.float32)


def offers(win: float, score: Score = EARLY, cube: int = 1, owner: int | None = None, mars: float = 0.0) -> bool:
    return should_offer(score, POINTS, chances(win, mars), cube, owner)


def accepts(win: float, score: Score = EARLY, cube: int = 1, lose_mars: float = 0.0) -> bool:
    return should_accept(score, POINTS, chances(win, lose_mars=lose_mars), cube)


@pytest.mark.parametrize(("win", "right"), [(0.5, False), (0.65, False), (0.73, True), (0.9, True)])
def test_an_early_offer_waits_for_a_clear_advantage(win: float, right: bool) -> None:
    assert offers(win) is right


@pytest.mark.parametrize(("win", "right"), [(0.15, False), (0.19, False), (0.27, True), (0.5, True)])
def test_an_offer_is_taken_from_about_a_quarter_on(win: float, right: bool) -> None:
    assert accepts(win) is right


def test_a_cube_of_ones_own_is_turned_later_than_one_in_the_middle() -> None:
    assert offers(0.71)
    assert not offers(0.71, cube=2, owner=0)


def test_who_plays_for_mars_plays_on() -> None:
    assert not offers(0.95, mars=0.8)


def test_mars_to_be_lost_make_an_offer_too_dear() -> None:
    assert accepts(0.27)
    assert not accepts(0.27, lose_mars=0.4)


def test_after_crawford_the_side_behind_always_offers() -> None:
    behind = Score(mine=4, theirs=1, cube=True, crawford=True)
    assert all(offers(win, behind) for win in (0.3, 0.5, 0.8))


def test_a_game_that_would_lose_the_match_anyway_is_taken() -> None:
    """The other side needs one point: giving up loses the match, so does losing the game."""
    assert accepts(0.1, Score(mine=3, theirs=1, cube=True, crawford=True))


@pytest.mark.parametrize(
    ("mine", "theirs", "least"),
    [
        (2, 4, 0.216),  # 0.608 for giving up, 0.5 after losing, all after winning: the cube is dead
        (2, 2, 0.315),  # the match is played out: giving up leaves that much
        (4, 2, 0.20),  # the taker turns the cube again before long, and everything is at stake
    ],
)
def test_the_score_says_from_where_an_offer_is_taken(mine: int, theirs: int, least: float) -> None:
    score = Score(mine=mine, theirs=theirs, cube=True)
    found = next(win / 200 for win in range(1, 200) if accepts(win / 200, score))
    assert found == pytest.approx(least, abs=0.03)
