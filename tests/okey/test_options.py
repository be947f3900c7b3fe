"""The table's options (rules 8.19, 10.10), and what melds are worth under them (rules 8.6 to 8.8)."""

from itertools import combinations_with_replacement

import pytest

from services.kernel.melds import Face, Meld, natural, run_of, set_of
from services.kernel.meta import BadOption
from services.okey import game
from services.okey.terms import Terms, read_terms
from services.okey.tiles import NUMBERS
from services.okey.worth import meld_worth, melds_worth, run_worth_34
from tests.okey.tables import config


def resolved(**options: str) -> dict[str, str]:
    return game.meta.resolve(options)


def test_the_defaults_are_those_of_the_book() -> None:
    """Rules 8.19."""
    assert read_terms(resolved()) == Terms()
    assert resolved() == {
        "okeyTable": "house",
        "okeyGame": "101",
        "okeyTeams": "single",
        "okeyHands": "11",
        "cezali": "on",
        "sideAfterOpen": "mustUse",
        "fiftyOneHigh": "face",
        "finishBonus": "literal",
        "okeySpotIsIsler": "off",
        "devam": "off",
        "tourSigns": "off",
        "turnSeconds": "60",
    }


def test_a_tournaments_table_settles_the_others() -> None:
    """Rules 10.10."""
    settled = resolved(okeyTable="tournament")
    assert settled == {
        **resolved(),
        "okeyTable": "tournament",
        "okeyTeams": "partners",
        "finishBonus": "scaled",
        "devam": "together",
        "tourSigns": "on",
    }
    for name, value in [("okeyGame", "51"), ("okeyHands", "3"), ("cezali", "off"), ("sideAfterOpen", "free")]:
        with pytest.raises(BadOption):
            resolved(okeyTable="tournament", **{name: value})
    assert resolved(okeyTable="tournament", devam="off", tourSigns="off")["devam"] == "off"


@pytest.mark.parametrize(
    "options",
    [
        {"okeyHands": "2"},
        {"okeyHands": "23"},
        {"okeyGame": "71"},
        {"devam": "together"},
        {"tourSigns": "on"},
        {"fiftyOneHigh": "ten"},
        {"cezali": "off", "okeySpotIsIsler": "on"},
        {"turnSeconds": "9"},
    ],
)
def test_an_option_that_would_mean_nothing_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        resolved(**options)


def test_partners_sit_opposite() -> None:
    """Rules 8.13."""
    assert game.meta.teams_for(resolved(okeyTeams="partners")) == ((0, 2), (1, 3))
    assert game.meta.teams_for(resolved()) == ((0,), (1,), (2,), (3,))
    assert game.meta.teams_for(resolved(okeyTable="tournament")) == ((0, 2), (1, 3))


# -- worths ------------------------------------------------------------------------------------------------------------

T34, T101 = (read_terms(config(okeyGame=name).options) for name in ("34", "101"))
RUNS = [(low, size) for size in range(3, 14) for low in range(1, 15 - size)]


def run(low: int, size: int) -> Meld:
    meld = run_of([natural(Face(0, low + at)) for at in range(size)], NUMBERS)
    assert meld is not None
    return meld


def of_one_number(number: int, size: int) -> Meld:
    meld = set_of([natural(Face(suit, number)) for suit in range(size)])
    assert meld is not None
    return meld


def by_every_block(low: int, size: int) -> set[int]:
    """The worth by each choice of the three tiles that are the block (rules 8.7)."""
    numbers = range(low, low + size)
    return {
        first + 1 + sum(number // 3 for number in numbers if number not in range(first, first + 3))
        for first in numbers[: size - 2]
    }


@pytest.mark.parametrize(("low", "size"), RUNS)
def test_the_choice_of_the_block_makes_no_difference(low: int, size: int) -> None:
    """Rules 8.7."""
    (worth,) = by_every_block(low, size)
    assert run_worth_34(low, size) == worth if size < 6 else run_worth_34(low, size) >= worth


@pytest.mark.parametrize(("low", "size"), [one for one in RUNS if one[1] >= 6])
def test_a_long_run_is_worth_its_best_split(low: int, size: int) -> None:
    """Rules 8.7: into runs of three to five."""
    splits = [parts for number in range(2, 5) for parts in _orders(number) if sum(parts) == size]
    best = max(sum(run_worth_34(low + sum(parts[:at]), part) for at, part in enumerate(parts)) for parts in splits)
    assert run_worth_34(low, size) == best
    if size == 6:
        (single,) = by_every_block(low, size)
        assert best == single + 1


def _orders(number: int) -> list[tuple[int, ...]]:
    found = [()]
    for _ in range(number):
        found = [(*parts, size) for parts in found for size in (3, 4, 5)]
    return found


@pytest.mark.parametrize(
    ("melds", "in_101", "in_34"),
    [
        ((of_one_number(1, 3), run(10, 3), run(8, 3), run(7, 3), of_one_number(5, 3)), 102, 34),
        ((run(3, 5),), 25, 8),
        ((run(7, 4),), 34, 11),
        ((run(2, 5),), 20, 6),
        ((of_one_number(3, 4),), 12, 4),
        ((run(1, 5),), 15, 4),
    ],
)
def test_the_worked_examples(melds: tuple[Meld, ...], in_101: int, in_34: int) -> None:
    """Rules 8.15: rows 1 to 10."""
    assert melds_worth(melds, T101) == in_101
    assert melds_worth(melds, T34) == in_34


def test_middles_of_33_alone_are_99() -> None:
    """Rules 8.8: the shortcut is the exact sum, divided by three."""
    middles = [(low, 3) for low in range(1, 12)]
    for some in combinations_with_replacement(middles, 3):
        runs = [run(*one) for one in some]
        assert melds_worth(runs, T101) == 3 * sum(low + 1 for low, _ in some)
    assert melds_worth((run(10, 3), run(10, 3), run(10, 3)), T101) == 99
    assert melds_worth((run(10, 3), run(10, 3), run(6, 4), of_one_number(5, 1 + 2)), T101) == 66 + 30 + 15


def test_ten_is_the_most_where_high_numbers_count_ten() -> None:
    """Rules 8.6."""
    ten = read_terms(config(okeyGame="51", fiftyOneHigh="ten").options)
    assert meld_worth(run(9, 5), ten) == 9 + 10 + 10 + 10 + 10
    assert meld_worth(of_one_number(13, 4), ten) == 40
