"""What services do by the clock and could not do: rounds of families, chores of platform services."""

from typing import Final

from prometheus_client import Counter

FAILURES: Final = Counter("kiraathane_chore_failures", "Times that a service's regular work failed", ("service",))
"""A child for each service of the process, made with it: what has not failed yet reads 0."""
