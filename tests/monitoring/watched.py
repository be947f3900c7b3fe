"""A platform on which all families are played, by people against bots of every level, and a Prometheus that watches."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from services.kernel.registry import families
from tests.chaos.guest import Guest, new_id
from tests.chaos.matches import seats_of, short_options
from tests.chaos.players import choose_for
from tests.chaos.witness import Seen, play_by_calls, play_by_stream
from tests.monitoring.scraping import Prometheus, running_prometheus
from tests.support.platform import Platform, running_platform

COUNTED_SECONDS = 16
"""The league tells its sums every 15 seconds, the families their stores every 5."""


@contextmanager
def watched(home: Path) -> Iterator[tuple[Platform, Prometheus]]:
    """The two of them, side by side; `home` keeps what Prometheus writes."""
    settings = {"KIRAATHANE_BOT_PACE_MS": "10", "KIRAATHANE_PERIODIC_SECONDS": "5"}
    with running_platform(settings, worker=True) as platform:
        targets = {
            "services": (platform.services_http, "/metrics"),
            "workers": (platform.plan.worker_http, "/metrics"),
            "gateway": (platform.admin, "/stats/prometheus"),
        }
        with running_prometheus(home, targets) as prometheus:
            yield platform, prometheus


async def play_all(gateway: str, seconds: float | None = None) -> None:
    """Plays matches of every family, one after the other in each, against bots of each level in turn.

    Ends when `seconds` have passed and the matches of then are over; left out, when every level has been met. The last
    match of each family is left by its guest.
    """
    until = None if seconds is None else time.monotonic() + seconds
    guests = [await Guest.arrive(gateway, f"Misafir {n}") for n in range(len(families()))]
    try:
        await asyncio.gather(*(_play(guest, slug, until) for guest, slug in zip(guests, families(), strict=True)))
    finally:
        for guest in guests:
            await guest.leave()


async def _play(guest: Guest, family: str, until: float | None) -> None:
    levels, options, turn = families()[family].game.meta.bot_levels, short_options(family), 0
    seats = seats_of(family, options)
    while turn < len(levels) if until is None else time.monotonic() < until:
        level, seat = levels[turn % len(levels)], turn % seats
        match = await guest.table_against_bots(family, options, seats, seat, f"{family} {turn}", level)
        play = (play_by_stream, play_by_calls)[turn % 2]
        await play(guest, Seen(family, match, seat=seat), choose_for(family))
        turn += 1
    match = await guest.table_against_bots(family, options, seats, 0, f"{family} left")
    await guest.ask(family, "LeaveMatch", match=match, request_id=new_id())
