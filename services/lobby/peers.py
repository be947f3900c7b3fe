"""The lobby's calls to other services of the house."""

from typing import Any, Final

import grpc.aio

from services.lobby.table import refusal
from services.runtime import peers
from services.runtime.errors import Unavailable
from services.runtime.settings import Settings

_MARGIN_SECONDS: Final = 0.2
"""What is kept of the caller's time for our own answer."""


class Peers(peers.Peers):
    """The way to other services. Every call here may be sent again."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "lobby")

    async def call(self, service: str, method: str, request: Any, response: Any, seconds: float | None) -> Any:
        """The answer of `method` ("/kiraathane…/GetMatch") of the service called `service`, a `response`.

        `seconds` is what is left of the caller's time. Raises `Unavailable` when the service cannot be reached, and
        `grpc.aio.AioRpcError` for what it refuses.
        """
        call = self.channel(service).unary_unary(
            method, request_serializer=type(request).SerializeToString, response_deserializer=response.FromString
        )
        left = peers.CALL_SECONDS if seconds is None else min(peers.CALL_SECONDS, seconds - _MARGIN_SECONDS)
        try:
            return await call(request, timeout=max(left, 0.0), metadata=self.metadata())
        except grpc.aio.AioRpcError as error:
            if error.code() in peers.LATER:
                if service == "players":
                    raise Unavailable("PLAYERS_UNAVAILABLE") from error
                raise refusal(Unavailable, "GAME_UNAVAILABLE", family=service) from error
            raise
