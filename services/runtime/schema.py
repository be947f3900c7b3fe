"""How new the tables of a service are, and which programs can use them.

Migrations are Alembic scripts, numbered: `services/<name>/migrations/0001_title.py` holds revision "0001". Alembic is
imported only when the tables are behind the scripts.

Every script says in `oldest` which is the oldest program that runs on the tables it leaves: a program is as old as the
newest script that it knows. A script that only adds what older programs need not know keeps its predecessor's word
("expand"); one that takes away what they use raises it ("contract"). The word of the newest script lies in the database
beside its revision, so that an older program, which has never seen that script, knows whether it may start
(docs/decisions/0016-expand-and-contract.md).
"""

import asyncio
import hashlib
import re
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from services.runtime.database import Database, patient

VERSION_TABLE: Final = "schema_version"
OLDEST_TABLE: Final = "schema_oldest"
LOCK_SECONDS: Final = 3
"""So long a step waits for a table that is in use; whoever else wants the table waits behind it."""
LOCK_TRIES: Final = 20
_LOCK_PAUSE_SECONDS: Final = 1.0
_IN_USE: Final = ("55P03", "40P01")
"""PostgreSQL's lock_not_available and deadlock_detected."""
_SCRIPT = re.compile(r"(\d{4})_[a-z0-9_]+\.py")

log = structlog.get_logger(__name__)


class Standing(msgspec.Struct, frozen=True):
    """The tables' revision, and the oldest program's that runs on them. Both are empty where there are no tables."""

    revision: str = ""
    oldest: str = ""


def newest(scripts: Path) -> str:
    """The revision of the last migration script in the folder; raises `ValueError` if there is none."""
    revisions = [match[1] for path in scripts.iterdir() if (match := _SCRIPT.fullmatch(path.name))]
    if not revisions:
        raise ValueError(f"no migration scripts in {scripts}")
    return max(revisions)


async def standing(database: Database) -> Standing:
    """How new the tables are."""
    async with database.read() as connection:
        return await connection.run_sync(_standing, database.store.schema or None)


async def require_usable(database: Database, scripts: Path) -> None:
    """Raises `RuntimeError` with a sentence unless a program with these scripts can use the tables as they are."""
    if _behind(await standing(database), scripts, database.store.service):
        raise RuntimeError(f"the tables of {database.store.service} are older than this program; run the migrations")


async def migrate(database: Database, scripts: Path) -> bool:
    """Brings the tables up to the newest script, in one transaction; True if there was something to do.

    Tables that are newer than this program are left as they are; raises `RuntimeError` if it cannot use them. Replicas
    that start together wait for each other: on PostgreSQL by an advisory lock, on SQLite by the file's own. On
    PostgreSQL a table that somebody else uses is waited for only `LOCK_SECONDS`, so that the traffic behind never waits
    longer; then all is undone and tried again, `LOCK_TRIES` times.
    """
    service = database.store.service
    if not _behind(await standing(database), scripts, service):
        return False
    for last in range(LOCK_TRIES, 0, -1):
        try:
            return await _migrated(database, scripts)
        except DBAPIError as error:
            if last == 1 or getattr(error.orig, "sqlstate", "") not in _IN_USE:
                raise
            log.warning("tables_in_use", service=service, tries_left=last - 1)
            await asyncio.sleep(_LOCK_PAUSE_SECONDS)
    raise AssertionError  # the last round has returned or raised


async def _migrated(database: Database, scripts: Path) -> bool:
    schema = database.store.schema or None
    async with patient(database) as connection:
        if schema:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _lock_key(schema)})
            await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
            await connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'))
        # Somebody else may have done it while we waited.
        if not _behind(await connection.run_sync(_standing, schema), scripts, database.store.service):
            return False
        await connection.run_sync(_upgrade, scripts, schema)
    return True


def _behind(found: Standing, scripts: Path, service: str) -> bool:
    """True if the tables are older than the scripts; raises `RuntimeError` if they are too new for the program."""
    head = newest(scripts)
    if found.revision <= head:
        return found.revision < head
    if head < found.oldest:
        raise RuntimeError(
            f"the tables of {service} are at {found.revision} and need a program that knows {found.oldest} or newer; "
            f"this one knows only {head}: start the newer version"
        )
    log.info("tables_are_newer", service=service, tables=found.revision, known=head)
    return False


def _standing(connection: Connection, schema: str | None) -> Standing:
    inspector = inspect(connection)
    revision = _only_value(connection, schema, VERSION_TABLE, "version_num", inspector.has_table)
    oldest = _only_value(connection, schema, OLDEST_TABLE, "oldest", inspector.has_table)
    # Tables from before scripts said so: for the program that made them.
    return Standing(revision=revision, oldest=oldest or revision)


def _only_value(connection: Connection, schema: str | None, table: str, column: str, exists: Any) -> str:
    if not exists(table, schema=schema):
        return ""
    found = connection.execute(text(f"SELECT {column} FROM {_within(schema)}{table}"))  # noqa: S608
    return found.scalar_one_or_none() or ""


def _within(schema: str | None) -> str:
    return f'"{schema}".' if schema else ""


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
    oldest = _oldest({script.revision: script.module for script in directory.walk_revisions()})

    def steps(revision: Any, _: Any) -> Any:
        return directory._upgrade_revs("head", revision)  # noqa: SLF001  (Alembic's own env.py template does the same)

    with EnvironmentContext(config, directory, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection, version_table=VERSION_TABLE, version_table_schema=schema, transactional_ddl=True
        )
        environment.run_migrations()
    table = f"{_within(schema)}{OLDEST_TABLE}"
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS {table} (oldest VARCHAR(32) NOT NULL)"))
    connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    connection.execute(text(f"INSERT INTO {table} (oldest) VALUES (:oldest)"), {"oldest": oldest})  # noqa: S608


def _oldest(modules: dict[str, Any]) -> str:
    """The newest script's word, after a look at what all of them say; raises `ValueError` for what cannot be meant."""
    before = ""
    for revision, module in sorted(modules.items()):
        said = getattr(module, "oldest", None)
        if not isinstance(said, str) or not before <= said <= revision or said not in modules:
            bounds = f"from {before or revision} to {revision}"
            raise ValueError(f"migration {revision} says oldest = {said!r}; it must be a revision {bounds}")
        before = said
    return before
