"""Every pod runs a program that there is, tells it all it must know, asks it the right questions and lets it end."""

import importlib.util

import pytest

from deploy.kubernetes.objects import USER
from gateway import pages
from gateway.settings import GatewaySettings
from gateway.settings import load as load_gateway
from services.__main__ import known_services
from services.kernel.registry import families
from services.runtime import server
from services.runtime.settings import PREFIX, Settings, load
from tests.deploy.manifests import OPERATORS, Workload, environment, named, references, workloads
from workers.queues import all_queues
from workers.settings import WorkerSettings, load_worker

NOT_READ = {
    "platform": {"VALKEY", "BROKER"},  # hints and tasks are the families'
    "family": set[str](),
    "worker": {"STORE", "VALKEY"},  # a worker asks the services, like any client
    "gateway": set[str](),
    "migration": {"VALKEY", "BROKER"},
}
"""Settings that a process has and never uses in this role; a Secret that it does not need is not given to it."""
CLASSES = {"worker": WorkerSettings, "gateway": GatewaySettings}

ours = pytest.mark.parametrize("workload", [one for one in workloads() if one.ours], ids=str)
every = pytest.mark.parametrize("workload", workloads(), ids=str)


def seconds(workload: Workload, setting: str) -> float:
    return float(environment(workload)[PREFIX + setting])


@ours
def test_its_command_is_one_that_the_program_takes(workload: Workload) -> None:
    python, option, module, *arguments = workload.container["command"]
    assert (python, option) == ("python", "-m")
    assert importlib.util.find_spec(f"{module}.__main__")
    match module:
        case "services":
            known = known_services(load({}))
            assert arguments == ["--migrate"] if workload.kind == "Job" else arguments == [workload.name]
            assert workload.kind == "Job" or workload.name in known
        case "workers":
            assert arguments[0] == "--queues"
            assert arguments[1] in all_queues(tuple(families()))
        case _:
            assert (module, arguments) == ("gateway", [])


@ours
def test_it_is_told_everything_and_nothing_that_is_no_setting(workload: Workload) -> None:
    told = environment(workload)
    known = {name.upper() for kind in (Settings, WorkerSettings, GatewaySettings) for name in kind.model_fields}
    assert all(name.startswith(PREFIX) for name in told)
    assert {name.removeprefix(PREFIX) for name in told} <= known
    read = {name.upper() for name in CLASSES.get(workload.component, Settings).model_fields}
    # STORES is not a variable but the family STORE_<SERVICE>, which an operator adds where he wants it.
    assert {PREFIX + name for name in read - {"STORES"} - NOT_READ[workload.component]} <= set(told)
    assert not {PREFIX + name for name in NOT_READ[workload.component]} & set(told)


@ours
def test_the_program_accepts_what_it_is_told(workload: Workload) -> None:
    loader = {"worker": load_worker, "gateway": load_gateway}.get(workload.component, load)
    settings = loader(environment(workload))
    if isinstance(settings, GatewaySettings):
        assert settings.distributed
        assert settings.upstreams("tavla") == [("tavla", 50051)]
    else:
        assert settings.peer("tavla") == "tavla:50051"
        assert not settings.migrate_on_start


@ours
def test_its_ports_are_those_that_the_program_listens_on(workload: Workload) -> None:
    told = environment(workload)
    listens = {
        "platform": {"grpc": "LISTEN", "http": "HTTP_LISTEN"},
        "family": {"grpc": "LISTEN", "http": "HTTP_LISTEN"},
        "worker": {"http": "WORKER_HTTP_LISTEN"},
        "gateway": {"grpc": "GATEWAY_LISTEN", "http": "GATEWAY_HTTP_LISTEN"},
        "migration": {},
    }[workload.component]
    addresses = {name: told[PREFIX + setting].rpartition(":") for name, setting in listens.items()}
    assert workload.ports == {name: int(port) for name, (_, _, port) in addresses.items()}
    assert all(host == "0.0.0.0" for host, _, _ in addresses.values())


def test_envoys_admin_is_not_to_be_reached() -> None:
    for workload in workloads():
        if workload.component == "gateway":
            assert environment(workload)["KIRAATHANE_GATEWAY_ADMIN"].startswith("127.0.0.1:")


