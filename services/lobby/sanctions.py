"""Who is kept from the tables for a while, and who may not sit down for others: asked of moderation and the league."""

from typing import Final

import grpc.aio
import structlog

from kiraathane.league.v1 import league_service_pb2 as league_pb
from services.lobby.peers import Peers
from services.runtime import admission
from services.runtime.errors import Unavailable
from services.runtime.peers import passed_on

log = structlog.get_logger(__name__)

_LEAGUE: Final = league_pb.DESCRIPTOR.services_by_name["LeagueService"].full_name


class Sanctions:
    """Asks before somebody sits down. When nobody can be asked, people may sit: play goes before punishment."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def require_free(self, player: str) -> None:
        """Raises the refusal of who is banned or suspended, with its reason, clause and end."""
        await admission.require_free(self._peers, player)

    async def require_substitute(self, player: str) -> None:
        """Raises the refusal of whose league points are too many for sitting down in a match of points (11.4)."""
        request = league_pb.CheckSubstituteRequest(player=player)
        method = f"/{_LEAGUE}/CheckSubstitute"
        try:
            await self._peers.call("league", method, request, league_pb.CheckSubstituteResponse, None)
        except Unavailable:
            log.warning("points_not_known")
        except grpc.aio.AioRpcError as error:
            refusal = passed_on(error)
            if refusal is None:
                raise
            raise refusal from error
