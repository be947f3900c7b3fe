"""`make bench-capacity`: how far a house carries, beside the single process and beside other platforms.

Durable moves a second and CPU per move with more replicas, more open matches and more watchers, then the same load on
boardgame.io and Colyseus. Prints tables and writes `var/bench/capacity.json`. Compare figures of one run.
"""

import argparse
import asyncio
import contextlib
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import uvloop

from bench.capacity import crowd, peers, watching
from bench.capacity.report import table
from bench.house import House, running_replicas
from bench.loads import IN_FLIGHT, guests, moves
from deploy.local.plan import prepare
from services.runtime.settings import Settings
from tests.support.postgres import Postgres, running_postgres

IDLE_SECONDS: Final = 5.0
SETTLE_SECONDS: Final = 2.0
WARM_UP_SECONDS: Final = 1.5
REPLICAS: Final = (1, 2, 4)
OPEN: Final = (100, 1_000, 10_000, 100_000)
WATCHERS: Final = (1, 10, 100, 1_000)
MANY_REPLICAS: Final = 4
Figures = dict[str, Any]


def main() -> None:
    """Runs everything; `--seconds` is how long each load lasts."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--replicas", nargs="*", type=int, default=REPLICAS)
    parser.add_argument("--open", nargs="*", type=int, default=OPEN, help="numbers of open matches")
    parser.add_argument("--watchers", nargs="*", type=int, default=WATCHERS)
    parser.add_argument("--no-peers", action="store_true", help="leave the other platforms out")
    parser.add_argument("--output", type=Path, default=Path("var/bench/capacity.json"))
    chosen = parser.parse_args()
    began = time.monotonic()
    # As the services do (runtime/server.py): the journal's threads must get their turn in this process too.
    sys.setswitchinterval(0.0005)
    figures: Figures = {"seconds": chosen.seconds, "in_flight": IN_FLIGHT}
    with running_postgres() as server:
        figures["replicas"] = measure_replicas(server, chosen.replicas, chosen.seconds)
        figures["peers"] = {} if chosen.no_peers else measure_peers(chosen.seconds)
        figures["open"] = measure_open(server, sorted(chosen.open), chosen.seconds)
        figures["watchers"] = measure_watchers(server, chosen.watchers, chosen.seconds)
    figures["minutes"] = round((time.monotonic() - began) / 60, 1)
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(json.dumps(figures, indent=1) + "\n")
    print(table(figures))
    print(f"\nJSON: {chosen.output}")


def measure_replicas(server: Postgres, counts: list[int], seconds: float) -> list[Figures]:
    """The single process on SQLite, then so many replicas on PostgreSQL.

    `sit_scattered` is without the gateway's hash: players of one match sit at different replicas. One replica is also
    given as few matches as each of many has, for a process that has less to do spends more on each move.
    """
    with running_replicas(1, "", None) as house:
        rows = [{"name": "embedded, SQLite", "replicas": 0, **_loads(house, IN_FLIGHT, seconds)}]
    _tell(rows[-1])
    for count in counts:
        with running_replicas(count, server.database(), server.pid) as house:
            row = {"name": f"PostgreSQL, {count} replica{'s' if count > 1 else ''}", "replicas": count}
            rows.append({**row, **_loads(house, IN_FLIGHT, seconds)})
            if count > 1:
                rows[-1]["sit_scattered"] = asyncio.run(moves(house, "sit", IN_FLIGHT, seconds, homed=False))
            _tell(rows[-1])
            if (few := IN_FLIGHT // max(counts)) < IN_FLIGHT and count == 1:
                name = f"PostgreSQL, 1 replica, {few} matches"
                rows.append({"name": name, "replicas": 1, "few": True, **_loads(house, few, seconds)})
                _tell(rows[-1])
    return rows


def _loads(house: House, in_flight: int, seconds: float) -> Figures:
    return {way: asyncio.run(moves(house, way, in_flight, seconds)) for way in ("play", "sit")}


def measure_peers(seconds: float) -> Figures:
    """What the other platforms do with as many matches; or `missing`, why they could not be asked."""
    if problem := peers.missing() or peers.install():
        return {"missing": problem}
    found = {}
    for peer in peers.PEERS:
        found[peer.name] = peers.measure(peer, IN_FLIGHT, WARM_UP_SECONDS, seconds)
        _tell({peer.name: found[peer.name]})
    return {"measured": found}


def measure_open(server: Postgres, counts: list[int], seconds: float) -> list[Figures]:
    """A house at rest and at play while so many other matches are open, on both stores; the most with replicas too."""
    rows = []
    for dsn in ("", server.database()):
        there: list[str] = []
        name, database = ("postgresql", server.pid) if dsn else ("sqlite", None)
        with _home() as home:
            for count in counts:
                began = time.perf_counter()
                there += uvloop.run(crowd.fill(dsn or f"sqlite:{home / 'data'}", count - len(there)))
                filled = round(time.perf_counter() - began, 1)
                with running_replicas(1, dsn, database, home) as house:
                    found = asyncio.run(_crowded(house, there, seconds))
                rows.append({"store": name, "open": count, "replicas": 1, "filled_seconds": filled, **found})
                _tell(rows[-1])
            if dsn and counts:
                with running_replicas(MANY_REPLICAS, dsn, database, home) as house:
                    found = asyncio.run(_crowded(house, there, seconds))
                rows.append({"store": name, "open": counts[-1], "replicas": MANY_REPLICAS, **found})
                _tell(rows[-1])
    return rows


async def _crowded(house: House, there: list[str], seconds: float) -> Figures:
    """At rest with as many of the open matches in memory as services keep there, then with 64 more in play."""
    async with guests(house) as players:
        await players.look_at(there[-Settings().cached_matches :])
    await asyncio.sleep(SETTLE_SECONDS)
    house.read()
    await asyncio.sleep(IDLE_SECONDS)
    idle = {kind: round(1000 * spent / IDLE_SECONDS, 1) for kind, spent in house.read().items()}
    memory = house.meters["services"].memory()
    return {
        "idle_cpu_ms_per_second": idle,
        "services_mib": round(memory / 2**20),
        "sit": await moves(house, "sit", IN_FLIGHT, seconds),
    }


def measure_watchers(server: Postgres, counts: list[int], seconds: float) -> list[Figures]:
    """So many watchers in one process, on one match and on many; the most of them over two replicas too."""
    rows = []
    with running_replicas(1, "", None) as house:
        for matches in watching.MOVES_A_SECOND:
            for count in counts:
                found = asyncio.run(watching.measure(house, count, matches, seconds))
                rows.append({"watchers": count, "matches": matches, "replicas": 1, **found})
                _tell(rows[-1])
    if counts:
        with running_replicas(2, server.database(), server.pid) as house:
            for matches in watching.MOVES_A_SECOND:
                found = asyncio.run(watching.measure(house, max(counts), matches, seconds, homed=False))
                rows.append({"watchers": max(counts), "matches": matches, "replicas": 2, **found})
                _tell(rows[-1])
    return rows


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix="kiraathane-bench-"))
    try:
        prepare(home)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _tell(row: Figures) -> None:
    """What has been found so far, for whoever waits."""
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
