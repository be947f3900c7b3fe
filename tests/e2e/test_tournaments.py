"""A tournament on the whole platform: an organiser at the terminal, people who play their encounters out."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client import Client
from tests.e2e.conftest import SHORT, Person
from tests.support.platform import Platform

pytestmark = pytest.mark.platform
SECONDS = 120


async def take_part(client: Client, name: str) -> None:
    """Sits down at every table of one's own in the tournament, and plays the first legal act, until it is over."""
    me = client.session
    assert me is not None
    while (t := await client.tournaments.get(name)).status != pb.TOURNAMENT_STATUS_FINISHED:
        mine = {number for number, one in enumerate(t.entrants) if me.player in [p.player for p in one.people]}
        tables = [
            one.table
            for played in t.rounds
            for one in played.encounters
            if one.table and one.HasField("sit_down_by") and mine & {one.home, one.away}
        ]
        for table in tables:
            seated = await client.lobby.sit(await client.lobby.table(table))
            await play_out(client, seated.family, seated.match)
        await asyncio.sleep(0.3)


async def play_out(client: Client, family: str, name: str) -> None:
    match = client.match(family, name)
    async for update in match.watch():
        info = update.info
        if info.status == match_pb2.MATCH_STATUS_PLAYING and info.viewer_seat in info.due_seats:
            legal = await match.legal_actions()
            if legal.version == info.version:
                await match.play(legal.actions[0], expected_version=info.version)


async def test_a_knock_out_of_three(platform: Platform, tmp_path: Path) -> None:
    organiser = Person(tmp_path, platform.gateway)

    organiser.environment["KIRAATHANE_PASSWORD"] = "correct horse battery"

    def said(*arguments: str) -> str:
        done = organiser.run("--lang", "en", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    said("register", "hakem")
    assert organiser.run("tournament", "new", "Kupa", "tavla").returncode == 1
    entrust = [sys.executable, "-m", "services.players", "entrust", "organiser", "hakem"]
    environment = {**os.environ, **platform.settings}
    await asyncio.to_thread(subprocess.run, entrust, env=environment, check=True, timeout=60)
    said("login", "hakem")
    shown = said("tournament", "new", "Kupa", "tavla", *(word for option in SHORT for word in ("--options", option)))
    found = re.search(r"tournaments/[0-9a-f]+", shown)
    assert found
    name = found[0]
    async with Client(platform.gateway) as ali, Client(platform.gateway) as banu, Client(platform.gateway) as can:
        people = (ali, banu, can)
        for client, who in zip(people, ("Ali", "Banu", "Can"), strict=True):
            await client.sign_in_guest(who)
            await client.tournaments.enter(name)
        assert "being played" in await asyncio.to_thread(said, "tournament", "start", name)
        await asyncio.wait_for(asyncio.gather(*(take_part(client, name) for client in people)), SECONDS)
        over = await ali.tournaments.get(name)
    final = over.rounds[-1].encounters[0]
    assert list(over.places[0].entrants) == [final.winner]
    told = said("tournament", "show", name)
    assert "Lots checked" in told
    assert over.entrants[final.winner].people[0].display_name in told
    assert name in said("tournament", "list")
