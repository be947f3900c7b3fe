"""Order at the tables, at the terminal: a report, a suspension, an appeal, and who decides about them."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kiraathane_client import Client
from tests.e2e.conftest import SHORT, Person
from tests.support.platform import Platform

pytestmark = pytest.mark.platform
PASSWORD = "correct horse battery"
OFFICE = [sys.executable, "-m", "services.players", "entrust", "moderator", "kadi"]


def said(person: Person, *arguments: str, code: int = 0) -> str:
    """What a command says, wrapped lines made whole."""
    done = person.run("--lang", "en", *arguments)
    assert done.returncode == code, done.stderr
    return " ".join((done.stderr if code else done.stdout).split())


def test_from_a_report_to_an_appeal(platform: Platform, tmp_path: Path) -> None:
    kadi, veli = Person(tmp_path / "kadi", platform.gateway), Person(tmp_path / "veli", platform.gateway)
    kadi.environment["KIRAATHANE_PASSWORD"] = PASSWORD
    said(kadi, "register", "kadi", "--name", "Kadı")
    subprocess.run(OFFICE, env={**os.environ, **platform.settings}, check=True, timeout=60)
    said(kadi, "login", "kadi")
    said(veli, "login", "--name", "Veli")
    name = re.findall(r"players/\w+", said(veli, "whoami"))[0]

    for wrong in (["report", "players/kimse", "x"], ["suspend", "players/kimse", "1", "x"]):
        assert "There is no player" in said(kadi, "moderation", *wrong, code=1)
    assert "Veli · reports/" in said(kadi, "moderation", "report", name, "He talks and talks.")
    match = re.findall(r"matches/[\w-]+", said(veli, "play", "tavla", "--bot", "kolay"))[0]
    told = said(kadi, "moderation", "report", "veli", "He talks.", "--place", match)
    assert [part for part in ("Veli · reports/", name, match) if part not in told] == []
    assert "Nobody called" in said(kadi, "moderation", "report", "Can", "He talks.", "--place", match, code=1)
    assert f"Veli ({name}): 0 points" in said(kadi, "points", "Veli", "--place", match)
    told = said(kadi, "moderation", "suspend", name, "2", "Talks too much")
    assert "Veli · sanctions/" in told
    sanction = re.findall(r"sanctions/\w+", told)[0]
    assert "Talks too much" in said(veli, "quick", "tavla", "--options", *SHORT, code=1)

    assert said(kadi, "moderation", "appeals") == "No sanction has been appealed."
    said(veli, "moderation", "appeal", sanction, "I am sorry.")
    told = said(kadi, "moderation", "appeals")
    assert f"Veli · {sanction}" in told
    assert "appeal: I am sorry." in told
    assert "Only moderators" in said(veli, "moderation", "appeals", code=1)
    said(kadi, "moderation", "lift", sanction, "This once")
    assert said(kadi, "moderation", "appeals") == "No sanction has been appealed."
    assert "This once" in said(kadi, "moderation", "appeals", "--closed")
    audit = said(kadi, "moderation", "audit")
    assert "UTC · Kadı suspension: Veli 2 h: Talks too much" in audit
    assert "players/" not in audit


async def test_two_at_once_with_one_wish_meet(platform: Platform) -> None:
    """Through the gateway, from two connections: none waits where the other does not come."""
    async with Client(platform.gateway) as one, Client(platform.gateway) as two:
        await asyncio.gather(one.sign_in_guest("Bir"), two.sign_in_guest("İki"))
        for _ in range(4):
            tables = await asyncio.gather(*(c.lobby.quick_match("pisti", {"pistiTarget": "151"}) for c in (one, two)))
            assert len({table.table for table in tables}) == 1
