"""For who runs the house: is it well?"""

from deploy.monitoring.boards.windows import FAMILY, NOW, WHOLE
from deploy.monitoring.grafana import Json, Panel, Query, Row, dashboard, panel
from deploy.monitoring.objectives import LATENCY, SUCCESS
from deploy.monitoring.queries import (
    FAILED_CODES,
    OURS,
    PERIODIC,
    TOURNAMENTS_WAITING,
    by_family,
    chores_failing,
    gateway_errors,
    healthy_replicas,
    quantile,
    quantile_or_zero,
    ratio,
)


def operators() -> Json:
    """From the players' side at the top to the stores at the bottom."""
    calls = f"sum by (grpc_service) (rate(grpc_server_handled_total{{{OURS}}}[{NOW}]))"
    failed = f'sum by (grpc_service) (rate(grpc_server_handled_total{{{OURS}, grpc_code=~"{FAILED_CODES}"}}[{NOW}]))'
    limit = "envoy_local_http_ratelimit_prefix"
    limited = f"sum by ({limit}) (rate(envoy_http_local_rate_limit_rate_limited[{NOW}]))"
    ours = f"and on (job, instance) grpc_server_started_total{{{OURS}}}"
    memory = f"process_resident_memory_bytes {ours}"
    unary = f'{OURS}, grpc_type="unary"'  # a stream takes as long as somebody looks
    return dashboard(
        "operators",
        "Kıraathane: the house",
        "Is the house well? From the players' side at the top to the stores at the bottom.",
        [
            Row(
                "Promises",
                (
                    _share(
                        SUCCESS.recorded_share("1h"),
                        "Decisions that fail (1 h)",
                        "Promised: below 0.1 %.",
                        SUCCESS.budget,
                    ),
                    _share(
                        LATENCY.recorded_share("1h"),
                        "Decisions over 250 ms (1 h)",
                        "Promised: below 1 %.",
                        LATENCY.budget,
                    ),
                ),
            ),
            Row(
                "Calls by service",
                (
                    panel("Rate", "reqps", calls, "{{grpc_service}}"),
                    panel("Errors of the house", "percentunit", ratio(failed, calls), "{{grpc_service}}"),
                    panel(
                        "Duration p99",
                        "s",
                        quantile(0.99, "grpc_server_handling_seconds", NOW, "grpc_service", unary),
                        "{{grpc_service}}",
                        "Unary calls only.",
                    ),
                ),
            ),
            Row(
                "Gateway",
                (
                    panel(
                        "Requests by class",
                        "reqps",
                        _door("rq_xx", "envoy_response_code_class"),
                        "{{envoy_response_code_class}}xx",
                    ),
                    panel("Calls that reach nobody", "percentunit", gateway_errors(NOW), "{{envoy_cluster_name}}"),
                    panel(
                        "Turned away",
                        "reqps",
                        limited,
                        "{{envoy_local_http_ratelimit_prefix}}",
                        "Calls above the limits per address and per player.",
                    ),
                    panel(
                        "Healthy replicas",
                        "short",
                        healthy_replicas(),
                        "{{envoy_cluster_name}}",
                    ),
                ),
            ),
            Row(
                "Journal",
                (
                    panel("Commit p99", "s", quantile(0.99, "kiraathane_commit_seconds", NOW), FAMILY),
                    panel(
                        "Commits in one flush",
                        "short",
                        ratio(
                            by_family("kiraathane_commit_batch_size_sum", NOW),
                            by_family("kiraathane_commit_batch_size_count", NOW),
                        ),
                        FAMILY,
                    ),
                    Panel(
                        "Trouble",
                        "ops",
                        (
                            Query(by_family("kiraathane_store_failures_total", NOW), "failed flushes {{family}}"),
                            Query(by_family("kiraathane_commits_lost_total", NOW), "another was ahead {{family}}"),
                        ),
                    ),
                    Panel(
                        "Deadlines",
                        "s",
                        (
                            Query(quantile_or_zero(0.95, "kiraathane_deadline_lag_seconds", NOW), "lag p95 {{family}}"),
                            Query("max by (family) (kiraathane_deadline_overdue_seconds)", "overdue {{family}}"),
                        ),
                        "How late turns end that ran out of time (0 where none did), and since when the oldest "
                        "deadline is past at which nothing has happened.",
                    ),
                ),
            ),
            Row(
                "Bots and results",
                (
                    panel(
                        "Oldest task",
                        "s",
                        "max by (family, kind) (kiraathane_outbox_age_seconds)",
                        "{{family}} {{kind}}",
                    ),
                    panel(
                        "Waiting tasks",
                        "short",
                        "max by (family, kind) (kiraathane_outbox_depth)",
                        "{{family}} {{kind}}",
                    ),
                    panel("Queue length", "short", "max by (queue) (kiraathane_queue_length)", "{{queue}}"),
                    panel(
                        "Scoring lag p95", "s", quantile_or_zero(0.95, "kiraathane_scoring_lag_seconds", NOW), FAMILY
                    ),
                ),
            ),
            Row(
                "By the clock, and order",
                (
                    panel(
                        "Regular work that fails",
                        "ops",
                        chores_failing(NOW),
                        "{{service}}",
                        "Deadlines, people who are gone, outbox, tables, tournaments; each service's log says what.",
                    ),
                    panel(
                        "Work of the calendar",
                        "short",
                        f"sum by (result) (increase({PERIODIC}[1h]))",
                        "{{result}}",
                        "Win cap and seasons, asked of the league by workers that score; in the last hour.",
                    ),
                    panel("Tournaments that wait", "short", TOURNAMENTS_WAITING, "waiting"),
                    panel(
                        "Leaves, sanctions, reports",
                        "short",
                        f"sum by (event) (increase(kiraathane_moderation_total[{WHOLE}]))",
                        "{{event}}",
                        "In the range, as moderation counted them.",
                        kind="bargauge",
                    ),
                ),
            ),
            Row(
                "House health",
                (
                    Panel(
                        "Frozen matches",
                        "short",
                        (
                            Query("max by (family) (kiraathane_matches_frozen)", "{{family}} now"),
                            Query("max by (family) (kiraathane_matches_held)", "{{family}} by moderators"),
                            Query(
                                f"sum by (family) (increase(kiraathane_freezes_total[{WHOLE}]))",
                                "{{family}} in the range",
                            ),
                        ),
                        "Now: by a fault or by moderators, until they are thawed. In the range: how often by a fault.",
                        kind="bargauge",
                    ),
                    panel(
                        "Time given back",
                        "s",
                        "max by (family) (kiraathane_down_seconds)",
                        FAMILY,
                        "How long the service was down, in all.",
                        kind="bargauge",
                    ),
                    panel(
                        "CPU by process",
                        "percentunit",
                        f"rate(process_cpu_seconds_total[{NOW}]) {ours}",
                        "{{job}} {{instance}}",
                        "Services only: 1 is a whole core, more a process cannot use.",
                    ),
                    panel("Memory by process", "bytes", memory, "{{job}} {{instance}}"),
                ),
            ),
        ],
    )


def _share(expression: str, title: str, says: str, bound: float) -> Panel:
    return panel(title, "percentunit", expression, FAMILY, says, bound=bound)


def _door(metric: str, label: str) -> str:
    chosen = f'envoy_http_downstream_{metric}{{envoy_http_conn_manager_prefix="door"}}'
    return f"sum by ({label}) (rate({chosen}[{NOW}]))"
