"""The echo can be hosted as a service of the house is."""

import grpc.aio
import pytest

from bench.echo import LISTEN, STREAM, UNARY, Echo
from services.runtime.rpc_metrics import prepare
from tests.support.platform import free_address


async def test_the_echo_sends_back_what_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LISTEN, address := free_address())
    echo = Echo()
    prepare(echo.full_name)  # as the process does that hosts it
    await echo.open()
    try:
        async with grpc.aio.insecure_channel(address) as channel:
            assert await channel.unary_unary(UNARY)(b"once") == b"once"
            answers = channel.stream_stream(STREAM)(iter([b"again", b"and again"]))
            assert [answer async for answer in answers] == [b"again", b"and again"]
    finally:
        await echo.drain()
        await echo.close()
