"""A house that runs is copied, plays on, is lost, and made anew of its copy: matches go on, results are counted once.

Then its league is lost too, and gets all results once more.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import grpc
import grpc.aio
import pytest

from deploy.local.backup import order
from kiraathane.players.v1 import players_service_pb2 as players
from services.__main__ import known_services
from services.runtime.settings import load
from tests.chaos.audit import audit
from tests.chaos.guest import Guest
from tests.chaos.matches import record_of, short_options, times_counted
from tests.chaos.players import choose_for, play_on
from tests.chaos.witness import Seen, play_by_calls
from tests.support.platform import Platform, running_platform
from tests.support.postgres import Postgres

pytestmark = [pytest.mark.platform, pytest.mark.timeout(240)]

HOSTED = ("players", "lobby", "league", "tavla", "pisti")
FAMILIES = HOSTED[3:]
GUESTS = 4
BEGUN_ACTS = 3
WAIT_SECONDS = 60.0
SETTINGS = {
    "KIRAATHANE_BOT_PACE_MS": "0",
    "KIRAATHANE_WORKER_CONCURRENCY": "1",
    "KIRAATHANE_LOG_LEVEL": "warning",
}


class SqliteStores:
    """The embedded profile: one command copies everything."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.homes = [folder / "home", folder / "new home"]
        self.settings = [SETTINGS, SETTINGS]

    def copy(self) -> None:
        done = command(self.homes[0], "--backup", str(self._folder / "copy"))
        assert done.returncode == 0, done.stdout + done.stderr

    def make_anew(self) -> None:
        done = command(self.homes[1], "--restore", str(self._folder / "copy"))
        assert done.returncode == 0, done.stdout + done.stderr

    def lose_league(self) -> None:
        for path in (self.homes[1] / "data").glob("league.sqlite3*"):
            path.unlink()


