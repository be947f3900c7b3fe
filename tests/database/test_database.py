"""One database class over two stores: transactions, migrations, who may use the tables."""

import asyncio
import re
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from services.runtime.database import Database, open_database, parse_store
from services.runtime.schema import Standing, migrate, newest, require_usable, standing

SCRIPTS = {
    "0001_numbers.py": '''
        """Numbers."""
        import sqlalchemy as sa
        from alembic import op
        revision = "0001"
        down_revision = None
        oldest = "0001"
        def upgrade():
            op.create_table("numbers", sa.Column("number", sa.Integer, primary_key=True))
    ''',
    "0002_words.py": '''
        """Words for the numbers."""
        import sqlalchemy as sa
        from alembic import op
        revision = "0002"
        down_revision = "0001"
        oldest = "0001"
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


async def usable(database: Database, scripts: Path) -> bool:
    """Whether a program with these scripts would start."""
    try:
        await require_usable(database, scripts)
    except RuntimeError:
        return False
    return True


async def numbers(database: Database) -> list[int]:
    async with database.read() as connection:
        found = await connection.execute(text("SELECT number FROM numbers ORDER BY number"))
        return list(found.scalars())


async def add(database: Database, *values: int) -> None:
    async with database.write() as connection:
        for value in values:
            await connection.execute(text("INSERT INTO numbers (number) VALUES (:value)"), {"value": value})


async def test_migrations_bring_the_tables_up_to_date_once(database: Database, scripts: Path) -> None:
    assert not await usable(database, scripts)
    assert await migrate(database, scripts)
    assert await usable(database, scripts)
    assert not await migrate(database, scripts)


async def test_what_is_there_stays_when_a_new_script_is_added(database: Database, scripts: Path) -> None:
    later = (scripts / "0002_words.py").rename(scripts / "later")
    await migrate(database, scripts)
    await add(database, 1, 2)
    later.rename(scripts / "0002_words.py")
    assert not await usable(database, scripts)
    assert await migrate(database, scripts)
    assert await numbers(database) == [1, 2]


async def test_tables_that_only_grew_are_used_by_the_program_before(database: Database, scripts: Path) -> None:
    await migrate(database, scripts)
    assert await standing(database) == Standing(revision="0002", oldest="0001")
    (scripts / "0002_words.py").unlink()
    assert await usable(database, scripts)
    assert not await migrate(database, scripts)
    assert await standing(database) == Standing(revision="0002", oldest="0001")


async def test_tables_that_lack_what_a_program_knows_are_refused_by_it(database: Database, scripts: Path) -> None:
    _contract(scripts / "0002_words.py")
    await migrate(database, scripts)
    assert await usable(database, scripts)
    assert await standing(database) == Standing(revision="0002", oldest="0002")
    (scripts / "0002_words.py").unlink()
    sentence = (
        "the tables of sayilar are at 0002 and need a program that knows 0002 or newer; "
        "this one knows only 0001: start the newer version"
    )
    for step in (migrate, require_usable):
        with pytest.raises(RuntimeError, match=sentence):
            await step(database, scripts)


async def test_one_step_over_several_scripts_takes_the_newest_ones_word(database: Database, scripts: Path) -> None:
    later = (scripts / "0003_more.py").with_suffix(".later")
    later.write_text(_third(oldest="0002"))
    await migrate(database, scripts)
    assert (await standing(database)).oldest == "0001"
    later.rename(scripts / "0003_more.py")
    await migrate(database, scripts)
    assert await standing(database) == Standing(revision="0003", oldest="0002")
    (scripts / "0003_more.py").unlink()
    assert await usable(database, scripts)
    (scripts / "0002_words.py").unlink()
    assert not await usable(database, scripts)


async def test_tables_from_before_scripts_said_so_are_for_the_program_that_made_them(
    database: Database, scripts: Path
) -> None:
    await migrate(database, scripts)
    async with database.write() as connection:
        await connection.execute(text("DROP TABLE schema_oldest"))
    assert await usable(database, scripts)
    (scripts / "0002_words.py").unlink()
    assert not await usable(database, scripts)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [(None, "None"), ('"0004"', "'0004'"), ('"0"', "'0'"), ('"0001"', "'0001'"), ("2", "2")],
    ids=["nothing", "newer than itself", "no revision", "older than its predecessor's", "no text"],
)
async def test_a_script_must_say_who_can_still_run(
    database: Database, scripts: Path, said: str | None, wrong: str
) -> None:
    _contract(scripts / "0002_words.py")
    third = _third(oldest="0002")
    (scripts / "0003_more.py").write_text(third.replace('oldest = "0002"', f"oldest = {said}" if said else ""))
    with pytest.raises(ValueError, match=f"0003 says oldest = {wrong}"):
        await migrate(database, scripts)
    assert await standing(database) == Standing()


async def test_a_step_does_not_hold_up_traffic_while_it_waits_for_a_table(
    postgres_store: str, scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for a table after a step that waits for it waits, too; so it gives up soon and tries again."""
    monkeypatch.setattr("services.runtime.schema.LOCK_SECONDS", 1)
    (scripts / "0002_words.py").unlink()
    database = open_database(postgres_store, "sayilar")
    await migrate(database, scripts)
    (scripts / "0002_wide.py").write_text(_second('op.execute("ALTER TABLE numbers ADD COLUMN word TEXT")'))
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO numbers (number) VALUES (1)"))
        step = asyncio.create_task(migrate(database, scripts))
        await asyncio.sleep(1.5)  # the first try has been given up, the second one has not begun or waits
        async with asyncio.timeout(1.5):
            await add(database, 2)
        assert not step.done()
    assert await step
    assert await numbers(database) == [1, 2]
    await database.close()


async def test_a_script_that_fails_changes_nothing(database: Database, scripts: Path) -> None:
    bad = scripts / "0003_bad.py"
    bad.write_text((scripts / "0001_numbers.py").read_text().replace("0001", "0003").replace("None", '"0002"'))
    with pytest.raises(Exception, match="numbers"):
        await migrate(database, scripts)
    bad.unlink()
    assert not await usable(database, scripts)
    assert await migrate(database, scripts)


async def test_replicas_that_start_together_migrate_once(store: str, scripts: Path) -> None:
    replicas = [open_database(store, "sayilar") for _ in range(5)]
    try:
        await asyncio.gather(*(migrate(replica, scripts) for replica in replicas))
        assert all([await usable(replica, scripts) for replica in replicas])
    finally:
        for replica in replicas:
            await replica.close()


async def test_services_that_share_a_store_do_not_see_each_other(store: str, scripts: Path) -> None:
    mine, theirs = open_database(store, "sayilar"), open_database(store, "kelimeler")
    try:
        await migrate(mine, scripts)
        assert not await usable(theirs, scripts)
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
        await connection.execute(text("INSERT INTO numbers (number) VALUES (1)"))
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


async def test_a_store_that_cannot_be_reached_is_not_taken_for_an_old_one(scripts: Path) -> None:
    database = open_database("postgresql://127.0.0.1:9/nothing", "sayilar")
    for step in (migrate, require_usable):
        with pytest.raises(OSError, match="9"):
            await step(database, scripts)
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
            assert re.search(r'^oldest = "\d{4}"$', source, re.MULTILINE)


def _contract(script: Path) -> None:
    """Turns the second script into one after which the program before it cannot run."""
    source = script.read_text()
    assert source.count('oldest = "0001"') == 1
    script.write_text(source.replace('oldest = "0001"', 'oldest = "0002"'))


def _second(step: str) -> str:
    return textwrap.dedent(
        f"""
        from alembic import op
        revision = "0002"
        down_revision = "0001"
        oldest = "0001"
        def upgrade():
            {step}
        """
    )


def _third(oldest: str) -> str:
    source = _second('op.execute("CREATE TABLE more (number INTEGER)")')
    source = source.replace('"0002"', '"0003"').replace('down_revision = "0001"', 'down_revision = "0002"')
    return source.replace('oldest = "0001"', f'oldest = "{oldest}"')
