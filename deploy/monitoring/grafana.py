"""Dashboards as Grafana reads them (schema 39, Grafana 11): rows of panels on a grid of 24 columns."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

Json = dict[str, Any]

SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
_WIDTH: Final = 24


class Query(msgspec.Struct, frozen=True):
    """One expression and how its series are called, as in "{{family}}"."""

    expression: str
    legend: str


class Panel(msgspec.Struct, frozen=True):
    """One chart. `unit` is Grafana's ("s", "percentunit", "ops", "short"); `says` tells how to read it."""

    title: str
    unit: str
    queries: tuple[Query, ...]
    says: str = ""
    kind: str = "timeseries"
    """"timeseries"; "bargauge" for numbers over the whole range, side by side."""
    bound: float | None = None
    """What is drawn as a line across the panel: a promise's edge, or what is expected."""


class Row(msgspec.Struct, frozen=True):
    """A headline and up to four panels beside each other, so many cells of the grid high."""

    title: str
    panels: tuple[Panel, ...]
    height: int = 8


class Variable(msgspec.Struct, frozen=True):
    """A choice above the dashboard, as `$name` in expressions: the values that a label of a metric has."""

    name: str
    metric: str


def panel(
    title: str,
    unit: str,
    expression: str,
    legend: str,
    says: str = "",
    kind: str = "timeseries",
    bound: float | None = None,
) -> Panel:
    """A panel of one query."""
    return Panel(title=title, unit=unit, queries=(Query(expression, legend),), says=says, kind=kind, bound=bound)


def bars(title: str, unit: str, expression: str, legend: str, says: str = "", bound: float | None = None) -> Panel:
    """A panel of one query whose numbers over the whole range stand side by side."""
    return panel(title, unit, expression, legend, says, "bargauge", bound)


def dashboard(uid: str, title: str, says: str, rows: Sequence[Row], variables: Sequence[Variable] = ()) -> Json:
    """The whole dashboard."""
    placed: list[Json] = []
    top = 0
    for row in rows:
        placed.append(_headline(row, len(placed) + 1, top))
        width = _WIDTH // len(row.panels)
        for column, one in enumerate(row.panels):
            grid = {"x": column * width, "y": top + 1, "w": width, "h": row.height}
            placed.append(_panel(one, len(placed) + 1, grid))
        top += row.height + 1
    return {
        "uid": f"kiraathane-{uid}",
        "title": title,
        "description": says,
        "tags": ["kiraathane"],
        "schemaVersion": 39,
        "editable": False,
        "graphTooltip": 1,
        "refresh": "30s",
        "time": {"from": "now-3h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": [_source(), *map(_variable, variables)]},
        "panels": placed,
    }


def _headline(row: Row, number: int, top: int) -> Json:
    grid = {"x": 0, "y": top, "w": _WIDTH, "h": 1}
    return {"id": number, "type": "row", "title": row.title, "collapsed": False, "gridPos": grid, "panels": []}


def _panel(one: Panel, number: int, grid: Json) -> Json:
    targets = [
        {
            "refId": chr(ord("A") + index),
            "datasource": SOURCE,
            "expr": query.expression,
            "legendFormat": query.legend,
            **({"instant": True, "range": False} if one.kind == "bargauge" else {"range": True}),
        }
        for index, query in enumerate(one.queries)
    ]
    return {
        "id": number,
        "type": one.kind,
        "title": one.title,
        "description": one.says,
        "datasource": SOURCE,
        "gridPos": grid,
        "fieldConfig": {"defaults": {"unit": one.unit, "min": 0, **_bound(one)}, "overrides": []},
        **({"options": {"orientation": "horizontal", "displayMode": "basic"}} if one.kind == "bargauge" else {}),
        "targets": targets,
    }


def _bound(one: Panel) -> Json:
    if one.bound is None:
        return {}
    steps = [{"color": "green", "value": None}, {"color": "orange", "value": one.bound}]
    line = {"custom": {"thresholdsStyle": {"mode": "line"}}} if one.kind == "timeseries" else {}
    return {"thresholds": {"mode": "absolute", "steps": steps}, **line}


def _source() -> Json:
    return {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}


def _variable(one: Variable) -> Json:
    query = f"label_values({one.metric}, {one.name})"
    return {
        "name": one.name,
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": query, "refId": one.name},
        "definition": query,
        "refresh": 2,
        "sort": 1,
        "multi": True,
        "includeAll": True,
        "allValue": ".+",
        "current": {"text": "All", "value": "$__all"},
    }
