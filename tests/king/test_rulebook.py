"""RULES.md and what holds to it: every clause is cited, every option, refusal and end is written down and reached."""

import re
from functools import cache
from pathlib import Path

import pytest

import services.king
from services.kernel import scenario
from services.kernel.refusal import Refusal
from services.king import game

HERE = Path(__file__).parent
SCENARIOS = sorted((HERE.parent / "scenarios" / "king").glob("*.yaml"))
FAMILY = Path(services.king.__path__[0])
# K5 is a property of random matches: test_matches.
OF_PROPERTIES = {5}


def rules() -> str:
    return (FAMILY / "RULES.md").read_text()


def clauses() -> list[str]:
    return re.findall(r"^### (\d+\.\d+) ", rules(), re.MULTILINE)


@cache
def cited() -> set[str]:
    """The clauses that scenarios name and that tests name in their docstrings ("Rules 5.4, 5.10")."""
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
    assert clauses() == [f"5.{number}" for number in range(1, 17)]


@pytest.mark.parametrize("option", game.meta.options, ids=lambda option: option.name)
def test_every_option_is_in_the_rule_book_with_its_values(option: object) -> None:
    name, default = option.name, option.default  # type: ignore[attr-defined]
    (row,) = re.findall(rf"^\| `{name}` \|(.*)$", rules(), re.MULTILINE)
    values, book_default, _clause, _ = (cell.strip() for cell in row.split("|"))
    assert book_default == default
    assert all(choice in values for choice in option.choices)  # type: ignore[attr-defined]


@pytest.mark.parametrize("refusal", game.meta.refusals, ids=lambda refusal: refusal.reason)
def test_every_refusal_is_in_the_rule_book_and_in_a_scenario(refusal: Refusal) -> None:
    assert f"`{refusal.reason}`" in rules()
    assert f"refused: {refusal.reason}\n" in steps()
    assert refusal.tr != refusal.en


@pytest.mark.parametrize("cause", [end.cause for end in game.meta.end_causes])
def test_every_end_has_a_transcript(cause: str) -> None:
    transcripts = (FAMILY / "transcripts").glob("*.txt")
    assert any(f"({cause})" in path.read_text() for path in transcripts)


@pytest.mark.parametrize("number", [*range(1, 46, 2)])
def test_every_scenario_of_the_book_is_a_scenario_here(number: int) -> None:
    assert number in OF_PROPERTIES or re.search(rf"scenario: K{number} ", steps())
