"""A Prometheus that scrapes a platform on which all families are played: every expression has data, and no alert."""

import asyncio
import contextlib
import math
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from deploy.kubernetes.house import worker_of
from deploy.monitoring.alerts import alerts
from deploy.monitoring.boards import dashboards
from deploy.monitoring.charts import Window, draw
from kiraathane.players.v1 import players_service_pb2
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from services.kernel.registry import families
from tests.monitoring.expressions import metrics_of, panels, rules
from tests.monitoring.scraping import MISSING, PROMETHEUS, Prometheus
from tests.monitoring.watched import COUNTED_SECONDS, play_all, watched
from tests.support.platform import Platform
from workers.queues import SCORING_QUEUE

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.timeout(500),
    pytest.mark.skipif(PROMETHEUS is None, reason=MISSING),
]

MACHINES_SPEED = {"KiraathaneCommitSlow", "KiraathanePlaySlow", "KiraathaneQueueLong"}
"""Alerts that a test machine may earn by being slow or busy."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Platform, Prometheus]]:
    """A platform and its Prometheus, after bots of every level have played against somebody in every family."""
    with watched(tmp_path_factory.mktemp("watched")) as (platform, prometheus):
        asyncio.run(play_all(platform.gateway))
        time.sleep(COUNTED_SECONDS)
        yield platform, prometheus


def filled(expression: str, family: str = ".+") -> str:
    """With what Grafana would put in."""
    values = {"$__rate_interval": "5m", "$__range": "10m", "$family": family}
    for name, value in values.items():
        expression = expression.replace(name, value)
    assert "$_" not in expression
    return expression


def problem(prometheus: Prometheus, expression: str) -> str:
    """Why this is no good chart; empty if it is."""
    found = prometheus.series(expression)
    if not found:
        return f"no data: {expression}"
    return f"NaN: {expression}" if any(math.isnan(value) for _, value in found) else ""


def test_every_panel_has_data_for_every_family(house: tuple[Platform, Prometheus]) -> None:
    _, prometheus = house
    wrong = []
    for where, expression in panels():
        chosen = tuple(families()) if "$family" in expression else (".+",)
        for family in chosen:
            if why := problem(prometheus, filled(expression, family)):
                wrong.append(f"{where} ({family}): {why}")
    assert not wrong, "\n".join(wrong)


def test_every_recorded_series_and_everything_that_alerts_look_at_has_data(
    house: tuple[Platform, Prometheus],
) -> None:
    _, prometheus = house
    looked_at = [
        *(rule["expr"] for rule in rules() if "record" in rule),
        *(rule["record"] for rule in rules() if "record" in rule),
        *(alert.value for alert in alerts()),
    ]
    wrong = [why for expression in looked_at if (why := problem(prometheus, expression))]
    assert not wrong, "\n".join(wrong)


def test_every_panel_can_be_drawn(house: tuple[Platform, Prometheus], tmp_path: Path) -> None:
    _, prometheus = house
    now = time.time()
    for name, board in dashboards().items():
        empty = draw(board, prometheus, Window(start=now - 60, end=now, interval=1), tmp_path / f"{name}.png")
        assert not empty
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_a_house_that_works_has_no_alert(house: tuple[Platform, Prometheus]) -> None:
    _, prometheus = house
    raised = {
        alert.name: found
        for alert in alerts()
        if alert.name not in MACHINES_SPEED and (found := prometheus.series(alert.expression))
    }
    assert not raised


def test_every_metric_is_told_by_a_process(house: tuple[Platform, Prometheus]) -> None:
    platform, _ = house
    pages = (
        f"{platform.services_http}/metrics",
        f"{platform.plan.worker_http}/metrics",
        f"{platform.admin}/stats/prometheus",
    )
    told = set()
    for page in pages:
        text = urllib.request.urlopen(f"http://{page}").read().decode()
        told |= {line.partition("{")[0].partition(" ")[0] for line in text.splitlines() if line[:1] != "#"}
    read = set().union(*(metrics_of(one) for one in (*(r["expr"] for r in rules()), *(e for _, e in panels()))))
    recorded = {rule["record"] for rule in rules() if "record" in rule}
    late = {"envoy_cluster_upstream_rq_xx"}  # made with the first answer of a class
    assert read - recorded - late <= told


def test_workers_that_are_killed_are_missed(house: tuple[Platform, Prometheus]) -> None:
    """After all others: nobody plays for the bots any more."""
    platform, prometheus = house
    missing = [alert for alert in alerts() if alert.name == "KiraathaneProcessAbsent"]
    assert not any(prometheus.series(alert.expression) for alert in missing)
    platform.kill("worker")
    workers = {*map(worker_of, families()), SCORING_QUEUE}
    deadline = time.monotonic() + 30
    missed: set[str] = set()
    while missed != workers:
        assert time.monotonic() < deadline, missed
        time.sleep(0.5)
        missed = {alert.labels["process"] for alert in missing if prometheus.series(alert.expression)}


def test_a_gateway_without_services_says_so(house: tuple[Platform, Prometheus]) -> None:
    """The very last one."""
    platform, prometheus = house
    due = {alert for alert in (one.name for one in alerts()) if alert.startswith("KiraathaneGateway")}
    platform.kill("services")
    deadline = time.monotonic() + 30
    raised: set[str] = set()
    with grpc.insecure_channel(platform.gateway) as channel:
        while raised != due:
            assert time.monotonic() < deadline, raised
            with contextlib.suppress(grpc.RpcError):
                request = players_service_pb2.SignInGuestRequest(display_name="nobody")
                PlayersServiceStub(channel).SignInGuest(request, timeout=2)
            time.sleep(0.5)
            raised = {one.name for one in alerts() if one.name in due and prometheus.series(one.expression)}
