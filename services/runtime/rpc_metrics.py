"""The metrics of calls, under the names that gRPC dashboards know (go-grpc-prometheus)."""

from typing import Final

import grpc
from google.protobuf import descriptor_pool

from services.runtime.tally import Counter, Histogram

_METHOD: Final = ("grpc_type", "grpc_service", "grpc_method")
_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

STARTED = Counter("grpc_server_started", "Calls begun", _METHOD)
HANDLED = Counter("grpc_server_handled", "Calls ended, by status", (*_METHOD, "grpc_code"))
HANDLING = Histogram("grpc_server_handling_seconds", "Seconds until a call's end", _METHOD, buckets=_BUCKETS)
RECEIVED = Counter("grpc_server_msg_received", "Messages received on streams", _METHOD)
SENT = Counter("grpc_server_msg_sent", "Messages sent on streams", _METHOD)

_NAMES: Final = {code: "".join(word.capitalize() for word in code.name.split("_")) for code in grpc.StatusCode}
_NAMES[grpc.StatusCode.OK] = "OK"


def prepare(full_name: str) -> None:
    """Lets the calls begun of a service read 0 before the first comes: a silent service is told from a missing one."""
    for method in descriptor_pool.Default().FindServiceByName(full_name).methods:
        kind = "bidi_stream" if method.client_streaming else "server_stream" if method.server_streaming else "unary"
        STARTED.labels(kind, full_name, method.name)


class MethodMetrics:
    """One method's children of the metrics above; `kind` is "unary", "server_stream" or "bidi_stream"."""

    __slots__ = ("_handled", "_handling", "received", "sent", "started")

    def __init__(self, method: str, kind: str) -> None:
        service, _, name = method.removeprefix("/").partition("/")
        self.started = STARTED.labels(kind, service, name)
        self.received = RECEIVED.labels(kind, service, name)
        self.sent = SENT.labels(kind, service, name)
        self._handling = HANDLING.labels(kind, service, name)
        self._handled = {code: HANDLED.labels(kind, service, name, text) for code, text in _NAMES.items()}

    def done(self, code: grpc.StatusCode, seconds: float) -> None:
        """A call has ended."""
        self._handled[code].inc()
        self._handling.observe(seconds)
