"""The methods of `LobbyService` for who sits down at a match that is being played."""

from functools import partial
from typing import Any, Final

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from services.lobby import clock, starting
from services.lobby.admission import Admission
from services.lobby.games import Games, family_of
from services.lobby.invitations import Guesses
from services.lobby.matches import Matches
from services.lobby.messages import shown
from services.lobby.newsroom import Newsroom
from services.lobby.store import TableStore
from services.lobby.table import Status, refusal, require_not_kicked, require_seat_exists
from services.runtime import identity
from services.runtime.errors import Denied, Missing, Refused

MOST_LISTED: Final = 100
Context = grpc.aio.ServicerContext[Any, Any]


class Substituting(LobbyServiceServicer):
    """Lists open seats and seats substitutes."""

    _store: TableStore
    _games: Games
    _matches: Matches
    _guesses: Guesses
    _admission: Admission
    _newsroom: Newsroom

    async def ListOpenSeats(self, request: pb.ListOpenSeatsRequest, context: Context) -> pb.ListOpenSeatsResponse:
        if request.family:
            family_of(self._games, request.family)
        viewer = identity.caller().subject
        known = self._newsroom.open_seats(request.family, MOST_LISTED)
        found = []
        for table in await self._store.of_matches(list(known)):
            if table.listed and table.status is Status.STARTED:
                message = shown(table, viewer)
                found += [pb.OpenSeat(table=message, seat=seat) for seat in known[table.match]]
        return pb.ListOpenSeatsResponse(seats=found[:MOST_LISTED])

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        player = identity.caller()
        if not player.player:
            raise Denied("NOT_ALLOWED")
        table = await self._store.find(request.table)
        if table is None:
            raise refusal(Missing, "TABLE_NOT_FOUND", table=request.table)
        self._guesses.require_invited(table, player.subject, request.invite_code, clock.now_ms())
        if table.reserved:
            raise refusal(Denied, "TABLE_RESERVED")
        require_seat_exists(table, request.seat)
        require_not_kicked(table, player.subject)
        if table.status is not Status.STARTED:
            raise refusal(Refused, "NO_SEAT_OPEN")
        name = player.name or player.subject
        family = family_of(self._games, table.family)
        for_points = family.game.meta.points_hands(table.options) > 0
        await self._admission.beside(player.subject, table, request.seat, for_points=for_points)
        await self._matches.substitute(family, table, request.seat, player.subject, name, context.time_remaining())
        # Whatever is interrupted here is done by asking again: the family seats nobody twice.
        step = partial(starting.substituted, seat=request.seat, player=player.subject, display_name=name)
        changed = await self._store.change(table.table, step, clock.now_ms())
        return pb.TakeSeatResponse(table=shown(changed or table, player.subject))
