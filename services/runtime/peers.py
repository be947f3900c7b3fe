"""The way to other services of the house: a channel each, and the caller's own token."""

import json
from typing import Any, Final

import grpc.aio
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage
from grpc_status import rpc_status

from services.kernel.meta import Labels
from services.runtime import identity
from services.runtime.errors import Denied, Exhausted, HouseError, Invalid, Missing, Refused
from services.runtime.settings import Settings

CALL_SECONDS: Final = 5.0
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
"""Every replica is asked in turn, and a call is sent again when one is away: what is called so must be idempotent."""
LATER: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.UNIMPLEMENTED,
    }
)
"""Answers that say nothing but that it may work another time. UNIMPLEMENTED comes from a process that does not host the
service, or whose version does not know the method yet, as in the middle of an upgrade.
"""
_KINDS: Final = {kind.code: kind for kind in (Invalid, Refused, Denied, Missing, Exhausted)}


def passed_on(error: grpc.aio.AioRpcError) -> HouseError | None:
    """What another service refused, to be told to our caller in its words; None if it is no refusal of the house's."""
    status = rpc_status.from_call(error)
    kind = _KINDS.get(error.code())
    if status is None or kind is None:
        return None
    info, words = ErrorInfo(), {}
    for detail in status.details:
        text = LocalizedMessage()
        if not detail.Unpack(info) and detail.Unpack(text):
            words[text.locale] = text.message
    if not info.reason or set(words) != {"tr", "en"}:
        return None
    told = dict(info.metadata)
    clause = told.pop("clause", "")
    labels = Labels(tr=_plain(words["tr"]), en=_plain(words["en"]))
    return kind(info.reason, told, labels=labels, clause=clause)


def _plain(sentence: str) -> str:
    """The sentence as a template that holds nothing to be filled in."""
    return sentence.replace("{", "{{").replace("}", "}}")


class Peers:
    """Channels to other services, opened when they are needed; `name` is what the caller calls himself: "lobby"."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._settings = settings
        self._subject = f"services/{name}"
        self._channels: dict[str, grpc.aio.Channel] = {}

    def channel(self, service: str) -> grpc.aio.Channel:
        """The channel to a service of the house by its name ("tavla", "league")."""
        address = self._settings.peer(service)
        if address not in self._channels:
            self._channels[address] = grpc.aio.insecure_channel(address, options=_OPTIONS)
        return self._channels[address]

    async def ask(self, service: str, method: str, request: Any, response: Any) -> Any:
        """The answer of `method` ("/kiraathane…/GetPlayer") of the service called `service`, a `response`.

        Raises what it refuses as a `HouseError` in its words, and `grpc.aio.AioRpcError` for whatever else failed: one
        of `LATER` where it may work another time.
        """
        call = self.channel(service).unary_unary(
            method, request_serializer=type(request).SerializeToString, response_deserializer=response.FromString
        )
        try:
            return await call(request, timeout=CALL_SECONDS, metadata=self.metadata())
        except grpc.aio.AioRpcError as error:
            refusal = None if error.code() in LATER else passed_on(error)
            if refusal is None:
                raise
            raise refusal from error

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What says who calls."""
        return (("authorization", f"Bearer {identity.house_token(self._subject, 'service')}"),)

    async def close(self) -> None:
        """Ends the channels."""
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()
