"""Bans of habitual leavers (league.md 11.6)."""

from services.moderation.habits import HOUR_MS, Ban, Habit, ban_after

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
