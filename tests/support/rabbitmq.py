"""A RabbitMQ of the tests' own, in a temporary folder and on free ports, from Debian's package `rabbitmq-server`.

    with running_rabbitmq() as rabbitmq:
        rabbitmq.address  # amqp://guest:guest@127.0.0.1:…//

Its Erlang machine is told no host but this one. Needs nothing of pytest.
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

from tests.support.reaper import Reaper

START_SECONDS = 60.0
PROGRAMS = Path("/usr/lib/rabbitmq/bin")
"""The programs themselves: those on the PATH insist on a user of their own."""
CONFIGURATION = """
listeners.tcp.1 = 127.0.0.1:{port}
disk_free_limit.absolute = 50MB
vm_memory_high_watermark.absolute = 1GB
log.console = true
log.console.level = warning
log.file = false
"""


class NoRabbit(RuntimeError):  # noqa: N818
    """It is not installed on this machine."""


class RabbitMQ:
    """A running server. It can be killed and started again, with what it had written to the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reaper = Reaper()
        self.port, self._names, distribution = (_free_port() for _ in range(3))
        (folder / "rabbitmq.conf").write_text(CONFIGURATION.format(port=self.port))
        (folder / "plugins").write_text("[].\n")
        self._environment = {
            **os.environ,
            "HOME": str(folder),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._names),
            "RABBITMQ_NODENAME": f"test{self.port}@localhost",
            "RABBITMQ_DIST_PORT": str(distribution),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
            "RABBITMQ_CONF_ENV_FILE": str(folder / "no-such-file"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(folder / "data"),
            "RABBITMQ_LOG_BASE": str(folder / "logs"),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
        }

    @property
    def address(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def open(self) -> None:
        """Starts the name server, which Erlang would start by itself and leave behind, and the broker."""
        self._name_server = self._run("epmd", "-address", "127.0.0.1", "-port", str(self._names))
        self.start()

    def start(self) -> None:
        """Starts it and waits until it speaks AMQP."""
        self._process = self._run(str(PROGRAMS / "rabbitmq-server"))
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            status = self._process.poll()
            if status is not None or time.monotonic() > deadline:
                why = "does not answer" if status is None else f"ended with status {status}"
                raise RuntimeError(f"RabbitMQ {why}:\n{(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.1)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(self._process)

    def queues(self) -> dict[str, tuple[str, int]]:
        """Kind and length of every queue, by name, as the server tells it."""
        command = (str(PROGRAMS / "rabbitmqctl"), "-q", "list_queues", "--no-table-headers", "name", "type", "messages")
        told = subprocess.run(command, env=self._environment, check=True, capture_output=True, text=True).stdout
        rows = (line.split("\t") for line in told.splitlines())
        return {name: (kind, int(messages)) for name, kind, messages in rows}

    def close(self) -> None:
        self.kill()
        self._end(self._name_server)
        self._reaper.close()

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._reaper.watch(process.pid)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._reaper.forget(process.pid)

    def _answers(self) -> bool:
        """True if it answers the protocol's header: it listens some time before it does."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
            probe.sendall(b"AMQP\x00\x00\x09\x01")
            return probe.recv(1) == b"\x01"
        return False


@contextlib.contextmanager
def running_rabbitmq() -> Iterator[RabbitMQ]:
    """Starts it, and ends and deletes it after the block; raises `NoRabbit` where there is none."""
    if not (PROGRAMS / "rabbitmq-server").exists() or shutil.which("epmd") is None:
        raise NoRabbit("RabbitMQ is not installed; Debian: apt-get install rabbitmq-server")
    folder = Path(tempfile.mkdtemp(prefix="kiraathane-rabbitmq-"))
    rabbitmq = RabbitMQ(folder)
    try:
        rabbitmq.open()
        yield rabbitmq
    finally:
        rabbitmq.close()
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
