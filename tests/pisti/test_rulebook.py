"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re

import pytest

from services.kernel.meta import Option
from services.pisti import game, score
from tests.conformance.rulebook import clauses, rules, steps


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("pisti") == [f"6.{number}" for number in range(1, 11)]


@pytest.mark.parametrize("number", range(1, 34, 2))
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert re.search(rf"scenario: P{number} ", steps("pisti"))


@pytest.mark.parametrize("option", game.meta.options, ids=lambda option: option.name)
def test_the_table_of_options_has_each_with_its_default(option: Option) -> None:
    (row,) = (line for line in rules("pisti").splitlines() if line.startswith(f"| `{option.name}` |"))
    assert f"| {option.default} |" in row


@pytest.mark.parametrize("reason", [*score.REASONS, "ACES", "JACKS", "TWO_OF_CLUBS", "TEN_OF_DIAMONDS", "MOST_CARDS"])
def test_every_line_of_the_ledger_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules("pisti")
    assert f"reason: {reason}," in steps("pisti")
