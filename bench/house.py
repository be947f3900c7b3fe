"""A platform to measure: the plan of `make run` without limits and logs, with the echo in its services process."""

import contextlib
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import grpc
import msgspec

from bench.echo import LISTEN
from bench.processes import Meter
from kiraathane.tavla.v1 import tavla_service_pb2, tavla_service_pb2_grpc
from tests.support.platform import NotReady, Platform, running_platform

UNLIMITED = {
    f"KIRAATHANE_GATEWAY_{what}_PER_{whom}": "1000000" for what in ("CALLS", "BURST") for whom in ("PLAYER", "ADDRESS")
}
# Nobody of the idle crowd is found to be away while the others are measured.
UNLIMITED["KIRAATHANE_GRACE_SECONDS"] = "600"
WARM_UP_SECONDS = 1.5
HOSTED = ("tavla", "players", "lobby", "league", "moderation")
INSIDE = {"arrival_to_durable": "kiraathane_move_seconds", "durable_to_streams": "kiraathane_watch_seconds"}


class House:
    """A running platform and the meters of its processes."""

    def __init__(self, platform: Platform, database: int | None) -> None:
        self.platform = platform
        self._database = database
        self.meters: dict[str, Meter] = {}
        self._before: dict[str, float] = {}
        self.attach()

    def attach(self) -> None:
        """Puts the meters on the processes of now, one on each kind of them."""
        pids: dict[str, list[int]] = {}
        for name, pid in self.platform.pids.items():
            pids.setdefault(name.partition("-")[0], []).append(pid)
        if self._database is not None:
            pids["database"] = [self._database]
        self.meters = {kind: Meter(*which) for kind, which in pids.items()}

    def read(self) -> dict[str, float]:
        """CPU seconds by process since the last reading."""
        return {name: meter.read() for name, meter in self.meters.items()}

    def forget(self) -> None:
        """Forgets what was spent until now."""
        self.read()
        self._before = self._totals()

    def inside_ms(self) -> dict[str, float]:
        """Mean milliseconds since then, by the service's own metrics: until durable, and from then to the streams."""
        now = self._totals()
        means = {}
        for name, metric in INSIDE.items():
            seconds, count = (now[metric + part] - self._before[metric + part] for part in ("_sum", "_count"))
            means[name] = round(1000 * seconds / count, 3) if count else 0.0
        return means

    def _totals(self) -> dict[str, float]:
        """Sums and counts of the histograms of `INSIDE`."""
        with urllib.request.urlopen(f"http://{self.platform.services_http}/metrics", timeout=10) as page:
            lines = page.read().decode().splitlines()
        wanted = {metric + part for metric in INSIDE.values() for part in ("_sum", "_count")}
        split = (line.rpartition(" ") for line in lines)
        return {name.partition("{")[0]: float(value) for name, _, value in split if name.partition("{")[0] in wanted}


@contextlib.contextmanager
def running_house(store: str = "", database: int | None = None, home: Path | None = None) -> Iterator[House]:
    """A house on SQLite, or on the PostgreSQL at `store` whose postmaster is the process `database`."""
    told = {**UNLIMITED, "KIRAATHANE_LOG_LEVEL": "warning", LISTEN: _free_address()}
    if store:
        told["KIRAATHANE_STORE"] = store
    with running_platform(told, home=home) as platform:
        for name in ("services", "gateway"):
            command = (sys.executable, "-m", f"bench.{name}")
            platform.programs[name] = msgspec.structs.replace(platform.programs[name], command=command)
            platform.restart(name)
        yield House(platform, database)


@contextlib.contextmanager
def running_replicas(count: int, store: str, database: int | None, home: Path | None = None) -> Iterator[House]:
    """`count` services processes, each with tavla and what players need, at the same PostgreSQL, Valkey and Envoy.

    They are as they are in a cluster, without the echo. A `store` of "" is SQLite, for one process.
    """
    told = {**UNLIMITED, "KIRAATHANE_LOG_LEVEL": "warning"} | ({"KIRAATHANE_STORE": store} if store else {})
    with contextlib.ExitStack() as stack:
        for last in (False, False, True):
            try:
                platform = stack.enter_context(running_platform(told, replicas=count, home=home, only=HOSTED))
                break
            except NotReady:  # another program was quicker to take one of its ports
                if last:
                    raise
        yield House(platform, database)


def seconds_to_restart(house: House, match: str, token: str) -> float:
    """From the death of the services process to an answer about an open match, through the gateway."""
    began = time.perf_counter()
    house.platform.kill("services")
    house.platform.start("services")
    bearer = (("authorization", f"Bearer {token}"), ("x-match-id", match))
    with grpc.insecure_channel(house.platform.gateway) as channel:
        stub = tavla_service_pb2_grpc.TavlaServiceStub(channel)
        while True:
            try:
                stub.GetMatch(tavla_service_pb2.GetMatchRequest(match=match), metadata=bearer, timeout=5)
            except grpc.RpcError:
                time.sleep(0.02)
            else:
                house.attach()
                return time.perf_counter() - began


def _free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"
