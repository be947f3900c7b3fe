"""Fills a store with finished matches, so that it can be measured whether a house slows down with its past.

A match of a score of moves is played through the house, then its rows are copied under other names by the database
itself: real rows of real size, as many as wanted.
"""

import sqlite3
from pathlib import Path

import asyncpg

TABLES = ("matches", "secrets", "starts", "heads", "journal", "snapshots")
_LETTERS = "lower(printf('%032x', n.value))"


def fill_sqlite(path: Path, match_id: str, first: int, last: int) -> None:
    """Copies the match, numbers `first` to `last`, in the family's SQLite file, which nobody may have open."""
    with sqlite3.connect(path) as db:
        for table in TABLES:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            chosen = ", ".join({"match_id": _LETTERS, "request_id": _request(table)}.get(c, f"t.{c}") for c in columns)
            db.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) WITH RECURSIVE n(value) AS"
                f" (SELECT {first} UNION ALL SELECT value + 1 FROM n WHERE value < {last})"
                f" SELECT {chosen} FROM n, {table} t WHERE t.match_id = ?",
                (match_id,),
            )
    db.close()


def _request(table: str) -> str:
    # Unique over all matches in one table, within a match in the other.
    return "CAST(printf('%016d', n.value) AS BLOB)" if table == "matches" else "t.request_id"


async def fill_postgres(dsn: str, match_id: str, first: int, last: int) -> None:
    """The same in PostgreSQL, in the schema of the family."""
    connection = await asyncpg.connect(dsn, server_settings={"search_path": "tavla"})
    try:
        for table in TABLES:
            rows = await connection.fetch(
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_schema = 'tavla' AND table_name = $1 ORDER BY ordinal_position",
                table,
            )
            columns = [row[0] for row in rows]
            request = "decode(lpad(to_hex(n), 32, '0'), 'hex')" if table == "matches" else "t.request_id"
            ours = {"match_id": "lpad(to_hex(n), 32, '0')", "request_id": request}
            chosen = ", ".join(ours.get(column, f"t.{column}") for column in columns)
            await connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"
                f" SELECT {chosen} FROM generate_series({first}, {last}) n, {table} t WHERE t.match_id = $1",
                match_id,
            )
        await connection.execute("ANALYZE")
    finally:
        await connection.close()
