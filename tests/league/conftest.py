"""A league service and its store, fresh for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub as Stub
from services.league.service import create
from services.runtime.settings import Settings
from tests.support.serving import serving, settings_in


@pytest.fixture
def settings(tmp_path: Path, store: str) -> Settings:
    return settings_in(tmp_path, STORE=store)


@pytest.fixture
async def stub(settings: Settings) -> AsyncIterator[Stub]:
    async with serving(create(settings)) as channel:
        yield Stub(channel)
