"""Results, ratings and statistics."""

from collections.abc import AsyncGenerator

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.league.v1 import league_service_pb2_grpc as pb_grpc
from kiraathane_client.connection import Connection

PAGE = 50


class League:
    """The league. Every method raises the exceptions of `kiraathane_client.errors`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "pb_grpc.LeagueServiceAsyncStub":
        return pb_grpc.LeagueServiceStub(self._connection.channel)

    async def result(self, match: str) -> pb.GetResultResponse:
        """The recorded result of a match; raises `NotFound` until it has been recorded."""
        return await self._connection.call(self._stub.GetResult, pb.GetResultRequest(match=match))

    async def leaders(self, family: str, season: str = "") -> AsyncGenerator[pb.Standing, None]:
        """Everybody who has a rating in a game, of all time or of a season ("2026-Q4"), best first."""
        token = ""
        while True:
            request = pb.ListLeadersRequest(family=family, season=season, page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListLeaders, request)
            for standing in answer.standings:
                yield standing
            token = answer.next_page_token
            if not token:
                return

    async def standing(self, family: str, player: str = "players/me") -> pb.Standing:
        """Where a player stands in a game."""
        request = pb.GetStandingRequest(player=player, family=family)
        return (await self._connection.call(self._stub.GetStanding, request)).standing

    async def statistics(self, family: str) -> pb.GetStatisticsResponse:
        """How often each seat wins, the family as a whole first; and how chance fell."""
        return await self._connection.call(self._stub.GetStatistics, pb.GetStatisticsRequest(family=family))

    async def points(self, player: str = "players/me") -> pb.Points:
        """A player's league points, as everybody may see them."""
        return (await self._connection.call(self._stub.GetPoints, pb.GetPointsRequest(player=player))).points

    async def points_changes(self) -> AsyncGenerator[pb.PointsChange, None]:
        """Every change of one's own league points with its cause, newest first."""
        token = ""
        while True:
            request = pb.ListPointsChangesRequest(page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListPointsChanges, request)
            for change in answer.changes:
                yield change
            token = answer.next_page_token
            if not token:
                return

    async def points_leaders(self, season: str = "") -> AsyncGenerator[pb.Points, None]:
        """Everybody who has league points, of all time or of a season ("2026-Q4"), best first."""
        token = ""
        while True:
            request = pb.ListPointsLeadersRequest(season=season, page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListPointsLeaders, request)
            for leader in answer.leaders:
                yield leader
            token = answer.next_page_token
            if not token:
                return

    async def results(self, player: str = "players/me") -> AsyncGenerator[pb.MatchResult, None]:
        """The matches in which a player took part, newest first."""
        token = ""
        while True:
            request = pb.ListResultsRequest(player=player, page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListResults, request)
            for result in answer.results:
                yield result
            token = answer.next_page_token
            if not token:
                return

    async def honours(self, season: str) -> tuple[pb.Honour, ...]:
        """Who was best when a season was closed: league points first (`family` is empty), then game by game."""
        return tuple(
            (await self._connection.call(self._stub.ListHonours, pb.ListHonoursRequest(season=season))).honours
        )
