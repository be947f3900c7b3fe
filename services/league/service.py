"""`LeagueService`: results, ratings, leaders, public statistics."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import grpc.aio
import msgspec

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceServicer, add_LeagueServiceServicer_to_server
from services.kernel import fairness
from services.kernel.fairness import Question
from services.kernel.registry import Family, families
from services.league.calendar import Calendar
from services.league.figures import Figures
from services.league.metrics import LeagueGauges, ResultMetrics
from services.league.points_methods import USUAL_PAGE, PointsMethods, named, now_ms, require_service
from services.league.points_store import PointsStore
from services.league.refusals import REFUSALS
from services.league.result import ALL, DRAWN, share
from services.league.store import Change, Cursor, LeagueStore, Standing
from services.league.sums import DAY_SECONDS
from services.league.terms import Terms, terms_of
from services.runtime.errors import HouseError, Invalid, Missing
from services.runtime.pages import read_token, write_token
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings
from services.wire.chance import counts_to_proto

MEASURE_SECONDS: Final = 15
Context = grpc.aio.ServicerContext[Any, Any]


def create(settings: Settings) -> "LeagueHosted":
    """The league of this process."""
    return LeagueHosted(settings)


class LeagueHosted(PlatformService):
    """Holds the league's tables."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["LeagueService"].full_name
        super().__init__(settings, "league", full_name, Path(__file__).parent / "migrations")
        self._games = families(*settings.packages)
        self._figures = Figures(self.database)
        self._gauges = LeagueGauges(self._games)

    async def open(self) -> None:
        await super().open()
        await self.measure()
        self.every(MEASURE_SECONDS, "tell the sums", self.measure)

    async def measure(self) -> None:
        """Tells the sums as metrics; every replica tells the same."""
        await self._gauges.tell(self._figures, int(time.time()) // DAY_SECONDS)

    def add_to(self, server: grpc.aio.Server) -> None:
        terms = terms_of(self.settings)
        store, points = LeagueStore(self.database, terms), PointsStore(self.database, terms)
        league = League(store, points, Calendar(self.database, terms), terms, self._figures, self._games)
        add_LeagueServiceServicer_to_server(league, server)


class League(PointsMethods, LeagueServiceServicer):
    """The methods."""

    def __init__(
        self,
        store: LeagueStore,
        points: PointsStore,
        calendar: Calendar,
        terms: Terms,
        figures: Figures,
        games: dict[str, Family],
    ) -> None:
        PointsMethods.__init__(self, points, calendar, terms)
        self._store = store
        self._figures = figures
        self._games = games
        self._metrics = ResultMetrics(games)

    async def RecordResult(self, request: pb.RecordResultRequest, context: Context) -> pb.RecordResultResponse:
        require_service()
        self._family(request.result.family)
        recorded = await self._store.record(request.result, now_ms())
        self._metrics.count(request.result.family, recorded=recorded)
        changes = await self._store.changes(request.result.match)
        return pb.RecordResultResponse(recorded=recorded, changes=[_change(change) for change in changes])

    async def GetResult(self, request: pb.GetResultRequest, context: Context) -> pb.GetResultResponse:
        result = await self._store.find_result(request.match)
        if result is None:
            raise _error(Missing, "RESULT_NOT_FOUND", match=request.match)
        return pb.GetResultResponse(
            result=result,
            changes=[_change(change) for change in await self._store.changes(request.match)],
            times_counted=await self._store.times_counted(request.match),
        )

    async def ListLeaders(self, request: pb.ListLeadersRequest, context: Context) -> pb.ListLeadersResponse:
        self._family(request.family)
        size = request.page_size or USUAL_PAGE
        which = f"leaders {request.family} {request.season}"
        after = read_token(request.page_token, which, Cursor)
        found = await self._store.leaders(request.family, request.season, after, size + 1)
        page = found[:size]
        token = write_token(which, (page[-1].rating, page[-1].player)) if len(found) > size else ""
        return pb.ListLeadersResponse(standings=[_standing(standing) for standing in page], next_page_token=token)

    async def GetStanding(self, request: pb.GetStandingRequest, context: Context) -> pb.GetStandingResponse:
        self._family(request.family)
        player = named(request.player)
        standing = await self._store.find_standing(request.family, player)
        if standing is None:
            raise _error(Missing, "STANDING_NOT_FOUND", player=player)
        return pb.GetStandingResponse(standing=_standing(standing))

    async def GetStatistics(self, request: pb.GetStatisticsRequest, context: Context) -> pb.GetStatisticsResponse:
        seats = self._family(request.family).game.meta.seats
        counts = await self._figures.statistics(request.family)
        chance = await self._figures.chance(request.family)
        return pb.GetStatisticsResponse(
            rows=[_row(options, count, seats) for options, count in counts.items()],
            chance=[_chance(question, seen) for (_, question), seen in chance.items()],
        )

    def _family(self, slug: str) -> Family:
        if (family := self._games.get(slug)) is None:
            raise _error(Invalid, "GAME_UNKNOWN", family=slug, families=", ".join(self._games))
        return family


def _error(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    return kind(reason, detail, labels=REFUSALS[reason])


def _change(change: Change) -> pb.RatingChange:
    return pb.RatingChange(
        player=change.player,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu=change.after.mu,
        sigma=change.after.sigma,
    )


def _standing(standing: Standing) -> pb.Standing:
    return pb.Standing(
        player=standing.player,
        display_name=standing.display_name,
        bot=standing.player.startswith("bots/"),
        mu=standing.mu,
        sigma=standing.sigma,
        rating=standing.rating,
        played=standing.played,
        won=standing.won,
    )


def _row(options: str, counts: Counter[str], seats: int) -> pb.StatisticsRow:
    games = counts[ALL]
    won = [counts[str(seat)] for seat in range(seats)]
    return pb.StatisticsRow(
        options=msgspec.json.decode(options, type=dict[str, str]) if options else {},
        won_by_seat=won,
        drawn=counts[DRAWN],
        games=games,
        share_by_seat=[share(count, games) for count in won],
        share_drawn=share(counts[DRAWN], games),
    )


def _chance(question: Question, seen: Sequence[int]) -> pb.ChanceStatistics:
    return pb.ChanceStatistics(
        counts=counts_to_proto(question, seen),
        total=sum(seen),
        expected=fairness.expected(seen),
        chi_square=fairness.chi_square(seen),
        degrees_of_freedom=len(seen) - 1,
        p_value=fairness.p_value(seen),
    )
