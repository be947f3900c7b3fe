"""Where services keep what must last: one database per service, SQLite or PostgreSQL behind one class.

`sqlite:FOLDER` is one file per service in FOLDER, for the one process of the embedded profile. `postgresql://…` is one
schema per service, for any number of replicas. Nobody reads another service's tables. How they come to be and change is
told in `schema`.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

POOL_SIZE: Final = 4
BUSY_MILLISECONDS: Final = 10_000
COMMAND_SECONDS: Final = 10
WAIT_SECONDS: Final = 5
"""So long a call waits for one of the connections; then the store is said not to be reached."""


class Store(msgspec.Struct, frozen=True):
    """Where one service keeps its tables: a SQLite `path`, or a PostgreSQL `dsn` with the `schema` in it."""

    service: str
    path: Path | None = None
    dsn: str = ""
    schema: str = ""

    @property
    def sqlite(self) -> bool:
        return self.path is not None


def parse_store(setting: str, service: str) -> Store:
    """The store that a `STORE` setting means for `service`; raises `ValueError` with a sentence for another text."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", service):
        raise ValueError(f"{service!r} cannot name a schema")
    if setting.startswith("sqlite:"):
        folder = setting.removeprefix("sqlite:")
        if not folder:
            raise ValueError("a SQLite store needs a folder, as in sqlite:var/data")
        return Store(service=service, path=Path(folder) / f"{service}.sqlite3")
    if setting.startswith(("postgresql://", "postgres://")):
        return Store(service=service, dsn=_asyncpg_dsn(setting), schema=service)
    raise ValueError(f"a store is sqlite:FOLDER or postgresql://…, not {setting.split(':', 1)[0]!r}")


def _asyncpg_dsn(setting: str) -> str:
    """The address in the words of SQLAlchemy's asyncpg dialect, which says `ssl` where libpq says `sslmode`."""
    parts = urlsplit(setting)
    query = [("ssl" if name == "sslmode" else name, value) for name, value in parse_qsl(parts.query)]
    return urlunsplit(("postgresql+asyncpg", parts.netloc, parts.path, urlencode(query), ""))


class Database:
    """One service's tables. `read` and `write` each give a connection with a transaction around the block.

    A block that raises is rolled back. On SQLite writes of the process queue for their turn and begin IMMEDIATE, and a
    commit is on the disk when it returns (synchronous=FULL); on PostgreSQL they run side by side as READ COMMITTED, so
    what must not race is decided by keys, row versions and locks in the statements.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._engine = _sqlite(store.path) if store.path is not None else _postgresql(store)
        self._writer = self._engine.execution_options(kiraathane_write=True)
        self._turn = asyncio.Lock()

    @property
    def engine(self) -> AsyncEngine:
        return self._engine

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the tables (on PostgreSQL: one per statement)."""
        async with self._engine.connect() as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that is committed, and durable, when the block ends."""
        if not self.store.sqlite:
            async with self._writer.begin() as connection:
                yield connection
            return
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Ends all connections; may be called twice."""
        await self._engine.dispose()


def open_database(setting: str, service: str) -> Database:
    """The database of `service` in the store that `setting` names. Connects to nothing yet."""
    store = parse_store(setting, service)
    if store.path is not None:
        store.path.parent.mkdir(parents=True, exist_ok=True)
    return Database(store)


@asynccontextmanager
async def patient(database: Database) -> AsyncIterator[AsyncConnection]:
    """As `Database.write`, for steps that may take as long as they take: building an index, filling a column."""
    if database.store.sqlite:
        async with database.write() as connection:
            yield connection
        return
    engine = _postgresql(database.store, command_seconds=None)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def _sqlite(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=POOL_SIZE, pool_timeout=WAIT_SECONDS)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions by itself: SQLAlchemy's "begin" below does.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # IMMEDIATE takes the write lock at once; a read that turns into a write later could find it taken and fail.
        write = connection.get_execution_options().get("kiraathane_write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _postgresql(store: Store, command_seconds: int | None = COMMAND_SECONDS) -> AsyncEngine:
    settings = {"search_path": f'"{store.schema}"'}
    return create_async_engine(
        store.dsn,
        pool_size=POOL_SIZE,
        pool_pre_ping=True,
        pool_timeout=WAIT_SECONDS,
        connect_args={"server_settings": settings, "timeout": WAIT_SECONDS, "command_timeout": command_seconds},
    )
