"""The three dashboards: for who runs the house, for who looks after a game, for who wants to know what is played."""

from typing import Final

from deploy.monitoring.grafana import Json, Panel, Query, Row, Variable, dashboard, panel
from deploy.monitoring.objectives import LATENCY, SUCCESS
from deploy.monitoring.queries import (
    FAILED_CODES,
    by_family,
    gateway_errors,
    quantile,
    quantile_or_zero,
    ratio,
)

NOW: Final = "$__rate_interval"
WHOLE: Final = "$__range"
CHOSEN: Final = 'family=~"$family"'
FAMILY: Final = "{{family}}"


def dashboards() -> dict[str, Json]:
    """Each by its name."""
    return {"operators": _operators(), "games": _games(), "analysts": _analysts()}


def _operators() -> Json:
    calls = f"sum by (grpc_service) (rate(grpc_server_handled_total[{NOW}]))"
    failed = f'sum by (grpc_service) (rate(grpc_server_handled_total{{grpc_code=~"{FAILED_CODES}"}}[{NOW}]))'
    limit = "envoy_local_http_ratelimit_prefix"
    limited = f"sum by ({limit}) (rate(envoy_http_local_rate_limit_rate_limited[{NOW}]))"
    unary = 'grpc_type="unary"'  # a stream takes as long as somebody looks
    return dashboard(
        "operators",
        "Kıraathane: the house",
        "Is the house well? From the players' side at the top to the stores at the bottom.",
        [
            Row(
                "Promises",
                (
                    _share(SUCCESS.recorded_share("1h"), "Play calls that fail (1 h)", "Promised: below 0.1 %."),
                    _share(LATENCY.recorded_share("1h"), "Decisions over 250 ms (1 h)", "Promised: below 1 %."),
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
                    panel("Calls that fail", "percentunit", gateway_errors(NOW), "{{envoy_cluster_name}}"),
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
                        "min by (envoy_cluster_name) (envoy_cluster_membership_healthy)",
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
                    panel(
                        "Deadline lag p95",
                        "s",
                        quantile_or_zero(0.95, "kiraathane_deadline_lag_seconds", NOW),
                        FAMILY,
                        "0 where nobody ran out of time.",
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
                "House health",
                (
                    panel(
                        "Frozen matches (range)",
                        "short",
                        f"sum by (family) (increase(kiraathane_matches_frozen_total[{WHOLE}]))",
                        FAMILY,
                        kind="stat",
                    ),
                    panel(
                        "Time given back",
                        "s",
                        "max by (family) (kiraathane_down_seconds)",
                        FAMILY,
                        "How long the service was down, in all.",
                        kind="stat",
                    ),
                    panel(
                        "CPU by process",
                        "percentunit",
                        f"rate(process_cpu_seconds_total[{NOW}])",
                        "{{job}} {{instance}}",
                        "Services only: 1 is a whole core, more a process cannot use.",
                    ),
                    panel("Memory by process", "bytes", "process_resident_memory_bytes", "{{job}} {{instance}}"),
                ),
            ),
        ],
    )


def _games() -> Json:
    return dashboard(
        "games",
        "Kıraathane: a game",
        "What happens at the tables of the chosen games.",
        [
            Row(
                "Matches",
                (
                    panel("Being played", "short", f"max by (family) (kiraathane_matches_open{{{CHOSEN}}})", FAMILY),
                    Panel(
                        "Begun and ended",
                        "ops",
                        (
                            Query(by_family("kiraathane_matches_started_total", NOW, CHOSEN), "begun {{family}}"),
                            Query(by_family("kiraathane_matches_finished_total", NOW, CHOSEN), "ended {{family}}"),
                        ),
                    ),
                    panel("Seats left", "ops", by_family("kiraathane_matches_abandoned_total", NOW, CHOSEN), FAMILY),
                    panel(
                        "Streams of players and watchers",
                        "short",
                        f"sum by (family) (kiraathane_watchers{{{CHOSEN}}})",
                        FAMILY,
                        "People who play or watch at this moment; one person may have two.",
                    ),
                ),
            ),
            Row(
                "Moves",
                (
                    panel(
                        "By result",
                        "ops",
                        by_family("kiraathane_moves_total", NOW, CHOSEN, ", result"),
                        "{{family}} {{result}}",
                    ),
                    panel(
                        "Refusals by reason",
                        "ops",
                        f'sum by (family, reason) (rate(kiraathane_moves_total{{{CHOSEN}, result="refused"}}[{NOW}]))',
                        "{{family}} {{reason}}",
                    ),
                    panel(
                        "Until durable p95",
                        "s",
                        quantile(0.95, "kiraathane_move_seconds", NOW, matchers=CHOSEN),
                        FAMILY,
                    ),
                    panel(
                        "Until watchers have it p95",
                        "s",
                        quantile(0.95, "kiraathane_watch_seconds", NOW, matchers=CHOSEN),
                        FAMILY,
                    ),
                ),
            ),
            Row(
                "Bots",
                (
                    panel(
                        "Thinking p95",
                        "s",
                        quantile(0.95, "kiraathane_bot_think_seconds", NOW, "family, level", CHOSEN),
                        "{{family}} {{level}}",
                        "Budget of usta: 150 ms of CPU a turn.",
                    ),
                    panel(
                        "Turns by result",
                        "ops",
                        by_family("kiraathane_bot_turns_total", NOW, CHOSEN, ", result"),
                        "{{family}} {{result}}",
                    ),
                    panel(
                        "Given up",
                        "ops",
                        by_family("kiraathane_bot_turns_given_up_total", NOW, CHOSEN),
                        FAMILY,
                        "Turns that the rules had to play.",
                    ),
                ),
            ),
            Row(
                "Time",
                (
                    panel(
                        "Turns that ran out of time", "ops", by_family("kiraathane_lapses_total", NOW, CHOSEN), FAMILY
                    ),
                    panel(
                        "Streams ended with a word to resume",
                        "ops",
                        by_family("kiraathane_watchers_dropped_total", NOW, CHOSEN, ", reason"),
                        "{{family}} {{reason}}",
                    ),
                ),
            ),
        ],
        [Variable("family", "kiraathane_matches_open")],
    )


def _analysts() -> Json:
    begun, ended = "kiraathane_matches_started_total", "kiraathane_matches_finished_total"
    finish = f"sum by (family) (rate({ended}[{WHOLE}]))"
    made = f'sum by (family) (rate(kiraathane_moves_total{{result="accepted"}}[{WHOLE}]))'
    open_mean = f"max by (family) (avg_over_time(kiraathane_matches_open[{WHOLE}]))"
    return dashboard(
        "analysts",
        "Kıraathane: what is played",
        "Counts over the chosen range. Who won, fairness of seats, dice, bots against people and who comes back are "
        "in the league's tables and the match records, not in metrics: their labels never name a match or a player.",
        [
            Row(
                "In the chosen range",
                (
                    panel("Begun", "short", f"sum by (family) (increase({begun}[{WHOLE}]))", FAMILY, kind="stat"),
                    panel("Ended", "short", f"sum by (family) (increase({ended}[{WHOLE}]))", FAMILY, kind="stat"),
                    panel(
                        "Seats left",
                        "short",
                        f"sum by (family) (increase(kiraathane_matches_abandoned_total[{WHOLE}]))",
                        FAMILY,
                        kind="stat",
                    ),
                    panel(
                        "Tables by what became of them",
                        "short",
                        f"sum by (event) (increase(kiraathane_tables_total[{WHOLE}]))",
                        "{{event}}",
                        kind="stat",
                    ),
                ),
            ),
            Row(
                "By hour",
                (
                    panel("Begun an hour", "short", f"sum by (family) (increase({begun}[1h]))", FAMILY),
                    panel("Ended an hour", "short", f"sum by (family) (increase({ended}[1h]))", FAMILY),
                    panel("Being played", "short", "max by (family) (kiraathane_matches_open)", FAMILY),
                ),
            ),
            Row(
                "How matches go",
                (
                    panel(
                        "Ends by cause",
                        "short",
                        f"sum by (family, cause) (increase({ended}[{WHOLE}]))",
                        "{{family}} {{cause}}",
                        kind="stat",
                    ),
                    panel(
                        "Mean length",
                        "s",
                        f"{open_mean} / ({finish} > 0)",
                        FAMILY,
                        "Matches being played, divided by those that end each second (Little's law): right over a "
                        "range in which as many begin as end. Lengths one by one are in the records.",
                        kind="stat",
                    ),
                    panel(
                        "Moves a match",
                        "short",
                        f"{made} / ({finish} > 0)",
                        FAMILY,
                        kind="stat",
                    ),
                ),
            ),
            Row(
                "People and results",
                (
                    panel(
                        "Sign-ins an hour",
                        "short",
                        'sum by (way) (increase(kiraathane_sign_ins_total{result="ok"}[1h]))',
                        "{{way}}",
                    ),
                    panel(
                        "Results in the league an hour",
                        "short",
                        'sum by (family) (increase(kiraathane_results_total{outcome="recorded"}[1h]))',
                        FAMILY,
                    ),
                    panel(
                        "Decisions that the rules refuse",
                        "percentunit",
                        "family:kiraathane_moves_refused:ratio_rate1d",
                        FAMILY,
                        "A rule that many run into may be taught better.",
                    ),
                ),
            ),
        ],
    )


def _share(expression: str, title: str, says: str) -> Panel:
    return panel(title, "percentunit", expression, FAMILY, says)


def _door(metric: str, label: str) -> str:
    chosen = f'envoy_http_downstream_{metric}{{envoy_http_conn_manager_prefix="door"}}'
    return f"sum by ({label}) (rate({chosen}[{NOW}]))"
