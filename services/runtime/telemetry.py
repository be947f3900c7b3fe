"""Logs and the plain HTTP port: what operators look at."""

import logging
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import msgspec
import structlog
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, disable_created_metrics, generate_latest

from services.runtime.rpc_log import rpc_log, write_out
from services.runtime.service import HttpPage

_LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_REQUEST_SECONDS: Final = 10

# When a counter was made is of no use on a dashboard, and would double the page.
disable_created_metrics()  # type: ignore[no-untyped-call]


def configure_logs(level: str, form: str) -> None:
    """Sets up structlog for the process: one line per event on standard output, JSON or text."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    rpc_log.configure(fast=form == "json" and _LEVELS[level] <= logging.INFO)
    wrapper = structlog.make_filtering_bound_logger(_LEVELS[level])
    if form == "json":
        structlog.configure(
            processors=[*shared, structlog.processors.format_exc_info, _line],
            wrapper_class=wrapper,
            logger_factory=_Lines,
            cache_logger_on_first_use=True,
        )
        return
    # Without the values of variables: a traceback must not show a state or a secret.
    renderer = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(
        processors=[*shared, renderer, _encoded],
        wrapper_class=wrapper,
        logger_factory=_Lines,
        cache_logger_on_first_use=True,
    )


class _Lines:
    """Where structlog's lines end: one `write_out` each."""

    def __init__(self, *_: object) -> None:
        """structlog passes the logger's name, which the lines do not need."""

    def msg(self, line: bytes) -> None:
        write_out(line + b"\n")

    debug = info = warning = error = critical = exception = msg


def _line(_: object, __: str, event: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


def _encoded(_: object, __: str, text: Any) -> bytes:
    return str(text).encode("utf-8", "replace")


class HttpPort:
    """`/metrics`, `/healthz` and further pages, on a port of their own, in threads of their own."""

    def __init__(self, address: str, pages: Mapping[str, HttpPage]) -> None:
        """Binds at once; raises `OSError` if the address is taken. Port 0 takes a free one."""
        self.ready = False
        host, _, port = address.rpartition(":")
        found: dict[str, HttpPage] = {"/metrics": _metrics, **pages}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = _REQUEST_SECONDS

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path == "/healthz":
                    status = 200 if outer.ready else 503
                    self._answer(status, "text/plain; charset=utf-8", b"ok\n" if outer.ready else b"not ready\n")
                elif path in found:
                    self._answer(200, *found[path]())
                else:
                    self._answer(404, "text/plain; charset=utf-8", b"not found\n")

            def _answer(self, status: int, content_type: str, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Says nothing: scrapes are no events."""

        self._server = ThreadingHTTPServer((host.strip("[]"), int(port)), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="http", daemon=True)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.server_address[1])

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
        self._server.server_close()


def _metrics() -> tuple[str, bytes]:
    return CONTENT_TYPE_LATEST, generate_latest(REGISTRY)
