"""The league's sums in the database: a result's share added, or all of them counted again from the results."""

from collections.abc import AsyncIterator
from typing import Any, Final

from sqlalchemy import Table, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league.sums import Amounts, Key, Sums, added_up
from services.league.tables import SUMS, results
from services.runtime.database import Database, patient

_AT_ONCE: Final = 500


def insert_of(connection: AsyncConnection) -> Any:
    """The dialect's own `insert`, which knows ON CONFLICT."""
    return sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert


async def add(connection: AsyncConnection, sums: Sums) -> None:
    """Adds to the sums in the tables; always in the same order, so that no two results deadlock."""
    for table, lines in sums.items():
        rows = [_row(table, key, amounts) for key, amounts in sorted(lines.items())]
        for begin in range(0, len(rows), _AT_ONCE):
            query = insert_of(connection)(table).values(rows[begin : begin + _AT_ONCE])
            added = {name: table.c[name] + query.excluded[name] for name in _amounts(table)}
            await connection.execute(query.on_conflict_do_update(index_elements=_key(table), set_=added))


async def recount(database: Database, *, mend: bool) -> dict[str, int]:
    """Counts all sums again from the recorded results: how many lines of each table are wrong. `mend` rights them.

    One transaction, for which results that come meanwhile wait: on PostgreSQL by a lock, on SQLite for their turn.
    """
    async with patient(database) as connection:
        if not database.store.sqlite:
            await connection.execute(text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE"))
        due: Sums = added_up(())
        async for document in _documents(connection):
            added_up((pb.MatchResult.FromString(document),), due)
        wrong = {}
        for table in SUMS:
            kept = await _kept(connection, table)
            wrong[table.name] = sum(kept.get(key) != due[table].get(key) for key in {*kept, *due[table]})
        if mend and any(wrong.values()):
            for table in SUMS:
                await connection.execute(delete(table))
            await add(connection, due)
    return wrong


async def _documents(connection: AsyncConnection) -> AsyncIterator[bytes]:
    last = ""
    while True:
        query = select(results.c.match, results.c.document).where(results.c.match > last)
        rows = (await connection.execute(query.order_by(results.c.match).limit(_AT_ONCE))).all()
        if not rows:
            return
        for _, document in rows:
            yield document
        last = rows[-1][0]


async def _kept(connection: AsyncConnection, table: Table) -> dict[Key, Amounts]:
    keys, amounts = _key(table), _amounts(table)
    found = await connection.execute(select(*(table.c[name] for name in (*keys, *amounts))))
    return {tuple(row[: len(keys)]): tuple(row[len(keys) :]) for row in found.all()}


def _key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key.columns]


def _amounts(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.primary_key]


def _row(table: Table, key: Key, amounts: Amounts) -> dict[str, str | int]:
    return dict(zip((*_key(table), *_amounts(table)), (*key, *amounts), strict=True))
