"""A process that hosts services: opened, served, drained on SIGTERM or SIGINT, closed."""

import asyncio
import gc
import signal
import sys
from collections.abc import Sequence
from typing import Final

import grpc
import grpc.aio
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc
from sqlalchemy.exc import DBAPIError

from services.runtime.door import LARGEST_REQUEST, guarded
from services.runtime.journal.interface import StoreUnavailable
from services.runtime.rpc_log import rpc_log
from services.runtime.rpc_metrics import prepare
from services.runtime.service import Hosted, HttpPage
from services.runtime.settings import Settings
from services.runtime.telemetry import HttpPort

log = structlog.get_logger(__name__)

_CLOSE_SECONDS: Final = 10.0
_SWITCH_SECONDS: Final = 0.0005
_ALLOCATIONS_PER_COLLECTION: Final = 20_000

OPTIONS: Final = (
    # Above the limit that is answered in the house's own words (door.py), so that these words can be said.
    ("grpc.max_receive_message_length", 16 * LARGEST_REQUEST),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
    # Clients may ping every 20 s, also without a call; a dead connection is found after 20 + 10 s.
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_concurrent_streams", 10_000),
    # Callers inside connect anew now and then, and so find new replicas: of a headless Service they learn at no other
    # time. Streams that are open live on.
    ("grpc.max_connection_age_ms", 300_000),
)


class Process:
    """The gRPC server and the HTTP port of a process, with what they host."""

    def __init__(self, settings: Settings, hosted: Sequence[Hosted]) -> None:
        self._settings = settings
        self._hosted = hosted
        self._health = health_aio.HealthServicer()
        self._ending = asyncio.Event()
        self.address = settings.listen
        self.http_address = settings.http_listen

    async def run(self) -> None:
        """Serves until a signal asks for the end. Raises what keeps a service from opening."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, self._ending.set)
        await self.open()
        await self._ending.wait()
        await self.close()

    async def open(self) -> None:
        """Opens everything and begins to serve; ready when it returns."""
        await self._say(health_pb2.HealthCheckResponse.NOT_SERVING)
        pages: dict[str, HttpPage] = {}
        for hosted in self._hosted:
            pages.update(hosted.http_paths())
        self._http = HttpPort(self._settings.http_listen, pages)
        self._http.open()
        self.http_address = f"{self._settings.http_listen.rpartition(':')[0]}:{self._http.port}"
        self._server = grpc.aio.server(options=OPTIONS)
        door = guarded(self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, door)
        for hosted in self._hosted:
            hosted.add_to(door)
            prepare(hosted.full_name)
        names = [hosted.full_name for hosted in self._hosted]
        spoken = [*names, reflection.SERVICE_NAME, "grpc.health.v1.Health"]
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(reflection.aio.ReflectionServicer(spoken), door)
        port = self._server.add_insecure_port(self._settings.listen)
        self.address = f"{self._settings.listen.rpartition(':')[0]}:{port}"
        # One after the other: each migrates its own store, and the first that cannot open is the one that is named.
        for hosted in self._hosted:
            try:
                await hosted.open()
            except (OSError, DBAPIError, StoreUnavailable) as error:
                raise RuntimeError(f"the store of {hosted.name} cannot be reached: {error}") from error
        _spare_the_collector()
        # A thread that comes back from the disk waits this long for a busy loop to let it speak. Python's own 5 ms are
        # more than the disk takes.
        sys.setswitchinterval(_SWITCH_SECONDS)
        await self._server.start()
        await self._say(health_pb2.HealthCheckResponse.SERVING)
        self._http.ready = True
        log.info("serving", grpc=self.address, http=self.http_address, services=[h.name for h in self._hosted])

    async def close(self) -> None:
        """Drains and ends: health says so first, streams end themselves with a word to resume, calls are finished."""
        log.info("draining", seconds=self._settings.drain_seconds)
        self._http.ready = False
        await self._say(health_pb2.HealthCheckResponse.NOT_SERVING)
        await asyncio.gather(*(hosted.drain() for hosted in self._hosted))
        await self._server.stop(self._settings.drain_seconds)
        for hosted in self._hosted:
            try:
                await asyncio.wait_for(hosted.close(), _CLOSE_SECONDS)
            except TimeoutError:
                log.exception("not_closed_in_time", service=hosted.name)
        self._http.close()
        rpc_log.flush()
        log.info("ended")

    def end(self) -> None:
        """Asks `run` to end, as SIGTERM does."""
        self._ending.set()

    async def _say(self, status: health_pb2.HealthCheckResponse.ServingStatus) -> None:
        for name in ("", *(hosted.full_name for hosted in self._hosted)):
            await self._health.set(name, status)


def _spare_the_collector() -> None:
    """What is loaded stays loaded: the garbage collector need not look at it again, nor as often as for a script.

    States and messages hold no cycles; what a process that serves leaves behind is freed by counting references.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS_PER_COLLECTION, 20, 20)
