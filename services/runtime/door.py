"""What happens around every call: who is it, is the message in order, what became of it.

It is put around each method's handler once, when the method is registered: gRPC's own interceptors do the same at every
call, for 6 to 9 % of it. Requests are read here and not by gRPC, which answers INTERNAL to bytes that are no message.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

import grpc
import grpc.aio
import protovalidate
import structlog
from google.protobuf.message import DecodeError, Message
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from services.kernel.meta import Labels
from services.runtime import identity
from services.runtime.errors import DETAILS_KEY, Exhausted, Fault, HouseError, Invalid, Unauthenticated, Unavailable
from services.runtime.fields import wrong
from services.runtime.rpc_log import rpc_log
from services.runtime.rpc_metrics import MethodMetrics
from services.runtime.service import OPEN_METHODS

LARGEST_REQUEST: Final = 256 * 1024
"""Bytes; more is answered RESOURCE_EXHAUSTED."""

Context = grpc.aio.ServicerContext[Any, Any]
Handler = Any
Ending = tuple[grpc.StatusCode, str, tuple[tuple[str, bytes], ...]]

log = structlog.get_logger("rpc")
_validator = protovalidate.Validator()


def guarded(server: grpc.aio.Server) -> grpc.aio.Server:
    """The server's door: what is registered here is registered there, with identity, validation and all the rest."""
    return cast("grpc.aio.Server", _Door(server))


class _Door:
    """The part of a server that generated code and families register their methods with."""

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, generic_rpc_handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        self._server.add_generic_rpc_handlers(tuple(_GuardedHandlers(handlers) for handlers in generic_rpc_handlers))

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Handler]) -> None:
        """Nothing: the same methods come as generic handlers too, and those are guarded once."""


class _GuardedHandlers(grpc.GenericRpcHandler):
    """Another's handlers, each guarded when it is first called and then kept."""

    def __init__(self, handlers: grpc.GenericRpcHandler) -> None:
        self._handlers = handlers
        self._guarded: dict[str, Handler] = {}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        method = handler_call_details.method
        guarded = self._guarded.get(method)
        if guarded is None:
            handler = self._handlers.service(handler_call_details)
            if handler is None:
                return None  # another service's method, or nobody's: then gRPC answers UNIMPLEMENTED
            guarded = self._guarded[method] = _guarded(method, handler)
        return guarded


def _guarded(method: str, handler: Any) -> Handler:
    """The handler with everything around it."""
    if handler.request_streaming and handler.response_streaming:
        call = _Call(method, "bidi_stream", None)
        behavior = _reading(handler.request_deserializer, handler.stream_stream)
        return grpc.stream_stream_rpc_method_handler(_streamed(call, behavior), None, handler.response_serializer)
    if handler.response_streaming:
        call = _Call(method, "server_stream", handler.request_deserializer)
        return grpc.unary_stream_rpc_method_handler(
            _streamed(call, handler.unary_stream), None, handler.response_serializer
        )
    if handler.request_streaming:
        raise TypeError(f"{method}: the house has no calls that stream requests alone")
    call = _Call(method, "unary", handler.request_deserializer)
    return grpc.unary_unary_rpc_method_handler(_unary(call, handler.unary_unary), None, handler.response_serializer)


def _reading(
    parse: Callable[[bytes], Any] | None, behavior: Callable[[Any, Context], Any]
) -> Callable[[Any, Context], Any]:
    """A behavior for streams of bytes; one without `parse` reads them itself."""
    if parse is None:
        return behavior

    async def messages(stream: AsyncIterator[bytes]) -> AsyncIterator[Any]:
        async for data in stream:
            yield read(parse, data)

    return lambda stream, context: behavior(messages(stream), context)


class _Call:
    """What the calls of one method have in common."""

    __slots__ = ("is_open", "method", "metrics", "parse")

    def __init__(self, method: str, kind: str, parse: Callable[[bytes], Message] | None) -> None:
        self.method = method
        self.parse = parse
        self.is_open = method in OPEN_METHODS
        self.metrics = MethodMetrics(method, kind)

    async def admit(self, data: Any, context: Context) -> Any:
        """The request, once the caller is known and the message in order; raises what is wrong."""
        if not self.is_open:
            token, own = _token(context), identity.identity()
            identity.set_caller(own.known(token) or await own.verify(token))
        return data if self.parse is None else read(self.parse, data)

    def done(self, begun: float, code: grpc.StatusCode) -> None:
        seconds = time.perf_counter() - begun
        self.metrics.done(code, seconds)
        rpc_log.call(self.method, code, seconds)


def _unary(
    call: _Call, behavior: Callable[[Any, Context], Awaitable[Any]]
) -> Callable[[bytes, Context], Awaitable[Any]]:
    async def guarded(data: bytes, context: Context) -> Any:
        begun = time.perf_counter()
        call.metrics.started.inc()
        code = grpc.StatusCode.OK
        try:
            return await behavior(await call.admit(data, context), context)
        except asyncio.CancelledError:
            code = grpc.StatusCode.CANCELLED
            raise
        except grpc.aio.AbortError:  # the status is set, and gRPC ends the call with it
            code = _status(context.code())
            raise
        except Exception as error:  # noqa: BLE001  (every error ends as a status)
            code = _end(context, ending(error, call.method))
            return None
        finally:
            call.done(begun, code)

    return guarded


