"""The players service of a test that is about something else: everybody is known but who is said not to be."""

from collections.abc import Mapping
from typing import Any

import grpc
import grpc.aio

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceServicer, add_PlayersServiceServicer_to_server
from services.players.refusals import REFUSALS
from services.runtime.errors import Missing
from services.runtime.service import HttpPage

NOBODY = "players/kimse"
"""A player whom the house does not have."""


class EverybodyButNobody(PlayersServiceServicer):
    """Answers `GetPlayer` as the players service does; `away` is the status that it fails with instead."""

    def __init__(self) -> None:
        self.away: grpc.StatusCode | None = None

    async def GetPlayer(self, request: pb.GetPlayerRequest, context: Any) -> pb.GetPlayerResponse:  # noqa: N802
        if self.away is not None:
            await context.abort(self.away, "on purpose")
        if request.player == NOBODY:
            error = Missing("PLAYER_NOT_FOUND", {"player": NOBODY}, labels=REFUSALS["PLAYER_NOT_FOUND"])
            message, trailing = error.trailing()
            await context.abort(error.code, message, trailing)
        return pb.GetPlayerResponse(player=pb.Player(player=request.player, display_name=request.player))


class HostedPeople:
    """It as something that a test can serve."""

    def __init__(self) -> None:
        self.people = EverybodyButNobody()

    @property
    def name(self) -> str:
        return "players"

    @property
    def full_name(self) -> str:
        return "kiraathane.players.v1.PlayersService"

    def add_to(self, server: grpc.aio.Server) -> None:
        add_PlayersServiceServicer_to_server(self.people, server)

    async def open(self) -> None:
        """There is nothing to open."""

    async def drain(self) -> None:
        """Or to end."""

    async def close(self) -> None:
        """Or to close."""

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {}
