"""What the network policies of an overlay let through."""

from typing import Any

from tests.deploy.manifests import Workload, of_kind, selected


def open_between(overlay: str, caller: Workload, callee: Workload, port: int) -> bool:
    """True if one pod may connect to another: its policies let it out, and the other's let it in."""
    return _allowed(overlay, "egress", caller, callee, port, callee) and _allowed(
        overlay, "ingress", callee, caller, port, callee
    )


def _allowed(overlay: str, side: str, pod: Workload, other: Workload, port: int, listener: Workload) -> bool:
    """True if a policy lets `pod` be called by (side "ingress") or call (side "egress") the `other` at a port."""
    peers = "from" if side == "ingress" else "to"
    for policy in of_kind(overlay, "NetworkPolicy"):
        spec = policy["spec"]
        if side.title() not in spec["policyTypes"] or not selected(spec["podSelector"], pod.labels):
            continue
        for rule in spec.get(side, ()):
            at_port = any(listener.ports.get(p["port"], p["port"]) == port for p in rule["ports"])
            if at_port and any(_means(peer, other) for peer in rule.get(peers, ({},))):
                return True
    return False


def _means(peer: dict[str, Any], pod: Workload) -> bool:
    """True if a peer of a rule is this pod. Peers of other namespaces and networks are not."""
    if "namespaceSelector" in peer or "ipBlock" in peer:
        return False
    return selected(peer.get("podSelector", {}), pod.labels)
