"""What every suite may use."""

import pytest

from services.kernel.registry import Family, families
from tests.toy.build import toy_house


@pytest.fixture(scope="session")
def toy_paths() -> tuple[str, ...]:
    """The folders a process needs on its import path to host the toy family."""
    return toy_house()


def every_family() -> dict[str, Family]:
    """The families of the house and the toy beside them."""
    toy_house()
    return families("services", "toyhouse")
