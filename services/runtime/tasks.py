"""Ending tasks for good."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

_PATIENCE_SECONDS: Final = 0.5


async def ended(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """Cancels tasks and waits for their end; what they raise is nobody's concern any more.

    Cancelled again for as long as they run: a library may swallow a cancellation that comes just when what it waits
    for is there (`asyncio.wait_for` before Python 3.12, and what is built on it).
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_PATIENCE_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
