"""The worker's plain HTTP port: `/metrics` of all its processes together, and `/healthz`."""

from collections.abc import Iterator
from typing import Final

from celery import Celery
from kombu.exceptions import OperationalError
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from services.runtime.telemetry import HttpPort

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


def port(address: str, app: Celery, metrics_folder: str) -> HttpPort:
    """The port, bound but not open yet. `metrics_folder` is where the child processes keep their counts."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=metrics_folder)  # type: ignore[no-untyped-call]
    registry.register(QueueLengths(app))
    return HttpPort(address, {"/metrics": lambda: (CONTENT_TYPE_LATEST, generate_latest(registry))})
