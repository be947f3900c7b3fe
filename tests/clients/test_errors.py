"""Every answer that is no answer becomes an exception that says what happened, in both languages."""

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from kiraathane_client import errors
from tests.clients.house import status

CODES = {
    grpc.StatusCode.FAILED_PRECONDITION: errors.Refused,
    grpc.StatusCode.ABORTED: errors.StaleVersion,
    grpc.StatusCode.INVALID_ARGUMENT: errors.InvalidRequest,
    grpc.StatusCode.NOT_FOUND: errors.NotFound,
    grpc.StatusCode.ALREADY_EXISTS: errors.AlreadyExists,
    grpc.StatusCode.PERMISSION_DENIED: errors.PermissionDenied,
    grpc.StatusCode.UNAUTHENTICATED: errors.Unauthenticated,
    grpc.StatusCode.RESOURCE_EXHAUSTED: errors.RateLimited,
    grpc.StatusCode.UNAVAILABLE: errors.Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: errors.Unavailable,
    grpc.StatusCode.INTERNAL: errors.ServerFault,
    grpc.StatusCode.UNKNOWN: errors.ServerFault,
    grpc.StatusCode.UNIMPLEMENTED: errors.ServerFault,
}


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_exception(code: grpc.StatusCode) -> None:
    error = errors.from_status(status(code, "SOME_REASON", clause="1.4"))
    assert type(error) is CODES[code]
    assert (error.reason, error.clause) == ("SOME_REASON", "1.4")
    assert error.sentence("tr") == "SOME_REASON olmaz"
    assert error.sentence("en") == "no SOME_REASON"
    assert str(error) == "no SOME_REASON (SOME_REASON)"


@pytest.mark.parametrize("code", CODES)
def test_an_error_without_details_has_sentences_too(code: grpc.StatusCode) -> None:
    error = errors.from_status(status_pb2.Status(code=code.value[0], message="raw"))
    assert error.sentence("tr")
    assert error.sentence("en")
    assert error.sentence("tr") != error.sentence("en")
    assert "raw" in str(error)


def test_wrong_fields_are_named() -> None:
    bad = error_details_pb2.BadRequest()
    bad.field_violations.add(field="options.matchLength", description="allowed are 1 | 3")
    error = errors.from_status(status(grpc.StatusCode.INVALID_ARGUMENT, "BAD_OPTION", bad))
    assert isinstance(error, errors.InvalidRequest)
    assert error.violations == {"options.matchLength": "allowed are 1 | 3"}


@pytest.mark.parametrize(
    ("reason", "passing"),
    [("TOO_MANY_CALLS", True), ("", True), ("MESSAGE_TOO_LARGE", False), ("TOO_MANY_TABLES", False)],
)
def test_only_limits_that_pass_are_waited_for(reason: str, passing: bool) -> None:
    error = errors.from_status(status(grpc.StatusCode.RESOURCE_EXHAUSTED, reason))
    assert isinstance(error, errors.RateLimited)
    assert error.passing is passing


def test_a_regional_language_is_a_language() -> None:
    told = status_pb2.Status(code=9)
    told.details.add().Pack(error_details_pb2.LocalizedMessage(locale="tr-TR", message="olmaz"))
    assert errors.from_status(told).sentence("tr") == "olmaz"
