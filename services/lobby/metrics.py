"""What becomes of tables. Made in advance for every family, so that what has not happened yet reads 0."""

from collections.abc import Iterable
from typing import Final

from prometheus_client import Counter

_TABLES = Counter("kiraathane_tables", "Tables by what became of them", ("family", "event"))
_EVENTS: Final = ("opened", "started", "expired")


class TableMetrics:
    """The counters of these families."""

    def __init__(self, families: Iterable[str]) -> None:
        self._counters = {(slug, event): _TABLES.labels(slug, event) for slug in families for event in _EVENTS}

    def count(self, family: str, event: str) -> None:
        """A table was "opened", it was "started", or it "expired" because nobody touched it."""
        self._counters[family, event].inc()
