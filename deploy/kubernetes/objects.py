"""The Kubernetes objects of one process, as plain dictionaries."""

from typing import Any, Final

from deploy.kubernetes.house import (
    GRPC_PORT,
    PRE_STOP_SECONDS,
    Process,
)
from services.runtime.settings import PREFIX

Json = dict[str, Any]

PART_OF: Final = {"app.kubernetes.io/part-of": "kiraathane"}
USER: Final = 10001
"""Whom the image runs as (deploy/image/Dockerfile)."""

_CPU: Final = {"platform": "250m", "family": "500m", "worker": "500m", "gateway": "500m", "migration": "100m"}
_CPU_LIMIT: Final = {"platform": "1", "family": "1", "worker": "1", "gateway": "2", "migration": "1"}
_MEMORY: Final = {"platform": "256Mi", "family": "384Mi", "worker": "512Mi", "gateway": "192Mi", "migration": "256Mi"}
_MEMORY_LIMIT: Final = {"platform": "1Gi", "family": "1Gi", "worker": "1Gi", "gateway": "1Gi", "migration": "512Mi"}
_MOST: Final = {"platform": 6, "family": 20, "worker": 20, "gateway": 10}
_FEWEST: Final = {"platform": 2, "family": 2, "worker": 1, "gateway": 2}
_CPU_TARGET: Final = 70
_READY_SECONDS: Final = {"platform": 35, "family": 35, "worker": 5, "gateway": 5}
"""How long a new pod is ready before an old one goes. Callers find replicas by DNS, and a cluster's DNS repeats for 30
seconds what it once said (CoreDNS as kubeadm sets it up): sooner, they might know the old pods alone."""


def objects_of(process: Process) -> list[Json]:
    """Everything that the base has of a process."""
    account = {**_head("v1", "ServiceAccount", process), "automountServiceAccountToken": False}
    if process.kind == "migration":
        return [account, job(process)]
    found = [account, deployment(process), disruption_budget(process), autoscaler(process)]
    return [*found, service(process)] if "grpc" in process.ports else found


def labels(process: Process) -> dict[str, str]:
    """What every object of a process carries."""
    return {**selector(process), "app.kubernetes.io/component": process.kind}


def selector(process: Process) -> dict[str, str]:
    """What finds the pods of a process, and no others."""
    return {"app.kubernetes.io/name": process.name, **PART_OF}


def deployment(process: Process) -> Json:
    """Without `replicas`: its autoscaler has the word, and each `apply` would take it back."""
    return {
        **_head("apps/v1", "Deployment", process),
        "spec": {
            "revisionHistoryLimit": 5,
            "minReadySeconds": _READY_SECONDS[process.kind],
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}},
            "selector": {"matchLabels": selector(process)},
            "template": {"metadata": {"labels": labels(process)}, "spec": _pod(process)},
        },
    }


def job(process: Process) -> Json:
    """Runs once per version; a failed try (the database is not there yet) is repeated."""
    pod = {**_pod(process), "restartPolicy": "Never"}
    return {
        **_head("batch/v1", "Job", process),
        "spec": {
            "backoffLimit": 10,
            "activeDeadlineSeconds": 900,
            "ttlSecondsAfterFinished": 86_400,
            "template": {"metadata": {"labels": labels(process)}, "spec": pod},
        },
    }


def service(process: Process) -> Json:
    """Headless for what the house calls by itself: its name means every replica, and callers balance. The gateway's has
    an address of its own."""
    ports: list[Json] = [{"name": "grpc", "port": process.ports["grpc"], "targetPort": "grpc", "protocol": "TCP"}]
    ports[0]["appProtocol"] = "kubernetes.io/h2c"
    if process.kind == "gateway":
        spec: Json = {"type": "ClusterIP"}
    else:
        spec = {"type": "ClusterIP", "clusterIP": "None"}
        ports.append({"name": "http", "port": process.ports["http"], "targetPort": "http", "protocol": "TCP"})
    return {**_head("v1", "Service", process), "spec": {**spec, "selector": selector(process), "ports": ports}}


def disruption_budget(process: Process) -> Json:
    return {
        **_head("policy/v1", "PodDisruptionBudget", process),
        "spec": {
            "maxUnavailable": 1,
            "unhealthyPodEvictionPolicy": "AlwaysAllow",
            "selector": {"matchLabels": selector(process)},
        },
    }


def autoscaler(process: Process) -> Json:
    """By CPU, which every cluster can measure; the component `keda` scales by matches and queues instead."""
    return {
        **_head("autoscaling/v2", "HorizontalPodAutoscaler", process),
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": process.name},
            "minReplicas": fewest(process),
            "maxReplicas": most(process),
            "metrics": [
                {
                    "type": "Resource",
                    "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": _CPU_TARGET}},
                }
            ],
            "behavior": scaling_behavior(),
        },
    }


