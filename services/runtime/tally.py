"""Counters and histograms for the paths where a microsecond counts.

prometheus_client takes a lock for every observation, for programs with threads. Everything here is counted in the event
loop's thread, so a plain number is enough; the scrape, in another thread, reads numbers that are at most one step old.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector


class Tally:
    """One counter."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        self.value += by


class Spread:
    """One histogram. `counts` has the observations of each bucket alone, the last one those above every bound."""

    __slots__ = ("_bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self._bounds, value)] += 1  # a bucket holds what is at most its bound
        self.total += value


class Counter(Collector):
    """Counters of one name, by labels; told to Prometheus as `name`_total."""

    def __init__(self, name: str, documentation: str, labels: Sequence[str]) -> None:
        self._name, self._documentation, self._labels = name, documentation, labels
        self._children: dict[tuple[str, ...], Tally] = {}
        REGISTRY.register(self)

    def labels(self, *values: str) -> Tally:
        """The counter with these label values; it reads 0 from now on."""
        return self._children.setdefault(values, Tally())

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(self._name, self._documentation, labels=self._labels)
        for values, tally in list(self._children.items()):
            family.add_metric(values, tally.value)
        return [family]


class Histogram(Collector):
    """Histograms of one name, by labels."""

    def __init__(self, name: str, documentation: str, labels: Sequence[str], buckets: Sequence[float]) -> None:
        self._name, self._documentation, self._labels = name, documentation, labels
        self._bounds = tuple(buckets)
        self._children: dict[tuple[str, ...], Spread] = {}
        REGISTRY.register(self)

    def labels(self, *values: str) -> Spread:
        """The histogram with these label values; it is empty from now on."""
        return self._children.setdefault(values, Spread(self._bounds))

    def collect(self) -> Iterable[Metric]:
        family = HistogramMetricFamily(self._name, self._documentation, labels=self._labels)
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        for values, spread in list(self._children.items()):
            counts, total, buckets = list(spread.counts), spread.total, []
            seen = 0
            for name, count in zip(names, counts, strict=True):
                seen += count
                buckets.append((name, float(seen)))
            family.add_metric(values, buckets, total)
        return [family]
