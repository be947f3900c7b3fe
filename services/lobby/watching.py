"""The method of `LobbyService` that tells what is new."""

from typing import Any

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from services.lobby.feed import Wishes
from services.lobby.games import Games, family_of
from services.lobby.metrics import ENDED
from services.lobby.newsroom import Newsroom
from services.runtime import identity
from services.runtime.errors import Denied

Context = grpc.aio.ServicerContext[Any, Any]


class Watching(LobbyServiceServicer):
    """One stream per device of a player."""

    _games: Games
    _newsroom: Newsroom

    async def WatchLobby(  # type: ignore[override]  # written to the context: so its end is heard of at once
        self, request: pb.WatchLobbyRequest, context: Context
    ) -> None:
        caller = identity.caller()
        if not caller.player:
            raise Denied("NOT_ALLOWED")
        if request.family:
            family_of(self._games, request.family)
        wishes = Wishes(open_tables=request.open_tables, family=request.family, follows=frozenset(request.tables))
        feed = self._newsroom.open(caller.subject, wishes)
        try:
            await self._newsroom.first_picture(feed)
            while (news := await feed.next()) is not None:
                await context.write(news)
            ENDED[feed.ended].inc()
        finally:
            self._newsroom.close(feed)
