"""How chance fell is counted from a record, and judged as the textbooks do."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from services.kernel import chance, fairness
from services.kernel.fairness import ChanceKind, Question
from services.kernel.game import Roll, Shuffle
from tests.kernel.test_chance import GAME, SECRET, a_record


def test_every_die_and_every_first_item_of_a_match_is_counted() -> None:
    worth = chance.outcome(SECRET, "m", 0, ("one", ""), Roll(1, 6))[0]
    first = chance.outcome(SECRET, "m", 1, ("one", ""), Shuffle(12))[0]
    assert fairness.counts(a_record(), GAME) == {
        Question(ChanceKind.ROLL, 6, 0): [int(side == worth) for side in range(1, 7)],
        Question(ChanceKind.SHUFFLE, 12, 0): [int(item == first) for item in range(12)],
    }


def test_a_record_of_other_rules_is_not_counted() -> None:
    with pytest.raises(ValueError, match="rules version 9"):
        fairness.counts(msgspec.structs.replace(a_record(), rules_version=9), GAME)


@pytest.mark.parametrize(
    ("degrees", "bound"),
    [(1, 6.635), (2, 9.210), (3, 11.345), (5, 15.086), (10, 23.209), (51, 77.386), (100, 135.807)],
)
def test_the_printed_bounds_of_one_in_a_hundred(degrees: int, bound: float) -> None:
    assert fairness.survival(bound, degrees) == pytest.approx(0.01, rel=2e-3)


@given(st.integers(1, 1_023), st.floats(0, 3_000))
def test_the_survival_function_is_that_of_scipy(degrees: int, value: float) -> None:
    assert fairness.survival(value, degrees) == pytest.approx(
        float(stats.chi2.sf(value, degrees)), rel=1e-9, abs=1e-250
    )


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=110).filter(any))
def test_chi_square_and_its_p_value_are_those_of_scipy(seen: list[int]) -> None:
    found = stats.chisquare(seen)
    assert fairness.chi_square(seen) == pytest.approx(float(found.statistic), rel=1e-9, abs=1e-9)
    p = fairness.p_value(seen)
    assert (p is None) == (sum(seen) < 5 * len(seen))
    if p is not None:
        assert p == pytest.approx(float(found.pvalue), rel=1e-6, abs=1e-12)


def test_nothing_seen_says_nothing() -> None:
    assert (fairness.chi_square([0, 0, 0]), fairness.p_value([0, 0, 0])) == (0.0, None)
