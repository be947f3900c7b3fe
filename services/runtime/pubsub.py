"""Saying and hearing over Valkey's publish and subscribe. What is said may be lost: something else must back it up."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

RETRY_SECONDS: Final = 1.0
_CONNECT_SECONDS: Final = 3.0


async def listen(address: str, channels: Sequence[str], heard: Callable[[str, bytes], None]) -> None:
    """Calls `heard` with the channel and what was said there, until it is cancelled; connects again for as long."""
    while True:
        client = client_of(address)
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(*channels)
                async for message in subscription.listen():
                    heard(message["channel"].decode(), message["data"])
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("hints_not_heard", problem=str(error))
        finally:
            with contextlib.suppress(RedisError, OSError):
                await client.aclose()
        await asyncio.sleep(RETRY_SECONDS)


class Speaker:
    """One connection for saying things."""

    def __init__(self, address: str) -> None:
        self._client = client_of(address)

    async def say(self, channel: str, data: bytes) -> bool:
        """Says it once; False, and a pause, if nobody could be told."""
        try:
            await self._client.publish(channel, data)
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("hints_not_sent", channel=channel, problem=str(error))
            await asyncio.sleep(RETRY_SECONDS)
            return False
        return True

    async def close(self) -> None:
        await self._client.aclose()


def client_of(address: str) -> "Redis":
    """A client; connects when it is used."""
    return Redis.from_url(
        address, socket_connect_timeout=_CONNECT_SECONDS, socket_keepalive=True, health_check_interval=15
    )
