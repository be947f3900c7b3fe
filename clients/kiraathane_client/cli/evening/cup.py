"""Small tournaments, held one after the other by an account that has the office; and what an entrant reads of one."""

import asyncio
import random
import time

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli.evening.house import House
from kiraathane_client.cli.evening.wishes import short_options
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError
from services.kernel.registry import families

ENTRANTS = 4
FEWEST = 2
ENTRY_SECONDS = 10.0
NO_SHOW_SECONDS = 60
LOOK_SECONDS = 0.5
OVER = (pb.TOURNAMENT_STATUS_FINISHED, pb.TOURNAMENT_STATUS_CANCELLED)


class Organiser:
    """`hold` until the house closes. `held` has the names of all tournaments."""

    def __init__(self, client: Client, house: House, seed: int) -> None:
        self._client, self._house = client, house
        self._rng = random.Random(f"{seed}-cups")  # noqa: S311  (no secret)
        self.held: list[str] = []

    async def hold(self) -> None:
        """Games of two players, by knock-out."""
        games = [slug for slug in self._house.games if families()[slug].game.meta.seats == FEWEST]
        while self._house.open and games:
            family = self._rng.choice(games)
            options = short_options(families()[family].game.meta)
            try:
                await self._one(family, options)
            except KiraathaneError as error:
                self._house.book.trouble(error, "tournament")
                await asyncio.sleep(1)
            finally:
                self._house.cup = ""

    async def _one(self, family: str, options: dict[str, str]) -> None:
        book, say = self._house.book, self._client.tournaments
        t = await say.create(
            f"Akşam kupası {len(self.held) + 1}",
            family,
            "knockout",
            options=options,
            most_entrants=ENTRANTS,
            no_show_seconds=NO_SHOW_SECONDS,
        )
        self.held.append(t.tournament)
        self._house.cup = t.tournament
        book.count("tournaments")
        until = time.monotonic() + ENTRY_SECONDS
        while len(t.entrants) < ENTRANTS and self._house.open:
            if time.monotonic() > until and len(t.entrants) >= FEWEST:
                break
            await asyncio.sleep(LOOK_SECONDS)
            t = await say.get(t.tournament)
        self._house.cup = ""
        if len(t.entrants) >= FEWEST:
            t = await say.start(t.tournament)
            while t.status not in OVER and time.monotonic() < self._house.ends - 1:
                await asyncio.sleep(LOOK_SECONDS)
                t = await say.get(t.tournament)
        if t.status not in OVER:
            t = await say.cancel(t.tournament)
        book.count("tournaments_finished" if t.status == pb.TOURNAMENT_STATUS_FINISHED else "tournaments_cancelled")


def table_of(t: pb.Tournament, number: int) -> str:
    """The table at which an entrant should sit down now, "" if there is none."""
    for one in _encounters(t, number):
        if one.table and one.HasField("sit_down_by"):
            return one.table
    return ""


def out(t: pb.Tournament, number: int) -> bool:
    """True for an entrant of a knock-out who has lost."""
    return any(one.over and not (one.HasField("winner") and one.winner == number) for one in _encounters(t, number))


def _encounters(t: pb.Tournament, number: int) -> list[pb.Encounter]:
    return [
        one
        for played in t.rounds
        for one in played.encounters
        if one.home == number or (one.HasField("away") and one.away == number)
    ]
