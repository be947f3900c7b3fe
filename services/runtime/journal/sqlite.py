"""The journal in a SQLite file: the embedded profile, one process, nothing to install.

Write-ahead log with `synchronous=FULL`: a commit is on the disk when COMMIT returns (sqlite.org, "PRAGMA synchronous").
One thread writes and one reads, each with its own connection; the event loop does not wait for the disk.
"""

import asyncio
import os
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from services.runtime.journal import rows
from services.runtime.journal import sqlite_statements as sql
from services.runtime.journal.interface import (
    Append,
    Backlog,
    Beat,
    Census,
    Creation,
    Head,
    Opening,
    Row,
    Snapshot,
    Task,
    TaskKind,
)
from services.runtime.journal.presence import PresenceStore
from services.runtime.journal.sqlite_hand import Hand, take
from services.runtime.journal.sqlite_presence import SqlitePresence

_SWEEP_LEASE_MS: Final = 5_000


class SqliteJournal:
    """`Journal` in the file `path`, which no other process may have open as a journal."""

    shared = False
    lanes = 1

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None
        self._writer = Hand(path, f"{path.stem} writer")
        self._reader = Hand(path, f"{path.stem} reader")
        self.presence: PresenceStore = SqlitePresence(self._writer, self._reader)

    async def open(self) -> None:
        self._lock = await asyncio.to_thread(take, self._path.with_suffix(".lock"))
        await self._writer.open()
        await self._reader.open()

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def create(self, creation: Creation) -> str:
        return await self._writer.do(_create, creation)

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        return await self._writer.commit(lambda connection: _append(connection, batch))

    async def freeze(self, match_id: str, seq: int) -> bool:
        return await self._writer.do(_freeze, match_id, seq)

    async def thaw(self, match_id: str) -> bool:
        return await self._writer.do(_thaw, match_id)

    async def read(self, match_id: str) -> Opening | None:
        return await self._reader.do(_read, match_id)

    async def rows(self, match_id: str, after: int, upto: int) -> tuple[Row, ...]:
        return await self._reader.do(_rows, match_id, after, upto)

    async def snapshot(self, match_id: str, upto: int) -> Snapshot | None:
        found = await self._reader.do(_one, sql.SNAPSHOT, (match_id, upto))
        return Snapshot(*found) if found else None

    async def seating(self, match_id: str, upto: int) -> str | None:
        found = await self._reader.do(_one, sql.SEATING, (match_id, upto))
        return found[0] if found else None

    async def head(self, match_id: str) -> Head | None:
        found = await self._reader.do(_one, sql.HEAD, (match_id,))
        return Head(*found) if found else None

    async def find_request(self, match_id: str, seat: int, request_id: bytes) -> int | None:
        found = await self._reader.do(_one, sql.FIND_REQUEST, (match_id, seat, request_id))
        return found[0] if found else None

    async def versions(self, match_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        return await self._reader.do(_versions, tuple(match_ids))

    async def overdue(self, now_house_ms: int, limit: int) -> list[str]:
        # Looking takes as long as there are open matches, and no commit shall wait for it; nearly always all is well.
        times = (now_house_ms, now_house_ms - _SWEEP_LEASE_MS)
        if await self._reader.do(_one, sql.ANY_OVERDUE, times) is None:
            return []
        return await self._writer.do(_overdue, *times, limit)

    async def due_tasks(self, now_ms: int, lease_ms: int, limit: int) -> list[Task]:
        return await self._writer.do(_due_tasks, now_ms, lease_ms, limit)

    async def tasks_sent(self, tasks: Sequence[Task]) -> None:
        changes = [(t.attempts, t.next_ms, t.match_id, t.kind, t.seat, t.version) for t in tasks]
        await self._writer.do(_many, sql.TASK_SENT, changes)

    async def recall_tasks(self, now_ms: int) -> None:
        await self._writer.do(_many, sql.RECALL_TASKS, [(now_ms,)])

    async def drop_scoring(self, match_id: str) -> bool:
        return await self._writer.do(_drop_scoring, match_id)

    async def drop_leave(self, match_id: str, version: int) -> bool:
        return await self._writer.do(_drop_leave, match_id, version)

    async def rescore(self, now_ms: int) -> int:
        return await self._writer.do(_rescore, now_ms)

    async def ping(self) -> None:
        await self._writer.do(_one, sql.HOUSE, ())  # by the hand that writes: it may be waiting for the disk

    async def beat(self, now_ms: int, every_ms: int) -> Beat:
        return await self._writer.do(_beat, now_ms, every_ms)

    async def census(self) -> Census:
        found = await self._reader.do(_one, sql.CENSUS, ())
        assert found is not None
        return Census(*found)

    async def backlog(self) -> list[Backlog]:
        return [Backlog(*row) for row in await self._reader.do(_all, sql.BACKLOG, ())]


# -- jobs -------------------------------------------------------------------------------------------------------------


class _Transaction:
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when the block raises."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")


