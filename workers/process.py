"""A worker process from its start to its end."""

import structlog
from celery.signals import worker_ready

from services.kernel.registry import families
from services.runtime.settings import WrongSetting
from workers import metrics
from workers.app import make_app
from workers.calendar import clock
from workers.logs import configure
from workers.pages import port
from workers.settings import load_worker

log = structlog.get_logger("workers")


def run(queues: tuple[str, ...], metrics_folder: str) -> int:
    """Consumes `queues` (none means all) until SIGTERM or SIGINT, finishes what is under way, returns the exit status.

    Raises `WrongSetting`, also for a queue that does not exist or an address that is taken.
    """
    settings = load_worker()
    configure(settings)
    try:
        app = make_app(settings, queues)
        pages = port(settings.worker_http_listen, app, metrics_folder)
    except (ValueError, OSError) as error:
        raise WrongSetting(f"the worker cannot start: {error}") from error
    metrics.prepare(families(*settings.packages))

    def tell(**_: object) -> None:
        pages.ready = True
        names = [queue.name for queue in app.conf.task_queues]
        log.info("worker_ready", queues=names, processes=settings.processes, http=settings.worker_http_listen)

    worker_ready.connect(tell, weak=False)
    pages.open()
    beat = clock(app)
    if beat is not None:
        beat.start()
    try:
        worker = app.Worker(
            pool_cls="prefork", without_gossip=True, without_mingle=True, without_heartbeat=True, quiet=True
        )
        worker.start()
        return int(worker.exitcode or 0)
    finally:
        if beat is not None:
            beat.stop()
        pages.close()
