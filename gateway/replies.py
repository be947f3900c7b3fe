"""What Envoy itself answers, in the words of the house: with a reason that programs read, and in both languages.

Envoy says why it refuses in its "response code details"; each kind below is recognised by them and gets a
`google.rpc.Status` like the ones that the services send.
"""

import base64
from typing import Any, Final

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2

Json = dict[str, Any]

DOMAIN: Final = "kiraathane"
UNAUTHENTICATED, UNAVAILABLE, RESOURCE_EXHAUSTED, PERMISSION_DENIED, UNIMPLEMENTED = 16, 14, 8, 7, 12
_DENIED: Final = "jwt_authn_access_denied{"
NO_SERVICE: Final = "there is no such service here"
NOT_OUTSIDE: Final = "for callers inside the house"


class Reply(msgspec.Struct, frozen=True):
    """One kind of refusal. `when` is a CEL expression over Envoy's attributes; `http` another HTTP status than it had.

    Envoy turns HTTP statuses into gRPC's (401 UNAUTHENTICATED, 403 PERMISSION_DENIED, 404 UNIMPLEMENTED,
    503 UNAVAILABLE); `code` is what comes of it.
    """

    reason: str
    code: int
    tr: str
    en: str
    when: str
    http: int | None = None


def _token(reason: str, tr: str, en: str, *said: str) -> Reply:
    when = " || ".join(f"response.code_details.startsWith('{_DENIED}{text}')" for text in said or ("",))
    return Reply(reason, UNAUTHENTICATED, tr, en, when, http=401)


REPLIES: Final = (
    Reply(
        "KEYS_UNAVAILABLE",
        UNAVAILABLE,
        "Anahtarlara şu anda ulaşılamıyor; yeniden deneyin.",
        "The keys cannot be reached just now; try again.",
        f"response.code_details.startsWith('{_DENIED}Jwks_remote_fetch')",
        http=503,
    ),
    _token("TOKEN_MISSING", "Bu çağrı için giriş yapın.", "Sign in to make this call.", "Jwt_is_missing"),
    _token(
        "TOKEN_EXPIRED", "Oturumun süresi doldu; yenileyin.", "The session has expired; refresh it.", "Jwt_is_expired"
    ),
    _token(
        "TOKEN_WRONG_ISSUER",
        "Giriş belgesini bu ev vermemiş.",
        "The token is not of this house.",
        "Jwt_issuer",
    ),
    _token(
        "TOKEN_BAD_SIGNATURE",
        "Giriş belgesinin imzası yanlış.",
        "The token's signature is wrong.",
        "Jwt_verification_fails",
    ),
    _token(
        "TOKEN_WRONG_AUDIENCE",
        "Giriş belgesi bu ev için değil.",
        "The token is not meant for this house.",
        "Audiences",
    ),
    _token(
        "TOKEN_UNKNOWN_KEY",
        "Giriş belgesinin anahtarı bilinmiyor.",
        "The key that signed the token is not known.",
        "Jwks_doesn",
        "Jwt_kid",
    ),
    _token("TOKEN_MALFORMED", "Giriş belgesi okunamadı.", "The token cannot be read."),
    Reply(
        "TOO_MANY_CALLS",
        RESOURCE_EXHAUSTED,
        "Çok sık çağrı yapıldı; biraz bekleyip yeniden deneyin.",
        "Too many calls; wait a moment and try again.",
        "response.code_details == 'local_rate_limited'",
    ),
    Reply(
        "NOT_ALLOWED",
        PERMISSION_DENIED,
        "Bu çağrıyı yapmaya yetkiniz yok.",
        "You may not make this call.",
        "response.code_details == 'direct_response' && response.code == 403",
    ),
    Reply(
        "METHOD_UNKNOWN",
        UNIMPLEMENTED,
        "Böyle bir servis yok.",
        "There is no such service.",
        "response.code_details == 'direct_response' && response.code == 404",
    ),
    Reply(
        "SERVICE_UNAVAILABLE",
        UNAVAILABLE,
        "Servise şu anda ulaşılamıyor; yeniden deneyin.",
        "The service cannot be reached just now; try again.",
        "response.code == 503 || response.code == 502",
    ),
)


def local_reply_configuration() -> Json:
    """The first of `REPLIES` that fits is what the client gets."""
    return {"mappers": [_mapper(reply) for reply in REPLIES]}


def _mapper(reply: Reply) -> Json:
    mapper: Json = {
        "filter": {
            "extension_filter": {
                "name": "envoy.access_loggers.extension_filters.cel",
                "typed_config": {
                    "@type": "type.googleapis.com/envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter",
                    "expression": reply.when,
                },
            }
        },
        # With a body, the gRPC-Web filter would take it for a page of somebody else's and make up a status of its own.
        "body": {"inline_string": ""},
        "headers_to_add": [
            {"header": {"key": name, "value": value}, "append_action": "OVERWRITE_IF_EXISTS_OR_ADD"}
            for name, value in (
                ("grpc-status", str(reply.code)),
                ("grpc-message", reply.en),
                ("grpc-status-details-bin", _details(reply)),
            )
        ],
    }
    if reply.http is not None:
        mapper["status_code"] = reply.http
    return mapper


def _details(reply: Reply) -> str:
    """The refusal as `google.rpc.Status`, as a binary header carries it: base64 without padding."""
    status = status_pb2.Status(code=reply.code, message=reply.en)
    for detail in (
        error_details_pb2.ErrorInfo(reason=reply.reason, domain=DOMAIN),
        error_details_pb2.LocalizedMessage(locale="tr", message=reply.tr),
        error_details_pb2.LocalizedMessage(locale="en", message=reply.en),
    ):
        packed = AnyMessage()
        packed.Pack(detail)
        status.details.append(packed)
    return base64.b64encode(status.SerializeToString(deterministic=True)).decode().rstrip("=")
