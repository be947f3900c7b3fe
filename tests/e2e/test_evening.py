"""A small evening on the whole platform, and that its checks see what is wrong."""

import json
import os
import subprocess
import sys
import time

import pytest

from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.evening.audit import Audit
from kiraathane_client.cli.evening.book import Book
from kiraathane_client.cli.evening.house import House
from kiraathane_client.cli.evening.person import Person as Guest
from services.kernel.registry import families
from tests.e2e.conftest import Here, Person
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

PASSWORD = "dort yaprakli yonca"


def in_the_house(platform: Platform, *arguments: str) -> subprocess.CompletedProcess[str]:
    """An operator's command beside the running services."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**os.environ, **platform.settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_evening_without_a_fault(platform: Platform, person: Person) -> None:
    person.environment["KIRAATHANE_PASSWORD"] = PASSWORD
    assert person.run("register", "duzenleyen").returncode == 0
    assert in_the_house(platform, "services.players", "entrust", "organiser", "duzenleyen").returncode == 0
    wanted = ("--players", "12", "--minutes", "0.35", "--closing", "25", "--pace", "0.01", "--seed", "7")
    done = person.run("evening", *wanted, "--organiser", "duzenleyen", "--json", seconds=240)
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["faults"] == []
    assert done.returncode == 0, done.stderr
    counts = told["counts"]
    assert counts["people"] == 12
    assert set(told["matches_by_family"]) == set(families())
    assert counts["finished"] + counts.get("played_on", 0) + counts.get("not_to_be_seen", 0) == counts["matches"]
    assert counts["finished"] == counts["verified"] == counts["scored_once"] > 0
    assert all(counts[what] for what in ("dropped", "returned", "views_on_two_devices", "tournaments", "said"))
    checked = in_the_house(platform, "services.league.recount", "--check")
    assert checked.returncode == 0, checked.stdout


def test_wishes_that_cannot_be_met_are_explained(here: Here) -> None:
    done = here("evening", "--players", "2", "--minutes", "0.1", "--organiser", "kimse")
    assert done.code == 1
    assert "KIRAATHANE_PASSWORD" in done.err


async def test_the_checks_see_a_seat_that_is_not_there_and_a_match_that_is_not_scored(platform: Platform) -> None:
    book, desk = Book(), Desk("en")
    house = House(platform.gateway, book, ["pisti"], 1, seconds=1, closing=5, pace=0)
    ali, banu = Guest(house, 0, 1), Guest(house, 1, 1)
    try:
        await ali.arrive()
        await banu.arrive()
        table = await ali.client.lobby.sit(await ali.client.lobby.create_table("pisti"))
        table = await ali.client.lobby.start(await ali.client.lobby.add_bot(table, "kolay"))
        entry = book.sat(table.match, "pisti", table.table, public=True, player=ali.me, seat=1)
        book.sat(table.match, "pisti", table.table, public=True, player=banu.me, seat=1)
        entry.over = True  # it is not: the histories cannot have it
        began = time.monotonic()
        await Audit(desk, book, [ali, banu]).everything(None, ())
        assert time.monotonic() - began < 30
    finally:
        await ali.go()
        await banu.go()
    found = {(fault.kind, fault.where) for fault in book.faults}
    assert found == {
        ("seat_changed", table.match),
        ("seat_lost", table.match),
        ("result_missing", ali.me),
        ("result_missing", banu.me),
    }
    assert book.counts["played_on"] == 1
