"""Options are resolved once, completely, and a wrong one is explained."""

import pytest

from services.kernel.meta import BadOption, Case, Form, Labels, Meta, Option, TeamCase

LABELS = Labels(tr="x", en="x")
LENGTH = Option(
    name="length",
    labels=LABELS,
    clause="1",
    default="5",
    choices=("1", "5"),
    cases=(Case(option="table", equals="misli", default="7", choices=("7", "9")),),
)
CLOCK = Option(
    name="clock",
    labels=LABELS,
    clause="1",
    default="none",
    choices=("none",),
    forms=(Form("{}+{}", ((1, 180), (0, 60)), LABELS), Form("{}d", ((1, 14),), LABELS)),
)
SECONDS = Option(name="seconds", labels=LABELS, clause="1", default="60", choices=("none",), low=10, high=99)


@pytest.mark.parametrize(("table", "given", "value"), [("plain", None, "5"), ("misli", None, "7"), ("misli", "9", "9")])
def test_an_earlier_option_may_change_values_and_default(table: str, given: str | None, value: str) -> None:
    assert LENGTH.resolve(given, {"table": table}) == value


def test_a_value_of_the_other_case_is_refused_with_those_that_are_allowed() -> None:
    with pytest.raises(BadOption, match=r"length='9': allowed are 1 \| 5"):
        LENGTH.resolve("9", {"table": "plain"})


@pytest.mark.parametrize("given", ["none", "10", "99"])
def test_a_bounded_number_may_also_be_a_word(given: str) -> None:
    assert SECONDS.resolve(given, {}) == given


@pytest.mark.parametrize("given", ["9", "100", "-20", "+20", "020", "2e1", "٢٠", "", "NONE", "20.0"])
def test_what_is_not_plainly_a_number_within_bounds_is_refused(given: str) -> None:
    with pytest.raises(BadOption, match=r"allowed are none \| 10\.\.99"):
        SECONDS.resolve(given, {})


@pytest.mark.parametrize("given", ["none", "1+0", "180+60", "10+5", "1d", "14d"])
def test_a_value_may_be_made_of_numbers(given: str) -> None:
    assert CLOCK.resolve(given, {}) == given


@pytest.mark.parametrize(
    "given", ["0+0", "181+0", "5+61", "5", "5+", "+5", "05+5", "5+٥", "5+5 ", "5 + 5", "-5+5", "0d", "15d", "d", "5+5d"]
)
def test_what_has_none_of_the_forms_is_refused_with_those_that_are_allowed(given: str) -> None:
    with pytest.raises(BadOption, match=r"allowed are none \| \(1\.\.180\)\+\(0\.\.60\) \| \(1\.\.14\)d"):
        CLOCK.resolve(given, {})


def test_the_numbers_of_a_form_can_be_read() -> None:
    minutes, days = CLOCK.forms
    assert (minutes.numbers("10+5"), minutes.numbers("3d")) == ((10, 5), None)
    assert days.numbers("3d") == (3,)


TABLE = Meta(
    slug="game",
    titles=LABELS,
    seats=4,
    options=(
        Option(name="players", labels=LABELS, clause="1", default="4", choices=("2", "3", "4")),
        Option(name="teams", labels=LABELS, clause="1", default="single", choices=("single", "partners")),
    ),
    refusals=(),
    end_causes=(),
    bot_levels=(),
    rules_version=1,
    sources=(),
    seats_option="players",
    team_cases=(TeamCase("teams", "partners", ((0, 2), (1, 3))),),
)


@pytest.mark.parametrize(
    ("given", "seats", "teams"),
    [
        ({}, 4, ((0,), (1,), (2,), (3,))),
        ({"players": "2"}, 2, ((0,), (1,))),
        ({"teams": "partners"}, 4, ((0, 2), (1, 3))),
    ],
)
def test_options_say_how_many_sit_at_a_table_and_who_plays_together(
    given: dict[str, str], seats: int, teams: tuple[tuple[int, ...], ...]
) -> None:
    options = TABLE.resolve(given)
    assert (TABLE.seats_for(options), TABLE.teams_for(options)) == (seats, teams)
