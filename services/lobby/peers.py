"""The way to the other services of the house: one channel per address, and calls with a token of the lobby's own."""

import json
from typing import Any, Final

import grpc
import grpc.aio

from services.lobby.table import refusal
from services.runtime import identity
from services.runtime.errors import Unavailable
from services.runtime.settings import Settings

CALL_SECONDS: Final = 5.0
_MARGIN_SECONDS: Final = 0.2
"""What is kept of the caller's time for our own answer."""
_OPTIONS: Final = (
    (
        "grpc.service_config",
        json.dumps(
            {
                "loadBalancingConfig": [{"round_robin": {}}],
                "methodConfig": [
                    {
                        "name": [{}],
                        "retryPolicy": {
                            "maxAttempts": 4,
                            "initialBackoff": "0.05s",
                            "maxBackoff": "0.5s",
                            "backoffMultiplier": 2,
                            "retryableStatusCodes": ["UNAVAILABLE"],
                        },
                    }
                ],
            }
        ),
    ),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
)
"""Every replica is asked in turn, and a call is sent again when one is away."""
_LATER: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    }
)


class Peers:
    """Channels by address, opened when they are needed. Every call here may be sent again."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._channels: dict[str, grpc.aio.Channel] = {}

    async def call(self, service: str, method: str, request: Any, response: Any, seconds: float | None) -> Any:
        """The answer of `method` ("/kiraathane…/GetMatch") of the service called `service`, a `response`.

        `seconds` is what is left of the caller's time. Raises `Unavailable` when the service cannot be reached, and
        `grpc.aio.AioRpcError` for what it refuses.
        """
        call = self._channel(service).unary_unary(
            method, request_serializer=type(request).SerializeToString, response_deserializer=response.FromString
        )
        token = identity.house_token("services/lobby", "service")
        left = CALL_SECONDS if seconds is None else min(CALL_SECONDS, seconds - _MARGIN_SECONDS)
        try:
            return await call(request, timeout=max(left, 0.0), metadata=(("authorization", f"Bearer {token}"),))
        except grpc.aio.AioRpcError as error:
            if error.code() in _LATER:
                reason = "PLAYERS_UNAVAILABLE" if service == "players" else "GAME_UNAVAILABLE"
                raise refusal(Unavailable, reason, family=service) from error
            raise

    async def close(self) -> None:
        """Ends the channels."""
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()

    def _channel(self, service: str) -> grpc.aio.Channel:
        address = self._settings.peer(service)
        if address not in self._channels:
            self._channels[address] = grpc.aio.insecure_channel(address, options=_OPTIONS)
        return self._channels[address]
