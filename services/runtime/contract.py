"""A family's gRPC service as its descriptors say it: the messages of every method, found by name.

All families' services have the methods and the field names of `TavlaService`, so the runtime needs no code per family.
What differs (action, view, happening) goes through the family's `wire`.
"""

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, ServiceDescriptor
from google.protobuf.message import Message

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from services.runtime.watch import Resume

METHODS: Final = (
    "CreateMatch",
    "StartMatch",
    "GetMatch",
    "ListLegalActions",
    "Play",
    "Sit",
    "WatchMatch",
    "LeaveMatch",
    "ClaimAbsent",
    "SeatSubstitute",
    "GetRecord",
    "AcknowledgeResult",
    "InspectMatch",
    "OrderMatch",
)
Query = Callable[[Any, Any], Any]
"""Answers a question about the table by a message, from the asking seat's view and the request; raises `ValueError`
for what makes no sense. The runtime fills in the answer's `version`."""

_UPDATING: Final = ("GetMatch", "Play", "Sit", "WatchMatch", "LeaveMatch", "ClaimAbsent", "InspectMatch")
_LENGTH_DELIMITED: Final = 2


class WrongContract(Exception):  # noqa: N818
    """A family's proto is not what the runtime can serve; the text names what is missing."""


class Contract:
    """The classes and field tags of one family's service. Raises `WrongContract` for a service of another shape."""

    def __init__(self, family: Family) -> None:
        self.wire: ModuleType = family.module("wire")
        self.full_name: str = self.wire.SERVICE
        self.service = _service(self.full_name)
        self.queries: Mapping[str, Query] = family.module("queries").QUERIES if family.has("queries") else {}
        methods = (*METHODS, *self.queries)
        missing = [name for name in methods if name not in self.service.methods_by_name]
        if missing:
            raise WrongContract(f"{self.full_name} lacks {', '.join(missing)}")
        if more := set(self.service.methods_by_name) - set(methods):
            raise WrongContract(f"nobody answers {', '.join(sorted(more))} of {self.full_name}")
        self.requests: Mapping[str, type[Message]] = {
            name: message_factory.GetMessageClass(self.service.methods_by_name[name].input_type) for name in methods
        }
        self.responses: Mapping[str, type[Message]] = {
            name: message_factory.GetMessageClass(self.service.methods_by_name[name].output_type) for name in methods
        }
        # One field number for `update` in all answers: the same bytes then serve all of them.
        tags = {tag_of(self._output(name), "update") for name in _UPDATING}
        if len(tags) != 1:
            raise WrongContract(f"{self.full_name}: the field `update` must have one number in all answers")
        self.update_tag = tags.pop()
        update = self._output("Play").fields_by_name["update"].message_type
        assert update is not None  # a field that has a length-delimited tag and is no text
        self.info_tag = tag_of(update, "info")
        self.view_tag = tag_of(update, "view")
        self.happening_tag = tag_of(update, "happenings")
        self.inspection_tag = tag_of(self._output("InspectMatch"), "inspection")
        self.request_id_tag = tag_of(self._output("Sit"), "request_id")

    def _output(self, method: str) -> Descriptor:
        descriptor: Descriptor = self.service.methods_by_name[method].output_type
        return descriptor

    def resume(self, method: str, resume: Resume) -> bytes:
        """The last answer of a stream (`WatchMatch` or `Sit`) that has to end."""
        message = match_pb2.Resume(version=resume.version, reason=resume.reason)
        return serialized(self.responses[method](resume=message))

    def method(self, name: str) -> str:
        """The full method name, e.g. "/kiraathane.tavla.v1.TavlaService/Play"."""
        return f"/{self.full_name}/{name}"


def _service(full_name: str) -> ServiceDescriptor:
    pool = descriptor_pool.Default()
    try:
        return pool.FindServiceByName(full_name)
    except KeyError:
        # Nobody has imported its stubs yet; they stand where every family's do.
        package, _, service = full_name.rpartition(".")
        importlib.import_module(f"{package}.{service.removesuffix('Service').lower()}_service_pb2")
        return pool.FindServiceByName(full_name)


def tag_of(message: Descriptor, field: str) -> bytes:
    """The wire tag of a length-delimited field (protobuf encoding: number << 3 | 2, as a varint)."""
    found = message.fields_by_name.get(field)
    if found is None:
        raise WrongContract(f"{message.full_name} has no field `{field}`")
    return varint(found.number << 3 | _LENGTH_DELIMITED)


def varint(number: int) -> bytes:
    """A number as protobuf writes it: seven bits a byte, the lowest first."""
    if number < 0x80:
        return _SMALL[number]
    if number < 0x4000:
        return bytes((number & 0x7F | 0x80, number >> 7))
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


_SMALL: Final = tuple(bytes((number,)) for number in range(0x80))


def field(tag: bytes, body: bytes) -> bytes:
    """A length-delimited field. Messages of one type that stand one after the other are merged by every reader."""
    return tag + varint(len(body)) + body


def serialized(message: Any) -> bytes:
    """The message's bytes, the same for the same content."""
    data: bytes = message.SerializeToString(deterministic=True)
    return data
