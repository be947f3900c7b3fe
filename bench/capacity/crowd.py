"""Fills a store with open matches that nobody plays: as many as a house may have between two moves of theirs.

They are made by the runtime's own host over the journal's own interface, with real secrets, dice and states, in this
process and without gRPC. Every one has a deadline that is a day away.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from services.kernel import chance
from services.kernel.record import RecordSeat
from services.kernel.registry import families
from services.runtime.absence import absence_terms
from services.runtime.clock import BEAT_MS, HouseClock
from services.runtime.contract import Contract
from services.runtime.dealer import draw_secret
from services.runtime.family import new_match_id
from services.runtime.host import Host
from services.runtime.hosting import bring_up_to_date, open_journal
from services.runtime.journal.interface import Creation
from services.runtime.loader import Loader
from services.runtime.metrics import FamilyMetrics
from services.runtime.room import Room
from services.runtime.settings import Settings

FAMILY: Final = "tavla"
A_DAY: Final = "86400"
AT_ONCE: Final = 512
_SEATS: Final = tuple(
    RecordSeat(player=f"players/idle-{seat}", name=f"Idle {seat}", bot_level="", nonce="") for seat in range(2)
)


async def fill(store: str, count: int) -> list[str]:
    """Opens `count` matches in `store`, a setting as services take it; no other process may have a SQLite one open.

    Gives their resource names. Raises what the journal raises.
    """
    settings = Settings(store=store)
    family = families()[FAMILY]
    await bring_up_to_date(settings, FAMILY)
    journal = open_journal(settings, FAMILY)
    await journal.open()
    try:
        clock = HouseClock()
        sent = time.monotonic()
        clock.beaten((await journal.beat(clock.unix_ms(), BEAT_MS)).down_ms, sent)
        loader = Loader(family, Contract(family), clock)
        room = Room(loader, journal, clock, FamilyMetrics(family.game.meta), cached=2 * AT_ONCE)
        host = Host(room, absence_terms(settings), bot_pace_ms=0, told=_nobody, wake=_nobody)
        host.open()
        try:
            return await _opened(host, count)
        finally:
            await host.close()
    finally:
        await journal.close()


async def _opened(host: Host, count: int) -> list[str]:
    names: list[str] = []
    rest = iter(range(count))

    async def one_after_the_other() -> None:
        for _ in rest:
            match = await host.create(_creation(host))
            await host.start(match.id, _SEATS)
            names.append(match.name)

    await asyncio.gather(*(one_after_the_other() for _ in range(min(count, AT_ONCE))))
    return names


def _creation(host: Host) -> Creation:
    meta = host.room.loader.meta
    now = host.room.clock.unix_ms()
    secret = draw_secret()
    match_id = new_match_id(FAMILY, now)
    return Creation(
        match_id=match_id,
        request_id=match_id.encode(),
        rules_version=meta.rules_version,
        options=msgspec.json.encode(meta.resolve({"turnSeconds": A_DAY}), order="deterministic").decode(),
        commitment=chance.commitment(secret),
        secret=secret,
        created_ms=now,
    )


def _nobody(made: Sequence[Any]) -> None:
    """There is no replica to be told and no bot to be woken."""
    del made
