"""Other platforms on this machine: boardgame.io and Colyseus, each a Node process with a little game on it.

`bench/peers/` has their servers and players, with exact versions in its lock file; `npm ci` fetches them. The players
are a second Node process. What is read is what is read of the house: CPU of the server's processes, moves, times.
"""

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.processes import Meter
from tests.support.platform import free_address
from tests.support.postgres import running_postgres
from tests.support.reaper import Reaper

FOLDER: Final = Path(__file__).parent.parent / "peers"
OLDEST_NODE: Final = 20
START_SECONDS: Final = 30.0
INSTALL_SECONDS: Final = 300.0
Figures = dict[str, Any]


class Peer(msgspec.Struct, frozen=True):
    """A way to run one of them. `store` is what the server is given: "" (nothing), "folder" or "database"."""

    name: str
    server: str
    players: str
    how: str
    store: str
    durable: str
    """What survives a power cut at the moment when the players are told of a move."""


PEERS: Final = (
    Peer("boardgame.io, in memory", "boardgame", "boardgame", "memory", "", "nothing"),
    Peer("boardgame.io, FlatFile", "boardgame", "boardgame", "flatfile", "folder", "nothing (told first)"),
    Peer("boardgame.io, PostgreSQL", "boardgame", "boardgame", "postgres", "database", "nothing (told first)"),
    Peer("Colyseus, a patch per move", "colyseus", "colyseus", "each-move", "", "nothing"),
    Peer("Colyseus, patches every 50 ms", "colyseus", "colyseus", "default", "", "nothing"),
    Peer("Colyseus, our INSERT awaited", "colyseus", "colyseus", "stored", "database", "the move"),
)


def missing() -> str:
    """Why the peers cannot be run here, as a sentence; empty if they can."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "there is no `node` and `npm` on the PATH"
    version = subprocess.run((node, "--version"), capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < OLDEST_NODE:
        return f"Node {version} is older than v{OLDEST_NODE}"
    return ""


def install() -> str:
    """Fetches what the lock file names, unless it is there; a sentence why that failed, or nothing."""
    lock = FOLDER / "package-lock.json"
    done = FOLDER / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    command = ("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    try:
        ended = subprocess.run(
            command, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"`npm ci` in bench/peers took more than {INSTALL_SECONDS:.0f} s"
    return "" if ended.returncode == 0 else f"`npm ci` in bench/peers failed: {ended.stderr.strip()[-300:]}"


def measure(peer: Peer, matches: int, warm_up: float, seconds: float) -> Figures:
    """One run: moves a second that both players were told of, CPU by process, times from sending until they were."""
    with ExitStack() as stack:
        where, pids = _store(stack, peer.store)
        server, port = stack.enter_context(_server(peer, where))
        meters = {"server": Meter(server)} | ({"database": Meter(*pids)} if pids else {})
        command = (_node(), "players.js", peer.players, str(port), str(matches), str(warm_up), str(seconds))
        players = stack.enter_context(_started(command))
        _line(players, "measuring", START_SECONDS + warm_up)
        for meter in meters.values():
            meter.read()
        found: Figures = json.loads(_line(players, "{", START_SECONDS + seconds))
        moves = max(found.pop("moves"), 1)
        cpu = {name: round(1e6 * meter.read() / moves, 1) for name, meter in meters.items()}
        return {**found, "per_second": round(moves / found["seconds"], 1), "cpu_us": cpu, "durable": peer.durable}


def _store(stack: ExitStack, kind: str) -> tuple[str, tuple[int, ...]]:
    """The last argument of a server, and the processes of its database."""
    if kind == "folder":
        return stack.enter_context(tempfile.TemporaryDirectory(prefix="kiraathane-peers-")), ()
    if kind == "database":
        server = stack.enter_context(running_postgres())
        return server.database(), (server.pid,)
    return "", ()


@contextmanager
def _server(peer: Peer, where: str) -> Iterator[tuple[int, int]]:
    """A running server: its process and its port."""
    port = free_address().rpartition(":")[2]
    command = (_node(), f"{peer.server}_server.js", port, peer.how, *filter(None, [where]))
    with _started(command) as process:
        _line(process, "ready", START_SECONDS)
        yield process.pid, int(port)


@contextmanager
def _started(command: tuple[str, ...]) -> Iterator["subprocess.Popen[str]"]:
    """A Node process that ends with the block, or with this program."""
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen(
        command,
        cwd=FOLDER,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    reaper = Reaper()
    reaper.watch(process.pid)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        reaper.forget(process.pid)
        reaper.close()


def _line(process: "subprocess.Popen[str]", beginning: str, seconds: float) -> str:
    """The next line that begins so; raises `RuntimeError` if the process ends or `seconds` pass before it."""
    assert process.stdout is not None
    patience = threading.Timer(seconds, process.kill)
    patience.start()
    try:
        for line in process.stdout:
            if line.startswith(beginning):
                return line
    finally:
        patience.cancel()
    raise RuntimeError(f"{process.args!r} never said {beginning!r}")


def _node() -> str:
    found = shutil.which("node")
    assert found is not None, "`missing` was not asked"
    return found
