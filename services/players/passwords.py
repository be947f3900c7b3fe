"""Passwords: argon2id, computed beside the event loop, at most two at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")

THREADS: Final = 2
MOST_WAITING: Final = 64


class TooBusy(Exception):  # noqa: N818
    """More people sign in at this moment than passwords can be checked."""


class Passwords:
    """Hashes and checks passwords. The parameters are OWASP's for argon2id: 19 MiB, two passes, one lane."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="argon2")
        self._waiting = 0
        # Checked for user names that nobody has, so that the answer takes as long as for a wrong password.
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """The hash to store. Raises `TooBusy`."""
        return await self._run(self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str) -> bool:
        """True if `password` is the one of the `stored` hash; always False, as slowly, for None. Raises `TooBusy`."""
        right = await self._run(self._verify, stored or self._nobody, password)
        return right and stored is not None

    def outdated(self, stored: str) -> bool:
        """True for a hash made with other parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, function: Callable[..., T], *arguments: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        finally:
            self._waiting -= 1
