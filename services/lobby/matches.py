"""Asks the families' services to prepare and to start matches.

Every family's service has these methods under the same names, with messages of the same shape, in a package of its own.
"""

import json
import uuid
from typing import Any, Final

import grpc
import grpc.aio

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from services.lobby.table import Sitter, Table, refusal
from services.runtime import identity
from services.runtime.contract import Contract
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
"""Every replica is asked in turn, and a call is sent again when one is away: both methods are idempotent."""
_REQUESTS: Final = uuid.UUID("4f6b1f0e-8a1c-5d0e-9a43-6b1b6c2d7e10")
_LATER: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    }
)


class Matches:
    """The families' services, by way of the house's own addresses. One channel per address, opened when needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._contracts: dict[str, Contract] = {}
        self._channels: dict[str, grpc.aio.Channel] = {}

    async def create(self, family: Family, table: Table, seconds: float | None) -> match_pb2.MatchInfo:
        """Prepares the match of a table; the same request of the same player always gets the same match.

        `seconds` is what is left of the caller's time. Raises `Unavailable` when the family cannot be reached.
        """
        request_id = str(uuid.uuid5(_REQUESTS, f"{table.creator} {table.request_id}"))
        answer = await self._call(family, "CreateMatch", seconds, request_id=request_id, options=dict(table.options))
        return _info(answer)

    async def start(self, family: Family, table: Table, seconds: float | None) -> match_pb2.MatchInfo:
        """Starts the match with everybody who sits at the table; starting it again gives the same answer."""
        seats = [_assignment(seat, sitter) for seat, sitter in enumerate(table.seats) if sitter is not None]
        return _info(await self._call(family, "StartMatch", seconds, match=table.match, seats=seats))

    async def is_over(self, family: Family, table: Table, seconds: float | None) -> bool:
        """True if the table's match has ended."""
        answer = await self._call(family, "GetMatch", seconds, match=table.match)
        return bool(answer.update.info.status == match_pb2.MATCH_STATUS_FINISHED)

    async def final_view(self, family: Family, table: Table, seconds: float | None) -> Any:
        """The family's view of the finished match, as everybody may see it."""
        answer = await self._call(family, "GetMatch", seconds, match=table.match)
        return family.module("wire").view_from_proto(answer.update.view)

    async def close(self) -> None:
        """Ends the channels."""
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()

    async def _call(self, family: Family, method: str, seconds: float | None, **fields: Any) -> Any:
        contract = self._contract(family)
        call = self._channel(family.slug).unary_unary(
            contract.method(method),
            request_serializer=contract.requests[method].SerializeToString,
            response_deserializer=contract.responses[method].FromString,
        )
        token = identity.house_token("services/lobby", "service")
        left = CALL_SECONDS if seconds is None else min(CALL_SECONDS, seconds - _MARGIN_SECONDS)
        try:
            answer: Any = await call(
                contract.requests[method](**fields),
                timeout=max(left, 0.0),
                metadata=(("authorization", f"Bearer {token}"),),
            )
        except grpc.aio.AioRpcError as error:
            if error.code() in _LATER:
                raise refusal(Unavailable, "GAME_UNAVAILABLE", family=family.slug) from error
            raise
        return answer

    def _contract(self, family: Family) -> Contract:
        if family.slug not in self._contracts:
            self._contracts[family.slug] = Contract(family)
        return self._contracts[family.slug]

    def _channel(self, slug: str) -> grpc.aio.Channel:
        address = self._settings.peer(slug)
        if address not in self._channels:
            self._channels[address] = grpc.aio.insecure_channel(address, options=_OPTIONS)
        return self._channels[address]


def _info(answer: Any) -> match_pb2.MatchInfo:
    info: match_pb2.MatchInfo = answer.info
    return info


def _assignment(seat: int, sitter: Sitter) -> match_pb2.SeatAssignment:
    return match_pb2.SeatAssignment(
        seat=seat,
        player=sitter.player,
        display_name=sitter.display_name,
        bot_level=sitter.bot_level,
        nonce=sitter.nonce,
    )
