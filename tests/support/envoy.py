"""What Envoy thinks of the replicas behind it."""

import time
import urllib.request
from collections.abc import Callable

from tests.support.platform import Platform

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def wait_until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.1)


def hosts_that_are_well(platform: Platform) -> set[str]:
    """The replicas that Envoy would call, by its admin page: `cluster::address::health_flags::healthy`."""
    with OPENER.open(f"http://{platform.admin}/clusters", timeout=5) as answer:
        lines = [line.split("::") for line in answer.read().decode().splitlines()]
    return {line[1] for line in lines if line[0] == "services" and line[2:] == ["health_flags", "healthy"]}


def wait_until_well(platform: Platform, *replicas: str) -> None:
    """Waits for Envoy's own checks: until they have passed it sends nothing to a replica, however ready that is."""
    wanted = {platform.addresses[name] for name in replicas}
    wait_until(lambda: hosts_that_are_well(platform) == wanted)
