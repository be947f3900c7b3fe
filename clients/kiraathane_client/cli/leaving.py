"""Getting up before a match begins, whatever ends the command: nobody is to wait for who has gone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError

GET_UP_SECONDS = 3.0
"""How long a command that ends tries to tell the house; then the house finds out by itself."""


@asynccontextmanager
async def seated(client: Client, getting: Awaitable[pb.Table]) -> AsyncIterator[pb.Table]:
    """The table that `getting` brings this person to. A block that ends otherwise than by its own end leaves it again.

    `getting` is not cut off in its middle: the house may have given the seat already, and nobody would know where. A
    match that has begun is not left by this.
    """
    arriving = asyncio.ensure_future(getting)
    try:
        yield await asyncio.shield(arriving)
    except BaseException:
        with contextlib.suppress(KiraathaneError, TimeoutError):
            async with asyncio.timeout(GET_UP_SECONDS):
                await client.lobby.leave(await arriving)
        raise
