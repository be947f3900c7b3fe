"""The matches that are played while the house is under fire: how many are live, and new ones for those that end."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import grpc.aio

from kiraathane.league.v1 import league_service_pb2 as league
from kiraathane.match.v1 import match_pb2
from services.kernel.game import Act
from services.kernel.registry import Family, families
from tests.chaos.guest import Guest
from tests.conformance.play import shorter, steps

LOOK_SECONDS = 0.5
FEWEST = 3
"""So many matches of each family are live, however long one of them takes."""


@cache
def short_options(family: str) -> Mapping[str, str]:
    """The options of the family's shortest match, without a clock."""
    game = families()[family].game
    unhurried = {option.name: "none" for option in game.meta.options if option.name == "turnSeconds"}
    return shorter(game, game.meta.resolve(unhurried))


def seats_of(family: str, options: Mapping[str, str]) -> int:
    """How many sit at a table with these options."""
    return families()[family].game.meta.seats_for(options)


def how_many_of_each(wanted: int) -> Counter[str]:
    """So many matches, shared among the families: more of those that are soon over, so that all get about the time."""
    lengths = {slug: _length(family) for slug, family in families().items()}
    shares = {slug: 1 / length for slug, length in lengths.items()}
    rest = wanted - FEWEST * len(lengths)
    found = Counter({slug: FEWEST + int(rest * share / sum(shares.values())) for slug, share in shares.items()})
    found[max(shares, key=shares.__getitem__)] += wanted - found.total()
    return found


def _length(family: Family) -> int:
    """How many decisions a random match takes."""
    played = steps(family.game, dict(short_options(family.slug)), random.Random(1))
    return sum(isinstance(step.event, Act) for step in played)


class BotMatches:
    """Matches between bots, of every family. `keep` looks after them until it is cancelled."""

    def __init__(self, guests: Sequence[Guest], wanted: int) -> None:
        self._guests = guests
        self._wanted = how_many_of_each(wanted)
        self.all: dict[str, str] = {}
        """The family of each, by its name."""
        self.open: set[str] = set()
        self._filled = asyncio.Event()

    async def fill(self) -> None:
        """Starts matches until as many as wanted are live."""
        missing = self._wanted - Counter(self.all[match] for match in self.open)
        self._filled.clear()
        starts = [self._start(number, family) for number, family in enumerate(missing.elements())]
        for begun in asyncio.as_completed(starts):
            match, family = await begun
            self.all[match] = family
            self.open.add(match)
        self._filled.set()

    async def _start(self, number: int, family: str) -> tuple[str, str]:
        guest, options = self._guests[number % len(self._guests)], short_options(family)
        return await guest.table_of_bots(family, options, seats_of(family, options)), family

    async def live(self) -> None:
        """Waits until as many as wanted are live, as far as anybody knows."""
        await self._filled.wait()

    async def look(self) -> None:
        """Finds out which have ended."""
        names = sorted(self.open)
        found = await asyncio.gather(*(self._has_ended(n, name) for n, name in enumerate(names)))
        self.open -= {name for name, ended in zip(names, found, strict=True) if ended}
        if len(self.open) < self._wanted.total():
            self._filled.clear()

    async def keep(self) -> None:
        """Replaces those that end."""
        while True:
            await self.look()
            await self.fill()
            await asyncio.sleep(LOOK_SECONDS)

    async def run_out(self, seconds: float) -> None:
        """Waits until every match has ended; raises `TimeoutError` that says where those stand that have not."""
        try:
            async with asyncio.timeout(seconds):
                while self.open:
                    await asyncio.sleep(LOOK_SECONDS)
                    await self.look()
        except TimeoutError:
            raise TimeoutError("; ".join([await self._stands(name) for name in sorted(self.open)])) from None

    async def _stands(self, name: str) -> str:
        info = (await self._guests[0].ask(self.all[name], "GetMatch", match=name)).update.info
        return f"{name}: version {info.version}, due {list(info.due_seats)}, {match_pb2.MatchStatus.Name(info.status)}"

    async def _has_ended(self, number: int, name: str) -> bool:
        guest = self._guests[number % len(self._guests)]
        update = (await guest.ask(self.all[name], "GetMatch", match=name)).update
        return bool(update.info.status == match_pb2.MATCH_STATUS_FINISHED)


async def record_of(guest: Guest, family: str, match: str) -> bytes:
    """The record of a finished match, as it is downloaded."""
    return bytes((await guest.ask(family, "GetRecord", match=match)).record.content)


async def times_counted(guest: Guest, match: str) -> int:
    """How often the league has counted a match; 0 while it does not know it."""
    try:
        answer = await guest.call(guest.league.GetResult, league.GetResultRequest(match=match))
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.NOT_FOUND:
            return 0
        raise
    return int(answer.times_counted)


async def statistics_of(guest: Guest, family: str) -> Any:
    """What the league's public statistics say of a family."""
    return (await guest.call(guest.league.GetStatistics, league.GetStatisticsRequest(family=family))).rows