def _streamed(call: _Call, behavior: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Awaitable[None]]:
    async def guarded(request: Any, context: Context) -> None:
        begun = time.perf_counter()
        call.metrics.started.inc()
        code = grpc.StatusCode.OK
        try:
            answers = behavior(await call.admit(request, context), context)
            if isinstance(answers, AsyncIterator):
                async for answer in answers:
                    await context.write(answer)
            else:
                await answers
        except asyncio.CancelledError:
            code = grpc.StatusCode.CANCELLED
            raise
        except grpc.aio.AbortError:  # the status is set, and gRPC ends the call with it
            code = _status(context.code())
            raise
        except Exception as error:  # noqa: BLE001  (every error ends as a status)
            code = _end(context, ending(error, call.method))
        finally:
            call.done(begun, code)

    return guarded


def read(parse: Callable[[bytes], Any], data: bytes) -> Any:
    """The message in `data`, checked against the rules of its proto. Raises `Exhausted` or `Invalid`."""
    message = parsed(parse, data)
    check(message)
    return message


def parsed(parse: Callable[[bytes], Any], data: bytes) -> Any:
    """The message in `data`, unchecked. Raises `Exhausted` or `Invalid`."""
    if len(data) > LARGEST_REQUEST:
        raise Exhausted("MESSAGE_TOO_LARGE", {"bytes": len(data), "limit": LARGEST_REQUEST})
    try:
        return parse(data)
    except (DecodeError, UnicodeDecodeError) as error:
        raise Invalid("MESSAGE_MALFORMED") from error


def check(message: Message) -> None:
    """Raises `Invalid` with every field that breaks the rules of the message's proto."""
    if violations := _validator.collect_violations(message):
        paths = [_path(violation.proto.field) for violation in violations]
        words = [wrong(message, violation) for violation in violations]
        problem = Labels(
            tr="; ".join(f"{path}: {one.tr}" for path, one in zip(paths, words, strict=True)),
            en="; ".join(f"{path}: {one.en}" for path, one in zip(paths, words, strict=True)),
        )
        rules = [str(violation.proto.message) for violation in violations]
        raise Invalid("BAD_FIELD", {"problem": problem}, fields=tuple(zip(paths, rules, strict=True)))


def _path(path: Any) -> str:
    """A violation's field as people write it, e.g. "action.play.moves[0].from"."""
    parts = []
    for element in path.elements if path is not None else ():
        subscript = element.subscript
        parts.append(element.field_name + (f"[{subscript.value}]" if subscript is not None else ""))
    return ".".join(parts)


def _token(context: Context) -> str:
    """The bearer token of the call; empty for another scheme. Raises `Unauthenticated` if there is none."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization":
            text = value if isinstance(value, str) else value.decode("ascii", "replace")
            scheme, _, token = text.partition(" ")
            return token.strip() if scheme.lower() == "bearer" else ""
    raise Unauthenticated("TOKEN_MISSING")


def ending(error: Exception, method: str) -> Ending:
    """How a call that raised `error` ends: the one place where exceptions become statuses."""
    if isinstance(error, HouseError):
        if isinstance(error, Fault):
            log.error("fault", method=method, exc_info=error)
        return _of(error)
    if isinstance(error, identity.TokenRefused):
        return _of(Unauthenticated(error.reason))
    if isinstance(error, identity.KeysUnavailable):
        return _of(Unavailable("KEYS_UNAVAILABLE"))
    if isinstance(error, DBAPIError | NoConnection | OSError):
        log.warning("store_failed", method=method, problem=str(error))
        return _of(Unavailable("STORE_UNAVAILABLE"))
    if isinstance(error, grpc.aio.AioRpcError):  # of a service that was asked on the caller's behalf
        details = tuple(
            (key, value)
            for key, value in error.trailing_metadata() or ()
            if key == DETAILS_KEY and isinstance(value, bytes)
        )
        return error.code(), error.details() or "", details
    log.error("fault", method=method, exc_info=error)
    return _of(Fault())


def _status(code: object) -> grpc.StatusCode:
    """A status as gRPC keeps it, which is its number."""
    return next((status for status in grpc.StatusCode if code in (status, status.value[0])), grpc.StatusCode.UNKNOWN)


def _of(error: HouseError) -> Ending:
    return (error.code, *error.trailing())


def _end(context: Context, ending: Ending) -> grpc.StatusCode:
    """Ends the call with a status; the answer that the handler returns is not sent then."""
    code, message, trailing = ending
    context.set_code(code)
    context.set_details(message)
    context.set_trailing_metadata(trailing)
    return code
