"""The errors a caller can be told of, and how each becomes a gRPC status: here, and nowhere else.

Every error has a reason in UPPER_SNAKE, sentences in Turkish and English, and details that a program can read:
`google.rpc.ErrorInfo` (domain "kiraathane", metadata: the details and the clause), `LocalizedMessage` in both
languages, and `BadRequest` where fields are wrong. Services of the house raise these; `Illegal` of the rules becomes
`Refused`. The classes are named for what the caller is told.
"""
# ruff: noqa: N818

from collections.abc import Mapping
from typing import ClassVar, Final

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2

from services.kernel.meta import Labels, Meta
from services.kernel.refusal import Illegal
from services.runtime.catalogue import CATALOGUE

DOMAIN: Final = "kiraathane"
DETAILS_KEY: Final = "grpc-status-details-bin"
_LONGEST_VALUE: Final = 160
_MOST_FIELDS: Final = 8


class HouseError(Exception):
    """An error that is told to the caller. Raise one of the kinds below.

    `detail` fills the sentences and becomes ErrorInfo metadata; of a detail in both languages (`Labels`) each sentence
    has its own, and the metadata the English one. `labels` are the sentences' templates; left out, they come from the
    catalogue by reason. `clause` names the rule book's clause. `fields` are (path, what is wrong). Long
    texts are cut: an error must fit into HTTP/2 trailers, whatever the caller sent.
    """

    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.INTERNAL

    def __init__(
        self,
        reason: str,
        detail: Mapping[str, object] | None = None,
        *,
        labels: Labels | None = None,
        clause: str = "",
        fields: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = {name: _short(value) for name, value in (detail or {}).items()}
        self.labels = labels or CATALOGUE.get(reason) or Labels(tr=reason, en=reason)
        self.clause = clause
        self.fields = tuple((str(_short(field)), str(_short(text))) for field, text in fields[:_MOST_FIELDS])

    def sentence(self, language: str) -> str:
        """What a person is told, in "tr" or "en"."""
        template = _in(language, self.labels)
        detail = {
            name: _in(language, value) if isinstance(value, Labels) else value for name, value in self.detail.items()
        }
        try:
            return template.format_map(detail)
        except (KeyError, IndexError, ValueError, AttributeError):
            return template  # a detail that is missing must not turn a refusal into a failure

    def status(self) -> status_pb2.Status:
        """The error as `google.rpc.Status` with all its details."""
        metadata = {
            name: str(_short(value.en if isinstance(value, Labels) else str(value)))
            for name, value in self.detail.items()
        }
        if self.clause:
            metadata["clause"] = self.clause
        english = self.sentence("en")
        details = [
            error_details_pb2.ErrorInfo(reason=self.reason, domain=DOMAIN, metadata=metadata),
            error_details_pb2.LocalizedMessage(locale="tr", message=self.sentence("tr")),
            error_details_pb2.LocalizedMessage(locale="en", message=english),
        ]
        if self.fields:
            violations = [
                error_details_pb2.BadRequest.FieldViolation(field=field, description=text)
                for field, text in self.fields
            ]
            details.append(error_details_pb2.BadRequest(field_violations=violations))
        number: int = self.code.value[0]
        return status_pb2.Status(code=number, message=english, details=[_packed(detail) for detail in details])

    def trailing(self) -> tuple[str, tuple[tuple[str, bytes], ...]]:
        """The status message and the trailing metadata of an RPC that ends with this error."""
        status = self.status()
        return status.message, ((DETAILS_KEY, status.SerializeToString()),)


class Invalid(HouseError):
    """The request is malformed: INVALID_ARGUMENT. Sending it again cannot help."""

    code = grpc.StatusCode.INVALID_ARGUMENT


class Refused(HouseError):
    """The rules, or the state of things, say no: FAILED_PRECONDITION."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class Stale(HouseError):
    """Somebody else was first: ABORTED. Look again and decide again."""

    code = grpc.StatusCode.ABORTED


class Denied(HouseError):
    """The caller may not do this, whether or not the thing exists: PERMISSION_DENIED."""

    code = grpc.StatusCode.PERMISSION_DENIED


class Missing(HouseError):
    """There is no such thing: NOT_FOUND."""

    code = grpc.StatusCode.NOT_FOUND


class Taken(HouseError):
    """There is such a thing already: ALREADY_EXISTS."""

    code = grpc.StatusCode.ALREADY_EXISTS


class Exhausted(HouseError):
    """A limit is reached: RESOURCE_EXHAUSTED."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class Unauthenticated(HouseError):
    """It is not known who calls: UNAUTHENTICATED."""

    code = grpc.StatusCode.UNAUTHENTICATED


class Unavailable(HouseError):
    """Not now: UNAVAILABLE. The same request may be sent again."""

    code = grpc.StatusCode.UNAVAILABLE


class Fault(HouseError):
    """A bug of the house: INTERNAL. Its text says nothing of what was being worked on."""

    def __init__(self) -> None:
        super().__init__("INTERNAL")


def refused(meta: Meta, illegal: Illegal) -> Refused:
    """The rules' refusal in the words of the family, with its clause."""
    try:
        refusal = meta.refusal(illegal.reason)
    except KeyError:  # the conformance suite finds these; a player is still told the reason
        return Refused(illegal.reason, illegal.detail)
    labels = Labels(tr=refusal.tr, en=refusal.en)
    return Refused(illegal.reason, illegal.detail, labels=labels, clause=refusal.clause)


def _packed(
    detail: error_details_pb2.ErrorInfo | error_details_pb2.LocalizedMessage | error_details_pb2.BadRequest,
) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(detail)
    return packed


def _in(language: str, labels: Labels) -> str:
    return labels.tr if language == "tr" else labels.en


def _short(value: object) -> object:
    """The value, cut if it is a long text."""
    if isinstance(value, Labels):
        return Labels(tr=str(_short(value.tr)), en=str(_short(value.en)))
    return f"{value[: _LONGEST_VALUE - 1]}…" if isinstance(value, str) and len(value) > _LONGEST_VALUE else value
