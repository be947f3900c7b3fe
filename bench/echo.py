"""A bare echo in the same process and through the same gateway as the games: the measure of a move.

It sends back what it got, by call and by stream, from a gRPC server of its own on the process's event loop, without
interceptors, identity or metrics: the cost of gRPC itself in this process.
"""

import os
from collections.abc import AsyncIterator, Mapping

import grpc.aio
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FileDescriptorProto, ServiceDescriptorProto

from services.runtime.service import HttpPage

NAME = "bench.v1.EchoService"
UNARY = f"/{NAME}/Echo"
STREAM = f"/{NAME}/EchoStream"
LISTEN = "BENCH_ECHO_LISTEN"
"""The environment variable that says where it listens."""
# A process looks up the services that it hosts.
descriptor_pool.Default().AddSerializedFile(
    FileDescriptorProto(
        name="bench/v1/echo.proto", package="bench.v1", service=[ServiceDescriptorProto(name="EchoService")]
    ).SerializeToString()
)


class Echo:
    """A `Hosted` service without a proto: bytes in, the same bytes out."""

    name = "echo"
    full_name = NAME

    def __init__(self) -> None:
        self._server = grpc.aio.server()

    def add_to(self, server: grpc.aio.Server) -> None:
        """The house's own server does not have it."""

    async def open(self) -> None:
        handlers = {
            "Echo": grpc.unary_unary_rpc_method_handler(self._echo),
            "EchoStream": grpc.stream_stream_rpc_method_handler(self._stream),
        }
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))
        self._server.add_insecure_port(os.environ[LISTEN])
        await self._server.start()

    async def drain(self) -> None:
        """There is nothing to drain."""

    async def close(self) -> None:
        await self._server.stop(0)

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {}

    async def _echo(self, request: bytes, _context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        return request

    async def _stream(
        self, requests: AsyncIterator[bytes], _context: grpc.aio.ServicerContext[bytes, bytes]
    ) -> AsyncIterator[bytes]:
        async for request in requests:
            yield request
