"""A house whose broker is RabbitMQ: people and bots play, a worker's child and then the server are killed meanwhile."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic

import psutil
import pytest

from tests.chaos.audit import Audited, audit, summary
from tests.chaos.guest import Guest
from tests.chaos.matches import record_of, seats_of, short_options, times_counted
from tests.chaos.players import play_on
from tests.chaos.witness import Seen, until_done
from tests.support.platform import Platform, running_platform
from tests.support.rabbitmq import NoRabbit, RabbitMQ, running_rabbitmq

pytestmark = [pytest.mark.deploy, pytest.mark.timeout(300)]

HOSTED = ("players", "lobby", "league", "tavla", "pisti", "okey")
FAMILIES = HOSTED[3:]
PLAYERS = 4
RECOVERED_SECONDS = 30.0
RUN_OUT_SECONDS = 90.0
SETTINGS = {
    "KIRAATHANE_BOT_PACE_MS": "0",
    "KIRAATHANE_WORKER_CONCURRENCY": "2",
    "KIRAATHANE_LOG_LEVEL": "warning",
    "KIRAATHANE_GATEWAY_CALLS_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_BURST_PER_ADDRESS": "100000",
}


@dataclass
class Evening:
    """What was played, and what came of it."""

    audits: list[Audited] = field(default_factory=list)
    counted: dict[str, int] = field(default_factory=dict)
    recovered: dict[str, float] = field(default_factory=dict)
    queues: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    try:
        with running_rabbitmq() as rabbitmq:
            settings = {**SETTINGS, "KIRAATHANE_BROKER": rabbitmq.address}
            with running_platform(settings, worker=True, only=HOSTED) as platform:
                yield asyncio.run(played(platform, rabbitmq))
    except NoRabbit as reason:
        pytest.skip(str(reason))


async def played(platform: Platform, rabbitmq: RabbitMQ) -> Evening:
    guests = [await Guest.arrive(platform.gateway, f"Misafir {n}") for n in range(PLAYERS)]
    evening, seen, over = Evening(), list[Seen](), asyncio.Event()
    bots: dict[str, str] = {}

    async def goes_on(after: str) -> None:
        """A match between bots that begins now is played to its end and counted."""
        begun = monotonic()
        match = await guests[0].table_of_bots("pisti", short_options("pisti"), 2)
        bots[match] = "pisti"
        while not await times_counted(guests[0], match):
            assert monotonic() - begun < RECOVERED_SECONDS, f"{match} after {after}"
            await asyncio.sleep(0.1)
        evening.recovered[after] = round(monotonic() - begun, 1)

    players = [asyncio.create_task(play_on(guest, n, seen, over, FAMILIES)) for n, guest in enumerate(guests)]
    try:
        await goes_on("the beginning")
        for family in FAMILIES:
            options = short_options(family)
            bots[await guests[0].table_of_bots(family, options, seats_of(family, options))] = family
        await asyncio.to_thread(kill_a_child, platform)
        await goes_on("a child's death")
        await asyncio.to_thread(restart, rabbitmq)
        await goes_on("the server's death")
        over.set()
        await until_done(players, RUN_OUT_SECONDS)
    finally:
        for player in players:
            player.cancel()
    names = {**bots, **{one.match: one.family for one in seen}}
    end = monotonic() + RUN_OUT_SECONDS
    while missing := names.keys() - evening.counted.keys():
        assert monotonic() < end, f"not counted: {sorted(missing)}"
        evening.counted |= {name: times for name in missing if (times := await times_counted(guests[0], name))}
        await asyncio.sleep(0.2)
    for name, family in names.items():
        document = await record_of(guests[0], family, name)
        evening.audits.append(audit(document, [one for one in seen if one.match == name]))
    evening.queues = {name: kind for name, (kind, _) in rabbitmq.queues().items()}
    for guest in guests:
        await guest.leave()
    return evening


def kill_a_child(platform: Platform) -> None:
    children = psutil.Process(platform.pids["worker"]).children()
    child = next(child for child in children if "spawn_main" in " ".join(child.cmdline()))
    os.kill(child.pid, signal.SIGKILL)


def restart(rabbitmq: RabbitMQ) -> None:
    rabbitmq.kill()
    rabbitmq.start()


def test_every_match_is_played_to_its_end_and_whole(evening: Evening) -> None:
    assert [problem for found in evening.audits for problem in found.problems] == []
    assert sum(found.acknowledged for found in evening.audits) > 50
    print(
        summary(
            {
                "recovered": evening.recovered,
                "matches": Counter(found.family for found in evening.audits),
                "acts": sum(found.acts for found in evening.audits),
                "acknowledged": sum(found.acknowledged for found in evening.audits),
            }
        )
    )


def test_every_result_is_counted_once(evening: Evening) -> None:
    assert set(evening.counted.values()) == {1}
    assert len(evening.counted) == len(evening.audits)


def test_the_queues_are_quorum_queues(evening: Evening) -> None:
    own = {name: kind for name, kind in evening.queues.items() if name.startswith("bots.") or name == "scoring"}
    assert {f"bots.{family}" for family in FAMILIES} <= own.keys()
    assert set(own.values()) == {"quorum"}
