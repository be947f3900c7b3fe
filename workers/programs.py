"""Programs that bots play by, as chess engines: found on this machine, one process of each per worker process.

A program is started when it is first asked, started again when it has died, and ended with the worker. It reads from a
pipe of ours, so that it ends by itself should the worker be killed.
"""

import contextlib
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Final

import structlog

from services.kernel.bot import ProgramGone
from workers.settings import OFF, WorkerSettings

log = structlog.get_logger("workers")

_END_SECONDS: Final = 1.0
_REST_SECONDS: Final = 300.0  # for so long nobody waits again for a program that was of no use
# No engine says so much before it moves; one that does talks nonsense and must not fill the worker's memory.
_MOST_LINES: Final = 10_000
_LONGEST_LINE: Final = 4_096


class Programs:
    """The programs of one worker process, by name."""

    def __init__(self, settings: WorkerSettings) -> None:
        self._settings = settings
        self._found: dict[str, LineProgram | None] = {}
        self._resting: dict[str, float] = {}

    def find(self, name: str) -> "LineProgram | None":
        """The program that bots call `name`; None if this machine has none, it is switched off, or it rests."""
        if time.monotonic() < self._resting.get(name, 0.0):
            return None
        if name not in self._found:
            told: str = getattr(self._settings, name, "")
            path = None if told == OFF else told or shutil.which(name)
            self._found[name] = LineProgram(path) if path else None
        return self._found[name]

    def rest(self, name: str) -> None:
        """It was of no use: it is ended, and for a while bots do without it instead of waiting at every move."""
        self._resting[name] = time.monotonic() + _REST_SECONDS
        if (program := self._found.get(name)) is not None:
            program.close()

    def close(self) -> None:
        """Ends all of them."""
        for program in self._found.values():
            if program is not None:
                program.close()
        self._found.clear()


class LineProgram:
    """A program that answers line by line (`services.kernel.bot.Program`)."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    @property
    def pid(self) -> int | None:
        """The number of its process, None while there is none."""
        return None if self._process is None else self._process.pid

    def ask(self, lines: Sequence[str], until: str, seconds: float) -> Sequence[str]:
        """Says `lines` and returns the answer up to the line that begins with `until`; raises `ProgramGone`.

        Whatever goes wrong, also in the caller's own time limit, ends the process: half an answer must not be taken
        for the next one.
        """
        with self._lock:
            answered = False
            try:
                answer = self._asked(lines, until, time.monotonic() + seconds)
                answered = True
            finally:
                if not answered:
                    self._end()
            return answer

    def close(self) -> None:
        """Ends the process, if there is one."""
        with self._lock:
            self._end()

    def _asked(self, lines: Sequence[str], until: str, deadline: float) -> list[str]:
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()
        except OSError as error:
            raise ProgramGone(f"{self.path} has ended") from error
        answer: list[str] = []
        while not (answer and answer[-1].startswith(until)):
            if len(answer) == _MOST_LINES:
                raise ProgramGone(f"{self.path} talks without an answer")
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise ProgramGone(f"{self.path} did not answer in time") from None
            if line is None:
                raise ProgramGone(f"{self.path} has ended")
            answer.append(line)
        return answer

    def _running(self) -> "subprocess.Popen[str]":
        """The process, started if it is not there."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        try:
            process = subprocess.Popen(  # noqa: S603  (the operator's own program, without a shell)
                [self.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise ProgramGone(f"{self.path} cannot be started: {error.strerror}") from error
        self._process, self._lines = process, queue.SimpleQueue()
        threading.Thread(target=_heard, args=(process, self._lines), daemon=True).start()
        log.info("program_started", path=self.path, pid=process.pid)
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_END_SECONDS)
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()


def _heard(process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[str | None]") -> None:
    """Hands on what the program says, and None when it has ended. One that says more than is listened to is ended."""
    assert process.stdout is not None
    with process.stdout as said:
        while line := said.readline(_LONGEST_LINE):
            if lines.qsize() > _MOST_LINES:
                process.kill()
                break
            lines.put(line.rstrip("\n"))
    lines.put(None)
