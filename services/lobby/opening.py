"""Opening tables: for a player, for a tournament, and under a name that was agreed on before."""

import secrets
import uuid
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from services.kernel.registry import Family
from services.lobby import clock
from services.lobby.invitations import new_code
from services.lobby.matches import Matches
from services.lobby.metrics import TableMetrics
from services.lobby.store import TableStore
from services.lobby.table import Status, Table, refusal
from services.runtime.errors import Exhausted, Invalid

_NAMED: Final = uuid.UUID("0d5c1b0e-93a7-5e3c-8f0b-6f0f5a1c2b77")


def new_name() -> str:
    """A name that no other table has."""
    return f"tables/{secrets.token_hex(10)}"


class Opening:
    """Opens tables and prepares their matches."""

    def __init__(self, store: TableStore, matches: Matches, metrics: TableMetrics, open_tables: int) -> None:
        self._store = store
        self._matches = matches
        self._metrics = metrics
        self._open_tables = open_tables

    async def requested(
        self,
        family: Family,
        options: Mapping[str, str],
        creator: str,
        request_id: str,
        seconds: float | None,
        *,
        private: bool = False,
        spectators: bool = True,
        finish: Callable[[Table], Table] = lambda table: table,
        limited: bool = True,
    ) -> Table:
        """The table of this request of this creator, which is opened once however often it is sent.

        `finish` makes of the empty table what is to be stored. Raises `Invalid` if the request was used for another
        table, and `Exhausted` if a creator who is `limited` has too many open ones.
        """
        table = _empty(new_name(), family, options, creator, request_id, private=private, spectators=spectators)
        if (before := await self._before(finish(table))) is not None:
            return before
        if limited and await self._store.count_open(creator) >= self._open_tables:
            raise refusal(Exhausted, "TOO_MANY_TABLES", limit=self._open_tables)
        table = finish(await self._prepared(family, table, seconds))
        if await self._store.add(table):
            self._metrics.count(family.slug, "opened")
            return table
        return await self._before(table) or table  # the same request, sent twice at once

    async def named(
        self,
        name: str,
        family: Family,
        options: Mapping[str, str],
        creator: str,
        seconds: float | None,
        *,
        private: bool = False,
        spectators: bool = True,
        finish: Callable[[Table], Table] = lambda table: table,
    ) -> Table:
        """The table called `name`, opened by whoever comes first; raises `Unavailable` if its match cannot be made."""
        if (there := await self._store.find(name)) is not None:
            return there
        request_id = str(uuid.uuid5(_NAMED, name))
        table = _empty(name, family, options, creator, request_id, private=private, spectators=spectators)
        table = finish(await self._prepared(family, table, seconds))
        if await self._store.add(table):
            self._metrics.count(family.slug, "opened")
            return table
        return await self._store.find(name) or table

    async def _prepared(self, family: Family, table: Table, seconds: float | None) -> Table:
        info = await self._matches.create(family, table, seconds)
        return msgspec.structs.replace(table, match=info.match, commitment=info.commitment)

    async def _before(self, wanted: Table) -> Table | None:
        """What this request opened before."""
        table = await self._store.find_request(wanted.creator, wanted.request_id)
        if table is not None and not _same(table, wanted):
            raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "used before, for another table"),))
        return table


def _same(there: Table, wanted: Table) -> bool:
    return _asked(there) == _asked(wanted)


def _asked(table: Table) -> tuple[object, ...]:
    """What of a table was asked for."""
    kept = (table.kept, table.no_chat) if table.reserved else ()
    return table.family, dict(table.options), bool(table.invite_code), table.spectators, table.reserved, kept


def _empty(
    name: str,
    family: Family,
    options: Mapping[str, str],
    creator: str,
    request_id: str,
    *,
    private: bool,
    spectators: bool,
) -> Table:
    now = clock.now_ms()
    return Table(
        table=name,
        request_id=request_id,
        family=family.slug,
        options=options,
        seats=(None,) * family.game.meta.seats_for(options),
        creator=creator,
        owner=creator,
        status=Status.OPEN,
        match="",
        commitment="",
        created_ms=now,
        touched_ms=now,
        invite_code=new_code() if private else "",
        no_chat=family.game.meta.silent(options),
        spectators=spectators,
    )
