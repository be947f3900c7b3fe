"""Opening the two kinds of journals, on tables of now or of a version to come."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from services.runtime.journal.interface import Journal
from services.runtime.journal.postgres import PostgresJournal
from services.runtime.journal.sqlite import SqliteJournal


def grow(connection: Connection) -> None:
    for table in inspect(connection).get_table_names(schema=None if connection.dialect.name == "sqlite" else "toy"):
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN later TEXT"))


def opened(setting: str) -> Journal:
    if setting.startswith("sqlite:"):
        return SqliteJournal(Path(setting.removeprefix("sqlite:")) / "toy.sqlite3")
    return PostgresJournal(setting, "toy")
