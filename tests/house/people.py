"""Guests of the house, and the tables they sit down at; all through the gateway."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane_client import Client
from kiraathane_client.errors import NotFound

T = TypeVar("T")

SECONDS = 60.0
LOOK_SECONDS = 0.1


class Guest:
    """Somebody with a session. `player` is his name in the house."""

    def __init__(self, client: Client) -> None:
        self.client = client
        assert client.session is not None
        self.player = client.session.player

    @classmethod
    async def arrive(cls, gateway: str, name: str) -> "Guest":
        client = Client(gateway)
        await client.sign_in_guest(name)
        return cls(client)

    async def got(self, match: str) -> list[tuple[int, str]]:
        """What the ledger says that he got or paid because of a match: points and clause, oldest first."""
        changes = [change async for change in self.client.league.points_changes() if change.match == match]
        return [(change.points, change.clause) for change in reversed(changes)]

    async def rating(self) -> int:
        return (await self.client.league.points()).rating


class Guests:
    """Everybody who has come in the course of a story. `close` sends them home."""

    def __init__(self, gateway: str) -> None:
        self._gateway = gateway
        self._here: list[Guest] = []

    async def come(self, *names: str) -> list[Guest]:
        come = await asyncio.gather(*(Guest.arrive(self._gateway, name) for name in names))
        self._here += come
        return list(come)

    async def close(self) -> None:
        await asyncio.gather(*(guest.client.close() for guest in self._here))


async def seated(guests: Sequence[Guest], family: str, options: Mapping[str, str]) -> tuple[str, str]:
    """A table at which these people sit in this order, and whose match has begun: table and match."""
    owner = guests[0].client.lobby
    table = await owner.create_table(family, options)
    for seat, guest in enumerate(guests):
        table = await guest.client.lobby.sit(table, seat)
    return table.table, (await owner.start(table)).match


async def until(look: Callable[[], Awaitable[T]], seconds: float = SECONDS) -> T:
    """What `look` finds, as soon as it finds something."""
    async with asyncio.timeout(seconds):
        while True:
            if found := await look():
                return found
            await asyncio.sleep(LOOK_SECONDS)


async def recorded(guest: Guest, match: str) -> league_pb.MatchResult:
    """The result of a match, as soon as the league has it."""

    async def look() -> league_pb.MatchResult | None:
        try:
            return (await guest.client.league.result(match)).result
        except NotFound:
            return None

    found = await until(look)
    assert found is not None
    return found
