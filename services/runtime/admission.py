"""Who is kept from the tables for a while: asked of moderation before somebody sits down or enters a tournament."""

from typing import Final

import grpc.aio
import structlog

from kiraathane.moderation.v1 import moderation_service_pb2 as pb
from services.runtime.peers import LATER, Peers

log = structlog.get_logger(__name__)

_CHECK: Final = f"/{pb.DESCRIPTOR.services_by_name['ModerationService'].full_name}/CheckAdmission"


async def require_free(peers: Peers, player: str) -> None:
    """Raises the refusal of who is banned or suspended, with its reason, clause and end.

    When moderation cannot be asked, people may play: play goes before punishment.
    """
    try:
        await peers.ask("moderation", _CHECK, pb.CheckAdmissionRequest(player=player), pb.CheckAdmissionResponse)
    except grpc.aio.AioRpcError as error:
        if error.code() not in LATER:
            raise
        log.warning("sanctions_not_known", code=error.code().name)
