"""What `make bench-capacity` needs besides a platform: its crowd, its tables, and what it says without Node."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bench.capacity import peers
from bench.capacity.crowd import FAMILY, fill
from bench.capacity.report import table
from services.runtime.hosting import open_journal
from services.runtime.settings import Settings

HOUR_MS = 3_600_000


async def test_the_crowd_is_open_and_has_time(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}"
    names = await fill(store, 20) + await fill(store, 10)
    assert len(set(names)) == 30
    journal = open_journal(Settings(store=store), FAMILY)
    await journal.open()
    try:
        assert (await journal.census()).open == 30
        for name in names:
            head = await journal.head(name.removeprefix("matches/"))
            assert head is not None
            assert head.seq == 1
            assert head.deadline_ms is not None
            assert head.deadline_ms - head.updated_ms > 23 * HOUR_MS
    finally:
        await journal.close()


def test_without_node_the_other_platforms_are_left_out_with_a_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "node" in peers.missing()


def test_the_other_platforms_are_locked_by_version_and_content() -> None:
    wanted = json.loads((peers.FOLDER / "package.json").read_text())["dependencies"]
    locked = json.loads((peers.FOLDER / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert locked[f"node_modules/{name}"]["version"] == version
    for place, package in locked.items():
        if place:
            assert package["integrity"].startswith("sha512-"), place
            assert "resolved" not in package, place


def load(rate: float, **cpu: float) -> dict[str, Any]:
    told = {"p50": 1.25, "p99": 9.5}
    return {"per_second": rate, "cpu_us": cpu, "mover_told_ms": told, "watcher_told_ms": told}


def figures() -> dict[str, Any]:
    alone = {"name": "embedded, SQLite", "replicas": 0}
    pair = {"name": "PostgreSQL, 2 replicas", "replicas": 2}
    way = {"play": load(500.0, services=600.0, gateway=200.0), "sit": load(1000.0, services=250.0, gateway=50.0)}
    crowd = {"idle_cpu_ms_per_second": {"services": 3.0}, "services_mib": 140, "sit": way["sit"]}
    watched = {"moves_per_second": 20.0, "told_per_second": 2000.0, "told_ms": {"p50": 3.0, "p99": 8.0}}
    return {
        "seconds": 1.0,
        "in_flight": 64,
        "minutes": 0.5,
        "replicas": [{**alone, **way}, {**pair, **way, "sit_scattered": load(500.0, services=600.0)}],
        "peers": {"measured": {"boardgame.io, in memory": {**load(2000.0, server=150.0), "durable": "nothing"}}},
        "open": [{"store": "sqlite", "replicas": 1, "open": 100, **crowd}],
        "watchers": [{"watchers": 100, "matches": 1, "replicas": 1, "cpu_us_per_told": {"services": 25.0}, **watched}],
    }


def test_the_tables_compare_with_the_single_process() -> None:
    text = table(figures())
    assert "| PostgreSQL, 2 replicas | Sit, players on other replicas | 500.0 | 0.50 | 600.0 |" in text
    assert "| boardgame.io, in memory | 2000.0 | 2.00 | 150.0 | 0.50 | 1.2 / 9.5 | nothing |" in text
    assert "| sqlite | 1 | 100 | 3.0 |" in text
    assert "| 100 | 1 | 1 | 20.0 | 2000.0 | 25.0 |" in text


def test_the_tables_say_why_there_is_nobody_to_compare_with() -> None:
    text = table({**figures(), "peers": {"missing": "there is no `node`"}})
    assert "Not measured: there is no `node`." in text
