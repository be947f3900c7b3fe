"""One platform for all tests of the gateway: real services and a real Envoy."""

from collections.abc import Iterator

import grpc
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from tests.gateway.door import Door
from tests.support.platform import Platform, running_platform

pytestmark = pytest.mark.platform


@pytest.fixture(scope="package")
def platform(toy_paths: tuple[str, ...]) -> Iterator[Platform]:
    """With the toy family alone, so that nothing here depends on a game."""
    settings = {"KIRAATHANE_FAMILY_PACKAGES": "toyhouse", "KIRAATHANE_LOG_LEVEL": "warning"}
    with running_platform(settings, import_paths=toy_paths) as running:
        yield running


@pytest.fixture
def door(platform: Platform) -> Iterator[Door]:
    with grpc.insecure_channel(platform.gateway) as channel:
        yield Door(platform, channel)


@pytest.fixture
def session(door: Door) -> pb.Session:
    """A guest's session."""
    return PlayersServiceStub(door.channel).SignInGuest(pb.SignInGuestRequest(display_name="Ali"), timeout=5).session
