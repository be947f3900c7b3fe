"""A task that is told to end ends, even where a library swallows the first word."""

import asyncio
import contextlib

from services.runtime.tasks import ended


async def test_a_task_that_swallows_a_cancellation_is_told_again() -> None:
    swallowed = 0

    async def deaf() -> None:
        nonlocal swallowed
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        swallowed += 1
        await asyncio.sleep(3600)

    async def broken() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ValueError

    tasks = [asyncio.create_task(work()) for work in (deaf, broken)]
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await ended(tasks)
    assert swallowed == 1
    assert all(task.done() for task in tasks)
