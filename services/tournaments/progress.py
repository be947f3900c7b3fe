"""How tournaments go on: tables for encounters, people who do not come, results.

Every replica looks at every tournament that is being played or has tables to close. Whatever it does is the same when
it is done twice: tables are opened under a name, and each step is made by compare-and-swap from what it was meant for.
"""

import time
from collections.abc import Mapping
from functools import partial
from typing import Final

import grpc.aio
import structlog

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.match.v1 import match_pb2
from services.kernel.meta import VOID
from services.kernel.registry import Family
from services.tournaments import playing
from services.tournaments.encounter import Side
from services.tournaments.house import House, Later
from services.tournaments.metrics import WAITING
from services.tournaments.seats import seats_of
from services.tournaments.state import Result, Sitting, Tournament
from services.tournaments.store import TournamentStore
from services.tournaments.tournament import Status

log = structlog.get_logger(__name__)

LOOK_SECONDS: Final = 2.0


class Progress:
    """Takes tournaments further."""

    def __init__(self, store: TournamentStore, house: House, games: Mapping[str, Family]) -> None:
        self._store = store
        self._house = house
        self._games = games

    async def look(self) -> None:
        """Looks at every tournament that needs it; what cannot be done now is done the next time."""
        WAITING.set(sum([not await self.catch_up(name) for name in await self._store.unsettled()]))

    async def catch_up(self, name: str) -> bool:
        """Takes one tournament as far as it goes now; False if something keeps it waiting, which is logged."""
        try:
            await self._as_far_as_it_goes(name)
        except Later as error:
            log.warning("tournament_waits", tournament=name, problem=str(error))
        except grpc.aio.AioRpcError as error:
            log.warning("tournament_waits", tournament=name, problem=f"{error.code()}: {error.details()}")
        except Exception:  # a fault over one tournament holds up no other
            log.exception("tournament_broke", tournament=name)
        else:
            return True
        return False

    async def _as_far_as_it_goes(self, name: str) -> None:
        """Takes every step that can be taken now: after a result the next table is opened at once."""
        version = None
        while (t := await self._store.find(name)) is not None and t.version != version:
            version = t.version
            await self._further(t)

    async def _further(self, t: Tournament) -> None:
        for table in t.closing:
            await self._house.close(table)
            await self._store.change(t.tournament, partial(playing.closed, table=table))
        if t.course.status is not Status.PLAYING:
            return
        for at, encounter in enumerate(t.course.rounds[-1].encounters):
            if encounter.over:
                continue
            sitting = t.sitting_of(at)
            if sitting is None:
                await self._sit_down(t, at)
            elif not sitting.seated:
                await self._see_who_came(t, sitting)
            else:
                await self._see_how_it_ended(t, sitting)

    async def _sit_down(self, t: Tournament, number: int) -> None:
        """Opens the table of an encounter's next match."""
        encounter = t.course.rounds[t.round].encounters[number]
        teams = self._games[t.family].game.meta.teams_for(t.options)
        home, away = ([person.player for person in t.course.entrants[one].people] for one in encounter.entrants)
        name = f"{t.tournament}/rounds/{t.round}/encounters/{number}"
        secret = await self._store.secret(t.tournament)
        players = seats_of(teams, (home, away), len(encounter.matches), secret, name)
        table = await self._house.reserve(f"{name}/{len(encounter.matches)}", t.family, t.options, players)
        sitting = Sitting(
            round=t.round,
            encounter=number,
            table=table.table,
            match=table.match,
            seats=players,
            sit_by_ms=_now_ms() + t.no_show_seconds * 1000,
        )
        await self._store.change(t.tournament, lambda now: playing.sat(now, sitting))

    async def _see_who_came(self, t: Tournament, sitting: Sitting) -> None:
        """Whether everybody sits; when the time is over, who does not has not come."""
        table = await self._house.table(sitting.table)
        if not table.begun and not table.closed and _now_ms() > sitting.sit_by_ms:
            table = await self._house.close(sitting.table)
        if table.begun:
            await self._store.change(t.tournament, lambda now: playing.seated(now, sitting.table))
        elif table.closed:
            missing = frozenset(sitting.seats) - table.sitting
            await self._store.change(t.tournament, lambda now: playing.not_come(now, sitting.table, missing))
            log.info("not_come", tournament=t.tournament, table=sitting.table, missing=len(missing))

    async def _see_how_it_ended(self, t: Tournament, sitting: Sitting) -> None:
        """Takes the result of a match once the league has it."""
        recorded = await self._house.result(sitting.match)
        if recorded is not None:
            encounter = t.course.rounds[sitting.round].encounters[sitting.encounter]
            home = {person.player for person in t.course.entrants[encounter.home].people}
            result = result_of(recorded, sitting, home, penalties=t.penalties)
            await self._store.change(t.tournament, lambda now: playing.ended(now, result))


def result_of(recorded: league_pb.MatchResult, sitting: Sitting, home: set[str], *, penalties: bool) -> Result:
    """A recorded result from the encounter's point of view; `home` are the players of its home side.

    A match that was broken up counts for nobody, and may have lost its points with its rules.
    """
    sides: list[Side] = [0 if player in home else 1 for player in sitting.seats]
    won = {sides[seat] for seat in recorded.score.winners}
    void = recorded.end_cause == VOID
    totals = [0, 0]
    for side, points in () if void else zip(sides, recorded.score.points, strict=True):
        totals[side] += points
    return Result(
        match=recorded.match,
        winner=won.pop() if len(won) == 1 else None,
        penalties=(totals[0], totals[1]) if penalties else (0, 0),
        void=void,
        left=next((sides[seat.seat] for seat in recorded.seats if seat.presence == match_pb2.PRESENCE_LEFT), None),
    )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
