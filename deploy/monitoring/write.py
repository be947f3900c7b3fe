"""Writes rules and dashboards: `python -m deploy.monitoring.write`, or `make dashboards`."""

import json
from pathlib import Path
from typing import Any, Final

import yaml

from deploy.monitoring.boards import dashboards
from deploy.monitoring.rules import groups

HERE: Final = Path(__file__).parent
NOTE: Final = "# Written by `make dashboards` from deploy/monitoring/*.py; a change here would be lost.\n"
RULES: Final = "rules/kiraathane.yaml"
_PART_OF: Final = {"app.kubernetes.io/part-of": "kiraathane"}


def generated() -> dict[str, str]:
    """Every generated file by its path under this folder."""
    rules = yaml.safe_dump({"groups": groups()}, sort_keys=False, width=120)
    boards = {f"dashboards/{name}.json": _json(board) for name, board in dashboards().items()}
    return {RULES: NOTE + rules, **boards}


def objects() -> list[dict[str, Any]]:
    """The same for a cluster: what the Prometheus operator and Grafana's sidecar pick up."""
    rule = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "kiraathane", "labels": _PART_OF},
        "spec": {"groups": groups()},
    }
    maps = [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": f"dashboard-{name}", "labels": {**_PART_OF, "grafana_dashboard": "1"}},
            "data": {f"kiraathane-{name}.json": _json(board)},
        }
        for name, board in dashboards().items()
    ]
    return [rule, *maps]


def _json(board: dict[str, Any]) -> str:
    return json.dumps(board, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in generated().items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
