"""Watchers: what it costs to tell them of a move, and when they know of it."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from bench.house import WARM_UP_SECONDS, House
from bench.latency import spread
from bench.loads import as_figures, guests
from bench.players import House as Guests
from bench.players import Run, Seated

MOVES_A_SECOND: Final = {1: 20.0, 64: 200.0}
"""By the number of matches; fewer where the watchers would be told more often than this:"""
TOLD_A_SECOND: Final = 2_500.0
CONNECTIONS: Final = 16
SUBSCRIBE_SECONDS: Final = 30.0
ENOUGH: Final = 1_000
"""Fewer tellings than this say nothing about the CPU of one."""
Figures = dict[str, Any]


async def measure(house: House, watchers: int, matches: int, seconds: float, *, homed: bool = True) -> Figures:
    """`watchers` spectators spread over `matches` matches, which are played slowly enough for nobody to be late.

    What the moves cost without them is measured before they come, and taken off. `homed` as in `players.Seated`.
    """
    rate = min(MOVES_A_SECOND[matches], TOLD_A_SECOND * matches / watchers)
    async with guests(house) as players, _spectators(house, homed=homed) as spectators:
        tables = await players.tables(matches)
        run = Run(list(tables), stream=True, pause=matches / rate)
        async with run.playing(matches) as wait:
            await wait(WARM_UP_SECONDS)
            run.tally.start()
            house.read()
            await wait(seconds)
            moves_alone, alone = run.tally.moves, house.read()
            crowd = Crowd(spectators, run, [table[0] for table in tables], watchers)
            async with crowd.watching():
                await wait(WARM_UP_SECONDS)
                run.tally.start()
                crowd.told.clear()
                house.read()
                await wait(seconds)
                took, spent = time.perf_counter() - run.tally.began, house.read()
                moves, told = run.tally.moves, list(crowd.told)
    share = moves / max(moves_alone, 1)
    cpu = {kind: 1e6 * (spent[kind] - share * alone[kind]) / len(told) for kind in spent} if len(told) >= ENOUGH else {}
    return {
        "moves_per_second": round(moves / took, 1),
        "told_per_second": round(len(told) / took, 1),
        "cpu_us_per_told": {kind: round(max(0.0, value), 1) for kind, value in cpu.items()},
        "told_ms": as_figures(spread(told)),
    }


class Crowd:
    """Spectators of the matches in a run. `told` has the seconds from sending each move until each of them knew."""

    def __init__(self, spectators: Guests, run: Run, seats: list[Seated], watchers: int) -> None:
        self._spectators = spectators
        self._sent = run.tally.sent
        self._watched = [seats[number % len(seats)] for number in range(watchers)]
        self.told: list[float] = []

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Everybody watches, from the beginning of the block to its end."""
        there = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(self._watch(number, there)) for number in range(len(self._watched))]
        try:
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                for _ in tasks:
                    await there.acquire()
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, number: int, there: asyncio.Semaphore) -> None:
        seat = self._watched[number]
        spectator = self._spectators.spectator(seat, number)
        request = seat.of.messages.WatchMatchRequest(match=seat.match)
        call = spectator.stub.WatchMatch(request, metadata=spectator.metadata)
        try:
            async for answer in call:
                if (sent := self._sent.get((seat.match, answer.update.info.version))) is not None:
                    self.told.append(time.perf_counter() - sent[1])
                there.release()
        finally:
            call.cancel()


@contextlib.asynccontextmanager
async def _spectators(house: House, *, homed: bool) -> AsyncIterator[Guests]:
    spectators = Guests(house.platform.gateway, connections=CONNECTIONS, homed=homed)
    try:
        await spectators.sign_in()
        yield spectators
    finally:
        await spectators.close()
