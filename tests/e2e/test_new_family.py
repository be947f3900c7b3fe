"""A family that nothing in the house knows by name is played, verified and scored by the command like any other."""

import json
import os
from pathlib import Path

import pytest

from tests.e2e.conftest import Person
from tests.support.platform import running_platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(200)]


def test_the_toy_family_is_demonstrated_by_the_command(toy_paths: tuple[str, ...], tmp_path: Path) -> None:
    paths = os.pathsep.join((*toy_paths, str(Path(__file__).parents[2])))
    with running_platform(
        {"KIRAATHANE_BOT_PACE_MS": "10"}, worker=True, families=("toyhouse",), import_paths=(paths,)
    ) as platform:
        person = Person(tmp_path, platform.gateway)
        more = {"PYTHONPATH": paths, "KIRAATHANE_FAMILY_PACKAGES": "services,toyhouse"}
        done = person.run("demo", "--family", "yuksek", "--matches", "2", "--json", seconds=120, more=more)
        assert done.returncode == 0, done.stderr
        for match in json.loads(done.stdout.splitlines()[-1])["matches"]:
            assert (match["family"], match["finished"], match["verified"], match["scored"]) == (
                "yuksek",
                True,
                True,
                True,
            )
        assert "yuksek" in person.run("games", more=more).stdout
        refused = person.run("play", "yuksek", more=more)
        assert refused.returncode == 1
        assert "cannot be played here" in refused.stderr
