"""What a service does by the clock: says that it is alive, and sees to whatever nobody is waiting for.

* The heartbeat. A service whose replicas were all silent was down; the silence is added to its downtime, and thereby
  given back to every clock and deadline (clock.py).
* Deadlines of matches that no process has a timer for.
* Outbox rows that are overdue.
* People who are gone: their matches are told once the grace is over (presence.py).
* Matches that are watched here and moved on elsewhere, in case a hint was lost.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from services.runtime.clock import BEAT_MS, HouseClock
from services.runtime.errors import HouseError
from services.runtime.host import Host
from services.runtime.journal.interface import Journal, StoreUnavailable
from services.runtime.metrics import FamilyMetrics
from services.runtime.outbox import Outbox
from services.runtime.presence import Presence
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

SWEEP_SECONDS: Final = 1.0
POLL_SECONDS: Final = 2.0
MEASURE_SECONDS: Final = 5.0
EMPTY_SECONDS: Final = 5.0
SWEEP_LAG_MS: Final = 500
"""The sweeper leaves a deadline this long to the process that has a timer for it."""
_AT_ONCE: Final = 100


class Rounds:
    """The regular rounds of one family's service. `open` them after the journal, `close` them before it."""

    def __init__(
        self,
        journal: Journal,
        clock: HouseClock,
        host: Host,
        outbox: Outbox,
        presence: Presence,
        metrics: FamilyMetrics,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._host = host
        self._outbox = outbox
        self._presence = presence
        self._metrics = metrics
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Gives back the time the house was down, takes up what was left lying, and begins the rounds."""
        await self.beat()
        if not self._journal.shared:
            await self._journal.recall_tasks(self._clock.unix_ms())
        await self._presence.open()
        rounds: list[tuple[float, Callable[[], Awaitable[object]]]] = [
            (BEAT_MS / 1000, self.beat),
            (SWEEP_SECONDS, self.sweep_deadlines),
            (SWEEP_SECONDS, self._outbox.sweep),
            (POLL_SECONDS, self.poll),
            (MEASURE_SECONDS, self.measure),
            (SWEEP_SECONDS, self._presence.sweep),
            (EMPTY_SECONDS, self._presence.sweep_empty),
        ]
        if self._journal.shared:
            rounds += [(BEAT_MS / 1000, self._presence.alive), (EMPTY_SECONDS, self._presence.bury)]
        self._tasks = [asyncio.create_task(self._repeat(*entry)) for entry in rounds]

    async def close(self) -> None:
        """Ends the rounds."""
        await ended(self._tasks)
        await self._presence.close()

    async def beat(self) -> None:
        """Says that the service is alive."""
        # A store that stands still carries out much later what it is sent now. A beat with the time of its sending
        # would cut the silence into pieces, of each of which a part is lost: so nothing is sent until it answers.
        await self._journal.ping()
        sent = time.monotonic()
        beat = await self._journal.beat(self._clock.unix_ms(), BEAT_MS)
        self._clock.beaten(beat.down_ms, sent)
        self._metrics.down.set(beat.down_ms / 1000)
        if beat.added_ms:
            self._host.room.time_given_back()
            log.warning("downtime_given_back", seconds=beat.added_ms / 1000)

    async def sweep_deadlines(self) -> int:
        """Lets lapse what is overdue; how many matches that were."""
        if not self._clock.trusted:
            return 0
        overdue = await self._journal.overdue(self._clock.house_ms() - SWEEP_LAG_MS, _AT_ONCE)
        for match_id in overdue:
            try:
                await self._host.expire(match_id)
            except HouseError as error:
                log.warning("lapse_failed", match=match_id, reason=error.reason)
        return len(overdue)

    async def poll(self) -> None:
        """Looks whether matches that are watched here have moved on; others catch up when they are asked for."""
        shared = self._journal.shared
        asked = {m.id for m in self._host.room.cached() if m.watchers and (m.stale or shared)}
        if asked:
            for match_id, (seq, status) in (await self._journal.versions(asked)).items():
                await self._host.room.notice(match_id, seq, status)

    async def measure(self) -> None:
        """Sets the gauges that the store is asked for."""
        census = await self._journal.census()
        self._metrics.open.set(census.open)
        self._metrics.frozen.set(census.frozen)
        self._metrics.held.set(census.held)
        held_ms = 0 if census.held_since_ms is None else self._clock.unix_ms() - census.held_since_ms
        self._metrics.held_seconds.set(max(0, held_ms) / 1000)
        late_ms = 0 if census.deadline_ms is None else self._clock.house_ms() - census.deadline_ms
        self._metrics.overdue.set(max(0, late_ms) / 1000)
        self._metrics.stood_in.set(await self._journal.presence.stood_in())
        await self._outbox.measure()

    async def _repeat(self, seconds: float, what: Callable[[], Awaitable[object]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await what()
            except (StoreUnavailable, HouseError) as error:
                self._metrics.chore_failures.inc()
                log.warning("round_failed", what=what.__name__, problem=str(error))
            except Exception:
                self._metrics.chore_failures.inc()
                log.exception("round_broke", what=what.__name__)
