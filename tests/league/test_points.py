"""League points, by the worked examples and scenarios of the rules (league.md 11.9, L1-L35)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.league.points import (
    Gone,
    SeatEnd,
    Sitter,
    ThirdOver7000,
    leave_points,
    match_lines,
    place_points,
)

NAMES = ("a", "b", "c", "d")


def ends(*places: int, teams: tuple[int, ...] = (0, 1, 2, 3), **sitters: tuple[Sitter, ...]) -> list[SeatEnd]:
    """Four seats with these places; `sitters` says who sat where somebody was replaced or away, e.g. `b=(…)`."""
    return [
        SeatEnd(place, team, sitters.get(name, (Sitter(name),)))
        for name, place, team in zip(NAMES, places, teams, strict=True)
    ]


def points(
    hands: int, seats: list[SeatEnd], third: ThirdOver7000 = "half", **ratings: int
) -> dict[str, tuple[int, bool, bool]]:
    """Points, and whether it counts as a game and as a win, by player."""
    lines = match_lines(hands, seats, lambda player: ratings.get(player, 0), third)
    assert len({line.player for line in lines}) == len(lines)
    return {line.player: (line.points, line.counted, line.won) for line in lines}


def only(hands: int, seats: list[SeatEnd], third: ThirdOver7000 = "half", **ratings: int) -> dict[str, int]:
    return {player: gained for player, (gained, _, _) in points(hands, seats, third, **ratings).items()}


# The table of 11.1: N, first to fourth, first and second over 7000, leaver.
TABLE = (
    (1, 1, 0, 0, -1, 0, 0, -2),
    (3, 3, 1, -1, -3, 2, 0, -6),
    (5, 5, 2, -2, -5, 3, 1, -10),
    (7, 7, 3, -3, -7, 4, 2, -14),
    (9, 9, 4, -4, -9, 6, 2, -18),
    (11, 11, 5, -5, -11, 7, 3, -22),
    (13, 13, 6, -6, -13, 8, 4, -26),
    (15, 15, 7, -7, -15, 10, 4, -30),
    (17, 17, 8, -8, -17, 11, 5, -34),
    (19, 19, 9, -9, -19, 12, 6, -38),
    (21, 21, 10, -10, -21, 14, 6, -42),
)


@pytest.mark.parametrize(("hands", "first", "second", "third", "fourth", "first_over", "second_over", "leaver"), TABLE)
def test_the_table_of_points(
    hands: int, first: int, second: int, third: int, fourth: int, first_over: int, second_over: int, leaver: int
) -> None:
    assert [place_points(hands, place) for place in (1, 2, 3, 4)] == [first, second, third, fourth]
    assert only(hands, ends(1, 2, 3, 4)) == {"a": first, "b": second, "c": third, "d": fourth}
    rich = only(hands, ends(1, 2, 3, 4), a=7001, b=7001, c=7001, d=7001)
    assert rich == {"a": first_over, "b": second_over, "c": third, "d": fourth}
    assert leave_points(hands) == leaver


def test_l3_seven_thousand_itself_is_not_over_it() -> None:
    assert only(11, ends(1, 2, 3, 4), a=7000)["a"] == 11


def test_l5_second_over_7000() -> None:
    assert only(11, ends(1, 2, 3, 4), b=7001)["b"] == 3


def test_l7_a_loss_over_7000_stays_whole() -> None:
    assert only(11, ends(1, 2, 3, 4), d=7001)["d"] == -11


def test_third_over_7000_by_the_option() -> None:
    assert only(11, ends(1, 2, 3, 4), "full", c=7001)["c"] == -11
    assert only(11, ends(1, 2, 3, 4), "half", c=7001)["c"] == -5
    assert only(11, ends(1, 2, 3, 4), "full", c=7000)["c"] == -5


def test_the_option_says_nothing_of_a_shared_third_place() -> None:
    assert only(11, ends(1, 2, 3, 3), "full", c=7001) == {"a": 11, "b": 5, "c": -8, "d": -8}


def test_l11_a_substitute_who_loses_pays_nothing() -> None:
    seats = ends(1, 2, 3, 4, d=(Sitter("d", Gone.LEFT), Sitter("s")))
    assert points(11, seats)["s"] == (0, True, False)
    assert "d" not in only(11, seats)


def test_l13_a_substitute_over_3000_gains_nothing() -> None:
    seats = ends(1, 2, 3, 4, a=(Sitter("a", Gone.LEFT), Sitter("s")))
    assert points(11, seats, s=3001)["s"] == (0, True, False)
    assert points(11, seats, s=3000)["s"] == (11, True, True)
    assert only(11, seats, s=2500) == {"s": 11, "b": 5, "c": -5, "d": -11}


def test_l17_the_dropped_player_pays_what_the_substitute_lost() -> None:
    seats = ends(1, 2, 3, 4, d=(Sitter("d", Gone.DROPPED), Sitter("s")))
    assert points(11, seats) == {
        "a": (11, True, True),
        "b": (5, True, True),
        "c": (-5, True, False),
        "d": (-11, False, False),  # the game is the substitute's (LGE-13)
        "s": (0, True, False),
    }


def test_nobody_pays_when_the_substitute_wins() -> None:
    assert only(11, ends(1, 2, 3, 4, a=(Sitter("a", Gone.DROPPED), Sitter("s"))))["s"] == 11
    assert "a" not in only(11, ends(1, 2, 3, 4, a=(Sitter("a", Gone.DROPPED), Sitter("s"))))


def test_l21_partners() -> None:
    assert only(11, ends(1, 3, 1, 3, teams=(0, 1, 0, 1))) == {"a": 11, "b": -11, "c": 11, "d": -11}


def test_partners_with_equal_sums_get_nothing_and_have_not_won() -> None:
    drawn = points(11, ends(1, 1, 1, 1, teams=(0, 1, 0, 1)))
    assert drawn == dict.fromkeys(NAMES, (0, True, False))


def test_the_7000_rule_is_each_partners_own() -> None:
    assert only(11, ends(1, 3, 1, 3, teams=(0, 1, 0, 1)), a=7200, b=7200) == {"a": 7, "b": -11, "c": 11, "d": -11}


def test_l25_two_tied_for_first() -> None:
    assert only(11, ends(1, 1, 3, 4)) == {"a": 8, "b": 8, "c": -5, "d": -11}


def test_a_shared_mean_is_cut_toward_zero() -> None:
    assert only(5, ends(1, 1, 3, 3)) == {"a": 3, "b": 3, "c": -3, "d": -3}  # 3.5 and -3.5
    assert only(11, ends(1, 2, 2, 2)) == {"a": 11, "b": -3, "c": -3, "d": -3}  # -11 / 3
    assert only(11, ends(1, 1, 1, 1)) == dict.fromkeys(NAMES, 0)


def test_l29_to_l33_a_seat_that_was_played_by_the_stand_in_to_the_end() -> None:
    dropped, left = (Sitter("b", Gone.DROPPED),), (Sitter("b", Gone.LEFT),)
    assert points(11, ends(1, 2, 3, 4, b=dropped))["b"] == (0, True, False)
    assert points(11, ends(1, 3, 2, 4, b=dropped))["b"] == (-5, True, False)
    first = points(11, ends(2, 1, 3, 4, b=left))
    assert "b" not in first
    assert first["a"] == (5, True, True)


def test_l35_the_7000_rule_is_applied_to_shared_points() -> None:
    assert only(11, ends(1, 1, 3, 4), a=7001) == {"a": 5, "b": 8, "c": -5, "d": -11}


def test_a_substitute_who_is_away_at_the_end_gains_nothing_and_pays_nothing() -> None:
    def seat(first: Gone) -> tuple[Sitter, ...]:
        return (Sitter("d", first), Sitter("s", Gone.DROPPED))

    assert only(11, ends(2, 3, 4, 1, d=seat(Gone.LEFT)))["s"] == 0
    assert only(11, ends(1, 2, 3, 4, d=seat(Gone.LEFT))) == {"a": 11, "b": 5, "c": -5, "s": 0}
    assert only(11, ends(1, 2, 3, 4, d=seat(Gone.DROPPED)))["d"] == -11


@given(
    hands=st.integers(0, 10).map(lambda number: 2 * number + 1),
    totals=st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
def test_places_never_make_points_out_of_nothing(hands: int, totals: list[int]) -> None:
    places = tuple(1 + sum(other < own for other in totals) for own in totals)
    gained = [got for _, got in sorted(only(hands, ends(*places)).items())]
    exact = [
        sum(place_points(hands, place) for place in range(own, own + places.count(own))) / places.count(own)
        for own in places
    ]
    assert sum(exact) == pytest.approx(0)
    assert gained == [math.trunc(share) for share in exact]
