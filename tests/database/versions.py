"""Programs of versions to come: the house's own code, with one more migration behind those that every service has."""

import os
import textwrap
from collections.abc import Mapping
from pathlib import Path

import services

ROOT = Path(services.__path__[0])

_EVERY_TABLE = """
from alembic import op
from sqlalchemy import text

revision = "{revision}"
down_revision = "{before}"
oldest = "{oldest}"

def upgrade():
    tables = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename !~ '^schema_'")
    for table in op.get_bind().execute(tables).scalars():
        op.execute(f'ALTER TABLE "{{table}}" {step}')
"""
EXPAND = "ADD COLUMN later TEXT"
CONTRACT = "DROP COLUMN later"


def script(revision: str, oldest: str, step: str) -> str:
    """A migration of a PostgreSQL schema that does the same with every table of the service."""
    before = f"{int(revision) - 1:04}"
    return textwrap.dedent(_EVERY_TABLE).format(revision=revision, before=before, oldest=oldest, step=step)


def version(folder: Path, scripts: Mapping[str, str]) -> Mapping[str, str]:
    """The environment of `python -m services` as it is with these scripts more: file name to source.

    All else is the tree's own code, by links.
    """
    package = folder / "services"
    package.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if not (entry / "migrations").is_dir():
            (package / entry.name).symlink_to(entry)
            continue
        (package / entry.name).mkdir()
        for inner in entry.iterdir():
            if inner.name != "migrations":
                (package / entry.name / inner.name).symlink_to(inner)
        _migrations(entry / "migrations", package / entry.name / "migrations", scripts)
    # The safe path keeps the working directory, where the tree's own code lies, out of the way.
    paths = os.pathsep.join((str(folder), *filter(None, [os.environ.get("PYTHONPATH")])))
    return {"PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}


def _migrations(own: Path, folder: Path, scripts: Mapping[str, str]) -> None:
    folder.mkdir()
    for file in own.glob("*.py"):
        (folder / file.name).symlink_to(file)
    for name, source in scripts.items():
        (folder / name).write_text(source)
