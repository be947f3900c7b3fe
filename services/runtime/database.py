"""Where services keep what must last: one database per service, SQLite or PostgreSQL behind one class.

`sqlite:FOLDER` is one file per service in FOLDER, for the one process of the embedded profile. `postgresql://…` is one
schema per service, for any number of replicas. Nobody reads another service's tables.

Migrations are Alembic scripts, numbered: `services/<name>/migrations/0001_title.py` holds revision "0001". Alembic is
imported only when the tables are behind the scripts.
"""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DatabaseError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

VERSION_TABLE: Final = "schema_version"
POOL_SIZE: Final = 4
BUSY_MILLISECONDS: Final = 10_000
_SCRIPT = re.compile(r"(\d{4})_[a-z0-9_]+\.py")


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


def newest(scripts: Path) -> str:
    """The revision of the last migration script in the folder; raises `ValueError` if there is none."""
    revisions = [match[1] for path in scripts.iterdir() if (match := _SCRIPT.fullmatch(path.name))]
    if not revisions:
        raise ValueError(f"no migration scripts in {scripts}")
    return max(revisions)


async def is_current(database: Database, scripts: Path) -> bool:
    """True if the tables are as new as the scripts; for readiness. A database that cannot be reached is not current."""
    try:
        return await _revision(database) == newest(scripts)
    except (OSError, DBAPIError):
        return False


async def migrate(database: Database, scripts: Path) -> bool:
    """Brings the tables up to the newest script, in one transaction; True if there was something to do.

    Replicas that start together wait for each other: on PostgreSQL by an advisory lock, on SQLite by the file's own.
    Raises `RuntimeError` when the tables are newer than this program.
    """
    head = newest(scripts)
    revision = await _revision(database)
    if revision == head:
        return False
    if revision is not None and revision > head:
        raise RuntimeError(f"the tables of {database.store.service} are at {revision}, this program knows only {head}")
    async with database.write() as connection:
        if schema := database.store.schema:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _lock_key(schema)})
            await connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'))
        await connection.run_sync(_upgrade, scripts, schema or None)
    return True


async def _revision(database: Database) -> str | None:
    """The revision the tables are at, or None for a database without tables."""
    schema = f'"{database.store.schema}".' if database.store.schema else ""
    try:
        async with database.read() as connection:
            found = await connection.execute(text(f"SELECT version_num FROM {schema}{VERSION_TABLE}"))  # noqa: S608
            return found.scalar_one_or_none()
    except DatabaseError as error:
        if _no_such_table(error):
            return None
        raise


def _no_such_table(error: DatabaseError) -> bool:
    """True for SQLite's "no such table", PostgreSQL's undefined_table and invalid_schema_name."""
    return "no such table" in str(error.orig) or getattr(error.orig, "sqlstate", None) in ("42P01", "3F000")


def _lock_key(schema: str) -> int:
    """A lock of our own in the 64 bits that PostgreSQL gives: equal names, equal locks."""
    digest = hashlib.sha256(f"kiraathane-migrations/{schema}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def _upgrade(connection: Connection, scripts: Path, schema: str | None) -> None:
    from alembic.config import Config  # seldom needed, and slow to import
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(scripts))
    config.set_main_option("version_locations", str(scripts))
    config.set_main_option("path_separator", "newline")
    directory = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Any:
        return directory._upgrade_revs("head", revision)  # noqa: SLF001  (Alembic's own env.py template does the same)

    with EnvironmentContext(config, directory, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection, version_table=VERSION_TABLE, version_table_schema=schema, transactional_ddl=True
        )
        environment.run_migrations()


def _sqlite(path: Path) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=POOL_SIZE)

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


def _postgresql(store: Store) -> AsyncEngine:
    return create_async_engine(
        store.dsn,
        pool_size=POOL_SIZE,
        pool_pre_ping=True,
        connect_args={"server_settings": {"search_path": f'"{store.schema}"'}, "timeout": 10, "command_timeout": 30},
    )
