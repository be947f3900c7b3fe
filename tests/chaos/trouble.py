"""Killing: one process after the other, in turn, each dead at once and started again."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import numpy as np

from tests.support.platform import Platform

KINDS = ("services", "worker", "valkey", "gateway")
EACH = 5


async def kill_everything(platform: Platform, enough: Callable[[], Awaitable[None]]) -> Counter[str]:
    """Kills each kind of process `EACH` times; how often each was killed. `enough` waits until enough is going on.

    The pauses are drawn from a seed: a process dies in the middle of whatever it is doing then.
    """
    rng, killed = np.random.default_rng(2), Counter[str]()
    for _ in range(EACH):
        for kind in KINDS:
            await asyncio.sleep(float(rng.uniform(0.4, 1.6)))
            async with asyncio.timeout(60):
                await enough()
            await asyncio.to_thread(platform.restart, kind)
            killed[kind] += 1
    return killed
