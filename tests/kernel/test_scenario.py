"""A scenario that does not hold must say so, and where."""

import re
from pathlib import Path

import pytest

from services.kernel import scenario
from tests.conftest import every_family

GAMES = {slug: family.game for slug, family in every_family().items()}
BEGIN = """
- scenario: one
  clause: ["1"]
  family: yuksek
  position: "hands 1 worth 3 A 1,9 B 4,7 stock 0,2"
  steps:
"""


def problem_of(tmp_path: Path, text: str) -> str:
    path = tmp_path / "scenario.yaml"
    path.write_text(text)
    (outcome,) = scenario.run_file(path, GAMES)
    return outcome.problem


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("    - {act: 0, do: lay 9, refused: NO_SUCH_CARD}", "step 1: lay 9 was accepted"),
        ("    - {act: 0, do: lay 3}", "step 1: lay 3 was refused for NO_SUCH_CARD"),
        ("    - {act: 0, do: lay 3, refused: NOT_YOUR_TURN}", "is refused for NO_SUCH_CARD, expected NOT_YOUR_TURN"),
        ("    - {act: 0, do: lay 3, refused: NO_SUCH_CARD, detail: {card: 4}}", "detail.card is 3, expected 4"),
        ("    - {act: 0, do: jump}", "'jump' is not an action"),
        ("    - {legal: 0, count: 3}", "the number of legal acts is 2, expected 3"),
        ("    - {legal: 0, is: [lay 9]}", "legal are ['lay 1', 'lay 9'], expected ['lay 9']"),
        ("    - {legal: 0, has: [lay 4]}", "lay 4 is not legal"),
        ("    - {legal: 0, lacks: [lay 9]}", "lay 9 is legal"),
        ("    - {points: [1, 0]}", "the points are [0, 0], expected [1, 0]"),
        ("    - {pending: {over: LEFT}}", "the match waits for {'decide': [0, 1]}"),
        ("    - {view: 0, has: {worth: 4}}", "view.worth is 3, expected 4"),
        ("    - {view: spectator, has: {card: 4}}", "view.card is 'missing'"),
        ("    - {act: 0, do: lay 9, position: 'hands 1 worth 3 A 1 B 4,7 stock 0,2'}", "the position is"),
        ("    - {act: 0, do: lay 9, ledger: [{seat: 0}]}", "the ledger lines are []"),
        ("    - {act: 2, do: lay 9, refused: NOT_YOUR_TURN}", "step 1: there is no seat 2; there are 0 to 1"),
        ("    - {lapse: 2, cause: left}", "step 1: there is no seat 2"),
        ("    - {legal: -1, count: 0}", "step 1: there is no seat -1"),
        ("    - {view: 7, has: {worth: 3}}", "step 1: there is no seat 7"),
        ("    - {wait: 0}", "a step has one of chance, act"),
        ("    - {act: 0, do: lay 9, refsed: X}", "unknown field `refsed`"),
    ],
)
def test_what_does_not_hold_is_said(tmp_path: Path, steps: str, said: str) -> None:
    assert said in problem_of(tmp_path, BEGIN + steps)


def test_a_file_that_is_no_scenario_is_said(tmp_path: Path) -> None:
    assert "cannot be read" in problem_of(tmp_path, "- 1")
    assert "cannot be read" in problem_of(tmp_path, "a: [")


def test_an_unknown_family_or_option_is_said(tmp_path: Path) -> None:
    assert "there is no family 'go'" in problem_of(tmp_path, "- {scenario: s, clause: [], family: go, steps: []}")
    assert "hands='0': allowed are 1..9" in problem_of(
        tmp_path, "- {scenario: s, clause: [], family: yuksek, options: {hands: 0}, steps: []}"
    )


def test_the_example_of_the_guide_holds_as_it_is_written(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    assert problem_of(tmp_path, example) == ""
