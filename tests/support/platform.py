"""The whole platform as real processes, for one test or one measurement.

    with running_platform(worker=True) as platform:
        channel = grpc.insecure_channel(platform.gateway)

It lives in a folder of its own on free ports: several can run beside each other. Needs nothing of pytest. Whatever ends
the block, or the whole program, no process stays behind.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import grpc
import msgspec
from grpc_health.v1 import health_pb2, health_pb2_grpc

from deploy.local.plan import Plan, Program, plan, prepare
from tests.support.reaper import Reaper

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 60.0
STOP_SECONDS = 15.0
STOP_ORDER = ("gateway", "worker", "services", "valkey")


class NotReady(RuntimeError):  # noqa: N818
    """A process ended, or did not answer in time; the text has the end of its log."""


class Platform:
    """A running platform. Processes are called "valkey", "services" ("services-2", …), "worker" and "gateway".

    More can be added by `add`."""

    def __init__(self, local: Plan, programs: Sequence[Program], addresses: Mapping[str, str]) -> None:
        self.plan = local
        self.programs = {program.name: program for program in programs}
        self.addresses = dict(addresses)
        """Where each process listens, by its name."""
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._reaper = Reaper()

    @property
    def gateway(self) -> str:
        """HOST:PORT of gRPC and gRPC-Web, as clients use it."""
        return self.plan.gateway

    @property
    def admin(self) -> str:
        """HOST:PORT of Envoy's admin."""
        return self.plan.admin

    @property
    def services(self) -> str:
        """HOST:PORT of the (first) services process, for callers inside the house."""
        return self.plan.services

    @property
    def services_http(self) -> str:
        """HOST:PORT of its metrics."""
        return self.plan.services_http

    @property
    def home(self) -> Path:
        """The folder with keys, data and logs."""
        return self.plan.home

    @property
    def settings(self) -> Mapping[str, str]:
        """The environment that the services were given, full names; what a client or a test inside needs too."""
        return self.programs["services"].environment

    @property
    def pids(self) -> dict[str, int]:
        """The processes that run at this moment, by name."""
        return {name: process.pid for name, process in self._processes.items() if process.poll() is None}

    def add(self, name: str, like: str, address: str, **settings: str) -> None:
        """Describes one more process that is started like another, with other settings (without their prefix).

        `name` begins with the kind of process, as in "gateway-tight"; `address` is where it will listen.
        """
        more = {f"KIRAATHANE_{key}": value for key, value in settings.items()}
        model = self.programs[like]
        self.programs[name] = Program(name=name, command=model.command, environment={**model.environment, **more})
        self.addresses[name] = address

    def start(self, name: str) -> None:
        """Starts a process that is not running. Its output is added to its log."""
        assert name not in self.pids, f"{name} runs already"
        program = self.programs[name]
        with self.log_path(name).open("ab") as log:
            process = subprocess.Popen(
                program.command,
                cwd=ROOT,
                env={**os.environ, **program.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._reaper.watch(process.pid)
        self._processes[name] = process

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> None:
        """Sends a signal to a process and its children, and waits for its end when the signal is SIGKILL."""
        process = self._processes[name]
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        if how is signal.SIGKILL:
            process.wait()
            self._reaper.forget(process.pid)

    def stop(self, name: str, seconds: float = STOP_SECONDS) -> int:
        """Tells a process to end, as an operator would, and returns its exit status; kills it if it takes too long."""
        process = self._processes[name]
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        self.kill(name)  # children that outlived it too
        return process.returncode

    def restart(self, name: str) -> None:
        """Kills a process if it still runs, starts it again and waits until it is ready."""
        if name in self._processes:
            self.kill(name)
        self.start(name)
        self.wait_ready(name)

    def log_path(self, name: str) -> Path:
        """Where a process's output goes."""
        return self.home / "log" / f"{name}.log"

    def log(self, name: str, last: int = 40) -> str:
        """The last lines that a process wrote."""
        path = self.log_path(name)
        return "\n".join(path.read_text(errors="replace").splitlines()[-last:]) if path.exists() else ""

    def wait_ready(self, *names: str, seconds: float = START_SECONDS) -> None:
        """Waits until these processes (all, if none is named) answer. Raises `NotReady` with a log's end."""
        deadline = time.monotonic() + seconds
        for name in names or tuple(self.programs):
            ready = _READY[name.partition("-")[0]]
            while not ready(self.addresses[name]):
                status = self._processes[name].poll()
                if status is not None or time.monotonic() > deadline:
                    why = "does not answer" if status is None else f"ended with status {status}"
                    raise NotReady(f"{name} {why}:\n{self.log(name)}")
                time.sleep(0.05)

    def close(self) -> None:
        """Ends everything, softly at first."""
        try:
            for kind in STOP_ORDER:
                running = [name for name in self.pids if name.partition("-")[0] == kind]
                for name in running:
                    self._processes[name].terminate()
                deadline = time.monotonic() + STOP_SECONDS
                for name in running:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self._processes[name].wait(max(0.0, deadline - time.monotonic()))
                    self.kill(name)
        finally:
            self._reaper.close()


@contextlib.contextmanager
def running_platform(
    settings: Mapping[str, str] | None = None,
    *,
    worker: bool = False,
    replicas: int = 1,
    home: Path | None = None,
    families: Sequence[str] = (),
    import_paths: Sequence[str] = (),
    only: Sequence[str] = (),
) -> Iterator[Platform]:
    """Starts Valkey, services and gateway (and a worker), waits until they are ready, and ends them after the block.

    `settings` are environment variables with their full names. More than one of the `replicas` needs a PostgreSQL
    `KIRAATHANE_STORE`. `home` keeps keys, data and logs; a temporary folder by default, deleted afterwards. `families`
    are more packages with families, `import_paths` where Python finds them. `only` names what the services processes
    host, e.g. "players"; by default everything.
    """
    folder = home or Path(tempfile.mkdtemp(prefix="kiraathane-"))
    prepare(folder)
    platform = _planned(folder, dict(settings or {}), worker, replicas, families, import_paths, only)
    try:
        for name in platform.programs:
            platform.start(name)
        platform.wait_ready()
        yield platform
    finally:
        platform.close()
        if home is None:
            shutil.rmtree(folder, ignore_errors=True)


def _planned(
    home: Path,
    told: dict[str, str],
    worker: bool,
    replicas: int,
    families: Sequence[str],
    import_paths: Sequence[str],
    only: Sequence[str],
) -> Platform:
    if families:
        told.setdefault("KIRAATHANE_FAMILY_PACKAGES", ",".join(("services", *families)))
    if import_paths:
        told["PYTHONPATH"] = os.pathsep.join((*import_paths, *filter(None, [os.environ.get("PYTHONPATH")])))
    local = plan(home, told, fixed_ports=False)
    programs = {program.name: program for program in local.programs}
    services = programs["services"]
    programs["services"] = msgspec.structs.replace(services, command=(*services.command, *only))
    addresses = {"valkey": local.valkey, "services": local.services, "gateway": local.gateway}
    if worker:
        addresses["worker"] = local.worker_http
    if replicas > 1:
        _replicate(programs, addresses, replicas)
    return Platform(local, [program for name, program in programs.items() if name in addresses], addresses)


def _replicate(programs: dict[str, Program], addresses: dict[str, str], replicas: int) -> None:
    """Adds more services processes, and tells everybody of all of them."""
    services = programs["services"]
    for number in range(2, replicas + 1):
        name = f"services-{number}"
        addresses[name], http = free_address(), free_address()
        own = {"KIRAATHANE_LISTEN": addresses[name], "KIRAATHANE_HTTP_LISTEN": http}
        programs[name] = Program(name=name, command=services.command, environment={**services.environment, **own})
    everywhere = ",".join(address for name, address in addresses.items() if name.startswith("services"))
    peers = {"KIRAATHANE_PEER_ADDRESS": f"ipv4:{everywhere}", "KIRAATHANE_GATEWAY_UPSTREAMS": everywhere}
    for name, program in programs.items():
        if name != "valkey":
            programs[name] = msgspec.structs.replace(program, environment={**program.environment, **peers})


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def _listens(address: str) -> bool:
    host, port = address.rsplit(":", 1)
    try:
        with socket.create_connection((host, int(port)), timeout=1):
            return True
    except OSError:
        return False


def _serves(address: str) -> bool:
    """True if the gRPC server there, or behind the gateway there, says that it serves."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=1)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _knows_tokens(address: str) -> bool:
    """True if a guest can sign in through the gateway and is known there afterwards: it has the players' keys."""
    from kiraathane.players.v1 import players_service_pb2 as pb
    from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub

    with grpc.insecure_channel(address) as channel:
        players = PlayersServiceStub(channel)
        try:
            session = players.SignInGuest(pb.SignInGuestRequest(display_name="ready?"), timeout=2).session
            bearer = (("authorization", f"Bearer {session.access_token}"),)
            players.GetPlayer(pb.GetPlayerRequest(player="players/me"), metadata=bearer, timeout=2)
            players.SignOut(pb.SignOutRequest(refresh_token=session.refresh_token), timeout=2)
        except grpc.RpcError:
            return False
    return True


_READY: Mapping[str, Callable[[str], bool]] = {
    "valkey": _listens,
    "services": _serves,
    "worker": _listens,
    "gateway": _knows_tokens,
}
