"""What the league has counted. Made in advance for every family, so that what has not happened yet reads 0."""

from collections.abc import Iterable

from prometheus_client import Counter

_RESULTS = Counter("kiraathane_results", "Results that workers sent, by what became of them", ("family", "outcome"))


class ResultMetrics:
    """The counters of these families."""

    def __init__(self, families: Iterable[str]) -> None:
        self._counters = {
            (slug, recorded): _RESULTS.labels(slug, "recorded" if recorded else "known before")
            for slug in families
            for recorded in (True, False)
        }

    def count(self, family: str, *, recorded: bool) -> None:
        """A result was recorded, or it had been before."""
        self._counters[family, recorded].inc()
