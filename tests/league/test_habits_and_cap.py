"""Bans of habitual leavers, and the win cap (league.md 11.5, 11.6, L19, L23)."""

from hypothesis import given
from hypothesis import strategies as st

from services.league.cap import shown_ratio, surplus
from services.league.habits import HOUR_MS, Ban, Habit, ban_after

HABIT = Habit(leaves=3, window_hours=24, ban_hours=2)
NOON = 1_000 * HOUR_MS


def hours(*numbers: float) -> list[int]:
    return [int(NOON + number * HOUR_MS) for number in numbers]


def test_the_third_leave_within_a_day_is_a_ban_of_two_hours() -> None:
    assert ban_after(HABIT, hours(0), None) is None
    assert ban_after(HABIT, hours(0, 5), None) is None
    assert ban_after(HABIT, hours(0, 5, 23.9), None) == Ban(*hours(23.9, 25.9))


def test_leaves_of_the_day_before_do_not_count() -> None:
    assert ban_after(HABIT, hours(0, 5, 24), None) is None


def test_each_further_ban_within_thirty_days_is_twice_as_long_as_the_last() -> None:
    first = Ban(*hours(0, 2))
    second = ban_after(HABIT, hours(-2, -1, 0, 3), first)
    assert second == Ban(*hours(3, 7))
    third = ban_after(HABIT, hours(-1, 0, 3, 8), second)
    assert third == Ban(*hours(8, 16))
    assert ban_after(HABIT, hours(0, 1, 30 * 24), Ban(*hours(0, 2))) is None
    assert ban_after(HABIT, hours(30 * 24, 30 * 24, 30 * 24), first) == Ban(*hours(30 * 24, 30 * 24 + 4))
    late = hours(30 * 24 + 1, 30 * 24 + 1, 30 * 24 + 1)
    assert ban_after(HABIT, late, first) == Ban(*hours(30 * 24 + 1, 30 * 24 + 3))


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
