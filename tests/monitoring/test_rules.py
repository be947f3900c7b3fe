"""Rules and dashboards as they are checked in: up to date, of real metrics, of all families, with a runbook each."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from deploy.kubernetes.house import processes
from deploy.monitoring.alerts import RUNBOOKS, alerts, expected
from deploy.monitoring.boards import dashboards
from deploy.monitoring.objectives import BURNS, OBJECTIVES, SLOW_MOVE
from deploy.monitoring.queries import LATE_LAPSE
from deploy.monitoring.write import HERE, RULES, generated, objects
from services.kernel.registry import families
from services.league import metrics as _league  # noqa: F401  (here for what they register)
from services.lobby import metrics as _lobby  # noqa: F401
from services.moderation import metrics as _moderation  # noqa: F401
from services.players import metrics as _players  # noqa: F401
from services.runtime import rpc_metrics as _calls  # noqa: F401
from services.runtime.metrics import DEADLINE_LAG, MOVE
from services.tournaments import metrics as _tournaments  # noqa: F401
from tests.monitoring.expressions import metrics_of, panels, rules
from tests.monitoring.scraping import MISSING, PROMTOOL
from workers import metrics as _workers  # noqa: F401
from workers.queues import all_queues

ROOT = Path(__file__).parent.parent.parent
PROMTOOL_TESTS = sorted((Path(__file__).parent / "promtool").glob("*.yaml"))
ELSEWHERE = {
    "kiraathane_queue_length",  # workers/pages.py asks the broker for it
    "envoy_cluster_membership_healthy",
    "envoy_cluster_upstream_rq_completed",
    "envoy_cluster_upstream_rq_xx",
    "envoy_http_downstream_rq_xx",
    "envoy_http_local_rate_limit_rate_limited",
    "envoy_http_downstream_cx_active",
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
}
"""Metrics of other registries than this process's; test_live.py finds them at their processes."""
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason=MISSING)


def test_what_is_checked_in_is_up_to_date() -> None:
    for name, text in generated().items():
        assert (HERE / name).read_text() == text, f"{name}: run `make dashboards`"
    there = {str(path.relative_to(HERE)) for folder in ("rules", "dashboards") for path in (HERE / folder).iterdir()}
    assert there == set(generated())


def test_every_metric_is_told_by_a_process() -> None:
    told = {name for one in REGISTRY.collect() for name in names_of(one.name, one.type)} | ELSEWHERE
    told |= {rule["record"] for rule in rules() if "record" in rule}
    for where, expression in [*((str(rule), rule["expr"]) for rule in rules()), *panels()]:
        assert metrics_of(expression), where
        assert metrics_of(expression) <= told, where
    assert not metrics_of("rate(kiraathane_nothing_total[5m])") <= told


def names_of(name: str, kind: str) -> set[str]:
    """The series that a metric makes."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
    return {name + ending for ending in endings.get(kind, ("",))}


def test_bounds_are_bounds_of_the_histograms() -> None:
    for bound, histogram in ((SLOW_MOVE, MOVE), (LATE_LAPSE, DEADLINE_LAG)):
        histogram.labels("tavla")
        (told,) = histogram.collect()
        assert bound in {sample.labels.get("le") for sample in told.samples}


def test_every_kind_of_process_is_missed_when_it_is_absent() -> None:
    assert set(expected()) == {process.name for process in processes() if process.kind != "migration"}
    for queue in all_queues(tuple(families())):
        assert any(f'"{queue}"' in series for series in expected().values())


def test_alerts_have_a_severity_a_sentence_and_a_runbook_that_says_four_things() -> None:
    for rule in (alert.rule for alert in alerts()):
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        text = (ROOT / rule["annotations"]["runbook"]).read_text()
        headlines = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headlines == ["Meaning", "Impact", "Diagnosis", "Mitigation"], rule["alert"]
        assert text.startswith(f"# {rule['alert']}\n")


def test_every_runbook_has_an_alert() -> None:
    written = {path.stem for path in (ROOT / RUNBOOKS).glob("*.md")} - {"README"}
    assert written == {alert.name for alert in alerts()}


def test_no_burn_alert_asks_for_more_than_all() -> None:
    for objective in OBJECTIVES:
        assert all(burn.factor * objective.budget < 1 for burn in BURNS)


def test_panels_stand_beside_and_below_each_other() -> None:
    for name, board in dashboards().items():
        taken = set()
        for panel in board["panels"]:
            grid = panel["gridPos"]
            cells = {
                (x, y) for x in range(grid["x"], grid["x"] + grid["w"]) for y in range(grid["y"], grid["y"] + grid["h"])
            }
            assert max(x for x, _ in cells) < 24
            assert not cells & taken, (name, panel["title"])
            taken |= cells
        assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_a_cluster_gets_the_same() -> None:
    rule, *maps = objects()
    assert rule["spec"] == yaml.safe_load((HERE / RULES).read_text())
    shown = {json.loads(text)["uid"] for one in maps for text in one["data"].values()}
    assert shown == {board["uid"] for board in dashboards().values()}


@needs_promtool
def test_promtool_has_nothing_to_say() -> None:
    checked("check", "rules", "--lint=all", "--lint-fatal", str(HERE / RULES))


@needs_promtool
@pytest.mark.parametrize("file", PROMTOOL_TESTS, ids=lambda path: path.stem)
def test_rules_say_what_they_should(file: Path) -> None:
    checked("test", "rules", str(file))


@needs_promtool
def test_exactly_those_processes_are_missed_of_which_nothing_is_heard(tmp_path: Path) -> None:
    silent = {
        "gateway": {"envoy_http_conn_manager_prefix": "door"},
        "bots-king": {"queue": "bots.king"},
        "tavla": {"family": "tavla"},
    }
    runbook = f"{RUNBOOKS}/KiraathaneProcessAbsent.md"
    missed = [
        {
            "exp_labels": {"process": name, "severity": "page", **labels},
            "exp_annotations": {"summary": f"nothing is heard of {name}", "runbook": runbook},
        }
        for name, labels in silent.items()
    ]
    heard = [{"series": series, "values": "0x20"} for name, series in expected().items() if name not in silent]
    after = {"alertname": "KiraathaneProcessAbsent"}
    tests = [
        {
            "interval": "1m",
            "input_series": heard,
            "alert_rule_test": [
                {**after, "eval_time": "2m", "exp_alerts": []},
                {**after, "eval_time": "10m", "exp_alerts": missed},
            ],
        }
    ]
    file = tmp_path / "absent.yaml"
    file.write_text(yaml.safe_dump({"rule_files": [str(HERE / RULES)], "evaluation_interval": "1m", "tests": tests}))
    checked("test", "rules", str(file))


def test_every_other_alert_has_been_seen_to_fire() -> None:
    fired = {
        one["alertname"]
        for file in PROMTOOL_TESTS
        for test in yaml.safe_load(file.read_text())["tests"]
        for one in test.get("alert_rule_test", ())
        if one.get("exp_alerts")
    }
    assert fired == {alert.name for alert in alerts()} - {"KiraathaneProcessAbsent"}


def checked(*arguments: str) -> None:
    done = subprocess.run((str(PROMTOOL), *arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
