"""The load on the echo: as many calls, or messages on streams, in flight as there are matches in the runs on tavla."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from bench.echo import STREAM, UNARY
from bench.players import House as Guests

# About what a move of tavla sends and gets.
MESSAGE = b"x" * 200


async def echo_calls(guests: Guests, in_flight: int, seconds: float, began: Callable[[], None]) -> tuple[int, float]:
    """Calls answered after the warm-up, and in how many seconds."""
    return await _run(guests, in_flight, seconds, began, _calls)


async def echo_streams(guests: Guests, in_flight: int, seconds: float, began: Callable[[], None]) -> tuple[int, float]:
    """Messages answered on streams after the warm-up, and in how many seconds."""
    return await _run(guests, in_flight, seconds, began, _stream)


class _Count:
    value = 0


async def _calls(guests: Guests, number: int, count: _Count) -> None:
    call = guests.channels[number % len(guests.channels)].unary_unary(UNARY)
    metadata = (("authorization", f"Bearer {guests.tokens[number % len(guests.tokens)]}"),)
    while True:
        await call(MESSAGE, metadata=metadata)
        count.value += 1


async def _stream(guests: Guests, number: int, count: _Count) -> None:
    turn = asyncio.Semaphore(1)

    async def messages() -> AsyncIterator[bytes]:
        while True:
            await turn.acquire()
            yield MESSAGE

    metadata = (("authorization", f"Bearer {guests.tokens[number % len(guests.tokens)]}"),)
    call = guests.channels[number % len(guests.channels)].stream_stream(STREAM)(messages(), metadata=metadata)
    try:
        async for _ in call:
            count.value += 1
            turn.release()
    finally:
        call.cancel()


async def _run(
    guests: Guests, in_flight: int, seconds: float, began: Callable[[], None], one: Callable[..., object]
) -> tuple[int, float]:
    count = _Count()
    tasks = [asyncio.ensure_future(one(guests, number, count)) for number in range(in_flight)]  # type: ignore[arg-type]
    try:
        await asyncio.wait(tasks, timeout=1.0, return_when=asyncio.FIRST_EXCEPTION)
        count.value = 0
        since = time.perf_counter()
        began()
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        return count.value, time.perf_counter() - since
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
