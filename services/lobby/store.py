"""Tables in the database: one row each, changed by compare-and-swap on its version."""

from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
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

from services.lobby.table import Status, Table
from services.runtime.database import Database

MOST_ATTEMPTS: Final = 50
_SWEPT_AT_ONCE: Final = 500

tables = SqlTable(
    "tables",
    MetaData(),
    Column("table", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("creator", String, nullable=False),
    Column("request_id", String, nullable=False),
    Column("family", String, nullable=False),
    Column("status", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("touched_ms", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),
    UniqueConstraint("creator", "request_id", name="tables_request"),
)
_decoder = msgspec.json.Decoder(Table)

Cursor = tuple[int, str]
"""Where a page of the list ended: when its last table was opened, and its name."""


class TableStore:
    """The tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, table: str) -> Table | None:
        """The table called "tables/{table}", if there is one."""
        async with self._database.read() as connection:
            found = await connection.execute(select(tables.c.document).where(tables.c.table == table))
            document = found.scalar_one_or_none()
        return None if document is None else _decoder.decode(document)

    async def find_request(self, creator: str, request_id: str) -> Table | None:
        """The table that this request of this player opened, if it did."""
        query = select(tables.c.document).where(tables.c.creator == creator, tables.c.request_id == request_id)
        async with self._database.read() as connection:
            document = (await connection.execute(query)).scalar_one_or_none()
        return None if document is None else _decoder.decode(document)

    async def count_open(self, creator: str) -> int:
        """How many open tables of this player there are."""
        query = select(func.count()).where(tables.c.creator == creator, tables.c.status == Status.OPEN)
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def add(self, table: Table) -> bool:
        """Stores a new table; False if the creator's request has opened one before."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(tables).values(table=table.table, **_columns(table)))
        except IntegrityError:
            return False
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
            if changed.rowcount == 1:
                return new
        raise RuntimeError(f"{table} was changed by others {MOST_ATTEMPTS} times in a row")

    async def page(self, family: str, after: Cursor | None, size: int) -> list[Table]:
        """Up to `size` open tables, newest first, that come after the cursor; of one family, or of all for ""."""
        query = select(tables.c.document).where(tables.c.status == Status.OPEN)
        if family:
            query = query.where(tables.c.family == family)
        if after is not None:
            query = query.where(tuple_(tables.c.created_ms, tables.c.table) < tuple_(*after))
        query = query.order_by(tables.c.created_ms.desc(), tables.c.table.desc()).limit(size)
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

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

    async def forget_closed(self, since_ms: int) -> None:
        """Deletes closed tables that nobody has touched since."""
        async with self._database.write() as connection:
            await connection.execute(
                delete(tables).where(tables.c.status == Status.CLOSED, tables.c.touched_ms < since_ms)
            )


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
        "document": msgspec.json.encode(table),
    }
