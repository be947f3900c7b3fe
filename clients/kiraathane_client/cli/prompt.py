"""Reading a line while the table goes on: from a pipe here, from a terminal in `edited`."""

import asyncio
import os
import stat
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from kiraathane_client.cli.desk import Desk

_AGAIN_SECONDS = 0.2
YES = {"e", "evet", "y", "yes"}
Complete = Callable[[str], Sequence[str]]


class NoMoreLines(Exception):  # noqa: N818  (the person goes; nothing failed)
    """The input has ended: Ctrl-C, Ctrl-D, or the end of a script."""


class Prompt(ABC):
    """Where lines come from."""

    @abstractmethod
    def put_back(self, line: str) -> None:
        """A line that came at the wrong moment: on a terminal it is there to be edited again, else it is read again."""

    @abstractmethod
    async def line(self, mark: str, complete: Complete, beside: Callable[[], str]) -> str:
        """The next line; raises `NoMoreLines` when there will be none.

        May be cancelled: what was typed so far stays for the next call. `beside` is asked every second for a short
        text at the right margin.
        """

    def above(self) -> AbstractContextManager[None]:
        """Inside, what is printed stands above the line that is being typed."""
        return nullcontext()


class PlainLines(Prompt):
    """Standard input that is not a terminal: a script, a test, a pipe."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
        self._back: list[str] = []
        self._reader: asyncio.Task[None] | None = None

    def put_back(self, line: str) -> None:
        self._back.append(line)

    async def line(self, mark: str, complete: Complete, beside: Callable[[], str]) -> str:  # noqa: ARG002
        if self._back:
            return self._back.pop()
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        if self._reader.done() and self._lines.empty():
            raise NoMoreLines
        line = await self._lines.get()
        if line is None:
            raise NoMoreLines
        return line

    async def _read(self) -> None:
        if _never_waits(sys.stdin.fileno()):
            for line in sys.stdin.buffer:
                await self._put(line)
            await self._lines.put(None)
            return
        stream = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), sys.stdin)
        try:
            while data := await stream.readline():
                await self._put(data)
            await self._lines.put(None)
        finally:
            transport.close()

    async def _put(self, line: bytes) -> None:
        await self._lines.put(line.decode(errors="replace").rstrip("\r\n"))


def _never_waits(file: int) -> bool:
    """True for a file on disk and for /dev/null: they answer at once, and an event loop cannot wait for them."""
    mode = os.fstat(file).st_mode
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not os.isatty(file))


async def ended(task: "asyncio.Task[Any]") -> None:
    """Cancels a task and waits for its end, whatever it comes to.

    Cancelled again for as long as it runs: a line that has only just begun to be read may swallow the first time.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_SECONDS)


def prompt_of(desk: Desk) -> Prompt:
    """Where this desk's lines come from."""
    if not desk.interactive:
        return PlainLines()
    from kiraathane_client.cli.edited import EditedLines  # only who sits at a terminal waits for it to load

    return EditedLines(color=not desk.out.no_color)
