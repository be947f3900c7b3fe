"""The worker's plain HTTP port: `/metrics` of all its processes, and `/healthz`."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from celery import Celery
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

BROKER_SECONDS: Final = 2.0


class QueueLengths(Collector):
    """Asks the broker, at each scrape, how many messages wait in the queues. No sample while it cannot be reached."""

    def __init__(self, app: Celery) -> None:
        self._app = app

    def collect(self) -> Iterator[GaugeMetricFamily]:
        waiting = GaugeMetricFamily("kiraathane_queue_length", "Messages that wait for a worker.", labels=("queue",))
        try:
            with self._app.connection_for_read(connect_timeout=BROKER_SECONDS) as connection:
                for queue in self._app.conf.task_queues:
                    # Declaring what exists is how AMQP, and kombu everywhere, tells a queue's length.
                    declared = queue(connection.default_channel).queue_declare()
                    waiting.add_metric((queue.name,), declared.message_count)
        except (OperationalError, OSError, *self._app.connection_for_read().connection_errors):
            waiting.samples.clear()
        yield waiting


class Pages:
    """The HTTP server, in a thread of its own. `ready` decides what `/healthz` answers."""

    def __init__(self, address: str, app: Celery, metrics_folder: str) -> None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=metrics_folder)  # type: ignore[no-untyped-call]
        registry.register(QueueLengths(app))
        self.ready = threading.Event()
        host, _, port = address.rpartition(":")
        self._server = ThreadingHTTPServer((host, int(port)), _handler(registry, self.ready))
        self._thread = threading.Thread(target=self._server.serve_forever, name="pages", daemon=True)

    def start(self) -> None:
        """Serves from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Serves no longer; returns when the port is free."""
        self._server.shutdown()
        self._server.server_close()


def _handler(registry: CollectorRegistry, ready: threading.Event) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            match self.path.partition("?")[0]:
                case "/metrics":
                    self._answer(200, CONTENT_TYPE_LATEST, generate_latest(registry))
                case "/healthz" if ready.is_set():
                    self._answer(200, "text/plain; charset=utf-8", b"ok\n")
                case "/healthz":
                    self._answer(503, "text/plain; charset=utf-8", b"not consuming yet\n")
                case _:
                    self._answer(404, "text/plain; charset=utf-8", b"there are /metrics and /healthz\n")

        def _answer(self, status: int, content_type: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (http.server's own signature)
            """Scrapes are not worth a line."""

    return Handler
