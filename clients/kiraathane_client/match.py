"""One match of any family: look, decide, follow, leave, and take the record home."""

import uuid
from collections.abc import AsyncGenerator
from typing import Any, Generic

import msgspec

from kiraathane.match.v1 import match_pb2
from kiraathane_client.commitments import Commitments
from kiraathane_client.connection import Connection
from kiraathane_client.contract import A, Contract, U
from kiraathane_client.retry import Patience
from kiraathane_client.sitting import Sitting
from kiraathane_client.streams import Attempts, Cursor, OnConnection, watch


class Legal(msgspec.Struct, Generic[A], frozen=True):
    """What the caller's seat may do at `version`; no actions if it is not due."""

    version: int
    actions: tuple[A, ...]


class Match(Generic[U, A]):
    """A match. Every method raises the exceptions of `kiraathane_client.errors`."""

    def __init__(self, connection: Connection, contract: Contract[U, A], name: str, commitments: Commitments) -> None:
        self._connection = connection
        self._contract = contract
        self._commitments = commitments
        self._remembered = False
        self.name = name
        self.family = contract.slug

    async def get(self) -> U:
        """The match as the caller may see it."""
        return self._seen((await self._call("GetMatch")).update)

    async def legal_actions(self) -> Legal[A]:
        """What the caller's seat may do now; of plays that lead to the same position, one."""
        answer = await self._call("ListLegalActions")
        return Legal(answer.version, tuple(answer.actions))

    async def ask(self, query: str, **fields: object) -> Any:
        """The answer to a question of the family's own, e.g. `ask("SuggestMelds")`; the fields are the request's."""
        return await self._call(query, **fields)

    async def play(self, action: A, *, expected_version: int) -> U:
        """The match after a decision that was made on `expected_version`. One call is one decision: it counts once.

        Raises `Refused` (nothing has changed), `StaleVersion` (look again) or
        `Unavailable` (it is not known whether it counted).
        """
        answer = await self._call(
            "Play", expected_version=expected_version, request_id=str(uuid.uuid4()), action=action
        )
        return self._seen(answer.update)

    async def leave(self) -> U:
        """Leaves the match for good; the rule book says what that costs. Where others can play the seat, they do."""
        return self._seen((await self._call("LeaveMatch", request_id=str(uuid.uuid4()))).update)

    async def claim_absent(self) -> U:
        """Ends the match as won because the opponent is away.

        Raises `Refused`: "NOT_ABSENT" (`detail["seconds"]`: in how many seconds at the earliest), "CLOCK_DECIDES", or
        "SEAT_PLAYED_ON" where somebody else plays an absent seat.
        """
        return self._seen((await self._call("ClaimAbsent", request_id=str(uuid.uuid4()))).update)

    async def record(self, format: str = "json") -> match_pb2.RecordDocument:  # noqa: A002  (the word of the contract)
        """The record of a finished match: "json", or one of the family's formats, e.g. "mat" or "text"."""
        document: match_pb2.RecordDocument = (await self._call("GetRecord", format=format)).record
        return document

    async def watch(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> AsyncGenerator[U, None]:
        """Every update after `after_version`, the full view first, until the match is finished.

        Opens another stream when one ends; no version is told twice. `patience` (default: the client's) says for how
        long an unreachable house is put up with; `on_connection` is told when the stream is lost and when it is back.
        """
        attempts = Attempts(self._connection, patience or self._connection.patience, on_connection)
        updates = watch(self._connection, self._contract, self.name, Cursor[U](after_version), attempts)
        try:
            async for update in updates:
                yield self._seen(update)
        finally:
            await updates.aclose()

    def sit(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> Sitting[U, A]:
        """Playing and watching over one stream, e.g. `async with match.sit() as seat: …`. Arguments as of `watch`."""
        attempts = Attempts(self._connection, patience or self._connection.patience, on_connection)
        return Sitting(self._connection, self._contract, self.name, Cursor[U](after_version), attempts)

    async def _call(self, method: str, **fields: object) -> Any:
        unary = self._contract.unary(self._connection.channel, method)
        request = self._contract.request(f"{method}Request", match=self.name, **fields)
        return await self._connection.call(unary, request, match=self.name)

    def _seen(self, update: U) -> U:
        """Remembers the commitment, if this client had not seen it before; that of a finished match proves nothing."""
        info = update.info
        if not self._remembered and info.commitment and info.status != match_pb2.MATCH_STATUS_FINISHED:
            self._commitments.remember(info.match, info.commitment)
            self._remembered = True
        return update
