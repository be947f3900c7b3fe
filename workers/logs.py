"""One kind of line for everything a worker process says: structlog's, also for what Celery logs by itself."""

import logging
import warnings

import structlog
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging

from services.runtime.telemetry import configure_logs
from workers.settings import WorkerSettings, load_worker


class Forward(logging.Handler):
    """Hands records of the standard library's loggers to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        exc_info = record.exc_info if record.exc_info and record.exc_info[0] else None
        structlog.get_logger(record.name).log(record.levelno, record.getMessage().strip(), exc_info=exc_info)


def configure(settings: WorkerSettings) -> None:
    """Sets up the logs of this process. Celery and kombu are heard from "warning" on: their chatter is not ours."""
    configure_logs(settings.log_level, settings.log_format)
    root = logging.getLogger()
    root.handlers[:] = [Forward()]
    root.setLevel(logging.WARNING)
    # Celery warns of root, who runs containers, because of pickled messages; here only JSON is accepted.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    logging.getLogger("py.warnings").addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    """Not Celery's word, at every loss of the broker, that tasks go on then: they may, a doubled turn is stopped."""
    return "CPendingDeprecationWarning" not in record.getMessage()


def _instead_of_celery(**_: object) -> None:
    configure(load_worker())


setup_logging.connect(_instead_of_celery, weak=False)
