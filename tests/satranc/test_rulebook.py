"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re

import pytest

from services.satranc import game
from tests.conformance.rulebook import clauses, rules, steps


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("satranc") == [f"4.{number}" for number in range(1, 10)]


@pytest.mark.parametrize("number", range(1, 42, 2))
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert re.search(rf"scenario: C{number} ", steps("satranc"))


@pytest.mark.parametrize("cause", [end.cause for end in game.meta.end_causes])
def test_every_end_is_in_the_rule_book_and_has_a_scenario(cause: str) -> None:
    assert f"`{cause}`" in rules("satranc")
    assert f"{{over: {cause}}}" in steps("satranc")
