"""A hosted toy family in the test's own process, its players, and a broker that only writes down what it was sent."""

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from services.kernel.registry import Family
from services.runtime.absence import AbsenceTerms
from services.runtime.clock import HouseClock
from services.runtime.settings import Settings
from tests.conftest import every_family
from tests.runtime.table import House, open_house
from tests.support.serving import settings_in

OpenHouse = Callable[..., AbstractAsyncContextManager[House]]


@pytest.fixture(scope="session")
def toy() -> Family:
    return every_family()["yuksek"]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path, BOT_PACE_MS="0")


@pytest.fixture
def opening(settings: Settings, toy: Family) -> OpenHouse:
    """Opens a house on the test's store: `async with opening() as house`. Several times in a row, if need be."""

    @contextlib.asynccontextmanager
    async def opened(
        family: Family = toy, clock: HouseClock | None = None, terms: AbsenceTerms | None = None
    ) -> AsyncIterator[House]:
        async with open_house(settings, family, clock, terms) as house:
            yield house

    return opened


@pytest.fixture
async def house(opening: OpenHouse) -> AsyncIterator[House]:
    async with opening() as opened:
        yield opened
