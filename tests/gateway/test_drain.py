"""The gateway is told to end: calls under way are finished, new clients are turned to another one."""

import socket
import subprocess
import sys
import time

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.support.platform import Platform, free_address

pytestmark = pytest.mark.platform

SECONDS = 3


def drain(platform: Platform, admin: str) -> float:
    """Runs `python -m gateway --drain` and returns how long it took."""
    environment = {"KIRAATHANE_GATEWAY_ADMIN": admin, "KIRAATHANE_DRAIN_SECONDS": str(SECONDS)}
    begun = time.monotonic()
    subprocess.run((sys.executable, "-m", "gateway", "--drain"), env=environment, check=True, timeout=30)
    return time.monotonic() - begun


def test_an_open_stream_goes_on_until_the_time_is_over_and_new_clients_are_turned_away(platform: Platform) -> None:
    address, admin = free_address(), free_address()
    bootstrap = str(platform.home / "run" / "ending.json")
    own = {"GATEWAY_LISTEN": address, "GATEWAY_ADMIN": admin, "GATEWAY_BOOTSTRAP": bootstrap, "DRAIN_SECONDS": "1"}
    platform.add("gateway-ending", "gateway", address, **own)
    platform.start("gateway-ending")
    platform.wait_ready("gateway-ending")
    with grpc.insecure_channel(address) as channel:
        stream = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=30)
        assert next(stream).status == health_pb2.HealthCheckResponse.SERVING
        assert drain(platform, admin) >= SECONDS
        assert stream.is_active()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), timeout=5)
        stream.cancel()
    platform.kill("gateway-ending")


def test_a_gateway_that_has_ended_already_is_no_error(platform: Platform) -> None:
    drain(platform, free_address())
