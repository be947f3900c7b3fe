"""What Kustomize makes of the overlays, and how to find one's way in it."""

import base64
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from deploy.kubernetes.render import HERE

Json = dict[str, Any]

OVERLAYS = {
    "dev": HERE / "overlays" / "dev",
    "prod": HERE / "overlays" / "prod",
    "rabbitmq": Path(__file__).parent / "overlays" / "rabbitmq",
}
WORKLOADS = ("Deployment", "StatefulSet", "Job")
OPERATORS = {
    "house-key": {"house.pem"},
    "players-key": {"players.pem"},
    "stores": {"KIRAATHANE_STORE", "KIRAATHANE_VALKEY", "KIRAATHANE_BROKER", "BROKER_ADDRESS"},
}
"""Secrets that no overlay may hold; docs/operations.md says how to make them."""


class Workload(NamedTuple):
    """A Deployment, StatefulSet or Job."""

    overlay: str
    document: Json

    def __str__(self) -> str:
        return f"{self.overlay}/{self.name}"

    @property
    def name(self) -> str:
        return str(self.document["metadata"]["name"])

    @property
    def kind(self) -> str:
        return str(self.document["kind"])

    @property
    def labels(self) -> dict[str, str]:
        return dict(self.document["spec"]["template"]["metadata"]["labels"])

    @property
    def component(self) -> str:
        return self.labels["app.kubernetes.io/component"]

    @property
    def pod(self) -> Json:
        return dict(self.document["spec"]["template"]["spec"])

    @property
    def container(self) -> Json:
        (container,) = self.pod["containers"]
        return dict(container)

    @property
    def ports(self) -> dict[str, int]:
        return {port["name"]: port["containerPort"] for port in self.container.get("ports", ())}

    def port(self, given: int | str) -> int:
        """The number of a port that is given by number or by name."""
        return self.ports[given] if isinstance(given, str) else given

    @property
    def ours(self) -> bool:
        """True for the house's own programs."""
        return self.component != "store"


@cache
def rendered(overlay: str) -> tuple[Json, ...]:
    """Every object of an overlay, as `kubectl kustomize` prints it."""
    kubectl = Path(sys.executable).parent / "kubectl"
    done = subprocess.run((kubectl, "kustomize", OVERLAYS[overlay]), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return tuple(yaml.safe_load_all(done.stdout))


def of_kind(overlay: str, *kinds: str) -> list[Json]:
    return [document for document in rendered(overlay) if document["kind"] in kinds]


def named(overlay: str, kind: str) -> dict[str, Json]:
    """The objects of a kind by name."""
    return {document["metadata"]["name"]: document for document in of_kind(overlay, kind)}


def workloads(*overlays: str) -> list[Workload]:
    found = [Workload(o, document) for o in overlays or OVERLAYS for document in of_kind(o, *WORKLOADS)]
    assert found
    return found


def selected(selector: Json, labels: Mapping[str, str]) -> bool:
    """True if a label selector takes something with these labels."""
    if any(labels.get(name) != value for name, value in selector.get("matchLabels", {}).items()):
        return False
    for term in selector.get("matchExpressions", ()):
        assert term["operator"] == "In"
        if labels.get(term["key"]) not in term["values"]:
            return False
    return True


def environment(workload: Workload) -> dict[str, str]:
    """What a container is told, with references followed; a Secret of the operator's has values of the right form."""
    told: dict[str, str] = {}
    for source in workload.container.get("envFrom", ()):
        told |= named(workload.overlay, "ConfigMap")[source["configMapRef"]["name"]]["data"]
    for variable in workload.container.get("env", ()):
        if "value" in variable:
            told[variable["name"]] = variable["value"]
        else:
            told[variable["name"]] = secret(workload.overlay, **variable["valueFrom"]["secretKeyRef"])
    return told


def secret(overlay: str, name: str, key: str) -> str:
    """A value of a Secret; asserts that it exists, in the overlay or as the operator's."""
    found = named(overlay, "Secret").get(name)
    if found is not None:
        return base64.b64decode(found["data"][key]).decode()
    assert key in OPERATORS.get(name, ()), f"{overlay} has no Secret {name} with {key}"
    scheme = "postgresql" if key.endswith("STORE") else "redis"
    return f"{scheme}://store.example/0"


def references(workload: Workload) -> Iterator[tuple[str, str, str]]:
    """Kind, name and key of everything that a pod refers to."""
    for variable in workload.container.get("env", ()):
        if "valueFrom" in variable:
            reference = variable["valueFrom"]["secretKeyRef"]
            yield "Secret", reference["name"], reference["key"]
    for volume in workload.pod.get("volumes", ()):
        for item in volume.get("secret", {}).get("items", ()):
            yield "Secret", volume["secret"]["secretName"], item["key"]
