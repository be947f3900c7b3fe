"""Keeps the programs of a plan running, by supervisord: a process that dies is started again."""

import http.client
import subprocess
import sys
import xmlrpc.client
from pathlib import Path
from typing import Any, cast

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
    """Starts supervisord in a process group of its own, so that Ctrl-C reaches it only through us."""
    command = [sys.executable, "-m", "supervisor.supervisord", "--nodaemon", "-c", str(write_configuration(plan))]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)  # noqa: S603


def states(plan: Plan) -> dict[str, str]:
    """supervisord's word for the state of each program ("RUNNING", "FATAL", …); empty if it does not answer."""
    transport = SupervisorTransport(None, None, f"unix://{_socket(plan)}")
    proxy = cast("Any", xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport))
    try:
        return {info["name"]: info["statename"] for info in proxy.supervisor.getAllProcessInfo()}
    except (OSError, http.client.HTTPException, xmlrpc.client.Error):
        return {}
    finally:
        transport.close()


def log_of(plan: Plan, name: str) -> Path:
    """Where a program's output goes."""
    return plan.home / "log" / f"{name}.log"


def _socket(plan: Plan) -> Path:
    return plan.home / "run" / "supervisor.sock"


def _supervisord(plan: Plan) -> str:
    run = plan.home / "run"
    return f"""[supervisord]
nodaemon=true
logfile={plan.home / "log" / "supervisord.log"}
pidfile={run / "supervisord.pid"}
childlogdir={plan.home / "log"}
directory={Path.cwd()}

[unix_http_server]
file={_socket(plan)}
chmod=0700

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""


def _program(plan: Plan, program: Program) -> str:
    environment = ",".join(f'{name}="{_escaped(value)}"' for name, value in sorted(program.environment.items()))
    command = " ".join(f'"{_escaped(part)}"' for part in program.command)
    return f"""[program:{program.name}]
command={command}
environment={environment}
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


def _escaped(text: str) -> str:
    return text.replace("%", "%%").replace('"', '\\"')
