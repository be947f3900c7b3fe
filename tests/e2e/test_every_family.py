"""Every family from table to record: bots of all levels play, and the command checks, shows and verifies."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from services.kernel.registry import families
from tests.chaos.matches import short_options
from tests.e2e.conftest import Here, Person

pytestmark = [pytest.mark.platform, pytest.mark.timeout(400)]

PATIENCE_SECONDS = 350


def demonstration(person: Person, family: str) -> dict[str, Any]:
    """The one match of a demonstration of the family's shortest match."""
    options = [f"{name}={value}" for name, value in short_options(family).items()]
    done = person.run(
        "demo", "--family", family, "--matches", "1", "--json", "--options", *options, seconds=PATIENCE_SECONDS
    )
    assert done.returncode == 0, done.stderr
    (match,) = json.loads(done.stdout.splitlines()[-1])["matches"]
    return dict(match)


def test_bots_play_each_to_its_end_and_its_record_can_be_read_and_verified(
    person: Person, here: Here, tmp_path: Path
) -> None:
    known = sorted(families())
    with ThreadPoolExecutor(len(known)) as pool:
        played = dict(zip(known, pool.map(lambda family: demonstration(person, family), known), strict=True))
    for family, match in played.items():
        assert (match["family"], match["finished"], match["verified"], match["scored"]) == (family, True, True, True)
        told = here("record", match["match"], "--format", "text")
        assert told.code == 0, told
        assert "kolay" in told.out
        file = tmp_path / f"{family}.json"
        assert here("record", match["match"], "--format", "json", "--output", str(file)).code == 0
        verified = here("verify", str(file))
        assert verified.code == 0, verified
    listed = here("games").out
    assert all(families()[family].game.meta.titles.en in listed for family in known)
