"""The win cap (league.md 11.5, L23)."""

from hypothesis import given
from hypothesis import strategies as st

from services.league.cap import shown_ratio, surplus


def test_l23_eighty_wins_in_a_hundred_games() -> None:
    assert surplus(100, 80, least_games=20) == 5
    assert surplus(100, 75, least_games=20) == 0


def test_the_cap_is_rounded_down_and_needs_some_games() -> None:
    assert surplus(19, 19, least_games=20) == 0
    assert surplus(20, 20, least_games=20) == 5
    assert surplus(21, 16, least_games=20) == 1  # three quarters of 21 are 15.75


@given(games=st.integers(0, 10_000), wins=st.integers(0, 10_000), least=st.integers(1, 1_000))
def test_a_second_run_finds_nothing(games: int, wins: int, least: int) -> None:
    wins = min(wins, games)
    left = wins - surplus(games, wins, least)
    assert surplus(games, left, least) == 0
    if games >= least:
        assert left * 4 <= games * 3


def test_the_shown_ratio_is_cut() -> None:
    assert shown_ratio(0, 0) == "0.00"
    assert shown_ratio(3, 2) == "66.66"
    assert shown_ratio(100, 75) == "75.00"
