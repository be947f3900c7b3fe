"""A house for workers, and a worker's side of it, for every test here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.kernel.registry import Family, families
from tests.workers.houses import FakeHouse, FakeMatch, served
from workers.services import House
from workers.settings import load_worker


@pytest.fixture
def fake(toy_paths: tuple[str, ...]) -> FakeHouse:
    """A house with one match in which seat 0 is to move."""
    house = FakeHouse()
    house.matches["matches/m1"] = FakeMatch()
    return house


@pytest.fixture
def address(fake: FakeHouse) -> Iterator[str]:
    with served(fake) as where:
        yield where


@pytest.fixture
def house(address: str, tmp_path: Path) -> Iterator[House]:
    """What a worker calls the house with."""
    settings = load_worker(
        {
            "KIRAATHANE_PEER_ADDRESS": address,
            "KIRAATHANE_HOUSE_KEY": str(tmp_path / "house.pem"),
            "KIRAATHANE_WORKER_CALL_SECONDS": "2",
        }
    )
    made = House(settings)
    yield made
    made.close()


@pytest.fixture
def yuksek(toy_paths: tuple[str, ...]) -> Family:
    return families("toyhouse")["yuksek"]
