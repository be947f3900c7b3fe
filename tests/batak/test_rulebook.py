"""RULES.md and what holds to it: every clause is cited, every option, refusal and end is written down and reached."""

import re
from functools import cache
from pathlib import Path

import pytest

import services.batak
from services.batak import game
from services.kernel import scenario
from services.kernel.refusal import Refusal

HERE = Path(__file__).parent
SCENARIOS = sorted((HERE.parent / "scenarios" / "batak").glob("*.yaml"))
FAMILY = Path(services.batak.__path__[0])


def rules() -> str:
    return (FAMILY / "RULES.md").read_text()


def clauses() -> list[str]:
    return re.findall(r"^### (\d+\.\d+) ", rules(), re.MULTILINE)


@cache
def cited() -> set[str]:
    """The clauses that scenarios name and that tests name in their docstrings ("Rules 1.4, 1.10")."""
    found = {clause for path in SCENARIOS for one in scenario.read_file(path) for clause in one.clause}
    for path in HERE.glob("test_*.py"):
        for text in re.findall(r"[Rr]ules ((?:\d+\.\d+(?:, )?)+)", path.read_text()):
            found |= set(text.split(", "))
    return found


@cache
def steps() -> str:
    return "\n".join(path.read_text() for path in SCENARIOS)


@pytest.mark.parametrize("clause", clauses())
def test_every_clause_is_cited_by_a_test_or_a_scenario(clause: str) -> None:
    assert clause in cited()


def test_the_rule_book_has_the_clauses_it_must_have() -> None:
    assert clauses() == [f"7.{number}" for number in range(1, 12)]


@pytest.mark.parametrize("option", [option.name for option in game.meta.options])
def test_every_option_is_in_the_rule_book(option: str) -> None:
    assert f"`{option}`" in rules()


@pytest.mark.parametrize("refusal", game.meta.refusals, ids=lambda refusal: refusal.reason)
def test_every_refusal_is_in_the_rule_book_and_in_a_scenario(refusal: Refusal) -> None:
    assert f"`{refusal.reason}`" in rules()
    assert f"refused: {refusal.reason}\n" in steps()
    assert refusal.tr != refusal.en


@pytest.mark.parametrize("cause", [end.cause for end in game.meta.end_causes])
def test_every_end_has_a_transcript(cause: str) -> None:
    transcripts = (FAMILY / "transcripts").glob("*.txt")
    assert any(f"({cause})" in path.read_text() for path in transcripts)


@pytest.mark.parametrize("number", [*range(1, 36, 2)])
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert re.search(rf'scenario: "?B{number} ', steps())


@pytest.mark.parametrize("reason", ["NIL_KEPT", "NIL_BROKEN", "BID_MISSED", "BID_MADE", "BID_EXCEEDED"])
def test_every_ledger_reason_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules()
    assert f"reason: {reason}," in steps()
