"""An upgrade under traffic, on PostgreSQL: the tables grow while they are used, and old and new programs serve together
on them; when the old columns go, the old program is told so.
"""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec
import pytest

from services.__main__ import migrations_of
from services.runtime.database import open_database
from services.runtime.schema import newest, standing
from tests.chaos.audit import audit
from tests.chaos.guest import Guest
from tests.chaos.matches import record_of, times_counted
from tests.chaos.players import play_on
from tests.chaos.witness import Seen, until_done
from tests.database.versions import CONTRACT, EXPAND, following, version
from tests.support.envoy import wait_until_well
from tests.support.platform import NotReady, Platform, running_platform
from tests.support.postgres import Postgres

pytestmark = [pytest.mark.platform, pytest.mark.timeout(300)]

HOSTED = ("players", "lobby", "league", "moderation", "tavla", "pisti")
FAMILIES = HOSTED[-2:]
PLAYERS = 6
STAGE_ACTS = 12
"""What is played on in each stage, however long a busy machine takes for it."""
STAGE_SECONDS = SCORED_SECONDS = 60.0
SETTINGS = {
    "KIRAATHANE_MIGRATE_ON_START": "false",
    "KIRAATHANE_BOT_PACE_MS": "0",
    "KIRAATHANE_WORKER_CONCURRENCY": "1",
    "KIRAATHANE_LOG_LEVEL": "warning",
    "KIRAATHANE_DRAIN_SECONDS": "5",
}


@dataclass
class Upgrade:
    """What the upgrade left: those who played, how often each match was counted, and what the old program said."""

    guests: list[Guest]
    seen: list[Seen]
    counted: dict[str, int]
    records: dict[str, bytes]
    acts_by_stage: Counter[str]
    last_words: str
    stands: dict[str, tuple[str, str]]


@pytest.fixture(scope="module")
def upgrade(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgrade]:
    folder, store = tmp_path_factory.mktemp("versions"), postgres.database()
    settings = {**SETTINGS, "KIRAATHANE_STORE": store}
    migrated(settings, {})
    with running_platform(settings, worker=True, replicas=2, only=HOSTED) as platform:
        next_one = version(folder / "next", (EXPAND,))
        last_one = version(folder / "last", (EXPAND, CONTRACT))
        yield asyncio.run(upgraded(platform, settings, next_one, last_one))


def migrated(settings: Mapping[str, str], code: Mapping[str, str]) -> None:
    """What the migration's Job does."""
    environment = {**os.environ, **settings, **code}
    command = (sys.executable, "-m", "services", "--migrate", *HOSTED)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


async def upgraded(
    platform: Platform, settings: Mapping[str, str], next_one: Mapping[str, str], last_one: Mapping[str, str]
) -> Upgrade:
    guests = [await Guest.arrive(platform.gateway, f"Misafir {n}") for n in range(PLAYERS)]
    seen, over, acts = list[Seen](), asyncio.Event(), Counter[str]()

    async def stage(name: str, step: Callable[[], None] = lambda: None) -> None:
        await asyncio.to_thread(step)
        before = sum(len(one.acts) for one in seen)
        async with asyncio.timeout(STAGE_SECONDS):
            while (done := sum(len(one.acts) for one in seen) - before) < STAGE_ACTS:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        acts[name] = done

    players = [asyncio.create_task(play_on(guest, n, seen, over, FAMILIES)) for n, guest in enumerate(guests)]
    try:
        await stage("before")
        await stage("migrated", lambda: migrated(settings, next_one))
        await stage("old one restarted", lambda: rolled(platform, "services-2", {}))
        await stage("new one beside it", lambda: rolled(platform, "services", next_one))
        over.set()
        await until_done(players, 60)
    finally:
        for player in players:
            player.cancel()
    names = {one.match: one.family for one in seen}
    counted = await scored(guests[0], names)
    records = {name: await record_of(guests[0], family, name) for name, family in names.items()}
    for guest in guests:
        await guest.leave()
    migrated(settings, last_one)
    platform.stop("services-2")
    with pytest.raises(NotReady):
        platform.restart("services-2")
    return Upgrade(
        guests=guests,
        seen=seen,
        counted=counted,
        records=records,
        acts_by_stage=acts,
        last_words=platform.log("services-2"),
        stands={name: await stands(settings["KIRAATHANE_STORE"], name) for name in HOSTED},
    )


def rolled(platform: Platform, name: str, code: Mapping[str, str]) -> None:
    """Ends a replica and starts it with this code, as a rolling update does."""
    program = platform.programs[name]
    platform.programs[name] = msgspec.structs.replace(program, environment={**program.environment, **code})
    assert platform.stop(name) == 0
    platform.restart(name)
    wait_until_well(platform, "services", "services-2")


async def scored(guest: Guest, names: Mapping[str, str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    async with asyncio.timeout(SCORED_SECONDS):
        while len(counted) < len(names):
            counted = {name: times for name in names if (times := await times_counted(guest, name))}
            await asyncio.sleep(0.2)
    return counted


async def stands(store: str, service: str) -> tuple[str, str]:
    database = open_database(store, service)
    try:
        found = await standing(database)
    finally:
        await database.close()
    return found.revision, found.oldest


def test_nobody_who_plays_notices(upgrade: Upgrade) -> None:
    assert [guest.troubles for guest in upgrade.guests] == [Counter()] * PLAYERS
    problems = [problem for one in upgrade.seen for problem in one.problems]
    assert problems == []
    assert set(upgrade.acts_by_stage) == {"before", "migrated", "old one restarted", "new one beside it"}
    assert min(upgrade.acts_by_stage.values()) >= STAGE_ACTS


def test_every_match_is_whole_and_counted_once(upgrade: Upgrade) -> None:
    for one in upgrade.seen:
        audited = audit(upgrade.records[one.match], [one])
        assert audited.problems == ()
        assert audited.acknowledged == len(one.acts)
    assert set(upgrade.counted.values()) == {1}


def test_the_old_program_refuses_tables_that_have_lost_what_it_needs(upgrade: Upgrade) -> None:
    known = {name: newest(migrations_of(name)) for name in HOSTED}
    assert upgrade.stands == {name: (following(own, 2), following(own, 2)) for name, own in known.items()}
    own = known[HOSTED[0]]
    last = following(own, 2)
    assert f"are at {last} and need a program that knows {last} or newer; " in upgrade.last_words
    assert f"this one knows only {own}: start the newer version" in upgrade.last_words
