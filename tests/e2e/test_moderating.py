"""A moderator at the terminal, and the people at the table that he sees to."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2
from kiraathane_client import Client, NotFound, Refused
from kiraathane_client.match import Match
from kiraathane_client.tavla import TAVLA
from tests.e2e.conftest import SHORT, Person
from tests.support.platform import Platform

pytestmark = pytest.mark.platform
SECONDS = 60
OPTIONS = dict(option.split("=") for option in SHORT)


async def played(seats: Sequence[Match[Any, Any]], acts: int) -> None:
    """So many acts of whoever is due."""
    for _ in range(acts):
        info = (await seats[0].get()).info
        match = seats[info.due_seats[0]]
        legal = await match.legal_actions()
        await match.play(legal.actions[0], expected_version=legal.version)


async def test_a_moderator_freezes_takes_back_and_ends_what_others_play(platform: Platform, tmp_path: Path) -> None:
    moderator = Person(tmp_path, platform.gateway)
    moderator.environment["KIRAATHANE_PASSWORD"] = "correct horse battery"

    def said(*arguments: str) -> str:
        done = moderator.run("--lang", "en", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ordered(*arguments: str) -> str:
        return said("moderation", *arguments)

    said("register", "yonetici")
    async with Client(platform.gateway) as ali, Client(platform.gateway) as banu:
        for client, name in ((ali, "Ali"), (banu, "Banu")):
            await client.sign_in_guest(name)
        table = await ali.lobby.create_table("tavla", OPTIONS)
        for client in (ali, banu):
            table = await client.lobby.sit(table)
        match = (await ali.lobby.start(table)).match
        somebody = Person(tmp_path / "somebody", platform.gateway)
        watching = asyncio.create_task(asyncio.to_thread(somebody.run, "--lang", "en", "watch", match))
        done = moderator.run("--lang", "en", "moderation", "freeze", match, "Bakıyoruz.")
        assert done.returncode == 1
        assert "moderator" in done.stderr
        entrust = [sys.executable, "-m", "services.players", "entrust", "moderator", "yonetici"]
        environment = {**os.environ, **platform.settings}
        await asyncio.to_thread(subprocess.run, entrust, env=environment, check=True, timeout=60)
        said("login", "yonetici")

        at_ali, at_banu = ali.match(TAVLA, match), banu.match(TAVLA, match)
        await played((at_ali, at_banu), 5)
        seen = await asyncio.to_thread(ordered, "look", match)
        assert "being played" in seen
        assert "Ali" in seen
        assert "act" in seen
        assert "The table as spectators see it" in seen
        assert "frozen" in await asyncio.to_thread(ordered, "freeze", match, "Şikâyet var.")
        info = (await at_ali.get()).info
        assert (info.status, info.order.word) == (match_pb2.MATCH_STATUS_FROZEN, "Şikâyet var.")
        with pytest.raises(Refused) as caught:
            await at_ali.play(tavla_pb2.TavlaAction(roll=tavla_pb2.RollDice()), expected_version=info.version)
        assert caught.value.reason == "FROZEN_BY_MODERATOR"
        assert "Şikâyet var." in caught.value.sentence("tr")
        await asyncio.to_thread(ordered, "rewind", match, "1", "Baştan.")
        assert "being played" in await asyncio.to_thread(ordered, "thaw", match, "Buyurun.")
        await played((at_ali, at_banu), 3)
        assert "over (a moderator ended it; the score stands)" in await asyncio.to_thread(
            ordered, "end", match, "Vakit geç."
        )
        watched = (await watching).stdout
        told = ("has frozen the match: Şikâyet var.", "back to version 1: Baştan.", "goes on where it was: Buyurun.")
        assert [sentence in watched for sentence in told] == [True] * 3
        assert watched.rstrip().endswith("Winner: nobody is ahead")
        result = await recorded(ali, match)
        assert (result.end_cause, list(result.score.points), list(result.score.winners)) == ("ended", [0, 0], [])
        file = tmp_path / "record.json"
        said("record", match, "-o", str(file))
        checked = said("verify", str(file))
        assert "took the match back to version 1: Baştan." in checked
        assert "The record is right." in checked
        audit = said("moderation", "audit")
        deeds = re.findall(r"^  ([a-z ]+): matches/", audit, re.MULTILINE)
        assert deeds == ["match ended", "match let go on", "match taken back", "match frozen", "looked at a match"]


async def recorded(client: Client, match: str) -> league_service_pb2.MatchResult:
    """The result of a match, when the league has it."""
    for _ in range(SECONDS * 5):
        try:
            return (await client.league.result(match)).result
        except NotFound:
            await asyncio.sleep(0.2)
    raise AssertionError(f"{match} was not recorded")
