"""The Celery app.

What must hold is held elsewhere: the outbox of each service sends again what was not answered, and the compare-and-swap
of the journal lets one answer through. So the broker may lose or double anything; the options below make that seldom.
"""

from typing import Any, Final

from celery import Celery
from kombu.entity import Queue

from services.kernel.registry import families
from services.runtime.settings import speaks_amqp
from workers.calendar import schedule
from workers.queues import all_queues
from workers.settings import WorkerSettings

VISIBILITY_MARGIN_SECONDS: Final = 30
REDIS: Final = "workers.transport:Transport"


def make_app(settings: WorkerSettings, queues: tuple[str, ...] = ()) -> Celery:
    """An app that consumes `queues`, by default all of the house's; raises `ValueError` for one that does not exist."""
    known = all_queues(tuple(families(*settings.packages)))
    for queue in queues:
        if queue not in known:
            raise ValueError(f"no queue {queue!r}; there are {', '.join(known)}")
    app = Celery("kiraathane", broker=settings.broker, include=["workers.tasks"])
    app.conf.update(_options(settings))
    app.conf.task_queues = [_queue(name, settings) for name in queues or known]
    return app


def _options(settings: WorkerSettings) -> dict[str, Any]:
    return {
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_acks_on_failure_or_timeout": True,  # the outbox sends again, with its count of attempts
        "worker_prefetch_multiplier": 1,
        "worker_pool_start_method": "spawn",  # gRPC does not live through a fork
        "worker_concurrency": settings.processes,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "task_ignore_result": True,
        "result_expires": None,  # there are none to be cleaned up
        "beat_schedule": schedule(settings.periodic_seconds),
        "task_store_errors_even_if_ignored": False,
        "task_create_missing_queues": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_soft_time_limit": settings.worker_task_seconds,
        "task_time_limit": settings.worker_task_seconds + 5,
        "broker_connection_retry": True,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport": None if speaks_amqp(settings.broker) else REDIS,
        "broker_transport_options": _transport_options(settings),
        "enable_utc": True,
    }


def _transport_options(settings: WorkerSettings) -> dict[str, Any]:
    if speaks_amqp(settings.broker):
        return {"confirm_publish": True}
    return {
        # Longer than any task may run: a task that runs is never given to a second worker.
        "visibility_timeout": settings.worker_task_seconds + 5 + VISIBILITY_MARGIN_SECONDS,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 5,
        "socket_timeout": 20,
        "socket_keepalive": True,
        "health_check_interval": 10,
    }


def _queue(name: str, settings: WorkerSettings) -> Queue:
    """RabbitMQ keeps the queues on several nodes; the other brokers take no arguments."""
    arguments = {"x-queue-type": "quorum"} if speaks_amqp(settings.broker) else {}
    return Queue(name, durable=True, queue_arguments=arguments)  # type: ignore[no-untyped-call]
