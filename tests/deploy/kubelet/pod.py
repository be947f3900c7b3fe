"""One pod: its process, started again when it ends, probed, and ended as Kubernetes ends pods."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.deploy.kubelet import sandbox
from tests.deploy.kubelet.probes import passes
from tests.deploy.manifests import Workload
from tests.support.reaper import Reaper

LONGEST_PAUSE_SECONDS: Final = 8.0
TICK_SECONDS: Final = 0.1


class Pod:
    """`address` is its own on this machine, where its name server answers too; `search` is the names' search list."""

    def __init__(
        self,
        name: str,
        address: str,
        workload: Workload,
        program: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        search: str,
    ) -> None:
        self.name = name
        self.address = address
        self.workload = workload
        self.ready = False
        self.ending = False
        self._abandoned = False
        self.ended = threading.Event()
        """Set when it is gone, or a Job's pod has done its work."""
        self.starts = 0
        self.killed_after_grace = False
        self.status: int | None = None
        """How its process ended, once it is gone."""
        self.log = folder / "log"
        self._resolver = folder / "resolv.conf"
        self._own = folder / "own"
        self._own.mkdir(parents=True)
        self._resolver.write_text(f"nameserver {address}\nsearch {search}\noptions ndots:5\n")
        self._program = program
        self._environment = environment
        self._reaper = Reaper()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._live, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As if the machine had run out of memory: SIGKILL, to everything in it. It is started again."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Asks for its end; `ended` tells when it has come. It leaves its Services at once."""
        self.ending = True
        self.ready = False

    def abandon(self) -> None:
        """At the end of a test: it need not be ended softly any more."""
        self._abandoned = self.ending = True
        if self._process is not None:
            self.kill()

    def close(self) -> None:
        """Waits for its end and lets nothing of it stay behind."""
        self._thread.join()
        self._reaper.close()

    def said(self, last: int = 30) -> str:
        """The end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-last:]) if self.log.exists() else ""

    def _live(self) -> None:
        pause = 1.0
        while not self.ending:
            self._process = self._spawn(self._program)
            self.starts += 1
            begun = time.monotonic()
            self._watch(self._process)
            self.ready = False
            self._reaper.forget(self._process.pid)
            self.status = self._process.returncode
            if self.workload.kind == "Job" and self.status == 0:
                break
            if not self.ending:
                pause = 1.0 if time.monotonic() - begun > 60 else min(LONGEST_PAUSE_SECONDS, pause * 2)
                self._wait(pause)
        self.ended.set()

    def _watch(self, process: "subprocess.Popen[bytes]") -> None:
        """Returns when the process has ended, whoever ended it."""
        probes = {
            name: self.workload.container.get(name) for name in ("startupProbe", "readinessProbe", "livenessProbe")
        }
        due = dict.fromkeys(probes, 0.0)
        failures = dict.fromkeys(probes, 0)
        started = probes["startupProbe"] is None
        while process.poll() is None:
            if self.ending:
                self._terminate(process)
                return
            for name, probe in probes.items():
                if probe is None or (started == (name == "startupProbe")) or time.monotonic() < due[name]:
                    continue
                passed = passes(probe, self.address, self.workload.ports)
                due[name] = time.monotonic() + probe["periodSeconds"]
                failures[name] = 0 if passed else failures[name] + 1
                failed = failures[name] >= probe["failureThreshold"]
                if name == "startupProbe":
                    started = passed
                elif name == "readinessProbe" and (passed or failed):
                    self.ready = passed
                if failed and name != "readinessProbe":
                    self._terminate(process)
                    return
            time.sleep(TICK_SECONDS)

    def _terminate(self, process: "subprocess.Popen[bytes]") -> None:
        """The hook, SIGTERM, and SIGKILL when the grace is over; the hook's time is part of it."""
        deadline = time.monotonic() + self.workload.pod["terminationGracePeriodSeconds"]
        hook: dict[str, Any] = self.workload.container.get("lifecycle", {}).get("preStop", {})
        if self._abandoned:
            deadline = time.monotonic()
        elif "sleep" in hook:
            self._wait_while(process, hook["sleep"]["seconds"])
        elif "exec" in hook:
            asked = self._spawn(hook["exec"]["command"])
            with contextlib.suppress(subprocess.TimeoutExpired):
                asked.wait(deadline - time.monotonic())
            self._reaper.forget(asked.pid)
        process.terminate()
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.killed_after_grace = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # and whatever it left behind
        process.wait()

    def _spawn(self, program: Sequence[str]) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                sandbox.command(self._resolver, self._own, program),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._reaper.watch(process.pid)
        return process

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.ending and time.monotonic() < until:
            time.sleep(TICK_SECONDS)

    @staticmethod
    def _wait_while(process: "subprocess.Popen[bytes]", seconds: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
