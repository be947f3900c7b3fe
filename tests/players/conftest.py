"""A players service and its database, fresh for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import grpc.aio
import pytest

from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from services.players.service import create
from services.runtime.database import Database, open_database
from services.runtime.schema import migrate
from services.runtime.settings import Settings
from tests.support.serving import serving, settings_in

MIGRATIONS = Path("services/players/migrations")


@pytest.fixture
async def database(store: str) -> AsyncIterator[Database]:
    opened = open_database(store, "players")
    await migrate(opened, MIGRATIONS)
    yield opened
    await opened.close()


@pytest.fixture
def settings(tmp_path: Path, store: str) -> Settings:
    return settings_in(tmp_path, STORE=store)


@pytest.fixture
async def channel(settings: Settings) -> AsyncIterator[grpc.aio.Channel]:
    async with serving(create(settings)) as opened:
        yield opened


@pytest.fixture
def stub(channel: grpc.aio.Channel) -> PlayersServiceStub:
    return PlayersServiceStub(channel)
