"""The scenarios and worked examples of the rule books."""

from pathlib import Path

import pytest

from services.kernel import scenario
from tests.conftest import every_family

FOLDER = Path(__file__).parent
GAMES = {slug: family.game for slug, family in every_family().items()}
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER)) for path in FILES])
def test_everything_comes_as_the_scenarios_say(path: Path) -> None:
    outcomes = scenario.run_file(path, GAMES)
    assert outcomes
    problems = [f"{one.scenario}: {one.problem}" for one in outcomes if one.problem]
    assert not problems, "\n".join(problems)
