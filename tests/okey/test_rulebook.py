"""What RULES.md must have; what holds of every family's is in tests/conformance/test_rule_books.py."""

import re
from pathlib import Path

import pytest

from tests.conformance.rulebook import clauses, rules, steps

TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
# Of an encounter, not of a table: two matches won, a change of seats.
ENCOUNTER = (23, 25)


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses("okey") == [*(f"8.{number}" for number in range(1, 20)), *(f"10.{n}" for n in range(1, 11))]


def shown(name: str) -> bool:
    """True if a scenario or a test's docstring begins with the name."""
    return bool(re.search(rf'scenario: "?{name} ', steps("okey")) or re.search(rf'"""{name} ', TESTS))


@pytest.mark.parametrize("number", range(1, 82, 2))
def test_every_scenario_of_the_games_is_a_scenario_here(number: int) -> None:
    assert shown(f"O{number}")


@pytest.mark.parametrize("number", [number for number in range(1, 44, 2) if number not in ENCOUNTER])
def test_every_scenario_of_the_tournaments_table_is_a_scenario_here(number: int) -> None:
    assert shown(f"R{number}")


@pytest.mark.parametrize(
    "reason",
    [
        "COLLECT",
        "ISLER_DISCARD",
        "OKEY_DISCARD",
        "FAILED_COMMIT",
        "SIDE_RETURNED",
        "HAND_VOID",
        "NOT_OPENED",
        "SERIES_OPENER_LEFT",
        "PAIR_OPENER_LEFT",
        "PARTNER_FINISHED",
        "FINISH",
        "FINISH_OKEY",
        "FINISH_PAIRS_ELDEN",
        "FINISH_DEVAM",
    ],
)
def test_every_ledger_reason_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules("okey")
    assert reason in steps("okey")


def test_the_worths_of_runs_in_34_are_those_of_the_book() -> None:
    """Rules 8.7."""
    from services.okey.worth import run_worth_34

    for size in (4, 5):
        row = re.search(rf"run of {size} from .*\n\|[-|]*\n\| worth \| (.*) \|", rules("okey"))
        assert row is not None
        told = [int(number) for number in row[1].split(" | ")]
        assert told == [run_worth_34(low, size) for low in range(1, 15 - size)]
