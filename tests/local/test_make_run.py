"""`make run` itself: it ends with what started it, and leaves nothing that the next one would trip over."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.support.platform import free_address

pytestmark = [pytest.mark.platform, pytest.mark.timeout(240)]

OPEN = re.compile(r"The house is open")
PROGRAMS = 4


class MakeRun:
    """`make run` under a home of its own, on ports of its own."""

    def __init__(self, home: Path, output: Path, **settings: str) -> None:
        own = {
            name: free_address()
            for name in ("GATEWAY_LISTEN", "GATEWAY_ADMIN", "LISTEN", "HTTP_LISTEN", "WORKER_HTTP_LISTEN")
        }
        told = {f"KIRAATHANE_{name}": value for name, value in {"HOME": str(home), **own, **settings}.items()}
        self.home, self.output = home, output
        with output.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.local"],
                env={**os.environ, **told},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.output.read_text()

    def wait_open(self) -> None:
        deadline = time.monotonic() + 90
        while not OPEN.search(self.said()):
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.1)

    def family(self) -> list[psutil.Process]:
        """The supervisor and everything below it."""
        return psutil.Process(self.process.pid).children(recursive=True)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home whose processes are gone afterwards, whatever happened."""
    yield tmp_path / "home"
    for process in psutil.process_iter(["cmdline"]):
        if any(str(tmp_path) in part for part in process.info["cmdline"] or ()):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def test_the_end_of_the_terminal_ends_the_house(home: Path, tmp_path: Path) -> None:
    run = MakeRun(home, tmp_path / "out")
    run.wait_open()
    family = run.family()
    assert len(family) > PROGRAMS
    run.process.send_signal(signal.SIGHUP)
    assert run.process.wait(timeout=12) == 0
    assert psutil.wait_procs(family, timeout=3)[1] == []


def test_what_a_killed_run_left_behind_is_closed_by_the_next(home: Path, tmp_path: Path) -> None:
    killed = MakeRun(home, tmp_path / "first")
    killed.wait_open()
    orphans = killed.family()
    killed.process.kill()
    killed.process.wait()
    again = MakeRun(home, tmp_path / "second")
    again.wait_open()
    assert "left behind" in again.said()
    assert psutil.wait_procs(orphans, timeout=3)[1] == []
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(timeout=12) == 0


def test_without_its_supervisor_the_house_ends(home: Path, tmp_path: Path) -> None:
    run = MakeRun(home, tmp_path / "out")
    run.wait_open()
    time.sleep(3)  # it has looked who runs
    family = run.family()
    (supervisor,) = psutil.Process(run.process.pid).children()
    supervisor.kill()
    assert run.process.wait(timeout=15) == 1
    assert "supervisor ended by itself" in run.said()
    assert psutil.wait_procs(family, timeout=3)[1] == []


def test_a_wrong_setting_is_said_and_nothing_is_started(home: Path, tmp_path: Path) -> None:
    run = MakeRun(home, tmp_path / "out", WORKER_CONCURRENCY="many")
    assert run.process.wait(timeout=30) == 1
    assert "KIRAATHANE_WORKER_CONCURRENCY" in run.said()
    assert not (home / "run" / "supervisord.conf").exists()


def test_a_home_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    run = MakeRun(file, tmp_path / "out")
    assert run.process.wait(timeout=30) == 1
    assert "KIRAATHANE_HOME" in run.said()
    assert "Traceback" not in run.said()
