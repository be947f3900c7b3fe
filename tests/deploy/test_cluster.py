"""The overlay `dev`, running on this machine by its own words: every family is played through it."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import families
from tests.chaos.guest import Guest
from tests.chaos.matches import short_options
from tests.deploy.kubelet.cluster import DNS_CACHE_SECONDS, Cluster, running_cluster
from tests.deploy.kubelet.sandbox import NoSandbox
from tests.support.postgres import NoPostgres

pytestmark = [pytest.mark.deploy, pytest.mark.timeout(900)]

MATCHES, GUESTS = 100, 4  # one guest may open 60 tables a minute
CALLERS, PAUSE_SECONDS = 8, 0.15  # together fewer than the 100 calls a second that the gateway lets a player make
KIRAATHANE = Path(sys.executable).parent / "kiraathane"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    try:
        with running_cluster() as cluster:
            yield cluster
    except (NoSandbox, NoPostgres) as reason:
        pytest.skip(str(reason))


def demonstration(cluster: Cluster, family: str, home: Path) -> dict[str, Any]:
    """One match of a family, between bots, watched and verified by the command."""
    options = [f"{name}={value}" for name, value in short_options(family).items()]
    done = subprocess.run(
        (KIRAATHANE, "demo", "--family", family, "--matches", "1", "--json", "--seconds", "300", "--options", *options),
        env={**os.environ, "HOME": str(home), "KIRAATHANE_GATEWAY": cluster.gateway},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (family, done.stderr, done.stdout)
    (match,) = json.loads(done.stdout.splitlines()[-1])["matches"]
    return dict(match)


def test_every_family_is_played_to_its_end_verified_and_scored(cluster: Cluster, tmp_path: Path) -> None:
    known = tuple(families())
    with ThreadPoolExecutor(3) as pool:
        played = pool.map(lambda family: demonstration(cluster, family, tmp_path), known)
        results = dict(zip(known, played, strict=True))
    for family, match in results.items():
        assert (match["family"], match["finished"], match["verified"], match["scored"]) == (family, True, True, True)


async def looked_at_during(cluster: Cluster, matches: list[str], guest: Guest, event: Callable[[], object]) -> int:
    """Callers look at matches while something happens; how many answers they got.

    `guest.troubles` counts the calls that failed. What was shown once must still be there at the end.
    """
    newest: Counter[str] = Counter()
    answers = 0
    over = asyncio.Event()

    async def look() -> None:
        nonlocal answers
        while not over.is_set():
            match = random.choice(matches)
            answer = await guest.ask("tavla", "GetMatch", match=match)
            newest[match] = max(newest[match], answer.update.info.version)
            answers += 1
            await asyncio.sleep(PAUSE_SECONDS)

    callers = [asyncio.create_task(look()) for _ in range(CALLERS)]
    await asyncio.to_thread(event)
    await asyncio.sleep(5)
    over.set()
    await asyncio.gather(*callers)
    for match, version in newest.items():
        assert (await guest.ask("tavla", "GetMatch", match=match)).update.info.version >= version
    return answers


async def test_a_family_is_rolled_and_a_replica_killed_while_its_matches_are_played(cluster: Cluster) -> None:
    await asyncio.to_thread(cluster.scale, "tavla", 2)
    await asyncio.sleep(DNS_CACHE_SECONDS + 5)  # now the gateway knows both
    guests = [await Guest.arrive(cluster.gateway, f"guest {number}") for number in range(GUESTS)]
    guest = guests[0]
    try:
        matches = [await guests[number % GUESTS].table_of_bots("tavla", {}, 2) for number in range(MATCHES)]

        def killed() -> None:
            cluster.of("tavla")[0].kill()
            time.sleep(1)
            cluster.wait_ready()

        before = {pod.name for pod in cluster.of("tavla")}
        for event in (lambda: cluster.roll("tavla"), killed):
            assert await looked_at_during(cluster, matches, guest, event) > 150
            assert [one.troubles for one in guests] == [{}] * GUESTS
        after = cluster.of("tavla")
        assert len(after) == 2
        assert not before & {pod.name for pod in after}
        assert sum(pod.starts for pod in after) == 3
        found = [await guest.ask("tavla", "GetMatch", match=match) for match in matches]
        live = [answer for answer in found if answer.update.info.status == match_pb2.MATCH_STATUS_PLAYING]
        assert len(live) > MATCHES / 2
    finally:
        await asyncio.gather(*(one.leave() for one in guests))


def test_whoever_was_told_to_end_did_so_in_its_time(cluster: Cluster) -> None:
    assert len(cluster.gone) >= 2
    for pod in cluster.gone:
        assert (pod.name, pod.killed_after_grace, pod.status) == (pod.name, False, 0)
