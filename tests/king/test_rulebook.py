"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re

import pytest

from services.kernel.meta import Option
from services.king import game
from tests.conformance.rulebook import clauses, rules, steps


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("king") == [f"5.{number}" for number in range(1, 17)]


@pytest.mark.parametrize("number", range(1, 46, 2))
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    """K5 is a property of random matches: test_matches."""
    assert number == 5 or re.search(rf"scenario: K{number} ", steps("king"))


@pytest.mark.parametrize("option", game.meta.options, ids=lambda option: option.name)
def test_the_table_of_options_has_each_with_its_default(option: Option) -> None:
    (row,) = re.findall(rf"^\| `{option.name}` \|(.*)$", rules("king"), re.MULTILINE)
    _values, default, _clause, _ = (cell.strip() for cell in row.split("|"))
    assert default == option.default
