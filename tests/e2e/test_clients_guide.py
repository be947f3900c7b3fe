"""The code in docs/clients.md is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kiraathane_client import SyncClient
from tests.e2e.conftest import Person
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(200)]

GUIDE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```python (\w+)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))


def run(block: str, person: Person, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-c", BLOCKS[block], *arguments]
    done = subprocess.run(command, env=person.environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_block_of_code_is_tried_here() -> None:
    assert set(BLOCKS) == {"sync", "async", "web", "verify"}
    fenced = re.findall(r"^```([\w ]*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert GUIDE.count("```") == 2 * len(fenced)
    pasted = [text for kind, text in fenced if not kind]  # what the command printed: tests/clients/test_pasted.py
    assert len(fenced) == len(BLOCKS) + len(pasted)
    assert all(text.startswith("$ kiraathane ") for text in pasted)


def test_the_synchronous_client_plays_a_match(person: Person) -> None:
    points = re.search(r"\[(\d+), (\d+)\]", run("sync", person))
    assert points is not None
    assert {"0"} < set(points.groups())


def test_the_asynchronous_client_watches_one(person: Person) -> None:
    versions = [int(line.split()[0]) for line in run("async", person).splitlines()]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_plain_http_is_enough_to_sign_in(person: Person) -> None:
    assert re.search(r"players/\S+ Ayşe", run("web", person))


def test_the_dice_can_be_checked_without_any_of_our_code(person: Person, platform: Platform, tmp_path: Path) -> None:
    with SyncClient(platform.gateway) as client:
        client.sign_in_guest()
        table = client.lobby.sit(client.lobby.create_table("tavla", {"matchLength": "1", "tavlaVariant": "hiper"}))
        table = client.lobby.start(client.lobby.add_bot(table, "kolay"))
        match = client.match("tavla", table.match)
        match.leave()
        file = tmp_path / "record.json"
        file.write_bytes(match.record().content)
    assert "throws, all of them from the secret" in run("verify", person, str(file))
    file.write_text(file.read_text().replace('"nonce": "', '"nonce": "x', 1))
    with pytest.raises(AssertionError, match="the secret gives"):
        run("verify", person, str(file))
