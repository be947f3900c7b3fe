"""The matches that are played while the house is under fire: how many are live, and new ones for those that end."""

import asyncio
from collections.abc import Sequence

from kiraathane.league.v1 import league_service_pb2 as league
from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_service_pb2 as tavla
from tests.chaos.guest import Guest

SHORT = {"matchLength": "1", "turnSeconds": "none"}
LOOK_SECONDS = 0.5


class BotMatches:
    """Matches between bots. `keep` looks after them until it is cancelled."""

    def __init__(self, guests: Sequence[Guest], wanted: int) -> None:
        self._guests = guests
        self._wanted = wanted
        self.all: list[str] = []
        self.open: set[str] = set()
        self._filled = asyncio.Event()

    async def fill(self) -> None:
        """Starts matches until as many as wanted are live."""
        missing = self._wanted - len(self.open)
        self._filled.clear()
        starts = [self._guests[n % len(self._guests)].table_of_bots(SHORT) for n in range(missing)]
        for begun in asyncio.as_completed(starts):
            match = await begun
            self.all.append(match)
            self.open.add(match)
        self._filled.set()

    async def live(self) -> None:
        """Waits until as many as wanted are live, as far as anybody knows."""
        await self._filled.wait()

    async def look(self) -> None:
        """Finds out which have ended."""
        names = sorted(self.open)
        found = await asyncio.gather(*(self._has_ended(n, name) for n, name in enumerate(names)))
        self.open -= {name for name, ended in zip(names, found, strict=True) if ended}
        if len(self.open) < self._wanted:
            self._filled.clear()

    async def keep(self) -> None:
        """Replaces those that end."""
        while True:
            await self.look()
            await self.fill()
            await asyncio.sleep(LOOK_SECONDS)

    async def run_out(self, seconds: float) -> None:
        """Waits until every match has ended; raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while self.open:
                await asyncio.sleep(LOOK_SECONDS)
                await self.look()

    async def _has_ended(self, number: int, name: str) -> bool:
        guest = self._guests[number % len(self._guests)]
        update = (await guest.call(guest.tavla.GetMatch, tavla.GetMatchRequest(match=name))).update
        return bool(update.info.status == match_pb2.MATCH_STATUS_FINISHED)


async def record_of(guest: Guest, match: str) -> bytes:
    """The record of a finished match, as it is downloaded."""
    answer = await guest.call(guest.tavla.GetRecord, tavla.GetRecordRequest(match=match))
    return bytes(answer.record.content)


async def times_counted(guest: Guest, match: str) -> int:
    """How often the league has counted a match; 0 while it does not know it."""
    import grpc

    try:
        answer = await guest.call(guest.league.GetResult, league.GetResultRequest(match=match))
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.NOT_FOUND:
            return 0
        raise
    return int(answer.times_counted)


async def games_counted(guest: Guest) -> int:
    """How many games of tavla the league's public statistics hold."""
    answer = await guest.call(guest.league.GetStatistics, league.GetStatisticsRequest(family="tavla"))
    return int(answer.rows[0].games) if answer.rows else 0
