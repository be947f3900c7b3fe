"""The component `keda`: families scaled by their open matches, workers by their queue, both also by CPU."""

from collections.abc import Iterator
from typing import Any, Final

from deploy.kubernetes.house import BROKER, Process
from deploy.kubernetes.objects import fewest, labels, most, scaling_behavior
from services.runtime.settings import PREFIX

Json = dict[str, Any]

PROMETHEUS: Final = "http://prometheus-operated.monitoring:9090"
MATCHES_PER_REPLICA: Final = 2_000
"""Open matches that one more replica is started for. People think for seconds: most matches are silent at any time."""
WAITING_PER_WORKER: Final = 5
"""Turns that may wait for one worker process before another is started."""


def scaled_objects(processes: tuple[Process, ...], broker: str) -> Iterator[Json]:
    """A ScaledObject for each family and each worker; `broker` is "valkey" or "rabbitmq"."""
    yield _authentication(broker)
    for process in processes:
        if process.kind == "family":
            yield _scaled(process, [_cpu(), _open_matches(process.name)])
        elif process.kind == "worker":
            yield _scaled(process, [_cpu(), _waiting(process.queue, broker)])


def instead_of_autoscalers(processes: tuple[Process, ...]) -> list[Json]:
    """Patches that take the base's autoscalers away: KEDA makes its own, and two would fight."""
    return [
        {
            "apiVersion": "autoscaling/v2",
            "kind": "HorizontalPodAutoscaler",
            "metadata": {"name": process.name},
            "$patch": "delete",
        }
        for process in processes
        if process.kind in ("family", "worker")
    ]


def _scaled(process: Process, triggers: list[Json]) -> Json:
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": process.name, "labels": labels(process)},
        "spec": {
            "scaleTargetRef": {"name": process.name},
            "minReplicaCount": fewest(process),
            "maxReplicaCount": most(process),
            "pollingInterval": 10,
            "advanced": {"horizontalPodAutoscalerConfig": {"behavior": scaling_behavior()}},
            "triggers": triggers,
        },
    }


def _cpu() -> Json:
    return {"type": "cpu", "metricType": "Utilization", "metadata": {"value": "70"}}


def _open_matches(slug: str) -> Json:
    """Every replica tells how many the store has, so the greatest of their words is the number."""
    return {
        "type": "prometheus",
        "metadata": {
            "serverAddress": PROMETHEUS,
            "query": f'max(kiraathane_matches_open{{family="{slug}"}})',
            "threshold": str(MATCHES_PER_REPLICA),
        },
    }


def _waiting(queue: str, broker: str) -> Json:
    if broker == "valkey":
        told = {"listName": queue, "listLength": str(WAITING_PER_WORKER), "databaseIndex": "1"}
        return {"type": "redis", "metadata": told, "authenticationRef": {"name": "broker"}}
    told = {"protocol": "amqp", "queueName": queue, "mode": "QueueLength", "value": str(WAITING_PER_WORKER)}
    return {"type": "rabbitmq", "metadata": told, "authenticationRef": {"name": "broker"}}


def _authentication(broker: str) -> Json:
    """From the Secret `stores`. For Valkey KEDA wants the address alone: HOST:PORT under the key BROKER_ADDRESS."""
    key, parameter = ("BROKER_ADDRESS", "address") if broker == "valkey" else (PREFIX + BROKER, "host")
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "TriggerAuthentication",
        "metadata": {"name": "broker"},
        "spec": {"secretTargetRef": [{"parameter": parameter, "name": "stores", "key": key}]},
    }
