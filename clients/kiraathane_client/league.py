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

    async def leaders(self, family: str) -> AsyncGenerator[pb.Standing, None]:
        """Everybody who has a rating in a game, best first."""
        token = ""
        while True:
            request = pb.ListLeadersRequest(family=family, page_size=PAGE, page_token=token)
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