class PostgresStores:
    """One database with a schema for each service: pg_dump copies it as it is at one moment, and keys are files."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self._postgres = postgres
        self._copy = folder / "house.dump"
        self.homes = [folder / "home", folder / "new home"]
        stores = [postgres.database(), postgres.database()]
        self._names = [store.rpartition("/")[2] for store in stores]
        self.settings = [{**SETTINGS, "KIRAATHANE_STORE": store} for store in stores]

    def copy(self) -> None:
        self._postgres.dump(self._names[0], self._copy)
        shutil.copytree(self.homes[0] / "keys", self._copy.with_suffix(".keys"))

    def make_anew(self) -> None:
        self._postgres.load(self._names[1], self._copy)
        shutil.copytree(self._copy.with_suffix(".keys"), self.homes[1] / "keys")

    def lose_league(self) -> None:
        self._postgres.run("DROP SCHEMA league CASCADE", self._names[1])


def command(home: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KIRAATHANE_HOME": str(home), **more}
    program = (sys.executable, "-m", "deploy.local", *arguments)
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False)


@dataclass
class Story:
    """What was known when the copy was made, and what the house that was made of it had to say."""

    before: list[Seen] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    """Which of the guests plays each of these matches."""
    problems: list[str] = field(default_factory=list)
    played_on: int = 0
    counted_before: set[str] = field(default_factory=set)
    counted: dict[str, int] = field(default_factory=dict)
    without_league: dict[str, int] = field(default_factory=dict)
    once_more: dict[str, int] = field(default_factory=dict)
    forgotten: grpc.StatusCode | None = None
    known_session: str = ""
    refreshed_since: grpc.StatusCode | None = None


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deploy)])
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Story:
    folder = tmp_path_factory.mktemp("house")
    if request.param == "sqlite":
        stores: SqliteStores | PostgresStores = SqliteStores(folder)
    else:
        stores = PostgresStores(folder, request.getfixturevalue("postgres"))
    return told(stores)


def told(stores: SqliteStores | PostgresStores) -> Story:
    story, memory = Story(), Memory()
    with opened(stores, 0) as platform:
        asyncio.run(first_evening(platform, stores, story, memory))
    stores.make_anew()
    with opened(stores, 1) as platform:
        asyncio.run(second_evening(platform, story, memory))
    stores.lose_league()
    with opened(stores, 1) as platform:
        story.without_league = asyncio.run(counts(platform, story, memory))
    rescored = (sys.executable, "-m", "services", "--rescore", *FAMILIES)
    where = {"KIRAATHANE_STORE": f"sqlite:{stores.homes[1] / 'data'}", **stores.settings[1]}
    done = subprocess.run(rescored, env={**os.environ, **where}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with opened(stores, 1) as platform:
        story.once_more = asyncio.run(counts(platform, story, memory, wait=True))
    return story


def opened(stores: SqliteStores | PostgresStores, which: int) -> Any:
    return running_platform(stores.settings[which], worker=True, home=stores.homes[which], only=HOSTED)


@dataclass
class Memory:
    """What the guests carry from one evening to the next: their tokens."""

    tokens: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    kept: str = ""
    refreshed: str = ""
    later: tuple[str, str] = ("", "")


async def first_evening(
    platform: Platform, stores: SqliteStores | PostgresStores, story: Story, memory: Memory
) -> None:
    guests = [await Guest.arrive(platform.gateway, f"Misafir {n}") for n in range(GUESTS)]
    sessions = [await guest_session(guests[0]) for _ in range(2)]
    seen = [[await begun(guest)] for guest in guests]
    playing = [asyncio.create_task(play_on(g, n, seen[n], asyncio.Event(), FAMILIES)) for n, g in enumerate(guests)]
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            while len(counted := await counted_by(guests[0], seen)) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        story.counted_before = counted
        story.before = deepcopy([one for of_guest in seen for one in of_guest])
        story.owners = {one.match: number for number, of_guest in enumerate(seen) for one in of_guest}
        await asyncio.to_thread(stores.copy)
        refreshed = await guests[0].call(guests[0].players.RefreshSession, refresh(sessions[1]))
        await asyncio.sleep(1.0)
        later = await guests[0].table_of_bots("pisti", short_options("pisti"), 2)
    finally:
        for player in playing:
            player.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    memory.tokens = [guest.metadata for guest in guests]
    memory.kept, memory.refreshed, memory.later = sessions[0], refreshed.session.refresh_token, ("pisti", later)
    for guest in guests:
        await guest.leave()


async def begun(guest: Guest) -> Seen:
    """A match that the guest has begun to play, and then leaves alone."""
    match = await guest.table_against_bots("tavla", short_options("tavla"), 2, 0, nonce="later")
    seen = Seen("tavla", match, seat=0)
    playing = asyncio.create_task(play_by_calls(guest, seen, choose_for("tavla")))
    async with asyncio.timeout(WAIT_SECONDS):
        while len(seen.acts) < BEGUN_ACTS:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return seen


async def second_evening(platform: Platform, story: Story, memory: Memory) -> None:
    guests = returned(platform, memory)
    going = [one for one in story.before if not one.finished]
    again = {one.match: Seen(one.family, one.match, seat=one.seat) for one in going}
    plays = [play_by_calls(guests[story.owners[name]], seen, choose_for(seen.family)) for name, seen in again.items()]
    await asyncio.wait_for(asyncio.gather(*plays), WAIT_SECONDS)
    story.played_on = sum(len(seen.acts) for seen in again.values())
    story.counted = await counts(platform, story, memory, wait=True)
    for one in story.before:
        document = await record_of(guests[0], one.family, one.match)
        problems = audit(document, [one]).problems
        # Of what came between the copy and the loss nothing is there, and of what came afterwards `one` knows nothing.
        story.problems += [problem for problem in problems if not problem.endswith("acknowledged")]
    family, match = memory.later
    story.forgotten = await refusal(guests[0].ask(family, "GetMatch", match=match))
    session = (await guests[0].call(guests[0].players.RefreshSession, refresh(memory.kept))).session
    story.known_session = session.player.player
    story.refreshed_since = await refusal(guests[0].call(guests[0].players.RefreshSession, refresh(memory.refreshed)))
    for guest in guests:
        await guest.leave()


def returned(platform: Platform, memory: Memory) -> list[Guest]:
    """The guests, with the tokens that they had."""
    found = []
    for metadata in memory.tokens:
        guest = Guest(grpc.aio.insecure_channel(platform.gateway))
        guest.metadata = metadata
        found.append(guest)
    return found


async def counts(platform: Platform, story: Story, memory: Memory, *, wait: bool = False) -> dict[str, int]:
    """How often the league has counted each match that the copy knows; waits until it knows all of them."""
    guest = returned(platform, memory)[0]
    end = monotonic() + WAIT_SECONDS
    while True:
        found = {one.match: await times_counted(guest, one.match) for one in story.before}
        if all(found.values()) or not wait or monotonic() > end:
            await guest.leave()
            return found
        await asyncio.sleep(0.2)


async def guest_session(guest: Guest) -> str:
    request = players.SignInGuestRequest(display_name="Oturum")
    return str((await guest.call(guest.players.SignInGuest, request)).session.refresh_token)


def refresh(token: str) -> players.RefreshSessionRequest:
    return players.RefreshSessionRequest(refresh_token=token)


async def refusal(call: Any) -> grpc.StatusCode | None:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error.code()
    return None


async def counted_by(guest: Guest, seen: list[list[Seen]]) -> set[str]:
    over = [one.match for of_guest in seen for one in of_guest if one.finished]
    return {match for match in over if await times_counted(guest, match)}


def test_matches_go_on_from_where_the_copy_has_them(story: Story) -> None:
    assert len([one for one in story.before if one.acts and not one.finished]) >= GUESTS
    assert story.played_on > 5 * GUESTS
    assert story.problems == []
    assert story.forgotten is grpc.StatusCode.NOT_FOUND


def test_results_are_counted_once(story: Story) -> None:
    assert len(story.counted_before) >= 3
    assert set(story.counted) > story.counted_before
    assert set(story.counted.values()) == {1}


def test_a_league_that_is_lost_is_told_everything_once_more(story: Story) -> None:
    assert set(story.without_league.values()) == {0}
    assert set(story.once_more.values()) == {1}


def test_sessions_are_those_of_the_copy(story: Story) -> None:
    assert story.known_session.startswith("players/")
    assert story.refreshed_since is grpc.StatusCode.UNAUTHENTICATED


def test_who_asks_is_copied_before_who_is_asked() -> None:
    found = order(list(known_services(load({}))))
    assert sorted(found) == sorted(known_services(load({})))
    place = {name: number for number, name in enumerate(found)}
    for family in FAMILIES:
        assert place["tournaments"] < place["lobby"] < place[family]
        assert place[family] < min(place[asked] for asked in ("league", "moderation", "players"))


@pytest.fixture
def small_house(tmp_path: Path) -> Mapping[str, str]:
    """A house with one store, of nothing but tables."""
    environment = {"KIRAATHANE_STORE": f"sqlite:{tmp_path / 'home' / 'data'}"}
    made = (sys.executable, "-m", "services", "--migrate", "pisti")
    subprocess.run(made, env={**os.environ, **environment}, check=True, capture_output=True)
    return environment


def test_what_cannot_be_done_is_said_and_changes_nothing(tmp_path: Path, small_house: Mapping[str, str]) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy"
    assert command(home, "--backup", str(copy)).returncode == 0
    assert sorted(path.name for path in copy.iterdir()) == ["pisti.sqlite3"]
    assert copy.stat().st_mode & 0o077 == 0
    assert (copy / "pisti.sqlite3").stat().st_mode & 0o077 == 0
    postgres = "postgresql://nobody@127.0.0.1:9/kiraathane"
    (tmp_path / "empty").mkdir()
    damaged = tmp_path / "damaged"
    shutil.copytree(copy, damaged)
    (damaged / "pisti.sqlite3").write_bytes((copy / "pisti.sqlite3").read_bytes()[:5000])
    for at, step, folder, more, sentence in (
        (home, "--backup", copy, {}, "is there already"),
        (home, "--restore", copy, {}, "is there already"),
        (home, "--backup", tmp_path / "other", {"KIRAATHANE_STORE": postgres}, "is in PostgreSQL"),
        (tmp_path / "nobody's", "--backup", tmp_path / "other", {}, "there is no store yet"),
        (tmp_path / "new", "--restore", tmp_path / "empty", {}, "is no backup of a house"),
        (tmp_path / "new", "--restore", damaged, {}, "is damaged"),
    ):
        done = command(at, step, str(folder), **more)
        assert done.returncode == 1
        assert sentence in " ".join(done.stderr.split()), done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "other").exists()
    assert not list((tmp_path / "new" / "data").glob("*"))
