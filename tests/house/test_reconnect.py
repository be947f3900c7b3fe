"""Those who watch and lose a fifth of their connections again and again see what everybody sees in the end.

Players and spectators of every family, on `Sit` and `WatchMatch`, and the lobby's streams. `make test` has the short
form; the long one, of two minutes, is part of `make test-deploy`.
"""

import asyncio
import random
from collections.abc import Callable
from itertools import cycle
from typing import Any

import msgspec
import pytest

from kiraathane_client import Client
from kiraathane_client.session import MemorySessions
from services.kernel.registry import families
from tests.house.cutting import Proxy, cut
from tests.house.followers import PATIENT, Follower, Note, Onlooker, note
from tests.house.people import until
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

SHARE = 0.2
EVERY_SECONDS = 1.0
CONVERGED_SECONDS = 30.0
LIFE_SECONDS = 0.8
UNHURRIED = {"turnSeconds": "none"}


class Form(msgspec.Struct, frozen=True):
    """For how long lines are cut, and the mean pause before an act, so that matches last as long. In seconds."""

    seconds: float
    pace: float


class Table:
    """A match with people who play it, and others who watch it, over lines that break; and for each pair of eyes one
    whose line holds.
    """

    def __init__(self, hall: "Hall", family: str) -> None:
        self._hall = hall
        self.family = family
        self.breaking: list[tuple[int | None, Follower]] = []
        self.steady: dict[int | None, Follower] = {}

    async def open(self) -> None:
        """Everybody sits down, and begins to follow."""
        game = families()[self.family].game
        options = {option.name: UNHURRIED[option.name] for option in game.meta.options if option.name in UNHURRIED}
        seats = game.meta.seats_for(game.meta.resolve(options))
        self.people = [await self._hall.arrives(f"Oyuncu {seat}") for seat in range(seats)]
        spectator = await self._hall.arrives("Seyirci")
        table = await self.people[0].lobby.create_table(self.family, options)
        for client in self.people:
            table = await client.lobby.sit(table)
        self.table = await self.people[0].lobby.start(table)
        eyes: list[tuple[int | None, Client]] = [*enumerate(self.people), (None, spectator)]
        for seat, client in eyes:
            self.steady[seat] = self._follower(client, self._hall.gateway)
            self._hall.run(self.steady[seat].watch())
        await until(self._all_begun)
        for seat, client in eyes:
            await self._breaking(seat, client, lambda one: one.watch())
            if seat is not None:
                await self._breaking(seat, client, lambda one: one.play(self._hall.pace, self._hall.stop))

    async def _all_begun(self) -> bool:
        return all(one.notes for one in self.steady.values())

    async def _breaking(self, eyes: int | None, client: Client, follow: Callable[[Follower], Any]) -> None:
        follower = self._follower(client, await self._hall.line())
        self.breaking.append((eyes, follower))
        self._hall.run(follow(follower))

    def _follower(self, client: Client, address: str) -> Follower:
        return self._hall.closing(Follower(address, self._hall.sessions[client], self.family, self.table.match))

    async def behind(self) -> list[str]:
        """Who has not been shown what one who comes now is shown."""
        fresh = {eyes: note(await one.match.get()) for eyes, one in self.steady.items()}
        return [
            f"{self.family}, seat {eyes}: at {one.notes[-1].version if one.notes else 0}, not {fresh[eyes].version}"
            for eyes, one in (*self.steady.items(), *self.breaking)
            if not one.notes or one.notes[-1].shown != fresh[eyes].shown
        ]

    def problems(self) -> list[str]:
        told: dict[int | None, dict[int, Note]] = {
            eyes: {one.version: one for one in follower.notes} for eyes, follower in self.steady.items()
        }
        return [problem for eyes, follower in self.breaking for problem in follower.problems(told[eyes])]


