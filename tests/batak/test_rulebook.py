"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re

import pytest

from tests.conformance.rulebook import clauses, rules, steps


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("batak") == [f"7.{number}" for number in range(1, 12)]


@pytest.mark.parametrize("number", range(1, 36, 2))
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert re.search(rf'scenario: "?B{number} ', steps("batak"))


@pytest.mark.parametrize("reason", ["NIL_KEPT", "NIL_BROKEN", "BID_MISSED", "BID_MADE", "BID_EXCEEDED"])
def test_every_ledger_reason_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules("batak")
    assert f"reason: {reason}," in steps("batak")
