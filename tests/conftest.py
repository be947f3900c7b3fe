"""What every suite may use."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from services.kernel.registry import Family, families
from tests.support.postgres import NoPostgres, Postgres, running_postgres
from tests.toy.build import toy_house

# How long an example takes says more about what else the machine is doing than about the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def toy_paths() -> tuple[str, ...]:
    """The folders a process needs on its import path to host the toy family."""
    return toy_house()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for the whole session; each test takes a database of its own."""
    try:
        with running_postgres() as server:
            yield server
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A `STORE` setting that nobody has used yet, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'data'}"
    found: str = request.getfixturevalue("postgres_store")
    return found


@pytest.fixture
def postgres_store(postgres: Postgres, shared_database: str) -> str:
    """A PostgreSQL `STORE` setting without tables."""
    postgres.run(_DROP_SCHEMAS, shared_database.rpartition("/")[2])
    return shared_database


@pytest.fixture(scope="session")
def shared_database(postgres: Postgres) -> str:
    """One database whose schemas each test of `store` takes anew: making a database takes ten times as long."""
    return postgres.database()


_DROP_SCHEMAS = r"""
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT nspname FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public')
  LOOP EXECUTE format('DROP SCHEMA %I CASCADE', name); END LOOP;
END $$
"""


def every_family() -> dict[str, Family]:
    """The families of the house and the toy beside them."""
    toy_house()
    return families("services", "toyhouse")
