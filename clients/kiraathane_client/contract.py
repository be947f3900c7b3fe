"""What the SDK needs to know of a family: its messages and methods, found by the family's slug.

Every family's service has the same methods with the same field names (docs/architecture.md), so one client serves them
all. A typed family is a `Contract` with its own types, e.g. `kiraathane_client.tavla.TAVLA`.
"""

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import grpc
from google.protobuf.message import Message

from kiraathane.match.v1 import match_pb2


class AnyUpdate(Protocol):
    """A family's MatchUpdate: the part that is the same everywhere."""

    @property
    def info(self) -> match_pb2.MatchInfo: ...
    @property
    def view(self) -> Any: ...  # the family's own message
    @property
    def happenings(self) -> Sequence[Any]: ...


U = TypeVar("U", bound=AnyUpdate)
A = TypeVar("A", bound=Message)


class Contract(Generic[U, A]):
    """A family's service on the wire. `U` is its MatchUpdate, `A` its action message."""

    def __init__(self, slug: str) -> None:
        """Raises `LookupError` if this installation has no stubs of such a family."""
        self.slug = slug
        name = f"kiraathane.{slug}.v1.{slug}_service_pb2"
        try:
            self.messages: ModuleType = importlib.import_module(name)
        except ModuleNotFoundError as missing:
            raise LookupError(f"this client knows no game {slug!r}") from missing
        (service,) = self.messages.DESCRIPTOR.services_by_name.values()
        self.service: str = service.full_name

    def request(self, message: str, **fields: object) -> Any:
        """A message of the family's service, e.g. `request("PlayRequest", match=…)`."""
        return getattr(self.messages, message)(**fields)

    def path(self, method: str) -> str:
        """The path of a method on the wire."""
        return f"/{self.service}/{method}"

    def unary(self, channel: grpc.aio.Channel, method: str) -> Any:
        """A unary method as a callable."""
        return channel.unary_unary(self.path(method), *self._coders(method))

    def server_stream(self, channel: grpc.aio.Channel, method: str) -> Any:
        """A server-streaming method as a callable."""
        return channel.unary_stream(self.path(method), *self._coders(method))

    def bidirectional(self, channel: grpc.aio.Channel, method: str) -> Any:
        """A bidirectional method as a callable."""
        return channel.stream_stream(self.path(method), *self._coders(method))

    def _coders(self, method: str) -> tuple[Any, Any]:
        request = getattr(self.messages, f"{method}Request")
        response = getattr(self.messages, f"{method}Response")
        return request.SerializeToString, response.FromString