def fewest(process: Process) -> int:
    return _FEWEST[process.kind]


def most(process: Process) -> int:
    return _MOST[process.kind]


def scaling_behavior() -> Json:
    """Up at once, down slowly: every replica that goes sends its players to another one."""
    return {
        "scaleUp": {
            "stabilizationWindowSeconds": 0,
            "policies": [{"type": "Percent", "value": 100, "periodSeconds": 30}],
        },
        "scaleDown": {
            "stabilizationWindowSeconds": 300,
            "policies": [{"type": "Pods", "value": 1, "periodSeconds": 60}],
        },
    }


def _head(version: str, kind: str, process: Process) -> Json:
    return {"apiVersion": version, "kind": kind, "metadata": {"name": process.name, "labels": labels(process)}}


def _pod(process: Process) -> Json:
    spread = [
        {
            "maxSkew": 1,
            "topologyKey": key,
            "whenUnsatisfiable": "ScheduleAnyway",
            "labelSelector": {"matchLabels": selector(process)},
            "matchLabelKeys": ["pod-template-hash"],
        }
        for key in ("topology.kubernetes.io/zone", "kubernetes.io/hostname")
    ]
    pod: Json = {
        "serviceAccountName": process.name,
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": process.grace,
        "securityContext": {
            "runAsNonRoot": True,
            "runAsUser": USER,
            "runAsGroup": USER,
            "fsGroup": USER,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        "containers": [_container(process)],
        "volumes": [{"name": "tmp", "emptyDir": {"sizeLimit": "128Mi"}}, *map(_key_volume, process.keys)],
    }
    return pod if process.kind == "migration" else {**pod, "topologySpreadConstraints": spread}


def _container(process: Process) -> Json:
    mounts: list[Json] = [{"name": "tmp", "mountPath": "/tmp"}]  # noqa: S108  (a volume of the pod's own)
    mounts += [
        {"name": key, "mountPath": f"/keys/{key.removesuffix('-key')}", "readOnly": True} for key in process.keys
    ]
    container: Json = {
        "name": process.kind if process.kind in ("gateway", "worker") else "service",
        "image": "kiraathane",
        "imagePullPolicy": "IfNotPresent",
        "command": list(process.command),
        "envFrom": [{"configMapRef": {"name": "settings"}}],
        "resources": {
            "requests": {"cpu": _CPU[process.kind], "memory": _MEMORY[process.kind]},
            "limits": {"cpu": _CPU_LIMIT[process.kind], "memory": _MEMORY_LIMIT[process.kind]},
        },
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        },
        "volumeMounts": mounts,
    }
    if process.secrets:
        container["env"] = [
            {"name": PREFIX + name, "valueFrom": {"secretKeyRef": {"name": "stores", "key": PREFIX + name}}}
            for name in process.secrets
        ]
    if process.ports:
        container["ports"] = [
            {"name": name, "containerPort": port, "protocol": "TCP"} for name, port in process.ports.items()
        ]
        container |= _probes(process) | _ending(process)
    return container


def _key_volume(key: str) -> Json:
    """A key file that the process's own group may read, and nobody may write."""
    file = f"{key.removesuffix('-key')}.pem"
    items = [{"key": file, "path": file}]
    return {"name": key, "secret": {"secretName": key, "defaultMode": 0o440, "items": items}}


def _probes(process: Process) -> Json:
    """Whether the process itself is well: never whether somebody else is, or one store's bad minute ends all."""
    if process.kind in ("platform", "family"):
        asked: Json = {"grpc": {"port": GRPC_PORT}}
    else:
        path = "/ready" if process.kind == "gateway" else "/healthz"
        asked = {"httpGet": {"path": path, "port": "http"}}
    return {
        "startupProbe": {**asked, "periodSeconds": 1, "timeoutSeconds": 1, "failureThreshold": 90},
        "readinessProbe": {**asked, "periodSeconds": 5, "timeoutSeconds": 2, "failureThreshold": 2},
        "livenessProbe": {**asked, "periodSeconds": 10, "timeoutSeconds": 5, "failureThreshold": 6},
    }


def _ending(process: Process) -> Json:
    """First everybody hears that the pod goes, then it ends what is open. A worker is called by nobody."""
    if process.kind == "worker":
        return {}
    if process.kind == "gateway":
        drain = f"sleep {PRE_STOP_SECONDS} && exec python -m gateway --drain"
        return {"lifecycle": {"preStop": {"exec": {"command": ["sh", "-c", drain]}}}}
    return {"lifecycle": {"preStop": {"sleep": {"seconds": PRE_STOP_SECONDS}}}}
