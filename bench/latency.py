"""Summaries of measured times."""

from collections.abc import Sequence

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """Milliseconds: the middle, the slowest hundredth, and how many were measured."""

    p50: float
    p99: float
    count: int


def spread(seconds: Sequence[float]) -> Spread:
    """The spread of times given in seconds; zeros for none."""
    if not seconds:
        return Spread(p50=0.0, p99=0.0, count=0)
    ordered = sorted(seconds)

    def at(share: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return Spread(p50=at(0.5), p99=at(0.99), count=len(ordered))
