"""The methods of `LobbyService`: the games, tables from their opening to their rematch, and the stream of news."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import grpc
import grpc.aio
import structlog

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.lobby import again, clock, sitting, starting
from services.lobby.admission import Admission
from services.lobby.blocks import Blocks
from services.lobby.chat import ChatStore
from services.lobby.games import Games, describe, family_of, resolve
from services.lobby.invitations import Guesses, read_code
from services.lobby.matches import Matches
from services.lobby.messages import shown
from services.lobby.metrics import TableMetrics
from services.lobby.newsroom import Newsroom
from services.lobby.opening import Opening, new_name
from services.lobby.peers import Peers
from services.lobby.quick import QuickMatch
from services.lobby.reserving import Reserving
from services.lobby.sanctions import Sanctions
from services.lobby.sitting import NewBot, Newcomer
from services.lobby.store import Cursor, TableStore
from services.lobby.substituting import Substituting
from services.lobby.table import Status, Table, refusal, require_not_kicked
from services.lobby.talking import Talking
from services.lobby.watching import Watching
from services.runtime import identity
from services.runtime.errors import Denied, Missing, Unavailable
from services.runtime.pages import read_token, write_token

log = structlog.get_logger()

USUAL_PAGE: Final = 20
Context = grpc.aio.ServicerContext[Any, Any]
_REFUSALS: Final = frozenset(
    {grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.NOT_FOUND}
)
"""After these a match has certainly not begun."""


class Lobby(Reserving, Substituting, Talking, Watching):
    """The methods. `said` is called with the table and the number of every line that was said."""

    def __init__(
        self,
        store: TableStore,
        chats: ChatStore,
        known: Games,
        matches: Matches,
        blocks: Blocks,
        newsroom: Newsroom,
        sanctions: Sanctions,
        peers: Peers,
        said: Callable[[str, int], None],
        open_tables: int,
    ) -> None:
        self._store = store
        self._chats = chats
        self._blocks = blocks
        self._newsroom = newsroom
        self._said = said
        self._games = known
        self._matches = matches
        self.metrics = TableMetrics(known)
        self._guesses = Guesses()
        self._admission = Admission(store, blocks, sanctions, peers, open_tables)
        self._opening = Opening(store, matches, self.metrics, open_tables)
        self._quick = QuickMatch(store, self._opening, self._admission)
        self._descriptions = pb.ListGamesResponse(games=[describe(family) for family in known.values()])

    # -- finding ------------------------------------------------------------------------------------------------------

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        return self._descriptions

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        caller = identity.caller()
        table = await self._find(request.table)
        if caller.role != "service":
            self._guesses.require_invited(table, caller.subject, request.invite_code, clock.now_ms())
        return pb.GetTableResponse(table=shown(table, caller.subject))

    async def FindTable(self, request: pb.FindTableRequest, context: Context) -> pb.FindTableResponse:
        player, now = _player().subject, clock.now_ms()
        self._guesses.require_few(player, now)
        table = await self._store.find_code(read_code(request.invite_code))
        if table is None or table.status is Status.CLOSED:
            self._guesses.wrong(player, now)
            raise refusal(Missing, "INVITE_UNKNOWN")
        require_not_kicked(table, player)
        return pb.FindTableResponse(table=shown(table, player))

    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        if request.family:
            family_of(self._games, request.family)
        size = request.page_size or USUAL_PAGE
        which = f"tables {request.family}"
        after = read_token(request.page_token, which, Cursor)
        found = await self._store.page(request.family, after, size + 1)
        page = found[:size]
        token = write_token(which, (page[-1].created_ms, page[-1].table)) if len(found) > size else ""
        viewer = identity.caller().subject
        return pb.ListTablesResponse(tables=[shown(table, viewer) for table in page], next_page_token=token)

    # -- opening ------------------------------------------------------------------------------------------------------

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        creator = _player().subject
        family = family_of(self._games, request.family)
        private = request.visibility == pb.VISIBILITY_PRIVATE
        chosen = request.spectators != match_pb2.SPECTATORS_UNSPECIFIED
        table = await self._opening.requested(
            family,
            resolve(family, request.options),
            creator,
            request.request_id,
            context.time_remaining(),
            private=private,
            spectators=request.spectators == match_pb2.SPECTATORS_ALLOWED or (not chosen and not private),
        )
        return pb.CreateTableResponse(table=shown(table, creator))

    async def QuickMatch(self, request: pb.QuickMatchRequest, context: Context) -> pb.QuickMatchResponse:
        player = _player().subject
        family = family_of(self._games, request.family)
        table = await self._quick.seat(family, request.options, player, request.request_id, context.time_remaining())
        return pb.QuickMatchResponse(table=shown(table, player))

    async def Rematch(self, request: pb.RematchRequest, context: Context) -> pb.RematchResponse:
        player = _player().subject
        old = await self._find(request.table)
        family = family_of(self._games, old.family)
        seconds = context.time_remaining()
        asks = old.seat_of(player) is not None and old.status is Status.STARTED and not old.reserved
        if asks and await self._matches.is_over(family, old, seconds):
            old = await self._change(old.table, starting.over)
        again.require_rematch(old, player)
        view = await self._matches.final_view(family, old, seconds) if family.has("rematch") else None
        next_one = again.places(family, old, view)
        while True:
            old = await self._change(old.table, partial(again.named, before="", name=new_name()))
            table = await self._opening.named(
                old.rematch,
                family,
                next_one.options,
                player,
                seconds,
                private=bool(old.invite_code),
                spectators=old.spectators,
                finish=partial(again.opened, old, order=next_one.order, now_ms=clock.now_ms()),
            )
            if table.status is not Status.CLOSED:
                return pb.RematchResponse(table=shown(table, player))
            old = await self._change(old.table, partial(again.named, before=table.table, name=new_name()))

    # -- who sits where -----------------------------------------------------------------------------------------------

    async def SitAtTable(self, request: pb.SitAtTableRequest, context: Context) -> pb.SitAtTableResponse:
        player = _player()
        table = await self._find(request.table)
        now = clock.now_ms()
        self._guesses.require_invited(table, player.subject, request.invite_code, now)
        if table.seat_of(player.subject) is None:
            await self._admission.to_any(player.subject, counted=player.subject in table.members)
        who = Newcomer(player.subject, player.name or player.subject, request.nonce, request.ready)
        seat = request.seat if request.HasField("seat") else None
        changed = await self._admission.seat(player.subject, table, lambda table: sitting.sit(table, who, seat, now))
        return pb.SitAtTableResponse(table=await self._settled(changed or table, player.subject, context))

    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Context) -> pb.LeaveTableResponse:
        player = _player().subject
        table = await self._change(request.table, partial(sitting.leave, player=player))
        return pb.LeaveTableResponse(table=shown(table, player))

    async def SetReady(self, request: pb.SetReadyRequest, context: Context) -> pb.SetReadyResponse:
        player = _player().subject
        table = await self._change(request.table, partial(sitting.set_ready, player=player, ready=request.ready))
        return pb.SetReadyResponse(table=await self._settled(table, player, context))

    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        player, now = _player().subject, clock.now_ms()
        seat = request.seat if request.HasField("seat") else None
        family = family_of(self._games, (await self._find(request.table)).family)
        levels = family.game.meta.bot_levels
        bot = NewBot(request.level, seat, request.request_id)
        table = await self._change(request.table, lambda table: sitting.add_bot(table, player, bot, levels, now))
        return pb.AddBotResponse(table=await self._settled(table, player, context))

    async def RemoveBot(self, request: pb.RemoveBotRequest, context: Context) -> pb.RemoveBotResponse:
        player = _player().subject
        table = await self._change(request.table, partial(sitting.remove_bot, owner=player, seat=request.seat))
        return pb.RemoveBotResponse(table=shown(table, player))

    async def KickFromTable(self, request: pb.KickFromTableRequest, context: Context) -> pb.KickFromTableResponse:
        player = _player().subject
        table = await self._change(request.table, partial(sitting.kick, owner=player, player=request.player))
        return pb.KickFromTableResponse(table=shown(table, player))

    # -- starting -----------------------------------------------------------------------------------------------------

    async def StartTable(self, request: pb.StartTableRequest, context: Context) -> pb.StartTableResponse:
        player = _player().subject
        table = await self._change(request.table, partial(starting.fix, owner=player))
        if table.status is Status.STARTING:
            table = await self.begin(table, context.time_remaining())
        return pb.StartTableResponse(table=shown(table, player))

    async def begin(self, table: Table, seconds: float | None) -> Table:
        """Starts the match of a table whose seats are fixed.

        Whatever is interrupted here is taken up again by the next `StartTable` or by the chore: the seats cannot change
        meanwhile, so the family's service gets the same call and gives the same answer.
        """
        family = family_of(self._games, table.family)
        try:
            await self._matches.start(family, table, seconds)
        except grpc.aio.AioRpcError as error:
            log.exception("a match could not be started", table=table.table, code=error.code().name)
            if error.code() in _REFUSALS:
                await self._change(table.table, starting.reopened)
            raise
        self.metrics.count(table.family, "started")
        return await self._change(table.table, starting.started)

    async def look_after(self, table: Table) -> None:
        """Ends the table if its match is over; else it is looked at again after a while."""
        if await self._matches.is_over(family_of(self._games, table.family), table, None):
            await self._change(table.table, starting.over)
        else:
            await self._store.touch(table.table, clock.now_ms())

    async def _settled(self, table: Table, viewer: str, context: Context) -> pb.Table:
        """The table as it is shown; started before, if this step made it complete.

        The caller has what he asked for whether or not the match can be started now; the chore takes it up again.
        """
        if table.status is Status.STARTING and table.starts_by_itself:
            try:
                table = await self.begin(table, context.time_remaining())
            except (Unavailable, grpc.aio.AioRpcError):
                log.warning("a start was put off", table=table.table)
        return shown(table, viewer)


def _player() -> identity.Caller:
    """The player who calls; raises `Denied` for callers inside the house, who have no business at a table."""
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller
