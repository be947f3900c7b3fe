"""The loads that are put on a house, and what is read of it meanwhile."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

from bench.house import WARM_UP_SECONDS, House
from bench.latency import Spread, spread
from bench.players import House as Guests
from bench.players import Run

IN_FLIGHT: Final = 64
SPARE: Final = 96
"""Matches that stand ready to replace those that end."""
Figures = dict[str, Any]


async def moves(
    house: House,
    kind: str,
    in_flight: int,
    seconds: float,
    pause: float = 0.0,
    family: str = "tavla",
    *,
    homed: bool = True,
) -> Figures:
    """One run of `kind` "play" or "sit": moves a second, CPU by process, the times until mover and watcher were told.

    `homed` as in `players.Seated`.
    """
    async with guests(house, family, homed=homed) as players:
        run = Run(await players.tables(in_flight + SPARE), stream=kind == "sit", pause=pause)
        spent = await run.measure(in_flight, WARM_UP_SECONDS, seconds, house.forget)
        tally = run.tally
        return {
            **per_move(house, tally.moves, spent),
            "mover_told_ms": as_figures(spread(tally.answered)),
            "watcher_told_ms": as_figures(spread(tally.told)),
            "inside_ms": house.inside_ms(),
        }


def per_move(house: House, count: int, seconds: float) -> Figures:
    """The rate, and CPU microseconds by process."""
    cpu = {name: round(1e6 * spent / max(count, 1), 1) for name, spent in house.read().items()}
    return {"per_second": round(count / seconds, 1), "cpu_us": cpu}


@contextlib.asynccontextmanager
async def guests(house: House, family: str = "tavla", *, homed: bool = True) -> AsyncIterator[Guests]:
    """Guests at the house's gateway, with connections of their own."""
    players = Guests(house.platform.gateway, family, homed=homed)
    try:
        await players.sign_in()
        yield players
    finally:
        await players.close()


def as_figures(found: Spread) -> Figures:
    """The spread as a dictionary."""
    return {"p50": found.p50, "p99": found.p99, "count": found.count}
