"""The journal in PostgreSQL: any number of replicas, one schema per family.

A flush is one statement and so one transaction; two may run at the same time, with different matches. The server is
asked for `synchronous_commit=on` whatever its own default is.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final, TypeVar

import asyncpg

from services.runtime.journal import postgres_statements as sql
from services.runtime.journal import rows
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
    StoreUnavailable,
    Task,
)
from services.runtime.journal.postgres_presence import PostgresPresence
from services.runtime.journal.presence import PresenceStore

T = TypeVar("T")
Connection = Any
"""asyncpg's connection, as its pool hands it out."""

_SWEEP_LEASE_MS: Final = 5_000
_CONNECT_SECONDS: Final = 5.0
_COMMAND_SECONDS: Final = 10.0
_ALL_SECONDS: Final = 3_600.0
"""For what looks at every match that there ever was: an operator waits for it."""
_POOL: Final = 6
_SESSION: Final = {
    "synchronous_commit": "on",
    # The statements are few, and all of them find their rows by keys: they are planned once, and never to scan a table
    # that happened to be small when the plan was made.
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_mergejoin": "off",
    "jit": "off",
}
_LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    ConnectionError,
)
"""After these the work is tried once more: a server that was restarted or replaced, a connection that had died."""


class PostgresJournal:
    """`Journal` in the schema `schema` of the database at `dsn`."""

    shared = True
    lanes = 2

    def __init__(self, dsn: str, schema: str) -> None:
        self._dsn = dsn
        self._schema = schema
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self.presence: PresenceStore = PostgresPresence(self._fetch)

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._dsn,
                # Two at first. The pool keeps none by itself: it would complain on and on while the server is away.
                init_size=2,
                min_size=0,
                max_size=_POOL,
                timeout=_CONNECT_SECONDS,
                command_timeout=_COMMAND_SECONDS,
                reset=_left_as_it_is,
                server_settings={**_SESSION, "search_path": f'"{self._schema}"', "application_name": self._schema},
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise StoreUnavailable(f"PostgreSQL cannot be reached: {error}") from error

    async def close(self) -> None:
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), _COMMAND_SECONDS)
            except (TimeoutError, asyncpg.InterfaceError):
                self._pool.terminate()
            self._pool = None

    async def _do(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What `work` gives with a connection; tried again once if the connection was lost.

        Trying again is safe for everything here: an append that had been made after all is found to be there.
        """
        if self._pool is None:
            raise StoreUnavailable("the journal is closed")
        for last in (False, True):
            try:
                async with self._pool.acquire(timeout=_CONNECT_SECONDS) as connection:
                    return await work(connection)
            except _LOST as error:
                if last:
                    raise StoreUnavailable(f"PostgreSQL: {error!r}") from error
            except (asyncpg.PostgresError, OSError, TimeoutError) as error:
                raise StoreUnavailable(f"PostgreSQL: {error!r}") from error
        raise AssertionError  # the second round has returned or raised

    async def create(self, creation: Creation) -> str:
        c = creation

        async def work(connection: Connection) -> str:
            values = (*rows.creation_values(c), c.secret)
            made = await connection.fetchval(sql.CREATE, *values)
            return str(made or await connection.fetchval(sql.CREATED, c.request_id))

        return await self._do(work)

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        columns = _columns([_append_values(a) for a in batch], 13)
        starts = [(a.match_id, *rows.start_values(a.start)) for a in batch if a.start is not None]
        saves = [(a.match_id, a.seq, a.outcomes, a.snapshot) for a in batch if a.snapshot is not None]
        clears = any(a.clears_tasks for a in batch)
        tasks = [rows.task_values(task) for a in batch for task in a.tasks]
        seatings = [values for a in batch for values in rows.seating_values(a)]
        awaited = [values for a in batch for values in rows.awaited_values(a)]
        holds = [(a.match_id, a.at_ms) for a in batch if a.held]
        lets_go = [(a.match_id,) for a in batch if a.held is False]
        parts = ((starts, 4), (saves, 4), (tasks, 8), (seatings, 4), (awaited, 3), (holds, 2), (lets_go, 1))
        for values, width in parts:
            if values:
                columns += _columns(values, width)
        statement = sql.append(
            starts=bool(starts),
            saves=bool(saves),
            clears=clears,
            wakes=bool(tasks),
            seats=bool(seatings),
            awaits=bool(awaited),
            holds=bool(holds),
            lets_go=bool(lets_go),
        )
        found = await self._do(lambda connection: connection.fetch(statement, *columns))
        made = {row[0] for row in found}
        return [a.match_id in made for a in batch]

    async def freeze(self, match_id: str, seq: int) -> bool:
        return await self._value(sql.FREEZE, match_id, seq) is not None

    async def thaw(self, match_id: str) -> bool:
        return await self._value(sql.THAW, match_id) is not None

    async def read(self, match_id: str) -> Opening | None:
        async def work(connection: Connection) -> Opening | None:
            async with connection.transaction(isolation="repeatable_read", readonly=True):  # one moment for all
                found = await connection.fetchrow(sql.STORED, match_id)
                if found is None:
                    return None
                stored = rows.stored(tuple(found))
                snapshot = await connection.fetchrow(sql.SNAPSHOT, match_id, stored.head.seq)
                after = snapshot[0] if snapshot else 0
                tail = await connection.fetch(sql.ROWS, match_id, after, stored.head.seq)
                requests = await connection.fetch(sql.REQUESTS, match_id, after)
                seating = await connection.fetchval(sql.SEATING, match_id, after)
            return Opening(
                stored=stored,
                snapshot=Snapshot(*snapshot) if snapshot else None,
                rows=tuple(Row(*row) for row in tail),
                requests=tuple(row[0] for row in requests),
                seating=seating,
            )

        return await self._do(work)

    async def rows(self, match_id: str, after: int, upto: int) -> tuple[Row, ...]:
        return tuple(Row(*row) for row in await self._fetch(sql.ROWS, match_id, after, upto))

    async def snapshot(self, match_id: str, upto: int) -> Snapshot | None:
        found = await self._fetch(sql.SNAPSHOT, match_id, upto)
        return Snapshot(*found[0]) if found else None

    async def seating(self, match_id: str, upto: int) -> str | None:
        found: str | None = await self._value(sql.SEATING, match_id, upto)
        return found

    async def head(self, match_id: str) -> Head | None:
        found = await self._fetch(sql.HEAD, match_id)
        return Head(*found[0]) if found else None

    async def find_request(self, match_id: str, seat: int, request_id: bytes) -> int | None:
        found: int | None = await self._value(sql.FIND_REQUEST, match_id, seat, request_id)
        return found

    async def versions(self, match_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        return {row[0]: (row[1], row[2]) for row in await self._fetch(sql.VERSIONS, list(match_ids))}

    async def overdue(self, now_house_ms: int, limit: int) -> list[str]:
        found = await self._fetch(sql.OVERDUE, now_house_ms, now_house_ms - _SWEEP_LEASE_MS, limit)
        return [row[0] for row in found]

    async def due_tasks(self, now_ms: int, lease_ms: int, limit: int) -> list[Task]:
        return [Task(*row) for row in await self._fetch(sql.DUE_TASKS, now_ms + lease_ms, now_ms, limit)]

    async def tasks_sent(self, tasks: Sequence[Task]) -> None:
        values = [(t.match_id, t.kind, t.seat, t.version, t.attempts, t.next_ms) for t in tasks]
        await self._fetch(sql.TASKS_SENT, *_columns(values, 6))

    async def recall_tasks(self, now_ms: int) -> None:
        await self._fetch(sql.RECALL_TASKS, now_ms)

    async def drop_scoring(self, match_id: str) -> bool:
        await self._fetch(sql.DROP_SCORING, match_id)
        return await self._value(sql.EXISTS, match_id) is not None

    async def drop_leave(self, match_id: str, version: int) -> bool:
        await self._fetch(sql.DROP_LEAVE, match_id, version)
        return await self._value(sql.EXISTS, match_id) is not None

    async def rescore(self, now_ms: int) -> int:
        async def work(connection: Connection) -> int:
            async with connection.transaction():
                results = await connection.fetch(sql.RESCORE, now_ms, timeout=_ALL_SECONDS)
                leaves = rows.leaves(map(tuple, await connection.fetch(sql.LEAVES, timeout=_ALL_SECONDS)))
                columns = _columns([rows.task_values(task) for task in leaves], 8)
                told = await connection.fetch(sql.RETELL, *columns, timeout=_ALL_SECONDS)
            return len(results) + len(told)

        return await self._do(work)

    async def ping(self) -> None:
        await self._value(sql.PING)

    async def beat(self, now_ms: int, every_ms: int) -> Beat:
        usual_ms = rows.SILENT_BEATS * every_ms
        found = await self._fetch(sql.BEAT, now_ms, usual_ms, every_ms)
        if not found:
            await self._fetch(sql.FIRST_BEAT, now_ms)
            found = await self._fetch(sql.BEAT, now_ms, usual_ms, every_ms)
        return Beat(*found[0])

    async def census(self) -> Census:
        (found,) = await self._fetch(sql.CENSUS)
        return Census(*found)

    async def backlog(self) -> list[Backlog]:
        return [Backlog(*row) for row in await self._fetch(sql.BACKLOG)]

    async def _fetch(self, statement: str, *arguments: object) -> list[Any]:
        found: list[Any] = await self._do(lambda connection: connection.fetch(statement, *arguments))
        return found

    async def _value(self, statement: str, *arguments: object) -> Any:
        return await self._do(lambda connection: connection.fetchval(statement, *arguments))


async def _left_as_it_is(connection: Connection) -> None:
    """Nothing here changes a session, so nothing has to be set back when a connection returns to the pool.

    asyncpg's own reset is one more question to the server, after every flush and before anybody is told of it.
    """
    del connection


def _append_values(a: Append) -> tuple[object, ...]:
    """In the order of the statement's columns."""
    return (
        *rows.row_values(a),
        rows.status_before(a),
        a.status,
        a.clock_ms,
        a.deadline_ms,
        a.outcomes,
        a.cause,
        a.score,
    )


def _columns(values: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    """Rows turned into columns, for `unnest`."""
    return [list(column) for column in zip(*values, strict=True)] or [[] for _ in range(width)]
