"""`make run` says what is wrong with the settings before it starts anything."""

import socket
from pathlib import Path

import pytest

from deploy.local.check import problems
from deploy.local.plan import ADDRESSES, plan, prepare


def said(home: Path, **told: str) -> list[str]:
    environment = {f"KIRAATHANE_{name}": value for name, value in told.items()}
    prepare(home)
    return problems(environment, plan(home, environment, fixed_ports=False))


def test_nothing_speaks_against_the_defaults(tmp_path: Path) -> None:
    assert said(tmp_path) == []


def test_what_is_set_rightly_is_accepted(tmp_path: Path) -> None:
    assert (
        said(tmp_path, BOT_PACE_MS="0", STORE_LOBBY=f"sqlite:{tmp_path}", HOME="x", PASSWORD="y", GATEWAY="z:1") == []
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BOTPACE_MS", "5", "KIRAATHANE_BOTPACE_MS: there is no such setting; did you mean KIRAATHANE_BOT_PACE_MS?"),
        ("STORE_LOBY", "sqlite:x", "KIRAATHANE_STORE_LOBY: there is no such setting"),
        ("STORES", "{}", "KIRAATHANE_STORES: there is no such setting"),
        ("LOG_LEVEL", "loud", "KIRAATHANE_LOG_LEVEL: "),
        ("WORKER_CONCURRENCY", "many", "KIRAATHANE_WORKER_CONCURRENCY: "),
        ("GATEWAY_THREADS", "0", "KIRAATHANE_GATEWAY_THREADS: "),
        ("LISTEN", "here", "KIRAATHANE_LISTEN: an address is HOST:PORT"),
        ("STORE", "sqlite:/proc/none", "KIRAATHANE_STORE: /proc/none cannot be written"),
        ("FAMILY_PACKAGES", "services,no.games", "KIRAATHANE_FAMILY_PACKAGES: there is no package no.games"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    assert any(line.startswith(sentence) for line in said(tmp_path, **{name: value}))


def test_everything_that_is_wrong_is_said_once(tmp_path: Path) -> None:
    lines = said(tmp_path, LOG_LEVEL="loud", GATEWAY_THREADS="0", LISTN="x")
    assert [line.partition(":")[0] for line in lines] == [
        "KIRAATHANE_LISTN",
        "KIRAATHANE_LOG_LEVEL",
        "KIRAATHANE_GATEWAY_THREADS",
    ]


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_chosen_address_that_is_taken_is_said(tmp_path: Path, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        (line,) = said(tmp_path, **{name.removeprefix("KIRAATHANE_"): address})
    assert line.startswith(f"{name}: nothing can listen on {address}")


def test_a_port_that_the_operator_chose_is_given_to_nobody_else(tmp_path: Path) -> None:
    local = plan(tmp_path, {"KIRAATHANE_GATEWAY_LISTEN": "127.0.0.1:50051"})
    listening = [local.gateway, local.admin, local.services, local.services_http, local.worker_http, local.valkey]
    assert len(set(listening)) == len(listening)


def test_what_lies_under_the_home_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Whoever could read the data would know the dice that are still to come."""
    (tmp_path / "data").mkdir(mode=0o755)
    prepare(tmp_path)
    assert {folder.stat().st_mode & 0o777 for folder in tmp_path.iterdir()} == {0o700}


def test_supervisord_keeps_no_setting_in_a_file(tmp_path: Path) -> None:
    from deploy.local.supervision import write_configuration

    prepare(tmp_path)
    local = plan(tmp_path, {"KIRAATHANE_STORE": "postgresql://house:gizli@db/house"}, fixed_ports=False)
    assert "gizli" not in write_configuration(local).read_text()
