"""A person at a terminal: types lines, and sees what a real screen would show."""

import re
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Self

import pexpect
import pyte

LINES, COLUMNS = 24, 80


class Terminal:
    """A command in a terminal of 80 columns and 24 lines. Use it with `with`: the command ends with the block."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.Stream(self._screen)
        self.written = ""
        """Everything the command has written, with its control sequences."""
        self._child = pexpect.spawn(
            command[0], list(command[1:]), env=dict(environment), dimensions=(LINES, COLUMNS), encoding="utf-8"
        )
        self._screen.write_process_input = self._child.send  # a terminal answers where its cursor is

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.close(force=True)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def ended(self) -> bool:
        return not self._child.isalive()

    @property
    def status(self) -> int | None:
        """The exit status of a command that has ended."""
        return self._child.exitstatus

    def look(self, seconds: float = 0.2) -> str:
        """Takes in what is written within some time."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                data = self._child.read_nonblocking(4096, timeout=left)
            except pexpect.TIMEOUT:
                break
            except pexpect.EOF:
                self._child.wait()
                break
            self.written += data
            self._stream.feed(data)
        return self.text

    def wait(self, seen: str | Callable[[str], object], seconds: float = 30.0) -> str:
        """Waits until the screen shows something; fails with the screen."""
        until = time.monotonic() + seconds
        found = (lambda text: re.search(seen, text)) if isinstance(seen, str) else seen
        while not found(self.text):
            assert time.monotonic() < until, f"never seen: {seen}\n{self.text}"
            assert not self.ended, f"it ended; never seen: {seen}\n{self.text}"
            self.look()
        return self.text

    def wait_end(self, seconds: float = 30.0) -> str:
        """Waits until the command ends; gives the last screen."""
        until = time.monotonic() + seconds
        while not self.ended:
            assert time.monotonic() < until, f"it does not end\n{self.text}"
            self.look()
        return self.look()

    def type(self, text: str = "") -> None:
        """Types a line."""
        self._child.send(text + "\r")

    def hang_up(self) -> None:
        """Closes the terminal under the command, as far as the command is told."""
        self._child.kill(signal.SIGHUP)

    def press(self, letter: str) -> None:
        """Presses Ctrl and a letter."""
        self._child.sendcontrol(letter)
