"""`python -m services --migrate`: the one step that an upgrade does before the new program is started."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from services.__main__ import known_services, migrations_of
from services.kernel.registry import families
from services.runtime.database import open_database
from services.runtime.schema import newest, standing
from services.runtime.settings import load


def services(store: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KIRAATHANE_STORE": store, "KIRAATHANE_MIGRATE_ON_START": "false"}
    return subprocess.run(
        (sys.executable, "-m", "services", *arguments), env=environment, capture_output=True, text=True, check=False
    )


def current(store: str, name: str) -> bool:
    async def ask() -> bool:
        database = open_database(store, name)
        try:
            return (await standing(database)).revision == newest(migrations_of(name))
        finally:
            await database.close()

    return asyncio.run(ask())


def test_it_brings_the_tables_of_every_service_up_to_date_and_ends(store: str) -> None:
    done = services(store, "--migrate")
    assert done.returncode == 0, done.stderr
    known = known_services(load({}))
    assert all(current(store, name) for name in known)
    assert done.stdout.count('"migrated"') == len(known)
    again = services(store, "--migrate")
    assert again.returncode == 0, again.stderr
    assert again.stdout.count('"up_to_date"') == len(known)


def test_it_can_be_told_which(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}"
    assert services(store, "--migrate", "tavla").returncode == 0
    assert current(store, "tavla")
    assert not current(store, "lobby")


def test_it_needs_no_keys(tmp_path: Path) -> None:
    environment = {"KIRAATHANE_STORE": f"sqlite:{tmp_path / 'data'}", "KIRAATHANE_LOG_FORMAT": "text"}
    root = Path(__file__).parent.parent.parent
    paths = os.pathsep.join(str(root / part) for part in ("", "generated", "clients"))
    command = (sys.executable, "-m", "services", "--migrate", "players")
    done = subprocess.run(command, cwd=tmp_path, env={**environment, "PYTHONPATH": paths}, check=False)
    assert done.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_a_store_that_is_away_is_named() -> None:
    done = services("postgresql://nobody@127.0.0.1:9/kiraathane", "--migrate", "tavla")
    assert done.returncode == 1
    assert "the store of tavla cannot be reached" in done.stderr


def test_every_service_has_scripts() -> None:
    for name in known_services(load({})):
        assert any(migrations_of(name).glob("0001_*.py")), name
    assert len({migrations_of(slug) for slug in families()}) == 1


def test_only_families_have_results_to_send_again(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}"
    refused = services(store, "--rescore", "lobby")
    assert (refused.returncode, refused.stderr) == (
        1,
        "python -m services: lobby is no family; only families have results\n",
    )
    assert services(store, "--migrate", "tavla").returncode == 0
    done = services(store, "--rescore", "tavla")
    assert done.returncode == 0, done.stderr
    assert '"tasks":0' in done.stdout
