"""Pieces of PromQL that rules and dashboards share.

Gauges that a family asks its store for (open matches, outbox) are told by every replica alike, so they are maxima over
replicas and never sums. A ratio's divisor is held above zero: without traffic it reads 0.
"""

from typing import Final

from deploy.kubernetes.house import PLATFORM
from services.kernel.registry import families
from services.runtime.metrics import PLATFORM_REASONS

EMBEDDED: Final = "services"
"""The gateway's one upstream in the embedded profile."""
OURS: Final = 'grpc_service=~"kiraathane.+"'
"""Calls of this house; a cluster's Prometheus may scrape others."""
QUIET: Final = "1e-9"
FAILED_CODES: Final = "Unknown|DeadlineExceeded|Unimplemented|Internal|Unavailable|DataLoss"
"""Statuses of a call that are the house's fault; all others are the caller's, or the rules' answer."""
SLOW_MOVE: Final = "0.25"
"""Seconds until a decision is durable that nobody notices; a bound of `kiraathane_move_seconds`."""
STUCK_SECONDS: Final = "60"
"""A deadline that is past for so long, and nothing has happened, is nobody's concern any more."""
HELD_SECONDS: Final = "7200"
"""A match that a moderator has frozen for longer has been forgotten."""
LATE_LAPSE: Final = "10.0"
"""Seconds after its deadline at which a lapse is late; a bound of `kiraathane_deadline_lag_seconds`."""
PERIODIC: Final = "kiraathane_periodic_runs_total"
TOURNAMENTS_WAITING: Final = "max(kiraathane_tournaments_waiting)"


def by_family(metric: str, window: str, matchers: str = "", more: str = "") -> str:
    """The sum per second of a counter, by family and by the labels `more` (", reason")."""
    return f"sum by (family{more}) (rate({metric}{_braces(matchers)}[{window}]))"


def ratio(part: str, whole: str) -> str:
    """Part of the whole; 0 where there is nothing."""
    return f"{part} / clamp_min({whole}, {QUIET})"


def later_than(histogram: str, bound: str, window: str) -> str:
    """Observations above a bound per second, by family."""
    within = by_family(f"{histogram}_bucket", window, f'le="{bound}"')
    return f"{by_family(f'{histogram}_count', window)} - {within}"


def quantile(share: float, histogram: str, window: str, by: str = "family", matchers: str = "") -> str:
    """A quantile by these labels; nothing where nothing was observed."""
    rates = f"sum by ({by}, le) (rate({histogram}_bucket{_braces(matchers)}[{window}]))"
    return f"histogram_quantile({share:g}, {rates}) >= 0"


def quantile_or_zero(share: float, histogram: str, window: str, by: str = "family", matchers: str = "") -> str:
    """A quantile of what happens seldom; 0 where nothing was observed."""
    nothing = f"sum by ({by}) ({histogram}_count{_braces(matchers)}) * 0"
    return f"({quantile(share, histogram, window, by, matchers)}) or {nothing}"


def refused_by_rules(window: str, matchers: str = "", more: str = "") -> str:
    """Decisions that the rules refused per second, by family."""
    own = f'result="refused", reason!~"{"|".join(PLATFORM_REASONS)}"'
    return by_family("kiraathane_moves_total", window, ", ".join(filter(None, (own, matchers))), more)


def chores_failing(window: str) -> str:
    """How often a second a service's regular work fails."""
    return f"sum by (service) (rate(kiraathane_chore_failures_total[{window}]))"


def upstreams() -> str:
    """Which of Envoy's clusters lead to the house's services; other Envoys of a cluster may tell the same metrics."""
    names = "|".join((EMBEDDED, *PLATFORM, *families()))
    return f'envoy_cluster_name=~"{names}"'


def healthy_replicas() -> str:
    """How many replicas of a service the gateway that knows the fewest may send calls to."""
    return f"min by (envoy_cluster_name) (envoy_cluster_membership_healthy{{{upstreams()}}})"


def gateway_errors(window: str) -> str:
    """The share of calls that the gateway could not bring through, by the service they were for.

    A service's own errors are HTTP 200 to Envoy, and not in here; its fetching of keys and pages is left out."""
    by, played = "sum by (envoy_cluster_name)", upstreams()
    whole = f"{by} (rate(envoy_cluster_upstream_rq_completed{{{played}}}[{window}]))"
    # Envoy makes a series for a class of answers only when the first one comes.
    failed = f'envoy_cluster_upstream_rq_xx{{{played}, envoy_response_code_class="5"}}'
    part = f"({by} (rate({failed}[{window}])) or {whole} * 0)"
    return ratio(part, whole)


def _braces(matchers: str) -> str:
    return f"{{{matchers}}}" if matchers else ""
