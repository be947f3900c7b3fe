"""Asks the families' services to prepare and to start matches.

Every family's service has these methods under the same names, with messages of the same shape, in a package of its own.
"""

import uuid
from typing import Any, Final

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from services.lobby.peers import Peers
from services.lobby.table import Sitter, Table
from services.runtime.contract import Contract
from services.runtime.match import PREFIX
from services.runtime.news import MatchNews

_REQUESTS: Final = uuid.UUID("4f6b1f0e-8a1c-5d0e-9a43-6b1b6c2d7e10")


class Matches:
    """The families' services, by way of the house's own addresses."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._contracts: dict[str, Contract] = {}

    async def create(self, family: Family, table: Table, seconds: float | None) -> match_pb2.MatchInfo:
        """Prepares the match of a table; the same request of the same player always gets the same match.

        `seconds` is what is left of the caller's time. Raises `Unavailable` when the family cannot be reached.
        """
        request_id = str(uuid.uuid5(_REQUESTS, f"{table.creator} {table.request_id}"))
        spectators = match_pb2.SPECTATORS_ALLOWED if table.spectators else match_pb2.SPECTATORS_NONE
        answer = await self._call(
            family, "CreateMatch", seconds, request_id=request_id, options=dict(table.options), spectators=spectators
        )
        return _info(answer)

    async def start(self, family: Family, table: Table, seconds: float | None) -> match_pb2.MatchInfo:
        """Starts the match with everybody who sits at the table; starting it again gives the same answer."""
        seats = [_assignment(seat, sitter) for seat, sitter in enumerate(table.seats) if sitter is not None]
        return _info(await self._call(family, "StartMatch", seconds, match=table.match, seats=seats))

    async def is_over(self, family: Family, table: Table, seconds: float | None) -> bool:
        """True if the table's match has ended."""
        answer = await self._call(family, "GetMatch", seconds, match=table.match)
        return bool(answer.update.info.status == match_pb2.MATCH_STATUS_FINISHED)

    async def substitute(
        self, family: Family, table: Table, seat: int, player: str, name: str, seconds: float | None
    ) -> None:
        """Seats `player` at the running match; seating him again changes nothing."""
        fields = {"match": table.match, "seat": seat, "player": player, "display_name": name}
        await self._call(family, "SeatSubstitute", seconds, **fields)

    async def news(self, family: Family, table: Table) -> MatchNews:
        """How the table's match stands now."""
        answer = await self._call(family, "GetMatch", None, match=table.match)
        info = answer.update.info
        return MatchNews(
            match_id=info.match.removeprefix(PREFIX),
            version=info.version,
            status=info.status,
            due=sum(1 << seat for seat in info.due_seats),
            deadline_ms=info.deadline.ToMilliseconds() if info.HasField("deadline") else 0,
            open=sum(1 << seat.seat for seat in info.seats if seat.open),
        )

    async def final_view(self, family: Family, table: Table, seconds: float | None) -> Any:
        """The family's view of the finished match, as everybody may see it; None where its rules are gone."""
        update = (await self._call(family, "GetMatch", seconds, match=table.match)).update
        return family.module("wire").view_from_proto(update.view) if update.HasField("view") else None

    async def _call(self, family: Family, method: str, seconds: float | None, **fields: Any) -> Any:
        contract = self._contract(family)
        request = contract.requests[method](**fields)
        return await self._peers.call(
            family.slug, contract.method(method), request, contract.responses[method], seconds
        )

    def _contract(self, family: Family) -> Contract:
        if family.slug not in self._contracts:
            self._contracts[family.slug] = Contract(family)
        return self._contracts[family.slug]


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
