"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re

import pytest

from tests.conformance.rulebook import clauses, steps


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    numbers = [f"1.{n}" for n in range(1, 14)] + [f"2.{n}" for n in range(1, 8)] + [f"3.{n}" for n in range(1, 10)]
    assert clauses("tavla") == numbers


@pytest.mark.parametrize("number", range(1, 56, 2))
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    """T55 is one of statistics, so it is a test of its own."""
    assert number == 55 or re.search(rf"scenario: T{number} ", steps("tavla"))
