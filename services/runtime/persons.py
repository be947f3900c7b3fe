"""Whether players are persons of this house: asked of the players service before a name is kept that somebody gave."""

import asyncio
from collections.abc import Iterable
from typing import Final

import grpc.aio

from kiraathane.players.v1 import players_service_pb2 as pb
from services.runtime.errors import Unavailable
from services.runtime.peers import LATER, Peers

_GET: Final = f"/{pb.DESCRIPTOR.services_by_name['PlayersService'].full_name}/GetPlayer"


async def require_known(peers: Peers, players: Iterable[str]) -> None:
    """Raises `Missing` (PLAYER_NOT_FOUND) for a player ("players/…") that there is not, `Unavailable` when it is not
    known: nothing is kept about somebody who may not exist.
    """
    await asyncio.gather(*(_require(peers, player) for player in sorted(set(players))))


async def _require(peers: Peers, player: str) -> None:
    try:
        await peers.ask("players", _GET, pb.GetPlayerRequest(player=player), pb.GetPlayerResponse)
    except grpc.aio.AioRpcError as error:
        if error.code() not in LATER:
            raise
        raise Unavailable("PLAYERS_UNAVAILABLE") from error
