"""One running platform for all scenarios of the house, with positions that were laid out before it opened."""

from collections.abc import Iterator

import pytest

from services.runtime import identity
from services.runtime.settings import load
from tests.house.positions import Positions
from tests.support.platform import Platform, running_platform

SETTINGS = {
    "KIRAATHANE_BOT_PACE_MS": "30",
    "KIRAATHANE_PERIODIC_SECONDS": "1",
    "KIRAATHANE_SPECTATOR_DELAY_SECONDS": "2",
}


@pytest.fixture(scope="package")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Positions:
    """What lies on the tables of the platform when it opens."""
    laid = Positions(tmp_path_factory.mktemp("platform"))
    laid.lay()
    return laid


@pytest.fixture(scope="package")
def platform(positions: Positions) -> Iterator[Platform]:
    """Everything, on a folder of its own; this process may make the house's own tokens, too."""
    with running_platform(SETTINGS, worker=True, home=positions.home) as platform:
        settings = load(platform.settings)
        identity.configure(settings.house_key, settings.jwks_url)
        yield platform
