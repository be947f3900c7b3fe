"""Who is kept from the tables for a while, and who may not sit down for others: asked of moderation and the league."""

from typing import Any, Final

import grpc.aio
import structlog

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.moderation.v1 import moderation_service_pb2 as moderation_pb
from services.lobby.peers import Peers
from services.runtime.errors import Unavailable
from services.runtime.peers import passed_on

log = structlog.get_logger(__name__)

_LEAGUE: Final = league_pb.DESCRIPTOR.services_by_name["LeagueService"].full_name
_MODERATION: Final = moderation_pb.DESCRIPTOR.services_by_name["ModerationService"].full_name


class Sanctions:
    """Asks before somebody sits down. When nobody can be asked, people may sit: play goes before punishment."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def require_free(self, player: str) -> None:
        """Raises the refusal of who is banned or suspended, with its reason, clause and end."""
        request = moderation_pb.CheckAdmissionRequest(player=player)
        await self._ask("moderation", f"/{_MODERATION}/CheckAdmission", request, moderation_pb.CheckAdmissionResponse)

    async def require_substitute(self, player: str) -> None:
        """Raises the refusal of whose league points are too many for sitting down in a match of points (11.4)."""
        request = league_pb.CheckSubstituteRequest(player=player)
        await self._ask("league", f"/{_LEAGUE}/CheckSubstitute", request, league_pb.CheckSubstituteResponse)

    async def _ask(self, service: str, method: str, request: Any, response: Any) -> None:
        try:
            await self._peers.call(service, method, request, response, None)
        except Unavailable:
            log.warning("sanctions_not_known", service=service)
        except grpc.aio.AioRpcError as error:
            refusal = passed_on(error)
            if refusal is None:
                raise
            raise refusal from error
