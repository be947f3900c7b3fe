"""Kinds of KEDA and of the Prometheus operator: what they refer to exists. Their schemas are not at hand."""

import pytest

from services.kernel.registry import families
from services.runtime.metrics import OPEN
from tests.deploy.manifests import OVERLAYS, named, of_kind, secret, selected, workloads
from workers.queues import all_queues

overlays = pytest.mark.parametrize("overlay", OVERLAYS)


@overlays
def test_triggers_have_what_their_kind_asks_for(overlay: str) -> None:
    asked = {
        "cpu": {"value"},
        "prometheus": {"serverAddress", "query", "threshold"},
        "redis": {"listName", "listLength", "databaseIndex"},
        "rabbitmq": {"protocol", "queueName", "mode", "value"},
    }
    authentications = named(overlay, "TriggerAuthentication")
    for scaled in of_kind(overlay, "ScaledObject"):
        assert scaled["spec"]["minReplicaCount"] >= 1
        assert scaled["spec"]["maxReplicaCount"] > scaled["spec"]["minReplicaCount"]
        assert {trigger["type"] for trigger in scaled["spec"]["triggers"]} > {"cpu"}
        for trigger in scaled["spec"]["triggers"]:
            assert set(trigger["metadata"]) == asked[trigger["type"]]
            assert all(isinstance(value, str) for value in trigger["metadata"].values())
            if trigger["type"] in ("redis", "rabbitmq"):
                assert trigger["authenticationRef"]["name"] in authentications
    for authentication in authentications.values():
        for target in authentication["spec"]["secretTargetRef"]:
            assert secret(overlay, target["name"], target["key"])


@pytest.mark.parametrize(("overlay", "word"), [("prod", "listName"), ("rabbitmq", "queueName")])
def test_workers_are_scaled_by_the_queue_that_they_consume(overlay: str, word: str) -> None:
    commands = {one.name: one.container["command"] for one in workloads(overlay) if one.ours}
    watched = []
    for name, scaled in named(overlay, "ScaledObject").items():
        for trigger in scaled["spec"]["triggers"]:
            if word in trigger["metadata"]:
                watched.append(trigger["metadata"][word])
                assert commands[name][-1] == watched[-1]
    assert sorted(watched) == sorted(all_queues(tuple(families())))


def test_families_are_scaled_by_a_metric_that_there_is() -> None:
    (metric,) = OPEN.describe()
    for slug in families():
        (trigger,) = [
            one for one in named("prod", "ScaledObject")[slug]["spec"]["triggers"] if one["type"] == "prometheus"
        ]
        assert trigger["metadata"]["query"] == f'max({metric.name}{{family="{slug}"}})'


def test_every_process_with_metrics_is_scraped_once() -> None:
    scraped = []
    for monitor in of_kind("prod", "PodMonitor"):
        (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
        for workload in workloads("prod"):
            if selected(monitor["spec"]["selector"], workload.labels):
                assert endpoint["port"] in workload.ports
                expected = "/stats/prometheus" if workload.component == "gateway" else "/metrics"
                assert endpoint["path"] == expected
                scraped.append(workload.name)
    assert sorted(scraped) == sorted(one.name for one in workloads("prod") if "http" in one.ports)
