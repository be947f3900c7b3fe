"""Everything that can go wrong, as one tree of exceptions.

Each carries the sentence for the person in Turkish and in English: the server's own where it sent one
(google.rpc.LocalizedMessage), else one of ours.
"""
# ruff: noqa: N818  (they are named by what happened: the base class says that they are errors)

from collections.abc import Mapping
from datetime import timedelta

import grpc
from google.rpc import error_details_pb2, status_pb2

STATUS_KEY = "grpc-status-details-bin"
LANGUAGES = ("tr", "en")


class KiraathaneError(Exception):
    """What the house answered instead of an answer.

    `reason` is UPPER_SNAKE ("" if none was given), `detail` the rest of what the server said with it, as text.
    `str(error)` is the English sentence with the reason; `sentence(lang)` is for people.
    """

    default_sentences: Mapping[str, str] = {
        "tr": "Beklenmeyen bir hata oldu.",
        "en": "Something unexpected went wrong.",
    }

    def __init__(
        self,
        reason: str = "",
        sentences: Mapping[str, str] | None = None,
        detail: Mapping[str, str] | None = None,
        raw: str = "",
    ) -> None:
        self.reason = reason
        self.detail = dict(detail or {})
        self.raw = raw
        self.sentences = {lang: (sentences or {}).get(lang) or self.default_sentences[lang] for lang in LANGUAGES}
        super().__init__(self.sentences["en"] + (f" ({reason})" if reason else f" ({raw})" if raw else ""))

    def sentence(self, lang: str) -> str:
        """What to tell a person; `lang` is "tr" or "en" (others read English)."""
        return self.sentences.get(lang, self.sentences["en"])

    @property
    def clause(self) -> str:
        """The clause of the rule book, "" if the refusal does not stand on one."""
        return self.detail.get("clause", "")


class Refused(KiraathaneError):
    """The rules (or the state of a table) say no; nothing has changed."""

    default_sentences: Mapping[str, str] = {"tr": "Bu şu anda yapılamaz.", "en": "That cannot be done now."}


class NotYourTurn(Refused):
    """Somebody else must decide first."""

    default_sentences: Mapping[str, str] = {"tr": "Sıra sizde değil.", "en": "It is not your turn."}


class StaleVersion(KiraathaneError):
    """The match has moved on since the decision was made. Look at `current_version` and decide again."""

    default_sentences: Mapping[str, str] = {
        "tr": "Siz karar verirken oyun ilerledi.",
        "en": "The match moved on while you were deciding.",
    }

    @property
    def current_version(self) -> int | None:
        """The version the match is at; None if the server did not say."""
        text = self.detail.get("version", "")
        return int(text) if text.isdecimal() else None


class InvalidRequest(KiraathaneError):
    """The request is malformed: a fault of the program that sent it. `violations` maps fields to what is wrong."""

    default_sentences: Mapping[str, str] = {"tr": "İstek geçersiz.", "en": "The request is not valid."}
    violations: Mapping[str, str] = {}


class NotFound(KiraathaneError):
    """There is no such match, table or player, or the caller may not know of it."""

    default_sentences: Mapping[str, str] = {"tr": "Böyle bir şey yok.", "en": "There is no such thing."}


class AlreadyExists(KiraathaneError):
    """The name is taken."""

    default_sentences: Mapping[str, str] = {"tr": "Bu zaten var.", "en": "That exists already."}


class PermissionDenied(KiraathaneError):
    """Not for this player, e.g. another player's seat."""

    default_sentences: Mapping[str, str] = {"tr": "Buna yetkiniz yok.", "en": "You may not do that."}


class Unauthenticated(KiraathaneError):
    """Nobody is signed in, or the session has ended."""

    default_sentences: Mapping[str, str] = {"tr": "Önce giriş yapmalısınız.", "en": "You must sign in first."}


class RateLimited(KiraathaneError):
    """A limit is reached. `retry_after` says when to try again, None if the server did not say.

    `passing` is True for a limit that goes by itself while one waits; the client waits for those.
    """

    default_sentences: Mapping[str, str] = {
        "tr": "Çok fazla istek gönderildi; biraz bekleyin.",
        "en": "Too many requests; wait a little.",
    }
    retry_after: timedelta | None = None

    @property
    def passing(self) -> bool:
        return self.reason in _PASSING or self.retry_after is not None


_PASSING = {"", "TOO_MANY_CALLS", "TOO_MANY_STREAMS", "SIGN_IN_BUSY"}


class Unavailable(KiraathaneError):
    """The house could not be reached, or did not answer in time. Whether the call was carried out is not known."""

    default_sentences: Mapping[str, str] = {
        "tr": "Kıraathane'ye ulaşılamıyor.",
        "en": "The coffee house cannot be reached.",
    }


class ServerFault(KiraathaneError):
    """A bug of the house."""

    default_sentences: Mapping[str, str] = {"tr": "Sunucuda bir hata oldu.", "en": "The server had a fault."}


_BY_CODE: dict[grpc.StatusCode, type[KiraathaneError]] = {
    grpc.StatusCode.FAILED_PRECONDITION: Refused,
    grpc.StatusCode.ABORTED: StaleVersion,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.ALREADY_EXISTS: AlreadyExists,
    grpc.StatusCode.PERMISSION_DENIED: PermissionDenied,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
    grpc.StatusCode.RESOURCE_EXHAUSTED: RateLimited,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,
}
_BY_REASON: dict[str, type[KiraathaneError]] = {"NOT_YOUR_TURN": NotYourTurn}
_CODE_BY_NUMBER = {code.value[0]: code for code in grpc.StatusCode}
# What grpc says when the connection broke under a call; the servers of the house never use these two codes for that.
_BROKEN = (
    "RST_STREAM",
    "GOAWAY",
    "Stream removed",
    "Socket closed",
    "Connection reset",
    "upstream connect error",
    "Internal error from Core",  # grpc.aio's own, for a message that was being written when the stream ended
)


def from_call(error: grpc.aio.AioRpcError) -> KiraathaneError:
    """The exception for a failed call."""
    for key, value in error.trailing_metadata() or ():
        if key == STATUS_KEY and isinstance(value, bytes):
            return from_status(status_pb2.Status.FromString(value))
    return _plain(error.code(), error.details() or "")


def from_status(status: status_pb2.Status) -> KiraathaneError:
    """The exception for a google.rpc.Status, as in status details and in the refusals of a `Sit` stream."""
    code = _CODE_BY_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN)
    info, help_ = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    bad = error_details_pb2.BadRequest()
    sentences: dict[str, str] = {}
    for part in status.details:
        text = error_details_pb2.LocalizedMessage()
        if part.Unpack(text):
            sentences[text.locale.split("-")[0]] = text.message
        else:
            part.Unpack(info) or part.Unpack(help_) or part.Unpack(bad)
    kind = _BY_REASON.get(info.reason) or _BY_CODE.get(code, ServerFault)
    error = kind(info.reason, sentences, info.metadata, status.message)
    if isinstance(error, RateLimited) and help_.HasField("retry_delay"):
        error.retry_after = help_.retry_delay.ToTimedelta()
    if isinstance(error, InvalidRequest):
        error.violations = {item.field: item.description for item in bad.field_violations}
    return error


def _plain(code: grpc.StatusCode, text: str) -> KiraathaneError:
    if code in {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN} and any(sign in text for sign in _BROKEN):
        return Unavailable(raw=text)
    return _BY_CODE.get(code, ServerFault)(raw=text)
