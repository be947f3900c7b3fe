"""The part of `LeagueService` that is about league points, seasons and a player's history."""

import time
from typing import Any, Final

import grpc.aio

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league.book import Sums
from services.league.calendar import Calendar
from services.league.cap import shown_ratio
from services.league.points import SUBSTITUTE_SITS
from services.league.points_store import Change, Moment, PointsStore, Rank
from services.league.refusals import REFUSALS
from services.league.seasons import season_of
from services.league.terms import Terms
from services.runtime import identity
from services.runtime.errors import Denied, Refused
from services.runtime.info import timestamp
from services.runtime.pages import Number, read_token, write_token

USUAL_PAGE: Final = 20
Context = grpc.aio.ServicerContext[Any, Any]


class PointsMethods:
    """The methods."""

    def __init__(self, points: PointsStore, calendar: Calendar, terms: Terms) -> None:
        self._points = points
        self._calendar = calendar
        self._terms = terms

    async def RecordLeave(self, request: pb.RecordLeaveRequest, context: Context) -> pb.RecordLeaveResponse:
        require_service()
        return pb.RecordLeaveResponse(recorded=await self._points.leave(request))

    async def CheckSubstitute(
        self,
        request: pb.CheckSubstituteRequest,
        context: Context,
    ) -> pb.CheckSubstituteResponse:
        require_service()
        sums = await self._points.find(request.player)
        if sums is not None and sums.rating > SUBSTITUTE_SITS:
            detail = {"rating": sums.rating, "limit": SUBSTITUTE_SITS}
            raise Refused("RATING_TOO_HIGH", detail, labels=REFUSALS["RATING_TOO_HIGH"], clause="11.4")
        return pb.CheckSubstituteResponse()

    async def GetPoints(self, request: pb.GetPointsRequest, context: Context) -> pb.GetPointsResponse:
        player = named(request.player)
        return pb.GetPointsResponse(points=_points(await self._points.find(player) or Sums(player, "")))

    async def ListPointsChanges(
        self,
        request: pb.ListPointsChangesRequest,
        context: Context,
    ) -> pb.ListPointsChangesResponse:
        player = named("players/me")
        size = request.page_size or USUAL_PAGE
        found = await self._points.changes(player, read_token(request.page_token, "changes", Number), size + 1)
        page = found[:size]
        token = write_token("changes", page[-1].seq) if len(found) > size else ""
        return pb.ListPointsChangesResponse(changes=[_change(one) for one in page], next_page_token=token)

    async def ListPointsLeaders(
        self,
        request: pb.ListPointsLeadersRequest,
        context: Context,
    ) -> pb.ListPointsLeadersResponse:
        size = request.page_size or USUAL_PAGE
        which = f"points {request.season}"
        found = await self._points.leaders(request.season, read_token(request.page_token, which, Rank), size + 1)
        page = found[:size]
        token = write_token(which, (page[-1].rating, page[-1].player)) if len(found) > size else ""
        return pb.ListPointsLeadersResponse(
            leaders=[_points(one) for one in page],
            next_page_token=token,
            current_season=season_of(now_ms(), self._terms.season),
        )

    async def ListResults(self, request: pb.ListResultsRequest, context: Context) -> pb.ListResultsResponse:
        player = named(request.player)
        size = request.page_size or USUAL_PAGE
        which = f"results {player}"
        found = await self._points.results(player, read_token(request.page_token, which, Moment), size + 1)
        page = found[:size]
        token = write_token(which, (page[-1][0], page[-1][1].match)) if len(found) > size else ""
        return pb.ListResultsResponse(results=[result for _, result in page], next_page_token=token)

    async def ListHonours(self, request: pb.ListHonoursRequest, context: Context) -> pb.ListHonoursResponse:
        return pb.ListHonoursResponse(
            honours=[
                pb.Honour(
                    season=request.season,
                    family=one.family,
                    place=one.place,
                    player=one.player,
                    display_name=one.display_name,
                    value=one.value,
                )
                for one in await self._points.honours(request.season)
            ]
        )

    async def RunPeriodic(self, request: pb.RunPeriodicRequest, context: Context) -> pb.RunPeriodicResponse:
        require_service()
        now = now_ms()
        return pb.RunPeriodicResponse(
            wins_voided=await self._calendar.run_cap(now), seasons_closed=await self._calendar.close_seasons(now)
        )


def require_service() -> None:
    """Raises `Denied` unless the caller is a service of the house."""
    if identity.caller().role != "service":
        raise Denied("NOT_ALLOWED")


def named(player: str) -> str:
    """The player that is meant by his name or by "players/me"."""
    return identity.caller().subject if player == "players/me" else player


def now_ms() -> int:
    """Unix time."""
    return time.time_ns() // 1_000_000


def _points(sums: Sums) -> pb.Points:
    return pb.Points(
        player=sums.player,
        display_name=sums.display_name,
        rating=sums.rating,
        games=sums.games,
        wins=sums.shown_wins,
        win_ratio=shown_ratio(sums.games, sums.shown_wins),
        leaves=sums.leaves,
    )


def _change(change: Change) -> pb.PointsChange:
    return pb.PointsChange(
        match=change.match,
        seat=change.seat,
        cause=pb.PointsCause.Value(f"POINTS_CAUSE_{change.cause}"),
        points=change.points,
        clause=change.clause,
        counted=bool(change.counted),
        won=bool(change.won),
        voided=bool(change.voided),
        time=timestamp(change.at_ms),
        season=change.season,
    )
