"""Keeps the programs of a plan running, by supervisord: a process that dies is started again."""

import contextlib
import hashlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import xmlrpc.client
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, cast

from supervisor.xmlrpc import SupervisorTransport

from deploy.local.plan import Plan, Program

# Stopped in this order, each group at once: first who takes work in, last what everybody leans on.
STOP_ORDER = {"valkey": 1, "services": 2, "worker": 3, "gateway": 3}


def write_configuration(plan: Plan) -> Path:
    """Writes supervisord's configuration under the plan's home and returns where."""
    path = plan.home / "run" / "supervisord.conf"
    parts = [_supervisord(plan), *(_program(plan, program) for program in plan.programs)]
    path.write_text("\n".join(parts))
    return path


def start(plan: Plan) -> subprocess.Popen[bytes]:
    """Starts supervisord in a process group of its own, so that Ctrl-C reaches it only through us.

    The programs inherit their settings from it: in its configuration a password would lie in a file.
    """
    command = [sys.executable, "-m", "supervisor.supervisord", "--nodaemon", "-c", str(write_configuration(plan))]
    settings = {name: value for program in plan.programs for name, value in program.environment.items()}
    with words_of(plan).open("wb") as words:
        return subprocess.Popen(  # noqa: S603
            command, env={**os.environ, **settings}, stdout=subprocess.DEVNULL, stderr=words, start_new_session=True
        )


def stop(house: subprocess.Popen[bytes], pids: Iterable[int], seconds: float) -> None:
    """Ends supervisord and what it keeps running (`pids`); what has not ended after `seconds` is killed."""
    house.terminate()
    try:
        house.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        house.kill()
        house.wait()
    if house.returncode < 0:  # it could not see to its programs any more
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)  # each is the first of its own group


def end_left_behind(home: Path, seconds: float = 15.0) -> bool:
    """Ends the programs of a `make run` that was killed itself; True if there were any.

    Raises `TimeoutError` if they do not end.
    """
    deadline = time.monotonic() + seconds
    asked = False
    while _is_there(home):
        if time.monotonic() > deadline:
            raise TimeoutError(f"the programs of an earlier make run from {home} do not end")
        if not asked:
            with contextlib.suppress(*_UNANSWERED), _proxy(home) as supervisor:
                supervisor.shutdown()
                asked = True
        time.sleep(0.1)
    return asked


def states(plan: Plan) -> dict[str, str]:
    """supervisord's word for the state of each program ("RUNNING", "FATAL", …); empty if it does not answer."""
    return {info["name"]: info["statename"] for info in _programs(plan)}


def pids(plan: Plan) -> list[int]:
    """The programs' processes."""
    return [info["pid"] for info in _programs(plan) if info["pid"]]


def begun(plan: Plan) -> dict[str, int]:
    """When each program was started last, in Unix seconds; 0 where it was not."""
    return {info["name"]: info["start"] for info in _programs(plan)}


_UNANSWERED: Final = (OSError, http.client.HTTPException, xmlrpc.client.Error)


def _programs(plan: Plan) -> list[dict[str, Any]]:
    with contextlib.suppress(*_UNANSWERED), _proxy(plan.home) as supervisor:
        found: list[dict[str, Any]] = supervisor.getAllProcessInfo()
        return found
    return []


def _is_there(home: Path) -> bool:
    """True while a supervisord listens; one that is ending does, though it answers no question any more."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(_socket(home)))
        except OSError:
            return False
    return True


@contextlib.contextmanager
def _proxy(home: Path) -> Iterator[Any]:
    transport = SupervisorTransport(None, None, f"unix://{_socket(home)}")
    try:
        yield cast("Any", xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport)).supervisor
    finally:
        transport.close()


def words_of(plan: Plan) -> Path:
    """Where supervisord's last words go when it cannot even begin."""
    return plan.home / "log" / "supervisord.err"


def log_of(plan: Plan, name: str) -> Path:
    """Where a program's output goes."""
    return plan.home / "log" / f"{name}.log"


_LONGEST_SOCKET: Final = 100
"""Names of sockets may have some 104 bytes, on Linux 108."""


def _socket(home: Path) -> Path:
    usual = home / "run" / "supervisor.sock"
    if len(os.fsencode(usual)) <= _LONGEST_SOCKET:
        return usual
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kiraathane-{os.getuid()}-{name}.sock"


def _supervisord(plan: Plan) -> str:
    run = plan.home / "run"
    return f"""[supervisord]
nodaemon=true
logfile={plan.home / "log" / "supervisord.log"}
pidfile={run / "supervisord.pid"}
childlogdir={plan.home / "log"}
directory={Path.cwd()}

[unix_http_server]
file={_socket(plan.home)}
chmod=0700

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""


def _program(plan: Plan, program: Program) -> str:
    command = " ".join(f'"{_quoted(part)}"' for part in program.command)
    return f"""[program:{program.name}]
command={command}
priority={STOP_ORDER[program.name]}
autorestart=true
startsecs=2
startretries=10
stopwaitsecs=4
stopasgroup=false
killasgroup=true
redirect_stderr=true
stdout_logfile={log_of(plan, program.name)}
stdout_logfile_maxbytes=10MB
stdout_logfile_backups=2
"""


def _quoted(text: str) -> str:
    """A part of a command line, for between double quotes; supervisord takes a % for the name of a value."""
    return text.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"')
