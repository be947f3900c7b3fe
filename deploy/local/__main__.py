"""`make run`: starts the whole platform, says where things are, and ends it cleanly on Ctrl-C."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

import grpc
from rich.console import Console

from deploy.local import supervision
from deploy.local.plan import Plan, plan, prepare
from kiraathane.lobby.v1 import lobby_service_pb2, lobby_service_pb2_grpc

READY_SECONDS = 60
console = Console(highlight=False)


def main() -> None:
    """Runs until Ctrl-C or SIGTERM. Exits with 1 and the program's last words if one cannot be started."""
    home = Path(os.environ.get("KIRAATHANE_HOME", "var")).resolve()
    prepare(home)
    with (home / "run" / "lock").open("w") as lock:
        _only_one(lock.fileno(), home)
        told = {name: value for name, value in os.environ.items() if name.startswith("KIRAATHANE_")}
        local = plan(home, told)
        (home / "gateway.address").write_text(local.gateway + "\n")
        began = time.monotonic()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, _end)
        house = supervision.start(local)
        try:
            _wait_until_ready(local, house)
            _announce(local, time.monotonic() - began)
            house.wait()
            sys.exit(f"The supervisor ended by itself; its log is {home / 'log' / 'supervisord.log'}")
        except _EndError:
            console.print("\n[dim]Kapanıyor… / closing…[/dim]")
        finally:
            _stop(house)
    console.print("[dim]Maçlar duruyor. / The matches are kept.[/dim]")


class _EndError(Exception):
    """Somebody asked us to end."""


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    # Asked once is enough; what follows must not be interrupted.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _EndError


def _only_one(lock: int, home: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        address = (home / "gateway.address").read_text().strip()
        sys.exit(f"Kıraathane already runs from {home}; its gateway is {address}")


def _wait_until_ready(local: Plan, house: subprocess.Popen[bytes]) -> None:
    """Ready means: a call through the gateway is answered, and every program runs."""
    deadline = time.monotonic() + READY_SECONDS
    with console.status("Kıraathane açılıyor… / opening…"), grpc.insecure_channel(local.gateway) as channel:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        while not _answers(lobby):
            broken = [name for name, state in supervision.states(local).items() if state == "FATAL"]
            if broken or house.poll() is not None or time.monotonic() > deadline:
                _give_up(local, broken)
            time.sleep(0.1)


def _answers(lobby: lobby_service_pb2_grpc.LobbyServiceStub) -> bool:
    try:
        lobby.ListGames(lobby_service_pb2.ListGamesRequest(), timeout=1)
    except grpc.RpcError:
        return False
    return True


def _give_up(local: Plan, broken: list[str]) -> NoReturn:
    for name in broken or [program.name for program in local.programs]:
        log = supervision.log_of(local, name)
        last = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
        console.print(f"[bold]{name}[/bold] ({log}):", *last, sep="\n  ", markup=False)
    sys.exit("Kıraathane could not be started.")


def _announce(local: Plan, seconds: float) -> None:
    console.print(f"\n[bold]Kıraathane açık.[/bold] [dim]The house is open ({seconds:.1f} s).[/dim]\n")
    for what, where in (
        ("gateway (gRPC, gRPC-Web)", local.gateway),
        ("metrics: services", f"http://{local.services_http}/metrics"),
        ("metrics: worker", f"http://{local.worker_http}/metrics"),
        ("metrics: gateway", f"http://{local.admin}/stats/prometheus"),
        ("logs and data", f"{local.home}"),
    ):
        console.print(f"  {what:<26} [cyan]{where}[/cyan]")
    console.print("\n  In another terminal:  [bold].venv/bin/kiraathane play tavla[/bold]")
    console.print("  [dim]Ctrl-C kapatır. / Ctrl-C closes.[/dim]")


def _stop(house: subprocess.Popen[bytes]) -> None:
    house.terminate()
    try:
        house.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(house.pid, signal.SIGKILL)
        house.wait()


if __name__ == "__main__":
    main()
