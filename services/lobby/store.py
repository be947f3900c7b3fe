"""Tables in the database: one row each, changed by compare-and-swap on its version.

Beside it, in the same transaction, stands who is at the table (`members`), as long as it concerns them.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Integer,
    LargeBinary,
    MetaData,
    String,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.lobby.table import Status, Table
from services.runtime.database import Database
from services.runtime.pages import Name, Number

MOST_ATTEMPTS: Final = 50
_SWEPT_AT_ONCE: Final = 500

_metadata = MetaData()
tables = SqlTable(
    "tables",
    _metadata,
    Column("table", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("creator", String, nullable=False),
    Column("request_id", String, nullable=False),
    Column("family", String, nullable=False),
    Column("status", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("touched_ms", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),
    Column("match", String),
    Column("listed", Boolean, nullable=False),
    Column("invite_code", String, unique=True),
    UniqueConstraint("creator", "request_id", name="tables_request"),
)
members = SqlTable(
    "members",
    _metadata,
    Column("player", String, primary_key=True),
    Column("table", String, primary_key=True),
    Column("waits", Boolean, nullable=False),
)
quick = SqlTable(
    "quick",
    _metadata,
    Column("wish", String, primary_key=True),
    Column("table", String, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
)
_decoder = msgspec.json.Decoder(Table)

Cursor = tuple[Number, Name]
"""Where a page of the list ended: when its last table was opened, and its name."""


class TableStore:
    """The tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.changed: Callable[[Table], None] = _nothing
        """Called with every table that this process has opened or changed, once it is stored."""

    async def find(self, table: str) -> Table | None:
        """The table called "tables/{table}", if there is one."""
        return await self._one(tables.c.table == table)

    async def find_request(self, creator: str, request_id: str) -> Table | None:
        """The table that this request of this player opened, if it did."""
        return await self._one((tables.c.creator == creator) & (tables.c.request_id == request_id))

    async def find_code(self, invite_code: str) -> Table | None:
        """The private table that this code is for."""
        return await self._one(tables.c.invite_code == invite_code)

    async def find_match(self, match: str) -> Table | None:
        """The table at which "matches/{match}" is played."""
        return await self._one(tables.c.match == match)

    async def of_player(self, player: str) -> list[Table]:
        """The tables that concern a player: those he sits at, may sit down at or has opened, until they are over."""
        query = select(tables.c.document).join(members, members.c.table == tables.c.table)
        async with self._database.read() as connection:
            found = await connection.execute(query.where(members.c.player == player).order_by(tables.c.created_ms))
            return [_decoder.decode(document) for document in found.scalars()]

    async def named(self, names: Sequence[str]) -> list[Table]:
        """Those of these tables that there are."""
        found: list[Table] = []
        for first in range(0, len(names), _SWEPT_AT_ONCE):
            query = select(tables.c.document).where(tables.c.table.in_(names[first : first + _SWEPT_AT_ONCE]))
            async with self._database.read() as connection:
                found += [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]
        return found

    async def of_matches(self, matches: Sequence[str]) -> list[Table]:
        """The tables at which these matches are played; some hundreds at most."""
        query = select(tables.c.document).where(tables.c.match.in_(matches[:_SWEPT_AT_ONCE]))
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

    async def touched_since(self, since_ms: int, size: int) -> list[Table]:
        """Up to `size` tables that somebody has touched since, the newest first."""
        query = select(tables.c.document).where(tables.c.touched_ms >= since_ms)
        query = query.order_by(tables.c.touched_ms.desc()).limit(size)
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

    async def count_open(self, creator: str) -> int:
        """How many open tables of this player there are."""
        query = select(func.count()).where(tables.c.creator == creator, tables.c.status == Status.OPEN)
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def count_waiting(self, player: str) -> int:
        """At how many open tables a player sits or has a seat kept."""
        query = select(func.count()).where(members.c.player == player, members.c.waits)
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def add(self, table: Table) -> bool:
        """Stores a new table; False if the creator's request has opened one before, or its name or code is taken."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(tables).values(table=table.table, **_columns(table)))
                await _keep_members(connection, table)
        except IntegrityError:
            return False
        self.changed(table)
        return True

    async def change(self, table: str, step: Callable[[Table], Table], now_ms: int) -> Table | None:
        """Replaces a table by what `step` makes of it; None if there is no such table.

        `step` is called again when somebody else was quicker; what it raises is raised. One that returns the table
        itself changes nothing.
        """
        for _ in range(MOST_ATTEMPTS):
            old = await self.find(table)
            if old is None or (new := step(old)) is old:
                return old
            new = msgspec.structs.replace(new, version=old.version + 1, touched_ms=now_ms)
            mine = (tables.c.table == table) & (tables.c.version == old.version)
            async with self._database.write() as connection:
                changed = await connection.execute(update(tables).where(mine).values(**_columns(new)))
                if changed.rowcount == 1 and _members(new) != _members(old):
                    await _keep_members(connection, new)
            if changed.rowcount == 1:
                self.changed(new)
                return new
        raise RuntimeError(f"{table} was changed by others {MOST_ATTEMPTS} times in a row")

    async def touch(self, table: str, now_ms: int) -> None:
        """Says that the table is looked after; for everybody else it stays what it is."""
        async with self._database.write() as connection:
            await connection.execute(update(tables).where(tables.c.table == table).values(touched_ms=now_ms))

    async def page(self, family: str, after: Cursor | None, size: int) -> list[Table]:
        """Up to `size` open tables of the list, newest first, after the cursor; of one family, or of all for ""."""
        query = select(tables.c.document).where(tables.c.status == Status.OPEN, tables.c.listed)
        if family:
            query = query.where(tables.c.family == family)
        if after is not None:
            query = query.where(tuple_(tables.c.created_ms, tables.c.table) < tuple_(*after))
        query = query.order_by(tables.c.created_ms.desc(), tables.c.table.desc()).limit(size)
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

    async def oldest(self, family: str, after: Cursor | None, size: int) -> list[Table]:
        """Up to `size` open tables of the list, the oldest first, that come after the cursor."""
        query = select(tables.c.document).where(
            tables.c.family == family, tables.c.status == Status.OPEN, tables.c.listed
        )
        if after is not None:
            query = query.where(tuple_(tables.c.created_ms, tables.c.table) > tuple_(*after))
        query = query.order_by(tables.c.created_ms, tables.c.table).limit(size)
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

    async def filling(self, wish: str, passed: Collection[str], name: str, now_ms: int) -> str:
        """The name of the table at which quick matches of this wish meet.

        That is `name` from now on if there is none, or one that the caller has passed by. Of those who ask at once all
        get the same.
        """
        for _ in range(MOST_ATTEMPTS):
            async with self._database.read() as connection:
                found = await connection.execute(select(quick.c.table).where(quick.c.wish == wish))
                there: str | None = found.scalar_one_or_none()
            if there is not None and there not in passed:
                return there
            try:
                async with self._database.write() as connection:
                    if there is None:
                        await connection.execute(insert(quick).values(wish=wish, table=name, made_ms=now_ms))
                        return name
                    mine = (quick.c.wish == wish) & (quick.c.table == there)
                    changed = await connection.execute(update(quick).where(mine).values(table=name, made_ms=now_ms))
                    if changed.rowcount == 1:
                        return name
            except IntegrityError:
                continue  # somebody else was the first with this wish
        raise RuntimeError(f"the place of {wish} was changed by others {MOST_ATTEMPTS} times in a row")

    async def untouched(self, status: Status, since_ms: int) -> list[str]:
        """Tables of this status that nobody has touched since, the oldest first; some hundreds at most."""
        query = (
            select(tables.c.table)
            .where(tables.c.status == status, tables.c.touched_ms < since_ms)
            .order_by(tables.c.touched_ms)
            .limit(_SWEPT_AT_ONCE)
        )
        async with self._database.read() as connection:
            return list((await connection.execute(query)).scalars())

    async def forget(self, status: Status, since_ms: int) -> None:
        """Deletes tables of this status that nobody has touched since, and where quick matches met before."""
        async with self._database.write() as connection:
            await connection.execute(delete(tables).where(tables.c.status == status, tables.c.touched_ms < since_ms))
            await connection.execute(delete(quick).where(quick.c.made_ms < since_ms))

    async def _one(self, condition: ColumnElement[bool]) -> Table | None:
        async with self._database.read() as connection:
            found = await connection.execute(select(tables.c.document).where(condition))
            document = found.scalar_one_or_none()
        return None if document is None else _decoder.decode(document)


def _nothing(table: Table) -> None:
    del table


def _members(table: Table) -> dict[str, bool]:
    """Whom the table concerns, and whether he waits there for it to start."""
    if table.status in (Status.CLOSED, Status.OVER):
        return {}
    waiting = {sitter.player for sitter in table.people} | {place.player for place in table.kept if place is not None}
    return {player: table.status is Status.OPEN and player in waiting for player in table.members}


async def _keep_members(connection: AsyncConnection, table: Table) -> None:
    await connection.execute(delete(members).where(members.c.table == table.table))
    rows = [{"player": who, "table": table.table, "waits": waits} for who, waits in sorted(_members(table).items())]
    if rows:
        await connection.execute(insert(members), rows)


def _columns(table: Table) -> dict[str, object]:
    """The columns that are looked for, and the table itself."""
    return {
        "version": table.version,
        "creator": table.creator,
        "request_id": table.request_id,
        "family": table.family,
        "status": int(table.status),
        "created_ms": table.created_ms,
        "touched_ms": table.touched_ms,
        "match": table.match,
        "listed": table.listed,
        "invite_code": table.invite_code or None,
        "document": msgspec.json.encode(table),
    }