@every
def test_its_probes_ask_at_its_own_ports_for_what_is_answered_there(workload: Workload) -> None:
    probes = {name: workload.container.get(name) for name in ("startupProbe", "readinessProbe", "livenessProbe")}
    if workload.kind == "Job":
        assert not any(probes.values())
        return
    for probe in probes.values():
        assert probe
        if workload.component in ("platform", "family"):
            assert probe["grpc"] == {"port": workload.ports["grpc"]}
        elif workload.ours:
            assert workload.port(probe["httpGet"]["port"]) == workload.ports["http"]
            assert probe["httpGet"]["path"] == (pages.READY if workload.component == "gateway" else "/healthz")
        else:
            assert probe["exec"]["command"]


@ours
def test_it_has_the_time_that_it_needs_to_end(workload: Workload) -> None:
    grace = workload.pod["terminationGracePeriodSeconds"]
    before = workload.container.get("lifecycle", {}).get("preStop", {})
    drain = seconds(workload, "DRAIN_SECONDS")
    match workload.component:
        case "platform" | "family":
            # The drain, the store's end, and the five seconds of the broker (services/runtime/broker.py).
            assert grace >= before["sleep"]["seconds"] + drain + server._CLOSE_SECONDS + 5
            assert before["sleep"]["seconds"] > 2  # Envoy looks names up every 2 s (gateway/clusters.py)
        case "gateway":
            shell, option, line = before["exec"]["command"]
            assert (shell, option) == ("sh", "-c")
            sleep, _, command = line.partition(" && exec ")
            assert command == "python -m gateway --drain"
            assert grace > int(sleep.removeprefix("sleep ")) + drain + 5
        case "worker":
            assert grace > seconds(workload, "WORKER_TASK_SECONDS") + 5  # workers/app.py


@every
def test_it_is_restricted(workload: Workload) -> None:
    pod, container = workload.pod, workload.container
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["securityContext"]["runAsUser"] == USER or not workload.ours
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(pod)
    assert {kind for volume in pod["volumes"] for kind in volume if kind != "name"} <= {"emptyDir", "secret"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert "hostPort" not in str(container.get("ports", ""))
    assert {"name": "tmp", "mountPath": "/tmp"} in container["volumeMounts"]
    assert {mount["name"] for mount in container["volumeMounts"]} <= {
        *(volume["name"] for volume in pod["volumes"]),
        *(claim["metadata"]["name"] for claim in workload.document["spec"].get("volumeClaimTemplates", ())),
    }
    for bound in ("requests", "limits"):
        assert {"cpu", "memory"} <= set(container["resources"][bound])


@every
def test_it_can_say_nothing_to_kubernetes(workload: Workload) -> None:
    assert workload.pod["automountServiceAccountToken"] is False
    account = named(workload.overlay, "ServiceAccount")[workload.pod["serviceAccountName"]]
    assert account["automountServiceAccountToken"] is False
    assert workload.pod["enableServiceLinks"] is False


@every
def test_its_image_has_a_version(workload: Workload) -> None:
    _, _, tag = workload.container["image"].rpartition(":")
    assert tag
    assert tag != "latest"
    assert "/" not in tag


@every
def test_what_it_refers_to_exists_or_is_the_operators(workload: Workload) -> None:
    for kind, name, key in references(workload):
        found = named(workload.overlay, kind).get(name)
        assert key in (found["data"] if found else OPERATORS[name]), (name, key)
    for source in workload.container.get("envFrom", ()):
        assert source["configMapRef"]["name"] in named(workload.overlay, "ConfigMap")


@ours
def test_key_files_are_where_the_program_looks_for_them(workload: Workload) -> None:
    told = environment(workload)
    mounted = {mount["name"]: mount["mountPath"] for mount in workload.container["volumeMounts"]}
    assert ("house-key" in mounted) == (workload.component in ("platform", "family", "worker"))
    assert ("players-key" in mounted) == (workload.name == "players")
    if "house-key" in mounted:
        assert told["KIRAATHANE_HOUSE_KEY"] == f"{mounted['house-key']}/house.pem"
    if "players-key" in mounted:
        assert told["KIRAATHANE_PLAYERS_KEY"] == f"{mounted['players-key']}/players.pem"
