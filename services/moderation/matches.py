"""The families' services, as moderation asks them about matches: never their stores."""

import uuid
from typing import Any, Final

import grpc.aio

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import families
from services.moderation.refusals import error
from services.runtime.contract import Contract
from services.runtime.errors import Missing, Unavailable
from services.runtime.match import PREFIX
from services.runtime.peers import LATER, Peers
from services.runtime.settings import Settings

_REQUESTS: Final = uuid.UUID("0d0f7a52-2f0e-5b86-8f0b-5c6d2b1a9e37")


class Matches:
    """Every family's matches, by way of the house's own addresses. Every call may be sent again."""

    def __init__(self, settings: Settings, peers: Peers) -> None:
        self._peers = peers
        self._families = families(*settings.packages)
        self._contracts: dict[str, Contract] = {}

    async def inspect(self, match: str, moderator: str, entries: int, before: int) -> Any:
        """The family's `InspectMatchResponse`. Raises what the family refuses, or `Unavailable`."""
        fields = {"entries": entries, "before_version": before}
        return await self._call("InspectMatch", match, moderator=moderator, **fields)

    async def order(
        self,
        match: str,
        moderator: str,
        request_id: str,
        kind: "match_pb2.OrderKind.ValueType",
        word: str,
        back_to: int,
    ) -> match_pb2.MatchInfo:
        """The match once the order has been carried out. Raises what the family refuses, or `Unavailable`."""
        own = str(uuid.uuid5(_REQUESTS, f"{moderator} {request_id}"))  # two moderators never have the same
        fields = {"kind": kind, "word": word, "back_to": back_to}
        answer = await self._call("OrderMatch", match, moderator=moderator, request_id=own, **fields)
        info: match_pb2.MatchInfo = answer.info
        return info

    async def _call(self, method: str, match: str, **fields: Any) -> Any:
        slug = match.removeprefix(PREFIX).partition("-")[0]
        contract = self._contract(slug, match)
        request, response = contract.requests[method], contract.responses[method]
        try:
            return await self._peers.ask(slug, contract.method(method), request(match=match, **fields), response)
        except grpc.aio.AioRpcError as failed:
            if failed.code() not in LATER:
                raise
            raise error(Unavailable, "GAME_UNAVAILABLE", family=slug) from failed

    def _contract(self, slug: str, match: str) -> Contract:
        if slug not in self._families:
            raise Missing("MATCH_NOT_FOUND", {"match": match})
        if slug not in self._contracts:
            self._contracts[slug] = Contract(self._families[slug])
        return self._contracts[slug]
