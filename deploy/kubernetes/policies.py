"""Network policies: nobody speaks with anybody, but along the house's own edges."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from deploy.kubernetes.house import Edge, Process
from deploy.kubernetes.objects import PART_OF, labels, selector

Json = dict[str, Any]

EVERYBODY: Final = "*"
STORES: Final = ("postgres", "rabbitmq", "valkey")


def policies(processes: Collection[Process], edges: Collection[Edge]) -> list[Json]:
    """Default deny, the way to DNS, then one policy per process with what it may."""
    return [_deny(), _dns(), *(_of(process, edges) for process in processes), *(_store(name, edges) for name in STORES)]


def to_stores_outside(edges: Collection[Edge]) -> list[Json]:
    """The way to stores that are no pods of this namespace; the operator narrows the addresses in his overlay."""
    anywhere = [
        {"ipBlock": {"cidr": "0.0.0.0/0", "except": ["169.254.0.0/16"]}},
        {"ipBlock": {"cidr": "::/0", "except": ["fe80::/10"]}},
    ]
    found = []
    for store in STORES:
        callers = {edge.caller for edge in edges if edge.callee == store}
        (port,) = {edge.port for edge in edges if edge.callee == store}
        spec = {
            "podSelector": _pods(callers)["podSelector"],
            "policyTypes": ["Egress"],
            "egress": [{"to": anywhere, "ports": [_port(port)]}],
        }
        found.append(_policy(f"to-{store}-outside", dict(PART_OF), spec))
    return found


def _deny() -> Json:
    spec = {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    return _policy("default-deny", dict(PART_OF), spec)


def _dns() -> Json:
    where = {
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
        "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
    }
    ports = [{"protocol": protocol, "port": 53} for protocol in ("UDP", "TCP")]
    spec = {"podSelector": {}, "policyTypes": ["Egress"], "egress": [{"to": [where], "ports": ports}]}
    return _policy("dns", dict(PART_OF), spec)


def _of(process: Process, edges: Collection[Edge]) -> Json:
    spec: Json = {"podSelector": {"matchLabels": selector(process)}, "policyTypes": ["Ingress", "Egress"]}
    if callers := _ingress(process.name, edges):
        spec["ingress"] = callers
    if callees := _egress(process.name, edges):
        spec["egress"] = callees
    return _policy(process.name, labels(process), spec)


def _store(name: str, edges: Collection[Edge]) -> Json:
    """Of a store inside the cluster (components postgres, valkey, rabbitmq); selects nothing where it is elsewhere."""
    own = {"app.kubernetes.io/name": name, **PART_OF}
    spec = {
        "podSelector": {"matchLabels": own},
        "policyTypes": ["Ingress", "Egress"],
        "ingress": _ingress(name, edges),
    }
    return _policy(name, own, spec)


def _ingress(name: str, edges: Collection[Edge]) -> list[Json]:
    by_port: dict[int, set[str]] = defaultdict(set)
    for edge in edges:
        if edge.callee == name:
            by_port[edge.port].add(edge.caller)
    return [
        {"ports": [_port(port)]} | ({} if EVERYBODY in callers else {"from": [_pods(callers)]})
        for port, callers in sorted(by_port.items())
    ]


def _egress(name: str, edges: Collection[Edge]) -> list[Json]:
    by_port: dict[int, set[str]] = defaultdict(set)
    for edge in edges:
        if edge.caller == name:
            by_port[edge.port].add(edge.callee)
    return [{"ports": [_port(port)], "to": [_pods(callees)]} for port, callees in sorted(by_port.items())]


def _pods(names: set[str]) -> Json:
    one_of = {"key": "app.kubernetes.io/name", "operator": "In", "values": sorted(names)}
    return {"podSelector": {"matchLabels": dict(PART_OF), "matchExpressions": [one_of]}}


def _port(port: int) -> Json:
    return {"protocol": "TCP", "port": port}


def _policy(name: str, own: Json, spec: Json) -> Json:
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": name, "labels": own},
        "spec": spec,
    }
