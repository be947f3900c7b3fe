"""What the network lets through is what the code does, and nothing else."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deploy.kubernetes.house import PLATFORM, edges, processes, worker_of
from gateway.settings import load as load_gateway
from services.kernel.registry import families
from tests.deploy.manifests import OVERLAYS, environment, of_kind, selected, workloads
from tests.deploy.network import open_between

ROOT = Path(__file__).parent.parent.parent
overlays = pytest.mark.parametrize("overlay", OVERLAYS)


@overlays
def test_exactly_the_edges_of_the_house_are_open(overlay: str) -> None:
    pods = workloads(overlay)
    there = {pod.name for pod in pods}
    opened = {
        (caller.name, callee.name, port)
        for callee in pods
        for port in callee.ports.values()
        for caller in pods
        if open_between(overlay, caller, callee, port)
    }
    meant = {(edge.caller, edge.callee, edge.port) for edge in edges() if {edge.caller, edge.callee} <= there}
    # The door is open to everybody, but nobody inside may go through it.
    assert opened == meant


@overlays
def test_nothing_is_open_by_itself(overlay: str) -> None:
    (deny,) = [one for one in of_kind(overlay, "NetworkPolicy") if one["metadata"]["name"] == "default-deny"]
    assert deny["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


@overlays
def test_clients_reach_the_door_alone(overlay: str) -> None:
    open_to_all = [
        (policy["metadata"]["name"], port["port"])
        for policy in of_kind(overlay, "NetworkPolicy")
        for rule in policy["spec"].get("ingress", ())
        if "from" not in rule
        for port in rule["ports"]
    ]
    assert open_to_all == [("gateway", 8080)]


def test_only_processes_with_something_outside_may_leave_the_namespace() -> None:
    leaving = {
        (pod.name, port["port"])
        for pod in workloads("prod")
        for policy in of_kind("prod", "NetworkPolicy")
        if selected(policy["spec"]["podSelector"], pod.labels)
        for rule in policy["spec"].get("egress", ())
        if any("ipBlock" in peer for peer in rule["to"])
        for port in rule["ports"]
    }
    stores = ("postgres", "valkey", "rabbitmq")
    assert leaving == {(edge.caller, edge.port) for edge in edges() if edge.callee in stores}


# -- the edges and the code -------------------------------------------------------------------------------------------


def uses(attribute: str) -> set[str]:
    """The modules of the house's programs that read an attribute of this name."""
    return {module for module, read in _attributes().items() if attribute in read}


@cache
def _attributes() -> dict[str, set[str]]:
    """The names of all attributes that each module reads."""
    return {
        str(path.relative_to(ROOT)).removesuffix(".py").replace("/", "."): {
            node.attr for node in ast.walk(_tree(path)) if isinstance(node, ast.Attribute)
        }
        for folder in ("services", "workers", "gateway")
        for path in (ROOT / folder).rglob("*.py")
    }


def _tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text())


def callees(kind: str) -> set[str]:
    """Whom processes of a kind call, families all by one name."""
    kinds = {process.name: process.kind for process in processes()}
    return {kinds.get(edge.callee, edge.callee) for edge in edges() if kinds.get(edge.caller) == kind}


def called_by(name: str) -> set[str]:
    """The services that a process may call."""
    return {edge.callee for edge in edges() if (edge.caller, edge.port) == (name, 50051)}


def test_only_some_call_services() -> None:
    """Whoever else begins to must be given an edge in deploy/kubernetes/house.py, and a place in this test."""
    assert uses("peer") == {"services.runtime.peers", "workers.services"}
    assert _users_of_peers() == {
        "services.lobby.peers",
        "services.lobby.sanctions",
        "services.moderation.matches",
        "services.moderation.service",
        "services.runtime.admission",
        "services.runtime.persons",
        "services.tournaments.house",
        "services.tournaments.service",
    }
    assert called_by("lobby") == {"players", "moderation", "league", *families()}
    assert called_by("tournaments") == {"lobby", "league", "moderation", "players"}
    assert called_by("moderation") == {"players", *families()}
    calling = ("lobby", "moderation", "tournaments")
    assert not any(called_by(name) for name in (*PLATFORM, *families()) if name not in calling)
    for slug in families():
        assert called_by(worker_of(slug)) == {slug}


def _users_of_peers() -> set[str]:
    """The modules that import the way to other services."""
    return {
        str(path.relative_to(ROOT)).removesuffix(".py").replace("/", ".")
        for path in (ROOT / "services").rglob("*.py")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom)
        and (
            node.module == "services.runtime.peers"
            or (node.module == "services.runtime" and any(name.name == "peers" for name in node.names))
        )
    }


def test_workers_call_the_families_and_the_league_by_name() -> None:
    named = {
        argument.value
        for node in ast.walk(_tree(ROOT / "workers" / "services.py"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_channel"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
    assert named == {"league", "moderation"}
    assert called_by("scoring") == {"league", "moderation", *families()}


def test_who_needs_which_store_needs_the_way_there() -> None:
    """Where the addresses of stores are read: a new reader means a new edge."""
    assert uses("store_for") == {
        "services.__main__",  # --migrate
        "services.league.recount",  # operators, beside the services
        "services.players.__main__",
        "services.runtime.hosting",  # families
        "services.runtime.platform",  # platform services
    }
    assert uses("valkey") == {"services.runtime.hosting", "services.lobby.service"}
    assert uses("broker") == {"services.__main__", "workers.app"}  # and families alone send (hosting.py)
    assert "postgres" in callees("platform") & callees("family") & callees("migration")
    assert "postgres" not in callees("worker") | callees("gateway")
    assert "valkey" in callees("family") & callees("worker")
    assert not {"valkey", "rabbitmq"} & (callees("gateway") | callees("migration"))
    assert "rabbitmq" not in callees("platform")
    assert {e.caller for e in edges() if e.callee == "valkey"} & {*PLATFORM} == {"lobby"}


def test_who_checks_tokens_may_fetch_the_keys() -> None:
    assert uses("jwks_url") == {"services.__main__", "workers.services", "gateway.clusters", "gateway.filters"}
    fetching = {edge.caller for edge in edges() if (edge.callee, edge.port) == ("players", 9101)}
    services = {process.name for process in processes() if process.kind in ("platform", "family")}
    assert fetching == services - {"players"} | {"gateway"}


def test_the_gateway_may_call_whatever_it_is_configured_for() -> None:
    from gateway.bootstrap import bootstrap

    (pod,) = [one for one in workloads("dev") if one.name == "gateway"]
    configured = set(_endpoints(bootstrap(load_gateway(environment(pod)))))
    own = {edge.callee: edge.port for edge in edges() if edge.caller == "gateway" and edge.port == 50051}
    assert configured == {*own.items(), ("players", 9101), ("127.0.0.1", 9901)}


def _endpoints(bootstrap: dict[str, Any]) -> Iterator[tuple[str, int]]:
    for cluster in bootstrap["static_resources"]["clusters"]:
        for locality in cluster["load_assignment"]["endpoints"]:
            for one in locality["lb_endpoints"]:
                address = one["endpoint"]["address"]["socket_address"]
                yield address["address"], address["port_value"]
