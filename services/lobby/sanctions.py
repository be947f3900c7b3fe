"""Who is kept from the tables for a while: asked of moderation."""

from typing import Final

import grpc.aio
import structlog

from kiraathane.moderation.v1 import moderation_service_pb2 as moderation_pb
from services.lobby.peers import Peers
from services.runtime.errors import Unavailable
from services.runtime.peers import passed_on

log = structlog.get_logger(__name__)

_MODERATION: Final = moderation_pb.DESCRIPTOR.services_by_name["ModerationService"].full_name


class Sanctions:
    """Asks before somebody sits down. When nobody can be asked, people may sit: play goes before punishment."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers

    async def require_free(self, player: str) -> None:
        """Raises the refusal of who is banned or suspended, with its reason, clause and end."""
        request = moderation_pb.CheckAdmissionRequest(player=player)
        method = f"/{_MODERATION}/CheckAdmission"
        try:
            await self._peers.call("moderation", method, request, moderation_pb.CheckAdmissionResponse, None)
        except Unavailable:
            log.warning("sanctions_not_known")
        except grpc.aio.AioRpcError as error:
            refusal = passed_on(error)
            if refusal is None:
                raise
            raise refusal from error
