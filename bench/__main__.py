"""`make bench`: what a durable move costs, and how much of it is gRPC itself.

Prints a table and writes `var/bench/bench.json`. Everything is measured in one run on one machine, load included, so
compare figures of a run with each other; CPU microseconds by process are what carries over best.
"""

import argparse
import asyncio
import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import layouts, rules
from bench.echoing import echo_calls, echo_streams
from bench.house import House, running_house, seconds_to_restart
from bench.loads import IN_FLIGHT, guests, moves, per_move
from bench.players import Run
from bench.report import table
from bench.stored import fill_postgres, fill_sqlite
from services.kernel.registry import families
from tests.support.postgres import running_postgres

OPEN_MATCHES = 2_000
OPEN_MATCHES_OF_EACH = 300
RULES_SECONDS = 10.0
Figures = dict[str, Any]


def main() -> None:
    """Runs everything; `--seconds` is how long each load lasts, `--stored` the numbers of finished matches."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--journals", nargs="*", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--stored", nargs="*", type=int, default=[1_000, 100_000])
    parser.add_argument("--families", nargs="*", choices=sorted(families()), help="those whose rows are made; all")
    parser.add_argument("--output", type=Path, default=Path("var/bench/bench.json"))
    chosen = parser.parse_args()
    wanted = chosen.families if chosen.families is not None else sorted(families())
    figures: Figures = {
        "rules": {slug: rules.measure(slug, RULES_SECONDS) for slug in wanted},
        "layouts": layouts.measure(),
        "journals": {},
    }
    for journal in chosen.journals:
        with store(journal) as place:
            figures["journals"][journal] = asyncio.run(measure_journal(place, chosen.seconds, chosen.stored))
    figures["families"] = {slug: measure_family(slug, chosen.seconds) for slug in wanted}
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(json.dumps(figures, indent=1) + "\n")
    print(table(figures))
    print(f"\nJSON: {chosen.output}")


class Store:
    """Where a journal is, and how to start houses on it one after the other."""

    def __init__(self, home: Path, dsn: str = "", postmaster: int | None = None) -> None:
        self.home = home
        self.dsn = dsn
        self.postmaster = postmaster

    def house(self) -> contextlib.AbstractContextManager[House]:
        return running_house(self.dsn, self.postmaster, self.home)

    async def fill(self, match_id: str, first: int, last: int) -> None:
        """Copies a match, with the numbers from `first` to `last`; the house must be closed."""
        if self.dsn:
            await fill_postgres(self.dsn, match_id, first, last)
        else:
            fill_sqlite(self.home / "data" / "tavla.sqlite3", match_id, first, last)


@contextlib.contextmanager
def store(journal: str) -> Iterator[Store]:
    """A fresh store of the kind."""
    home = Path(tempfile.mkdtemp(prefix="kiraathane-bench-"))
    try:
        if journal == "sqlite":
            yield Store(home)
        else:
            with running_postgres() as server:
                yield Store(home, server.database(), server.pid)
    finally:
        shutil.rmtree(home, ignore_errors=True)


async def measure_journal(place: Store, seconds: float, stored: list[int]) -> Figures:
    """Everything on one journal."""
    with place.house() as house:
        figures = await measure_fresh(house, seconds)
        example = await played_match(house)
    print(json.dumps(figures), flush=True)
    figures["stored"] = {}
    there = 0
    for count in sorted(stored):
        await place.fill(example, there + 1, count)
        there = count
        with place.house() as house:
            figures["stored"][str(count)] = await measure_moves(house, seconds)
    return figures


def measure_family(slug: str, seconds: float) -> Figures:
    """A family's own row: its matches by call and by stream at full load, and what an open match weighs, on SQLite."""
    with store("sqlite") as place, place.house() as house:
        return asyncio.run(_measure_family(house, slug, seconds))


async def _measure_family(house: House, slug: str, seconds: float) -> Figures:
    async with guests(house, slug) as players:
        await players.tables(IN_FLIGHT)  # what the first matches of a process bring along is not theirs
        before = house.meters["services"].memory()
        await players.tables(OPEN_MATCHES_OF_EACH, IN_FLIGHT)
        grown = house.meters["services"].memory() - before
    figures: Figures = {"bytes_per_open_match": round(grown / OPEN_MATCHES_OF_EACH)}
    for way in ("play", "sit"):
        figures[way] = await moves(house, way, IN_FLIGHT, seconds, family=slug)
    return figures


async def measure_fresh(house: House, seconds: float) -> Figures:
    """Echo, moves alone, at half load and at full load, memory and restart, in a house with an empty store."""
    figures: Figures = {}
    async with guests(house) as players:
        for name, load in (("echo_unary", echo_calls), ("echo_stream", echo_streams)):
            count, spent = await load(players, IN_FLIGHT, seconds, house.forget)
            figures[name] = per_move(house, count, spent)
    figures |= await measure_moves(house, seconds)
    for kind, echo in (("play", "echo_unary"), ("sit", "echo_stream")):
        figures[kind]["of_echo"] = round(figures[kind]["per_second"] / figures[echo]["per_second"], 2)
        for name, in_flight, load in (("alone", 1, 0.0), ("half", IN_FLIGHT // 2, 0.5)):
            pause = in_flight / (load * figures[kind]["per_second"]) if load else 0.0
            figures[kind][name] = await moves(house, kind, in_flight, seconds, pause)
    figures["sit"]["of_play"] = round(figures["sit"]["per_second"] / figures["play"]["per_second"], 2)
    figures["memory"] = await memory(house)
    return figures


async def measure_moves(house: House, seconds: float) -> Figures:
    """`Play` and `Sit` at full load."""
    return {kind: await moves(house, kind, IN_FLIGHT, seconds) for kind in ("play", "sit")}


async def memory(house: House) -> Figures:
    """Bytes of the services process for each open match that nobody watches, and the time of a restart with them."""
    async with guests(house) as players:
        before = house.meters["services"].memory()
        tables = await players.tables(OPEN_MATCHES)
        after = house.meters["services"].memory()
        seat = tables[0][0]
        token = players.tokens[0]
        restart = seconds_to_restart(house, seat.match, token)
        return {
            "open_matches": OPEN_MATCHES,
            "bytes_per_open_match": round((after - before) / OPEN_MATCHES),
            "restart_seconds": round(restart, 2),
        }


async def played_match(house: House) -> str:
    """The id of a match of a score of moves that one player then left."""
    async with guests(house) as players:
        run = Run(await players.tables(1), stream=False)
        match = run.waiting[0][0]
        with contextlib.suppress(RuntimeError):
            await run.measure(1, 0.0, 0.4, house.forget)
        await players.leave(match)
        return match.match.removeprefix("matches/")


if __name__ == "__main__":
    main()
