"""Every expression of rules and dashboards, and which metrics an expression reads."""

import re
from collections.abc import Iterator
from typing import Any

from deploy.monitoring.boards import dashboards
from deploy.monitoring.rules import groups

WORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right", "bool", "offset"}


def rules() -> list[dict[str, Any]]:
    """All rules, in Prometheus' own form."""
    return [rule for group in groups() for rule in group["rules"]]


def panels() -> Iterator[tuple[str, str]]:
    """Every query of every panel: where it stands, and its expression."""
    for name, board in dashboards().items():
        for panel in board["panels"]:
            for target in panel.get("targets", ()):
                yield f"{name}: {panel['title']} {target['refId']}", target["expr"]


def metrics_of(expression: str) -> set[str]:
    """The metrics and recorded series that an expression reads: what is left without strings, labels and functions."""
    bare = re.sub(r'"[^"]*"', "", expression)
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", bare)
    bare = re.sub(r"\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)", "", bare)
    found = re.findall(r"(?<![\w:.])[A-Za-z_:][\w:]*(?!\s*\(|[\w:])", bare)
    return {name for name in found if name not in WORDS}
