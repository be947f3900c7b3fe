"""One database class over two stores: transactions, migrations, readiness."""

import asyncio
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from services.runtime.database import Database, is_current, migrate, newest, open_database, parse_store

SCRIPTS = {
    "0001_numbers.py": '''
        """Numbers."""
        import sqlalchemy as sa
        from alembic import op
        revision = "0001"
        down_revision = None
        def upgrade():
            op.create_table("numbers", sa.Column("number", sa.Integer, primary_key=True))
    ''',
    "0002_words.py": '''
        """Words for the numbers."""
        import sqlalchemy as sa
        from alembic import op
        revision = "0002"
        down_revision = "0001"
        def upgrade():
            op.create_table("words", sa.Column("number", sa.Integer, sa.ForeignKey("numbers.number"), primary_key=True))
    ''',
}


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir()
    for name, source in SCRIPTS.items():
        (folder / name).write_text(textwrap.dedent(source).lstrip())
    return folder


@pytest.fixture
async def database(store: str) -> AsyncIterator[Database]:
    opened = open_database(store, "sayilar")
    yield opened
    await opened.close()


async def numbers(database: Database) -> list[int]:
    async with database.read() as connection:
        found = await connection.execute(text("SELECT number FROM numbers ORDER BY number"))
        return list(found.scalars())


async def add(database: Database, *values: int) -> None:
    async with database.write() as connection:
        for value in values:
            await connection.execute(text("INSERT INTO numbers VALUES (:value)"), {"value": value})


async def test_migrations_bring_the_tables_up_to_date_once(database: Database, scripts: Path) -> None:
    assert not await is_current(database, scripts)
    assert await migrate(database, scripts)
    assert await is_current(database, scripts)
    assert not await migrate(database, scripts)


async def test_what_is_there_stays_when_a_new_script_is_added(database: Database, scripts: Path) -> None:
    later = (scripts / "0002_words.py").rename(scripts / "later")
    await migrate(database, scripts)
    await add(database, 1, 2)
    later.rename(scripts / "0002_words.py")
    assert not await is_current(database, scripts)
    assert await migrate(database, scripts)
    assert await numbers(database) == [1, 2]


async def test_tables_that_are_newer_than_the_program_are_not_touched(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    (scripts / "0002_words.py").unlink()
    assert not await is_current(database, scripts)
    with pytest.raises(RuntimeError, match="0002"):
        await migrate(database, scripts)


async def test_a_script_that_fails_changes_nothing(database: Database, scripts: Path) -> None:
    bad = scripts / "0003_bad.py"
    bad.write_text((scripts / "0001_numbers.py").read_text().replace("0001", "0003").replace("None", '"0002"'))
    with pytest.raises(Exception, match="numbers"):
        await migrate(database, scripts)
    bad.unlink()
    assert not await is_current(database, scripts)
    assert await migrate(database, scripts)


async def test_replicas_that_start_together_migrate_once(store: str, scripts: Path) -> None:
    replicas = [open_database(store, "sayilar") for _ in range(5)]
    try:
        await asyncio.gather(*(migrate(replica, scripts) for replica in replicas))
        assert all([await is_current(replica, scripts) for replica in replicas])
    finally:
        for replica in replicas:
            await replica.close()


async def test_services_that_share_a_store_do_not_see_each_other(store: str, scripts: Path) -> None:
    mine, theirs = open_database(store, "sayilar"), open_database(store, "kelimeler")
    try:
        await migrate(mine, scripts)
        assert not await is_current(theirs, scripts)
        await migrate(theirs, scripts)
        await add(mine, 7)
        assert await numbers(theirs) == []
    finally:
        await mine.close()
        await theirs.close()


async def test_a_block_that_raises_is_rolled_back(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    with pytest.raises(IntegrityError):
        await add(database, 1, 2, 1)
    assert await numbers(database) == []


async def test_writes_at_once_all_succeed(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    await asyncio.gather(*(add(database, value, value + 100) for value in range(60)))
    assert len(await numbers(database)) == 120


async def test_reads_go_on_while_somebody_writes(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO numbers VALUES (1)"))
        assert await numbers(database) == []
    assert await numbers(database) == [1]


async def test_references_are_kept(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO words VALUES (99)"))


async def test_what_was_written_outlives_the_connection(store: str, scripts: Path) -> None:
    first = open_database(store, "sayilar")
    await migrate(first, scripts)
    await add(first, 5)
    await first.close()
    second = open_database(store, "sayilar")
    assert await numbers(second) == [5]
    await second.close()


async def test_sqlite_waits_for_the_disk_and_lets_readers_read(tmp_path: Path) -> None:
    database = open_database(f"sqlite:{tmp_path}", "sayilar")
    async with database.read() as connection:
        pragmas = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in ("synchronous", "journal_mode")
        ]
    await database.close()
    assert pragmas == [2, "wal"]  # 2 is FULL


async def test_a_store_that_cannot_be_reached_is_not_current(scripts: Path) -> None:
    database = open_database("postgresql://127.0.0.1:9/nothing", "sayilar")
    assert not await is_current(database, scripts)
    await database.close()


@pytest.mark.parametrize("setting", ["", "sqlite:", "mysql://x", "var/data", "postgres"])
def test_another_text_is_no_store(setting: str) -> None:
    with pytest.raises(ValueError, match="store"):
        parse_store(setting, "sayilar")


def test_an_address_in_libpqs_words_is_understood() -> None:
    store = parse_store("postgresql://u:p@db:5432/house?sslmode=require", "lobby")
    assert store.dsn == "postgresql+asyncpg://u:p@db:5432/house?ssl=require"
    assert (store.schema, store.sqlite) == ("lobby", False)


def test_the_scripts_of_the_house_are_numbered_without_a_gap() -> None:
    folders = sorted(Path("services").glob("*/migrations"))
    assert {folder.parent.name for folder in folders} >= {"players", "lobby", "league"}
    for folder in folders:
        revisions = sorted(path.name[:4] for path in folder.glob("0*.py"))
        assert revisions == [f"{number:04}" for number in range(1, len(revisions) + 1)]
        assert newest(folder) == revisions[-1]
        for before, path in zip(("None", *(f'"{r}"' for r in revisions)), sorted(folder.glob("0*.py")), strict=False):
            source = path.read_text()
            assert f'revision = "{path.name[:4]}"' in source
            assert f"down_revision = {before}" in source
