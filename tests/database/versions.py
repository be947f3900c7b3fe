"""Programs of versions to come: the house's own code, with one more migration behind those that every service has."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import services
from services.runtime.schema import newest

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


def following(revision: str, more: int) -> str:
    """The revision so many steps after `revision`."""
    return f"{int(revision) + more:04}"


def version(folder: Path, steps: Sequence[str]) -> Mapping[str, str]:
    """The environment of `python -m services` as it is with these steps more, each done to every table of a service.

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
        _migrations(entry / "migrations", package / entry.name / "migrations", steps)
    # The safe path keeps the working directory, where the tree's own code lies, out of the way.
    paths = os.pathsep.join((str(folder), *filter(None, [os.environ.get("PYTHONPATH")])))
    return {"PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}


def _migrations(own: Path, folder: Path, steps: Sequence[str]) -> None:
    folder.mkdir()
    for file in own.glob("*.py"):
        (folder / file.name).symlink_to(file)
    before = oldest = newest(own)  # the program as it is can run on what is only added
    for step in steps:
        revision = following(before, 1)
        oldest = revision if step is CONTRACT else oldest
        source = _EVERY_TABLE.format(revision=revision, before=before, oldest=oldest, step=step)
        (folder / f"{revision}_later.py").write_text(source)
        before = revision
