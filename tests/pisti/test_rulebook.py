"""RULES.md and what holds to it: every clause is cited, every option, refusal and end is written down and reached."""

import re
from functools import cache
from pathlib import Path

import pytest

import services.pisti
from services.kernel import scenario
from services.kernel.refusal import Refusal
from services.pisti import game, score

HERE = Path(__file__).parent
SCENARIOS = sorted((HERE.parent / "scenarios" / "pisti").glob("*.yaml"))
FAMILY = Path(services.pisti.__path__[0])


def rules() -> str:
    return (FAMILY / "RULES.md").read_text()


def clauses() -> list[str]:
    return re.findall(r"^### (\d+\.\d+) ", rules(), re.MULTILINE)


@cache
def cited() -> set[str]:
    """The clauses that scenarios name and that tests name in their docstrings ("Rules 6.1, 6.2")."""
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
    assert clauses() == [f"6.{number}" for number in range(1, 11)]


@pytest.mark.parametrize("option", game.meta.options, ids=lambda option: option.name)
def test_every_option_is_in_the_rule_book_with_its_values(option: object) -> None:
    name, choices, default = option.name, option.choices, option.default  # type: ignore[attr-defined]
    (row,) = (line for line in rules().splitlines() if line.startswith(f"| `{name}` |"))
    assert all(choice in row for choice in choices)
    assert f"| {default} |" in row


@pytest.mark.parametrize("refusal", game.meta.refusals, ids=lambda refusal: refusal.reason)
def test_every_refusal_is_in_the_rule_book_and_in_a_scenario(refusal: Refusal) -> None:
    assert f"| `{refusal.reason}` |" in rules()
    assert f"refused: {refusal.reason}\n" in steps()
    assert refusal.tr != refusal.en
    assert f"### {refusal.clause} " in rules()


@pytest.mark.parametrize("reason", [*score.REASONS, "ACES", "JACKS", "TWO_OF_CLUBS", "TEN_OF_DIAMONDS", "MOST_CARDS"])
def test_every_line_of_the_ledger_is_in_the_rule_book_and_in_a_scenario(reason: str) -> None:
    assert f"`{reason}`" in rules()
    assert f"reason: {reason}," in steps()


@pytest.mark.parametrize("cause", [end.cause for end in game.meta.end_causes])
def test_every_end_has_a_transcript(cause: str) -> None:
    transcripts = (FAMILY / "transcripts").glob("*.txt")
    assert any(f"({cause})" in path.read_text() for path in transcripts)


@pytest.mark.parametrize("number", [*range(1, 34, 2)])
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert re.search(rf"scenario: P{number} ", steps())
