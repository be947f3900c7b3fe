"""What is done to the stores of a house that plays, and what its callers are told meanwhile."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

import grpc.aio
import redis

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from tests.chaos.guest import Guest, contract_of, new_id
from tests.support.platform import Platform
from tests.support.postgres import Postgres

PROBE_SECONDS = 2.0
DEADLINES = (3.0, 60.0)
"""Of the callers: one who waits for 3 s, one who waits as long as it takes."""


@dataclass(frozen=True)
class Told:
    """How one call ended that was made while the store was away, and after how long."""

    what: str
    deadline: float
    code: grpc.StatusCode
    seconds: float
    ended_before: bool
    """It ended while the store was still away."""


class Stores:
    """PostgreSQL and Valkey of a platform."""

    def __init__(self, platform: Platform, postgres: Postgres) -> None:
        self._platform = platform
        self._postgres = postgres

    async def without_database(
        self, seconds: float, *, frozen: bool, guest: Guest, match: tuple[str, str]
    ) -> tuple[list[Told], float]:
        """The database stands still, or is killed, for so long; what callers were told of it, and how long it was away.

        `guest` calls; he leaves his `match` (family, name) as soon as that can be written down.
        """
        away, probes = asyncio.Event(), list[asyncio.Task[Told]]()
        away.set()
        await asyncio.to_thread(self._postgres.freeze if frozen else self._postgres.kill)
        begun = monotonic()
        end = begun + seconds
        try:
            while (left := end - monotonic()) > 0:
                probes += [asyncio.create_task(probe) for probe in self._probes(guest, match, away)]
                await asyncio.sleep(min(PROBE_SECONDS, left))
        finally:
            away.clear()
            await asyncio.to_thread(self._postgres.thaw if frozen else self._postgres.start)
        gone = monotonic() - begun
        return list(await asyncio.gather(*probes)), gone

    def _probes(self, guest: Guest, match: tuple[str, str], away: asyncio.Event) -> Sequence[Any]:
        """Calls of every service to every replica and through the gateway, some of which need the store."""
        where = {"gateway": self._platform.gateway}
        where |= {name: at for name, at in self._platform.addresses.items() if name.startswith("services")}
        return [
            self._probe(f"{name} {what}", address, call, deadline, away)
            for name, address in where.items()
            for what, call in _calls(guest, *match).items()
            for deadline in DEADLINES
        ]

    async def _probe(
        self, what: str, address: str, call: Callable[[Any, float], Any], deadline: float, away: asyncio.Event
    ) -> Told:
        async with grpc.aio.insecure_channel(address) as channel:
            await channel.channel_ready()
            begun, code = monotonic(), grpc.StatusCode.OK
            try:
                await call(channel, deadline)
            except grpc.aio.AioRpcError as error:
                code = error.code()
            return Told(what, deadline, code, monotonic() - begun, away.is_set())

    def flush_valkey(self) -> None:
        """Everything in it is gone: hints' channels, the broker's queues, what workers had not acknowledged."""
        with redis.Redis.from_url(self._platform.settings["KIRAATHANE_VALKEY"]) as valkey:
            valkey.flushall()

    def lose_valkey(self) -> None:
        """It dies and comes back empty, as on a new disk."""
        self._platform.kill("valkey")
        with suppress(FileNotFoundError):
            shutil.rmtree(self._platform.home / "valkey" / "appendonlydir")
        self._platform.restart("valkey")


def _calls(guest: Guest, family: str, match: str) -> dict[str, Callable[[Any, float], Any]]:
    contract, who = contract_of(family), guest.metadata
    leave = contract.request("LeaveMatchRequest", match=match, request_id=new_id())
    record = contract.request("GetRecordRequest", match=match)
    table = lobby.CreateTableRequest(request_id=new_id(), family=family)
    return {
        "LeaveMatch": lambda at, wait: contract.unary(at, "LeaveMatch")(leave, metadata=who, timeout=wait),
        "GetRecord": lambda at, wait: contract.unary(at, "GetRecord")(record, metadata=who, timeout=wait),
        "CreateTable": lambda at, wait: LobbyServiceStub(at).CreateTable(table, metadata=who, timeout=wait),
        "SignInGuest": lambda at, wait: PlayersServiceStub(at).SignInGuest(players.SignInGuestRequest(), timeout=wait),
    }