class Hall:
    """Everybody, and the lines that they come by."""

    def __init__(self, gateway: str, pace: float) -> None:
        self.gateway = gateway
        self.pace = pace
        self.stop = asyncio.Event()
        self.sessions: dict[Client, MemorySessions] = {}
        self.proxies: list[Proxy] = []
        self.tables = [Table(self, family) for family in sorted(families())]
        self.onlookers: list[Onlooker] = []
        self._open: list[Client] = []
        self._running: list[asyncio.Task[None]] = []

    async def arrives(self, name: str) -> Client:
        """Somebody with a client whose line holds."""
        sessions = MemorySessions()
        client = Client(self.gateway, sessions=sessions, patience=PATIENT)
        await client.sign_in_guest(name)
        self.sessions[client] = sessions
        self._open.append(client)
        return client

    async def line(self) -> str:
        """A line of its own, which can be cut."""
        proxy = await Proxy.open(self.gateway)
        self.proxies.append(proxy)
        return proxy.address

    def closing(self, one: Any) -> Any:
        self._open.append(one.client)
        return one

    def run(self, following: Any) -> None:
        self._running.append(asyncio.ensure_future(following))

    async def open(self) -> None:
        await asyncio.gather(*(table.open() for table in self.tables))
        for client in list(self.sessions)[::2]:
            self.onlookers.append(self.closing(Onlooker(await self.line(), self.gateway, self.sessions[client])))
            self.run(self.onlookers[-1].watch())
        self._life = asyncio.create_task(self._lobby_life())

    async def _lobby_life(self) -> None:
        """Tables are opened and given up, and people talk."""
        host = await self.arrives("Ocakçı")
        for table in cycle(self.tables):
            if self.stop.is_set():
                return
            opened = await host.lobby.create_table("tavla")
            await table.people[0].lobby.say(table.table, "Buyurun")
            await asyncio.sleep(LIFE_SECONDS)
            await host.lobby.leave(opened)

    async def quiet(self) -> None:
        """Nobody acts any more; what is under way comes to its end."""
        self.stop.set()
        await self._life

    async def converge(self) -> None:
        """Returns when everybody sees what one who comes now sees; raises `TimeoutError` that says who does not."""
        end = asyncio.get_running_loop().time() + CONVERGED_SECONDS
        for look in (*(table.behind for table in self.tables), *(one.behind for one in self.onlookers)):
            while behind := await look():
                if asyncio.get_running_loop().time() > end:
                    raise TimeoutError("\n".join(behind))
                await asyncio.sleep(0.2)

    def require_no_failure(self) -> None:
        """Raises what ended anybody's following too early."""
        for task in self._running:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def close(self) -> None:
        for task in [*self._running, self._life]:
            task.cancel()
        await asyncio.gather(*self._running, self._life, return_exceptions=True)
        for client in self._open:
            await client.close()
        for proxy in self.proxies:
            await proxy.close()


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(Form(seconds=8.0, pace=0.15), id="short"),
        pytest.param(Form(seconds=120.0, pace=0.6), id="long", marks=pytest.mark.deploy),
    ],
)
async def test_everybody_sees_the_same_in_the_end(platform: Platform, form: Form) -> None:
    hall = Hall(platform.gateway, form.pace)
    await hall.open()
    try:
        cuts = await cut(hall.proxies, SHARE, EVERY_SECONDS, form.seconds, random.Random(6))
        await hall.quiet()
        await hall.converge()
        hall.require_no_failure()
        problems = [problem for table in hall.tables for problem in table.problems()]
        assert not problems
        followers = [one for table in hall.tables for _, one in table.breaking]
        lost = sum(one.lost for one in (*followers, *hall.onlookers))
        shown = sum(len(one.notes) for one in followers)
        whole = sum(not one.happened for follower in followers for one in follower.notes)
        print(f"{len(hall.proxies)} lines, {cuts} cuts, {lost} noticed, {shown} versions shown, {whole} as whole views")
        assert cuts > SHARE * len(hall.proxies) * form.seconds / EVERY_SECONDS / 2  # some are always down
        assert lost > cuts / 2
        for onlooker in hall.onlookers:
            assert onlooker.lines == sorted(set(onlooker.lines))
    finally:
        await hall.close()
