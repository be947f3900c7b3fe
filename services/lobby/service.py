"""`LobbyService`: the games, and tables from their opening to their start."""

import base64
import binascii
import contextlib
import re
import secrets
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import grpc
import grpc.aio
import msgspec
import structlog
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer, add_LobbyServiceServicer_to_server
from services.lobby import table as steps
from services.lobby.games import Games, describe, family_of, games, resolve
from services.lobby.matches import Matches
from services.lobby.metrics import TableMetrics
from services.lobby.store import Cursor, TableStore
from services.lobby.table import Status, Table, refusal
from services.runtime import identity
from services.runtime.errors import Denied, Exhausted, HouseError, Invalid, Missing
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings

log = structlog.get_logger()

USUAL_PAGE: Final = 20
CHORE_SECONDS: Final = 20
STUCK_SECONDS: Final = 10
"""A start that takes longer than this was interrupted; it is taken up again."""
CLOSED_KEPT_SECONDS: Final = 7 * 86_400
_NAME: Final = re.compile(r"tables/[0-9a-z-]{1,64}")
Context = grpc.aio.ServicerContext[Any, Any]
_REFUSALS: Final = frozenset(
    {grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.NOT_FOUND}
)
"""After these a match has certainly not begun."""
_SHOWN: Final = {
    Status.OPEN: pb.TABLE_STATUS_OPEN,
    Status.STARTING: pb.TABLE_STATUS_OPEN,
    Status.STARTED: pb.TABLE_STATUS_STARTED,
    Status.CLOSED: pb.TABLE_STATUS_CLOSED,
}


def create(settings: Settings) -> "LobbyHosted":
    """The lobby of this process."""
    return LobbyHosted(settings)


