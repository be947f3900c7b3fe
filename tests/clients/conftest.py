"""A stand-in house and a client of it."""

from collections.abc import AsyncIterator

import pytest

from kiraathane_client import Client, Patience
from tests.clients.house import House

QUICK = Patience(total=10.0, first=0.01, longest=0.2)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A stand-in house that is open."""
    house = House()
    await house.start()
    yield house
    await house.stop()


@pytest.fixture
async def client(house: House) -> AsyncIterator[Client]:
    """A guest in it."""
    async with Client(house.address, patience=QUICK) as client:
        await client.sign_in_guest()
        yield client
