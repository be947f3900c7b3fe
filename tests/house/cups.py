"""Tournaments as their people play them: everybody sits down where he is expected, and loses when he means to."""

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Sequence

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client import Client
from kiraathane_client.tournaments import Format
from services.kernel.registry import families
from tests.house.patience import play
from tests.house.people import LOOK_SECONDS, SECONDS, Guest, Guests, until
from tests.support.platform import Platform

PARTNERS = {"okeyGame": "101", "okeyTeams": "partners", "okeyHands": "1", "turnSeconds": "none"}
TAVLA = {"matchLength": "1", "tavlaVariant": "hiper", "turnSeconds": "none"}
PASSWORD = "dort yaprakli yonca"

Loses = Callable[[int, int, int], int]
"""Who loses a match: of these two entrants (home, away), in the match with this number (from 0) of their encounter."""


class Cup:
    """A tournament, its organiser, and who belongs to which entrant (in the order of entering)."""

    def __init__(self, organiser: Guest, name: str, entrants: Sequence[Sequence[Guest]]) -> None:
        self.organiser = organiser
        self.name = name
        self.entrants = entrants

    async def now(self) -> pb.Tournament:
        return await self.organiser.client.tournaments.get(self.name)

    async def when(self, seen: Callable[[pb.Tournament], object]) -> pb.Tournament:
        """The tournament as soon as that is seen of it."""

        async def look() -> pb.Tournament | None:
            t = await self.now()
            return t if seen(t) else None

        found = await until(look)
        assert found is not None
        return found

    def of(self, encounter: pb.Encounter) -> list[Guest]:
        """The people of an encounter."""
        return [*self.entrants[encounter.home], *self.entrants[encounter.away]]

    async def sit(self, encounter: pb.Encounter) -> str:
        """All its people sit down; the match, which has begun then."""
        for guest in self.of(encounter):
            lobby = guest.client.lobby
            table = await lobby.sit(await lobby.table(encounter.table))
        return table.match

    async def match_of(self, number: int = 0) -> tuple[pb.Encounter, str]:
        """The next match of an encounter of the current round, as soon as there is a table for it: everybody sits."""
        t = await self.when(lambda t: t.rounds and t.rounds[-1].encounters[number].HasField("sit_down_by"))
        encounter = t.rounds[-1].encounters[number]
        return encounter, await self.sit(encounter)

    async def play_out(self, loses: Loses, stages: Collection[int] = ()) -> pb.Tournament:
        """Plays all that is to be played, or all rounds of these stages; the tournament afterwards."""
        playing: dict[str, asyncio.Task[None]] = {}
        async with asyncio.timeout(SECONDS):
            while (t := await self.now()).status == pb.TOURNAMENT_STATUS_PLAYING:
                if stages and t.rounds[-1].stage not in stages:
                    break
                for one in t.rounds[-1].encounters:
                    if one.HasField("sit_down_by") and one.table not in playing:
                        loser = loses(one.home, one.away, len(one.matches))
                        playing[one.table] = asyncio.create_task(self._one_match(t.family, one, loser))
                for task in [task for task in playing.values() if task.done()]:
                    task.result()
                await asyncio.sleep(LOOK_SECONDS)
            await asyncio.gather(*playing.values())
        return t

    async def _one_match(self, family: str, encounter: pb.Encounter, loser: int) -> None:
        match = await self.sit(encounter)
        if family == "okey":
            slow = self.entrants[loser][0]
            await asyncio.gather(*(play(guest, match, fines=int(guest is slow)) for guest in self.of(encounter)))
        else:
            await resign(self.entrants[loser][0], family, match)


async def resign(guest: Guest, family: str, match: str) -> None:
    """Gives the match up, whoever's turn it is."""
    known = families()[family]
    action = known.module("wire").action_to_proto(known.game.notation.read_action("resign"))
    seat = guest.client.match(family, match)
    await seat.play(action, expected_version=(await seat.get()).info.version)


class Organisation:
    """An organiser, and the tournaments that he holds; everybody goes home with `close`."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.guests = Guests(platform.gateway)
        self._organiser: Guest | None = None

    async def open(self) -> None:
        """Somebody opens an account, and the house's operator makes him an organiser."""
        client = Client(self.platform.gateway)
        user = f"hakem{secrets.token_hex(4)}"
        await client.register(user, PASSWORD, "Hakem")
        command = [sys.executable, "-m", "services.players", "entrust", "organiser", user]
        environment = {**os.environ, **self.platform.settings}
        await asyncio.to_thread(subprocess.run, command, env=environment, check=True, timeout=60)
        await client.sign_in(user, PASSWORD)
        self._organiser = Guest(client)

    @property
    def organiser(self) -> Guest:
        assert self._organiser is not None
        return self._organiser

    async def close(self) -> None:
        await self.guests.close()
        await self.organiser.client.close()

    async def cup(
        self, family: str, form: Format, entrants: int, options: Mapping[str, str], *, start: bool = True, **more: int
    ) -> Cup:
        """A tournament that so many have entered, in pairs where partners play."""
        tournaments = self.organiser.client.tournaments
        t = await tournaments.create("Kupa", family, form, options=options, **more)
        people = await self.guests.come(*(f"Oyuncu {number}" for number in range(entrants * t.team_size)))
        sides = [people[at : at + t.team_size] for at in range(0, len(people), t.team_size)]
        for side in sides:
            for guest in side:
                partner = next((other.player for other in side if other is not guest), "")
                await guest.client.tournaments.enter(t.tournament, partner)
        if start:
            await tournaments.start(t.tournament)
        return Cup(self.organiser, t.tournament, sides)
