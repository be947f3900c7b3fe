"""What Envoy is told, without Envoy, and once with it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pool

from gateway import contract
from gateway.bootstrap import bootstrap, render
from gateway.contract import HOUSE_WIDE, INTERNAL, ONCE, OPEN, services
from gateway.settings import WrongSetting, load
from services.kernel.registry import families
from services.runtime import identity
from services.runtime.service import OPEN_METHODS


def told(**settings: str) -> dict[str, str]:
    return {f"KIRAATHANE_{name}": value for name, value in settings.items()}


def test_every_family_of_the_registry_is_served_without_being_named(toy_paths: tuple[str, ...]) -> None:
    known = {service.name: service.full_name for service in services(("services", "toyhouse"))}
    assert known["yuksek"] == "kiraathane.yuksek.v1.YuksekService"
    assert known["tavla"] == "kiraathane.tavla.v1.TavlaService"
    text = render(load(told(FAMILY_PACKAGES="services,toyhouse")))
    assert "/kiraathane.yuksek.v1.YuksekService/" in text


def test_the_gateway_and_the_services_agree_on_what_needs_no_token() -> None:
    ours = {f"/{s.full_name}/{method}" for s in services(("services",)) for method in s.methods if method in OPEN}
    house_wide = {method for method in OPEN_METHODS if method[1:].partition("/")[0] in HOUSE_WIDE}
    assert ours | house_wide == OPEN_METHODS


def test_the_gateway_and_the_services_agree_on_tokens() -> None:
    from gateway import filters

    assert (filters.ISSUER, filters.AUDIENCE) == (identity.PLAYERS_ISSUER, identity.AUDIENCE)
    assert filters.CLOCK_SKEW_SECONDS == identity.LEEWAY_SECONDS


def test_every_method_that_is_named_exists() -> None:
    methods = {method for service in services(("services",)) for method in service.methods}
    assert methods >= INTERNAL | OPEN | ONCE


def test_every_method_that_takes_no_request_id_and_writes_is_called_once() -> None:
    """Retrying is for calls that read, that carry a request id, or that change nothing the second time."""
    asked = [family.module("queries").QUERIES for family in families().values() if family.has("queries")]
    questions = {name for queries in asked for name in queries}
    harmless = {"SitAtTable", "LeaveTable", "SetReady", "RemoveBot", "KickFromTable", "StartTable", "Rematch"}
    harmless |= {"RefreshSession", "SignOut", "BlockPlayer", "UnblockPlayer", "SetChat", "TakeSeat", "Sit"}
    harmless |= {"AppealSanction", "LiftSanction", "CloseReport", "LookAtMatch"}
    harmless |= {f"{verb}Tournament" for verb in ("Enter", "WithdrawFrom", "Start", "Cancel")} | {"DecideEncounter"}
    pool = descriptor_pool.Default()
    for service in services(("services",)):
        for method in pool.FindServiceByName(service.full_name).methods:
            reads = method.name.startswith(("Get", "List", "Find", "Watch")) or method.name in questions
            identified = "request_id" in method.input_type.fields_by_name
            assert reads or identified or method.name in harmless | ONCE | INTERNAL, method.full_name


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"GATEWAY_LISTEN": "8080"}, "KIRAATHANE_GATEWAY_LISTEN"),
        ({"GATEWAY_LISTEN": "127.0.0.1:8080,127.0.0.1:8081"}, "KIRAATHANE_GATEWAY_LISTEN"),
        ({"GATEWAY_ADMIN": "127.0.0.1:http"}, "KIRAATHANE_GATEWAY_ADMIN"),
        ({"GATEWAY_HTTP_LISTEN": "9902"}, "KIRAATHANE_GATEWAY_HTTP_LISTEN"),
        ({"GATEWAY_CALLS_PER_PLAYER": "0"}, "KIRAATHANE_GATEWAY_CALLS_PER_PLAYER"),
        ({"GATEWAY_LIMITS": "CreateTable"}, "KIRAATHANE_GATEWAY_LIMITS"),
        ({"GATEWAY_LIMITS": "CreateTable=5"}, "KIRAATHANE_GATEWAY_LIMITS"),
        ({"GATEWAY_LIMITS": "CreateTable=5/0"}, "KIRAATHANE_GATEWAY_LIMITS"),
        ({"JWKS_URL": "ftp://players/keys"}, "KIRAATHANE_JWKS_URL"),
        ({"GATEWAY_UPSTREAMS": "a,b"}, "KIRAATHANE_GATEWAY_UPSTREAMS"),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, str], named: str) -> None:
    with pytest.raises(WrongSetting, match=named):
        load(told(**settings))


@pytest.mark.parametrize("verb", ["CreateTabel", "CreateMatch"])
def test_a_limit_for_what_nobody_can_call_is_refused(verb: str) -> None:
    with pytest.raises(WrongSetting, match=f"there is no verb {verb}"):
        bootstrap(load(told(GATEWAY_LIMITS=f"{verb}=1/1,GetTable=10/60")))


def test_in_the_distributed_profile_every_service_is_a_cluster_of_its_own() -> None:
    rendered = bootstrap(load(told(PEER_ADDRESS="kiraathane-{service}:50051")))
    clusters = {cluster["name"]: cluster for cluster in rendered["static_resources"]["clusters"]}
    assert {"players", "lobby", "league", "tavla", "jwks"} <= set(clusters)
    (endpoint,) = clusters["tavla"]["load_assignment"]["endpoints"][0]["lb_endpoints"]
    assert endpoint["endpoint"]["address"]["socket_address"] == {"address": "kiraathane-tavla", "port_value": 50051}
    (check,) = clusters["tavla"]["health_checks"]
    assert check["grpc_health_check"]["service_name"] == "kiraathane.tavla.v1.TavlaService"


def test_the_configuration_can_be_printed() -> None:
    done = subprocess.run((sys.executable, "-m", "gateway", "--print"), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["static_resources"]["listeners"][0]["name"] == "door"


@pytest.mark.platform
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"PEER_ADDRESS": "kiraathane-{service}:50051", "JWKS_URL": "https://players.internal/.well-known/jwks.json"},
        {"GATEWAY_UPSTREAMS": "127.0.0.1:1,127.0.0.1:2", "GATEWAY_ORIGINS": "https://a.example, https://b.example"},
        {"GATEWAY_HTTP_LISTEN": "0.0.0.0:9902"},
    ],
)
def test_envoy_takes_it_without_a_word_of_warning(settings: dict[str, str], tmp_path: Path) -> None:
    environment = told(**settings, GATEWAY_BOOTSTRAP=str(tmp_path / "gateway.json"))
    command = (sys.executable, "-m", "gateway", "--validate")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    # Envoy tries to fetch the keys even when it only validates; nothing else may displease it.
    complaints = [line for line in done.stderr.splitlines() if "jwks" not in line.lower()]
    assert complaints == []


def test_contract_knows_the_headers_it_protects() -> None:
    assert contract.IDENTITY_HEADER in render(load({}))
