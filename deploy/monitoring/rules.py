"""The Prometheus rule groups: recorded series and alerts."""

from typing import Any, Final

from deploy.monitoring.alerts import REFUSED, alerts
from deploy.monitoring.objectives import OBJECTIVES, WINDOWS
from deploy.monitoring.queries import by_family, ratio, refused_by_rules

Json = dict[str, Any]

_LONG: Final = ("1d", "3d")


def groups() -> list[Json]:
    """All groups. What is recorded over days is computed less often; within a group, in this order."""
    return [
        {"name": "kiraathane-recorded", "interval": "30s", "rules": [*_recorded(long=False), *_refused("10m")]},
        {"name": "kiraathane-recorded-days", "interval": "5m", "rules": [*_recorded(long=True), *_refused("1d")]},
        {"name": "kiraathane-alerts", "interval": "30s", "rules": [alert.rule for alert in alerts()]},
    ]


def _recorded(*, long: bool) -> list[Json]:
    return [
        rule
        for objective in OBJECTIVES
        for window in WINDOWS
        if (window in _LONG) is long
        for rule in (
            {"record": objective.recorded_bad(window), "expr": objective.bad(window)},
            {"record": objective.recorded_share(window), "expr": objective.share(window)},
        )
    ]


def _refused(window: str) -> list[Json]:
    bad = f"{REFUSED}:rate{window}"
    return [
        {"record": bad, "expr": refused_by_rules(window)},
        {"record": f"{REFUSED}:ratio_rate{window}", "expr": ratio(bad, by_family("kiraathane_moves_total", window))},
    ]
