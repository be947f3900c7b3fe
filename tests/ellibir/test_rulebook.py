"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re
from pathlib import Path

import pytest

from services.ellibir.score import CLAUSES
from tests.conformance.rulebook import clauses, rules, steps

TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("ellibir") == [f"9.{number}" for number in range(1, 19)]


@pytest.mark.parametrize("number", range(1, 60, 2))
def test_every_scenario_of_the_book_is_a_scenario_or_a_test_here(number: int) -> None:
    """E1 to E5 need a whole deal, so they are tests: `test_e1_…`."""
    in_a_scenario = re.search(rf'scenario: "?E{number} ', steps("ellibir"))
    assert in_a_scenario or re.search(rf"^def test_e{number}_", TESTS, re.MULTILINE)


@pytest.mark.parametrize("reason", CLAUSES)
def test_every_ledger_reason_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules("ellibir")
    assert f"reason: {reason}," in steps("ellibir")
