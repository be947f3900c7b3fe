"""A Prometheus, asked over HTTP."""

import json
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any, Final

import msgspec

_SECONDS: Final = 30


class Series(msgspec.Struct, frozen=True):
    """One series of a range: its labels, its times (Unix seconds) and values."""

    labels: Mapping[str, str]
    times: tuple[float, ...]
    values: tuple[float, ...]


class Prometheus:
    """Answers questions at `address` (HOST:PORT, or a URL). Raises `OSError` if it cannot be reached or refuses."""

    def __init__(self, address: str) -> None:
        self._url = address.rstrip("/") if "://" in address else f"http://{address}"

    def ask(self, path: str, **arguments: str) -> Any:
        """What the API answers as `data`; `HTTPError` is for a wrong expression."""
        query = urllib.parse.urlencode(arguments)
        with urllib.request.urlopen(f"{self._url}/api/v1/{path}?{query}", timeout=_SECONDS) as answer:  # noqa: S310
            return json.load(answer)["data"]

    def series(self, expression: str) -> list[tuple[dict[str, str], float]]:
        """What an expression gives at this moment."""
        found = self.ask("query", query=expression)["result"]
        return [(one["metric"], float(one["value"][1])) for one in found]

    def ranges(self, expression: str, start: float, end: float, step: float) -> list[Series]:
        """What an expression gave from `start` to `end` (Unix seconds), every `step` seconds."""
        found = self.ask("query_range", query=expression, start=f"{start}", end=f"{end}", step=f"{step}")["result"]
        return [
            Series(
                labels=one["metric"],
                times=tuple(time for time, _ in one["values"]),
                values=tuple(float(value) for _, value in one["values"]),
            )
            for one in found
        ]

    def targets(self) -> dict[str, str]:
        """The health of each target, by its job."""
        return {one["labels"]["job"]: one["health"] for one in self.ask("targets")["activeTargets"]}
