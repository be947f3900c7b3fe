"""The journals that every contract test of a store runs on."""

from collections.abc import AsyncIterator

import pytest

from services.runtime.database import open_database
from services.runtime.hosting import MIGRATIONS
from services.runtime.journal.interface import Journal
from services.runtime.schema import migrate
from tests.contract.stores import grow, opened


@pytest.fixture(params=["its own tables", "tables that grew"])
async def tables(store: str, request: pytest.FixtureRequest) -> str:
    """A store with the newest tables; or with those of a version to come, which has added a column to each."""
    database = open_database(store, "toy")
    await migrate(database, MIGRATIONS)
    if request.param == "tables that grew":
        async with database.write() as connection:
            await connection.run_sync(grow)
    await database.close()
    return store


@pytest.fixture
async def journal(tables: str) -> AsyncIterator[Journal]:
    found = opened(tables)
    await found.open()
    yield found
    await found.close()
