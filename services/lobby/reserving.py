"""The methods of `LobbyService` for tables whose seats are given out: for services of the house alone."""

from collections.abc import Callable
from typing import Any

import grpc.aio
import msgspec

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from kiraathane.match.v1 import match_pb2
from services.kernel.meta import Labels
from services.lobby import clock, starting
from services.lobby.admission import Admission
from services.lobby.games import Games, family_of, resolve
from services.lobby.messages import shown
from services.lobby.opening import Opening
from services.lobby.store import TableStore
from services.lobby.table import Kept, Table, refusal
from services.runtime import identity
from services.runtime.errors import Denied, Invalid, Missing, Refused

Context = grpc.aio.ServicerContext[Any, Any]


class Reserving(LobbyServiceServicer):
    """Opens and closes such tables; and finds and changes any."""

    _store: TableStore
    _games: Games
    _opening: Opening
    _admission: Admission

    async def CreateReservedTable(
        self, request: pb.CreateReservedTableRequest, context: Context
    ) -> pb.CreateReservedTableResponse:
        caller = identity.caller()
        if caller.role != "service":
            raise Denied("NOT_ALLOWED")
        family = family_of(self._games, request.family)
        options = resolve(family, request.options)
        kept = _given_out(request, family.game.meta.seats_for(options))
        await self._admission.known(place.player for place in kept)
        table = await self._opening.requested(
            family,
            options,
            caller.subject,
            request.request_id,
            context.time_remaining(),
            finish=lambda table: msgspec.structs.replace(
                table,
                kept=kept,
                reserved=True,
                starts_by_itself=True,
                owner="",
                no_chat=table.no_chat or request.no_chat,
            ),
            limited=False,
            spectators=request.spectators != match_pb2.SPECTATORS_NONE,
        )
        return pb.CreateReservedTableResponse(table=shown(table, caller.subject))

    async def CloseReservedTable(
        self, request: pb.CloseReservedTableRequest, context: Context
    ) -> pb.CloseReservedTableResponse:
        caller = identity.caller()
        if caller.role != "service":
            raise Denied("NOT_ALLOWED")
        if not (await self._find(request.table)).reserved:
            raise refusal(Refused, "NOT_RESERVED", table=request.table)
        table = await self._change(request.table, starting.closed)
        return pb.CloseReservedTableResponse(table=shown(table, caller.subject))

    async def _find(self, name: str) -> Table:
        if (table := await self._store.find(name)) is None:
            raise refusal(Missing, "TABLE_NOT_FOUND", table=name)
        return table

    async def _change(self, name: str, step: Callable[[Table], Table]) -> Table:
        if (table := await self._store.change(name, step, clock.now_ms())) is None:
            raise refusal(Missing, "TABLE_NOT_FOUND", table=name)
        return table


def _given_out(request: pb.CreateReservedTableRequest, count: int) -> tuple[Kept, ...]:
    """Who may sit where; raises `Invalid` unless every seat is given to somebody, and nobody has two."""
    given = {place.seat: place.player for place in request.seats}
    problem = None
    if len(request.seats) != count or sorted(given) != list(range(count)):
        tr = f"0 ile {count - 1} arasındaki her yer bir kez verilmeli"
        problem = Labels(tr=tr, en=f"every seat from 0 to {count - 1} must be given out once")
    elif len(set(given.values())) != count:
        problem = Labels(tr="kimsenin iki yeri olamaz", en="nobody can have two seats")
    if problem is not None:
        raise Invalid("BAD_SEATS", {"problem": problem}, fields=(("seats", problem.en),))
    return tuple(Kept(given[seat]) for seat in range(count))
