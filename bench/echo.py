"""A bare echo, hosted in the same process and reached through the same gateway as the games: the measure of a move.

It does nothing but send back what it got, by call and by stream, with the same server, event loop and interceptors off
the path: the cost of gRPC itself in this process.
"""

from collections.abc import AsyncIterator, Mapping

import grpc.aio

from services.runtime.service import HttpPage

NAME = "bench.v1.EchoService"
UNARY = f"/{NAME}/Echo"
STREAM = f"/{NAME}/EchoStream"


class Echo:
    """A `Hosted` service without a proto: bytes in, the same bytes out."""

    name = "echo"
    full_name = NAME

    def add_to(self, server: grpc.aio.Server) -> None:
        handlers = {
            "Echo": grpc.unary_unary_rpc_method_handler(self._echo),
            "EchoStream": grpc.stream_stream_rpc_method_handler(self._stream),
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))

    async def open(self) -> None:
        """There is nothing to open."""

    async def drain(self) -> None:
        """There is nothing to drain."""

    async def close(self) -> None:
        """There is nothing to close."""

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {}

    async def _echo(self, request: bytes, _context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        return request

    async def _stream(
        self, requests: AsyncIterator[bytes], _context: grpc.aio.ServicerContext[bytes, bytes]
    ) -> AsyncIterator[bytes]:
        async for request in requests:
            yield request