class LobbyHosted(PlatformService):
    """Holds the tables and the way to the families; finishes interrupted starts and closes what nobody uses."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["LobbyService"].full_name
        super().__init__(settings, "lobby", full_name, Path(__file__).parent / "migrations")
        self._store = TableStore(self.database)
        self._games = games(settings.packages)
        self._matches = Matches(settings)
        self._lobby = Lobby(self._store, self._games, self._matches, settings.open_tables_per_player)

    def add_to(self, server: grpc.aio.Server) -> None:
        add_LobbyServiceServicer_to_server(self._lobby, server)

    async def open(self) -> None:
        await super().open()
        self.every(CHORE_SECONDS, "finish starts", self._finish_starts)
        self.every(CHORE_SECONDS, "close unused tables", self._close_unused)

    async def close(self) -> None:
        await super().close()
        await self._matches.close()

    async def _finish_starts(self) -> None:
        for name in await self._store.untouched(Status.STARTING, _now_ms() - STUCK_SECONDS * 1000):
            table = await self._store.find(name)
            if table is not None and table.status is Status.STARTING:
                with contextlib.suppress(HouseError, grpc.aio.AioRpcError):  # it stays what it is until the next time
                    await self._lobby.begin(table, None)

    async def _close_unused(self) -> None:
        now_ms = _now_ms()
        for name in await self._store.untouched(Status.OPEN, now_ms - self.settings.table_idle_minutes * 60_000):
            table = await self._store.change(name, steps.closed, now_ms)
            if table is not None and table.status is Status.CLOSED:
                self._lobby.metrics.count(table.family, "expired")
        await self._store.forget_closed(now_ms - CLOSED_KEPT_SECONDS * 1000)


class Lobby(LobbyServiceServicer):
    """The methods."""

    def __init__(self, store: TableStore, known: Games, matches: Matches, open_tables: int) -> None:
        self._store = store
        self._games = known
        self._matches = matches
        self.metrics = TableMetrics(known)
        self._open_tables = open_tables
        self._descriptions = pb.ListGamesResponse(games=[describe(family) for family in known.values()])

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        return self._descriptions

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:
        creator = _player().subject
        family = family_of(self._games, request.family)
        options = resolve(family, request.options)
        if (before := await self._before(creator, request.request_id, request.family, options)) is not None:
            return pb.CreateTableResponse(table=_message(before))
        if await self._store.count_open(creator) >= self._open_tables:
            raise refusal(Exhausted, "TOO_MANY_TABLES", limit=self._open_tables)
        now_ms = _now_ms()
        table = Table(
            table=f"tables/{secrets.token_hex(10)}",
            request_id=request.request_id,
            family=family.slug,
            options=options,
            seats=(None,) * family.game.meta.seats_for(options),
            creator=creator,
            owner=creator,
            status=Status.OPEN,
            match="",
            commitment="",
            created_ms=now_ms,
            touched_ms=now_ms,
        )
        info = await self._matches.create(family, table, context.time_remaining())
        table = msgspec.structs.replace(table, match=info.match, commitment=info.commitment)
        if await self._store.add(table):
            self.metrics.count(family.slug, "opened")
        else:  # the same request, sent twice at once
            table = await self._before(creator, request.request_id, request.family, options) or table
        return pb.CreateTableResponse(table=_message(table))

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        return pb.GetTableResponse(table=_message(await self._find(request.table)))

    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        if request.family:
            family_of(self._games, request.family)
        size = request.page_size or USUAL_PAGE
        after = _read_token(request.page_token, request.family) if request.page_token else None
        found = await self._store.page(request.family, after, size + 1)
        page = found[:size]
        token = _write_token(page[-1], request.family) if len(found) > size else ""
        return pb.ListTablesResponse(tables=[_message(table) for table in page], next_page_token=token)

    async def SitAtTable(self, request: pb.SitAtTableRequest, context: Context) -> pb.SitAtTableResponse:
        player = _player()
        seat = request.seat if request.HasField("seat") else None
        table = await self._change(
            request.table,
            lambda table: steps.sit(table, player.subject, player.name or player.subject, seat, request.nonce),
        )
        return pb.SitAtTableResponse(table=_message(table))

    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Context) -> pb.LeaveTableResponse:
        table = await self._change(request.table, partial(steps.leave, player=_player().subject))
        return pb.LeaveTableResponse(table=_message(table))

    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        player = _player().subject
        seat = request.seat if request.HasField("seat") else None
        family = family_of(self._games, (await self._find(request.table)).family)
        levels = family.game.meta.bot_levels
        table = await self._change(
            request.table, lambda table: steps.add_bot(table, player, request.level, seat, levels)
        )
        return pb.AddBotResponse(table=_message(table))

    async def StartTable(self, request: pb.StartTableRequest, context: Context) -> pb.StartTableResponse:
        table = await self._change(request.table, partial(steps.fix, owner=_player().subject))
        if table.status is Status.STARTING:
            table = await self.begin(table, context.time_remaining())
        return pb.StartTableResponse(table=_message(table))

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
                await self._change(table.table, steps.reopened)
            raise
        self.metrics.count(table.family, "started")
        return await self._change(table.table, steps.started)

    async def _before(self, creator: str, request_id: str, family: str, options: dict[str, str]) -> Table | None:
        """What this request of this player opened before; raises `Invalid` if it was another request then."""
        table = await self._store.find_request(creator, request_id)
        if table is not None and (table.family != family or dict(table.options) != options):
            raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "used before, for another table"),))
        return table

    async def _find(self, name: str) -> Table:
        if (table := await self._store.find(name)) is None:
            raise refusal(Missing, "TABLE_NOT_FOUND", table=name)
        return table

    async def _change(self, name: str, step: Callable[[Table], Table]) -> Table:
        if (table := await self._store.change(name, step, _now_ms())) is None:
            raise refusal(Missing, "TABLE_NOT_FOUND", table=name)
        return table


def _player() -> identity.Caller:
    """The player who calls; raises `Denied` for callers inside the house, who have no business at a table."""
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller


def _message(table: Table) -> pb.Table:
    """A table as everybody may see it: the nonces stay here until the match has begun."""
    seats = [
        pb.TableSeat(
            seat=seat,
            player=sitter.player if sitter else "",
            display_name=sitter.display_name if sitter else "",
            bot_level=sitter.bot_level if sitter else "",
        )
        for seat, sitter in enumerate(table.seats)
    ]
    return pb.Table(
        table=table.table,
        family=table.family,
        options=table.options,
        seats=seats,
        owner=table.owner,
        status=_SHOWN[table.status],
        match=table.match,
        commitment=table.commitment,
        create_time=Timestamp(seconds=table.created_ms // 1000, nanos=table.created_ms % 1000 * 1_000_000),
    )


def _write_token(last: Table, family: str) -> str:
    """Where the next page begins: after this table, in the list of this family."""
    return base64.urlsafe_b64encode(msgspec.json.encode((family, last.created_ms, last.table))).decode()


def _read_token(token: str, family: str) -> Cursor:
    """The cursor of a page token; raises `Invalid` for one that this list did not give."""
    try:
        data = base64.b64decode(token, altchars=b"-_", validate=True)
        listed, created_ms, name = msgspec.json.decode(data, type=tuple[str, int, str])
    except (binascii.Error, ValueError) as error:
        raise _bad_token() from error
    if listed != family or not 0 <= created_ms < 1 << 62 or not _NAME.fullmatch(name):
        raise _bad_token()
    return created_ms, name


def _bad_token() -> HouseError:
    return refusal(Invalid, "PAGE_TOKEN_BAD")


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
