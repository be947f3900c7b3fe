"""Deployments, Services, budgets and autoscalers find the pods that they mean."""

import pytest

from deploy.kubernetes.house import processes
from tests.deploy.manifests import OVERLAYS, named, of_kind, selected, workloads

overlays = pytest.mark.parametrize("overlay", OVERLAYS)


def names_selected(overlay: str, selector: dict[str, object]) -> set[str]:
    return {one.name for one in workloads(overlay) if selected(selector, one.labels)}


@overlays
def test_every_process_of_the_house_is_there_and_no_other(overlay: str) -> None:
    assert {one.name for one in workloads(overlay) if one.ours} == {process.name for process in processes()}


@overlays
def test_a_workload_selects_its_own_pods_and_no_others(overlay: str) -> None:
    for workload in workloads(overlay):
        if workload.kind != "Job":
            assert names_selected(overlay, workload.document["spec"]["selector"]) == {workload.name}


@overlays
def test_a_service_means_the_pods_of_its_name_and_ports_that_they_have(overlay: str) -> None:
    by_name = {one.name: one for one in workloads(overlay)}
    for name, service in named(overlay, "Service").items():
        assert names_selected(overlay, {"matchLabels": service["spec"]["selector"]}) == {name}
        for port in service["spec"]["ports"]:
            assert by_name[name].port(port["targetPort"]) == port["port"]
        # Whoever balances by himself must see every replica; clients outside see one address.
        assert (service["spec"].get("clusterIP") == "None") == (name != "gateway")


@overlays
def test_every_deployment_has_a_budget_that_lets_nodes_be_emptied(overlay: str) -> None:
    budgets = named(overlay, "PodDisruptionBudget")
    for deployment in named(overlay, "Deployment"):
        assert names_selected(overlay, budgets[deployment]["spec"]["selector"]) == {deployment}
        assert budgets[deployment]["spec"]["maxUnavailable"] == 1
    assert set(budgets) == set(named(overlay, "Deployment"))


@overlays
def test_every_deployment_has_one_who_scales_it_and_leaves_the_number_to_him(overlay: str) -> None:
    scalers = of_kind(overlay, "HorizontalPodAutoscaler", "ScaledObject")
    targets = [one["spec"]["scaleTargetRef"]["name"] for one in scalers]
    assert sorted(targets) == sorted(named(overlay, "Deployment"))
    assert all("replicas" not in one["spec"] for one in of_kind(overlay, "Deployment"))


@overlays
def test_an_upgrade_never_leaves_fewer_replicas_than_there_were(overlay: str) -> None:
    for deployment in of_kind(overlay, "Deployment"):
        assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}


@overlays
def test_a_new_replica_is_known_to_its_callers_before_an_old_one_goes(overlay: str) -> None:
    headless = {name for name, one in named(overlay, "Service").items() if one["spec"].get("clusterIP") == "None"}
    for name, deployment in named(overlay, "Deployment").items():
        # CoreDNS repeats its answers for up to 30 s, and Envoy asks every 2 s.
        assert deployment["spec"]["minReadySeconds"] >= (32 if name in headless else 5)


@overlays
def test_replicas_are_spread_over_zones_and_machines(overlay: str) -> None:
    for workload in workloads(overlay):
        if workload.kind == "Deployment":
            spread = workload.pod["topologySpreadConstraints"]
            assert {one["topologyKey"] for one in spread} == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}
            assert all(names_selected(overlay, one["labelSelector"]) == {workload.name} for one in spread)