def _one(connection: sqlite3.Connection, statement: str, arguments: tuple[object, ...]) -> tuple[Any, ...] | None:
    found: tuple[Any, ...] | None = connection.execute(statement, arguments).fetchone()
    return found


def _all(connection: sqlite3.Connection, statement: str, arguments: tuple[object, ...]) -> list[tuple[Any, ...]]:
    return connection.execute(statement, arguments).fetchall()


def _many(connection: sqlite3.Connection, statement: str, arguments: Iterable[tuple[object, ...]]) -> None:
    with _Transaction(connection):
        connection.executemany(statement, arguments)


def _create(connection: sqlite3.Connection, creation: Creation) -> str:
    c = creation
    with _Transaction(connection):
        if connection.execute(sql.CREATE, rows.creation_values(c)).rowcount == 0:
            found = _one(connection, sql.CREATED, (c.request_id,))
            assert found is not None
            return str(found[0])
        connection.execute(sql.HIDE, (c.match_id, c.secret))
        connection.execute(sql.FIRST_HEAD, (c.match_id, c.created_ms))
    return c.match_id


def _append(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[bool]:
    won = _claim(connection, batch)
    made = batch if all(won) else [a for a, ok in zip(batch, won, strict=True) if ok]
    connection.executemany(sql.ROW, [rows.row_values(a) for a in made])
    if starts := [(a.match_id, *rows.start_values(a.start)) for a in made if a.start is not None]:
        connection.executemany(sql.START, starts)
    if cleared := [(a.match_id,) for a in made if a.clears_tasks]:
        connection.executemany(sql.CLEAR_BOT_TASKS, cleared)
    if tasks := [rows.task_values(task) for a in made for task in a.tasks]:
        connection.executemany(sql.TASK, tasks)
    if snapshots := [(a.match_id, a.seq, a.outcomes, a.snapshot) for a in made if a.snapshot is not None]:
        connection.executemany(sql.SNAPSHOT_ROW, snapshots)
    if seatings := [values for a in made for values in rows.seating_values(a)]:
        connection.executemany(sql.SEATING_ROW, seatings)
    if awaited := [values for a in made for values in rows.awaited_values(a)]:
        connection.executemany(sql.AWAITED, awaited)
    if holds := [(a.match_id, a.at_ms) for a in made if a.held]:
        connection.executemany(sql.HOLD, holds)
    if lets_go := [(a.match_id,) for a in made if a.held is False]:
        connection.executemany(sql.LET_GO, lets_go)
    return won


def _claim(connection: sqlite3.Connection, batch: Sequence[Append]) -> list[bool]:
    """Moves the heads on that stand right before their commits: all at once, as nearly always they do."""
    values = [(*rows.head_values(a), rows.status_before(a)) for a in batch]
    if connection.executemany(sql.CLAIM, values).rowcount == len(batch):
        return [True] * len(batch)
    connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    return [connection.execute(sql.CLAIM, value).rowcount == 1 for value in values]


def _freeze(connection: sqlite3.Connection, match_id: str, seq: int) -> bool:
    with _Transaction(connection):
        if connection.execute(sql.FREEZE, (match_id, seq)).rowcount == 0:
            return False
        connection.execute(sql.CLEAR_BOT_TASKS, (match_id,))
    return True


def _thaw(connection: sqlite3.Connection, match_id: str) -> bool:
    with _Transaction(connection):
        return connection.execute(sql.THAW, (match_id,)).rowcount == 1


def _read(connection: sqlite3.Connection, match_id: str) -> Opening | None:
    connection.execute("BEGIN")  # one moment for all
    try:
        found = _one(connection, sql.STORED, (match_id,))
        if found is None:
            return None
        stored = rows.stored(found)
        snapshot = _one(connection, sql.SNAPSHOT, (match_id, stored.head.seq))
        after = snapshot[0] if snapshot else 0
        tail = _rows(connection, match_id, after, stored.head.seq)
        requests = tuple(row[0] for row in _all(connection, sql.REQUESTS, (match_id, after)))
        seating = _one(connection, sql.SEATING, (match_id, after))
        return Opening(
            stored=stored,
            snapshot=Snapshot(*snapshot) if snapshot else None,
            rows=tail,
            requests=requests,
            seating=seating[0] if seating else None,
        )
    finally:
        connection.execute("COMMIT")


def _rows(connection: sqlite3.Connection, match_id: str, after: int, upto: int) -> tuple[Row, ...]:
    return tuple(Row(*row) for row in connection.execute(sql.ROWS, (match_id, after, upto)))


def _versions(connection: sqlite3.Connection, match_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    found = (_one(connection, sql.VERSION, (match_id,)) for match_id in match_ids)
    return {row[0]: (row[1], row[2]) for row in found if row is not None}


def _overdue(connection: sqlite3.Connection, now_house_ms: int, swept_ms: int, limit: int) -> list[str]:
    with _Transaction(connection):
        return [row[0] for row in _all(connection, sql.OVERDUE, (now_house_ms, swept_ms, limit))]


def _due_tasks(connection: sqlite3.Connection, now_ms: int, lease_ms: int, limit: int) -> list[Task]:
    if _one(connection, sql.ANY_DUE_TASK, (now_ms,)) is None:
        return []
    with _Transaction(connection):
        return [Task(*row) for row in _all(connection, sql.DUE_TASKS, (now_ms + lease_ms, now_ms, limit))]


def _drop_scoring(connection: sqlite3.Connection, match_id: str) -> bool:
    if _one(connection, sql.VERSION, (match_id,)) is None:
        return False
    _many(connection, sql.DROP_TASKS, [(match_id, TaskKind.SCORING)])
    return True


def _drop_leave(connection: sqlite3.Connection, match_id: str, version: int) -> bool:
    if _one(connection, sql.VERSION, (match_id,)) is None:
        return False
    _many(connection, sql.DROP_LEAVE, [(match_id, version)])
    return True


def _rescore(connection: sqlite3.Connection, now_ms: int) -> int:
    with _Transaction(connection):
        results = connection.execute(sql.RESCORE, (now_ms,)).rowcount
        leaves = [rows.task_values(task) for task in rows.leaves(connection.execute(sql.LEAVES))]
        return results + max(0, connection.executemany(sql.RETELL, leaves).rowcount)  # -1 where there are none


def _beat(connection: sqlite3.Connection, now_ms: int, every_ms: int) -> Beat:
    with _Transaction(connection):
        found = _one(connection, sql.HOUSE, ())
        alive_ms, down_ms = found or (now_ms, 0)
        added_ms = rows.silence(alive_ms, now_ms, every_ms)
        connection.execute(sql.BEAT, (max(now_ms, alive_ms), down_ms + added_ms))
    return Beat(down_ms=down_ms + added_ms, added_ms=added_ms)
