"""The overlay `dev`, running on this machine by its own words: every family is played through it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from services.kernel.registry import families
from tests.chaos.matches import short_options
from tests.deploy.kubelet.cluster import Cluster, running_cluster
from tests.deploy.kubelet.sandbox import NoSandbox
from tests.support.postgres import NoPostgres

pytestmark = [pytest.mark.deploy, pytest.mark.timeout(900)]

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
