"""Kills what a test started, even when the test itself was killed.

`python -m tests.support.reaper` reads process groups from its input, one a line ("+123" to watch, "-123" to forget).
When the input ends, because whoever wrote to it has ended in whatever way, it kills every group it still watches.
"""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Reaper:
    """The writing end. `close` makes the reaper kill what is left, and waits for it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            (sys.executable, str(Path(__file__))), stdin=subprocess.PIPE, text=True, start_new_session=True
        )

    def watch(self, group: int) -> None:
        self._say(f"+{group}")

    def forget(self, group: int) -> None:
        self._say(f"-{group}")

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def main() -> None:
    """Reads until the end of the input, then kills."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the tests; their end is ours
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line.startswith("+"):
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
