"""The three dashboards."""

from deploy.monitoring.boards.analysts import analysts
from deploy.monitoring.boards.games import games
from deploy.monitoring.boards.operators import operators
from deploy.monitoring.grafana import Json


def dashboards() -> dict[str, Json]:
    """Each by its name."""
    return {"operators": operators(), "games": games(), "analysts": analysts()}
