"""`make run`: starts the whole platform, says where things are, and ends it cleanly on Ctrl-C.

`--backup FOLDER` copies a house, also one that runs; `--restore FOLDER` makes one of such a copy. Both end then.
"""

import argparse
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn

import grpc
from rich.console import Console
from rich.markup import escape

from deploy.local import supervision
from deploy.local.backup import CannotBeDone, backup, restore
from deploy.local.check import problems
from deploy.local.plan import Plan, plan, prepare
from kiraathane.lobby.v1 import lobby_service_pb2, lobby_service_pb2_grpc
from services.runtime.settings import Settings, load

READY_SECONDS = 60
STOP_SECONDS = 10
LOOK_SECONDS = 2
MOST_STARTS = 3
"""A program that had to be started so often before the house was open does not come up."""
console = Console(highlight=False)


def main() -> None:
    """Runs until Ctrl-C, SIGTERM or the end of the terminal. Exits with 1, and says why, if it cannot be started."""
    asked = _parse()
    home = Path(os.environ.get("KIRAATHANE_HOME") or "var").resolve()
    try:
        prepare(home)
        lock = (home / "run" / "lock").open("w")
    except OSError as error:
        sys.exit(f"KIRAATHANE_HOME: {error.filename or home} cannot be written: {error.strerror}")
    told = {name: value for name, value in os.environ.items() if name.startswith("KIRAATHANE_")}
    if asked.backup:
        _copied(home, told, backup, asked.backup)
        return
    with lock:
        _only_one(lock.fileno(), home)
        if asked.restore:
            _copied(home, told, restore, asked.restore)
            return
        _run(home, told)
    console.print("[dim]Maçlar duruyor. / The matches are kept.[/dim]")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="The whole platform on this machine.")
    once = parser.add_mutually_exclusive_group()
    once.add_argument(
        "--backup", type=Path, metavar="FOLDER", help="copy the house to a new folder, also while it runs"
    )
    once.add_argument("--restore", type=Path, metavar="FOLDER", help="make a house of a copy, where none has been")
    return parser.parse_args()


def _copied(home: Path, told: dict[str, str], step: Callable[[Settings, Path], list[str]], folder: Path) -> None:
    local = plan(home, told)
    if wrong := problems({}, local):
        sys.exit("\n".join(wrong))
    environment = next(program.environment for program in local.programs if program.name == "services")
    try:
        services = step(load(environment), folder.resolve())
    except (CannotBeDone, OSError) as problem:
        sys.exit(str(problem))
    console.print(f"{folder}: {', '.join(services)}")


def _run(home: Path, told: dict[str, str]) -> None:
    began = time.monotonic()
    try:
        if supervision.end_left_behind(home):
            console.print("[dim]Yarıda kalan kapatıldı. / What an earlier run left behind was closed.[/dim]")
    except TimeoutError as error:
        sys.exit(str(error))
    local = plan(home, told)
    if wrong := problems(told, local):
        sys.exit("\n".join(wrong))
    (home / "gateway.address").write_text(local.gateway + "\n")
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, _end)
    house = supervision.start(local)
    pids: list[int] = []
    try:
        _wait_until_ready(local, house)
        _announce(local, time.monotonic() - began)
        while house.poll() is None:
            pids = supervision.pids(local) or pids
            with contextlib.suppress(subprocess.TimeoutExpired):
                house.wait(LOOK_SECONDS)
        sys.exit(f"The supervisor ended by itself; its log is {home / 'log' / 'supervisord.log'}")
    except _EndError:
        console.print("\n[dim]Kapanıyor… / closing…[/dim]")
    finally:
        supervision.stop(house, supervision.pids(local) or pids, STOP_SECONDS)


class _EndError(Exception):
    """Somebody asked us to end."""


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    # Asked once is enough; what follows must not be interrupted.
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
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
    starts: dict[str, set[int]] = {}
    with console.status("Kıraathane açılıyor… / opening…"), grpc.insecure_channel(local.gateway) as channel:
        lobby = lobby_service_pb2_grpc.LobbyServiceStub(channel)
        while not (_all_run(local) and _answers(lobby)):
            for name, second in supervision.begun(local).items():
                starts.setdefault(name, set()).add(second)
            broken = [name for name, seconds in starts.items() if len(seconds - {0}) >= MOST_STARTS]
            if broken or house.poll() is not None or time.monotonic() > deadline:
                _give_up(local, broken)
            time.sleep(0.1)


def _all_run(local: Plan) -> bool:
    states = supervision.states(local)
    return bool(states) and all(state == "RUNNING" for state in states.values())


def _answers(lobby: lobby_service_pb2_grpc.LobbyServiceStub) -> bool:
    try:
        lobby.ListGames(lobby_service_pb2.ListGamesRequest(), timeout=1)
    except grpc.RpcError:
        return False
    return True


def _give_up(local: Plan, broken: list[str]) -> NoReturn:
    logs = {name: supervision.log_of(local, name) for name in broken or supervision.states(local)}
    for name, log in (logs or {"supervisord": supervision.words_of(local)}).items():
        last = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
        console.print(f"{name} ({log}):", *last, sep="\n  ", markup=False, soft_wrap=True)
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
        console.print(f"  {what:<26} [cyan]{escape(where)}[/cyan]")
    console.print("\n  In another terminal:  [bold].venv/bin/kiraathane play tavla[/bold]")
    console.print("  [dim]Ctrl-C kapatır. / Ctrl-C closes.[/dim]")


if __name__ == "__main__":
    main()
