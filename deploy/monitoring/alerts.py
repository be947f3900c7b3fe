"""What wakes somebody (severity page) or waits for the morning (ticket). One runbook each, in docs/runbooks/."""

from collections.abc import Iterator
from typing import Final

import msgspec

from deploy.monitoring.objectives import BURNS, OBJECTIVES
from deploy.monitoring.queries import (
    HELD_SECONDS,
    LATE_LAPSE,
    PERIODIC,
    STUCK_SECONDS,
    TOURNAMENTS_WAITING,
    by_family,
    chores_failing,
    gateway_errors,
    healthy_replicas,
    later_than,
    quantile,
    quantile_or_zero,
)
from services.kernel.registry import families
from workers.queues import SCORING_QUEUE, bot_queue

RUNBOOKS: Final = "docs/runbooks"
"""In this repository: where it is published is the operator's to say."""
REFUSED: Final = "family:kiraathane_moves_refused"


class Alert(msgspec.Struct, frozen=True):
    """`value` is what is looked at: it always has data in a house that works; `expression` has data when it is not."""

    name: str
    value: str
    expression: str
    wait: str
    severity: str
    summary: str
    labels: dict[str, str] = {}

    @property
    def rule(self) -> dict[str, object]:
        """As Prometheus reads it."""
        return {
            "alert": self.name,
            "expr": self.expression,
            "for": self.wait,
            "labels": {"severity": self.severity, **self.labels},
            "annotations": {"summary": self.summary, "runbook": f"{RUNBOOKS}/{self.name}.md"},
        }


def above(name: str, value: str, bound: str, wait: str, severity: str, summary: str) -> Alert:
    """An alert on a value over a bound."""
    return Alert(name, value, f"({value}) > {bound}", wait, severity, summary)


def alerts() -> Iterator[Alert]:
    """All of them."""
    yield from _burning()
    yield from _journal()
    yield from _workers()
    yield from _by_the_clock()
    yield from _absent()
    yield from _gateway()


def _burning() -> Iterator[Alert]:
    for objective in OBJECTIVES:
        for burn in BURNS:
            yield Alert(
                name=objective.alert,
                value=objective.recorded_share(burn.long),
                expression=objective.burning(burn),
                wait=burn.wait,
                severity=burn.severity,
                summary=f"{{{{ $labels.family }}}}: {{{{ $value | humanizePercentage }}}} of "
                f"{objective.sentence} ({burn.long})",
                labels={"window": burn.long},
            )


def _journal() -> Iterator[Alert]:
    yield above(
        "KiraathaneCommitSlow",
        quantile(0.99, "kiraathane_commit_seconds", "5m"),
        "0.25",
        "10m",
        "ticket",
        "{{ $labels.family }}: one commit of a hundred takes {{ $value | humanizeDuration }}",
    )
    yield above(
        "KiraathaneStoreFailing",
        by_family("kiraathane_store_failures_total", "5m"),
        "0",
        "2m",
        "page",
        "{{ $labels.family }}: its store does not take commits",
    )
    yield above(
        "KiraathaneMatchFrozen",
        "sum by (family) (increase(kiraathane_freezes_total[1h]))",
        "0",
        "0m",
        "page",
        "{{ $labels.family }}: matches were frozen by a fault of the house",
    )
    yield above(  # however long ago it was, and whatever has become of the process that counted it
        "KiraathaneMatchFrozen",
        "max by (family) (kiraathane_matches_frozen)",
        "0",
        "5m",
        "ticket",
        "{{ $labels.family }}: matches that are frozen until somebody thaws them: {{ $value }}",
    )
    yield above(
        "KiraathaneMatchHeld",
        "max by (family) (kiraathane_matches_held_seconds)",
        HELD_SECONDS,
        "5m",
        "ticket",
        "{{ $labels.family }}: a moderator froze a match {{ $value | humanizeDuration }} ago, and it still is",
    )
    yield above(
        "KiraathaneMatchStuck",
        "max by (family) (kiraathane_deadline_overdue_seconds)",
        STUCK_SECONDS,
        "2m",
        "page",
        "{{ $labels.family }}: a match waits for a deadline that is past for {{ $value | humanizeDuration }}",
    )
    yield above(
        "KiraathaneDeadlinesLate",
        later_than("kiraathane_deadline_lag_seconds", LATE_LAPSE, "15m"),
        "0",
        "5m",
        "ticket",
        "{{ $labels.family }}: turns that ran out of time end more than 10 s late",
    )
    short, usual = f"{REFUSED}:ratio_rate10m", f"{REFUSED}:ratio_rate1d"
    yield Alert(
        name="KiraathaneRefusalsJump",
        value=short,
        # Three times the day's usual share, a tenth of all decisions, and no handful of them.
        expression=f"{short} > 0.1 and {short} > 3 * {usual} and {REFUSED}:rate10m > 0.05",
        wait="10m",
        severity="ticket",
        summary="{{ $labels.family }}: the rules refuse {{ $value | humanizePercentage }} of all decisions",
    )


def _workers() -> Iterator[Alert]:
    yield above(
        "KiraathaneOutboxOld",
        "max by (family, kind) (kiraathane_outbox_age_seconds)",
        "120",
        "5m",
        "page",
        "{{ $labels.family }}: a task ({{ $labels.kind }}) waits for {{ $value | humanizeDuration }}",
    )
    yield above(
        "KiraathaneBrokerRefusing",
        by_family("kiraathane_outbox_failures_total", "5m", more=", kind"),
        "0",
        "5m",
        "ticket",
        "{{ $labels.family }}: the broker does not take tasks ({{ $labels.kind }})",
    )
    yield above(
        "KiraathaneQueueLong",
        "max by (queue) (kiraathane_queue_length)",
        "200",
        "10m",
        "ticket",
        "{{ $labels.queue }}: {{ $value }} messages wait",
    )
    yield above(
        "KiraathaneScoringLate",
        quantile_or_zero(0.95, "kiraathane_scoring_lag_seconds", "15m"),
        "60",
        "10m",
        "ticket",
        "{{ $labels.family }}: results reach the league after {{ $value | humanizeDuration }}",
    )
    yield above(
        "KiraathaneBotsGivenUp",
        "sum by (family) (increase(kiraathane_bot_turns_given_up_total[1h]))",
        "0",
        "0m",
        "ticket",
        "{{ $labels.family }}: the rules had to play for bots",
    )


def _by_the_clock() -> Iterator[Alert]:
    yield above(
        "KiraathaneChoresFailing",
        chores_failing("5m"),
        "0",
        "10m",
        "ticket",
        "{{ $labels.service }}: work that it does by the clock fails again and again",
    )
    yield above(
        "KiraathaneTournamentWaits",
        TOURNAMENTS_WAITING,
        "0",
        "10m",
        "page",
        "tournaments that do not go on: {{ $value }}",
    )
    value = f'sum(increase({PERIODIC}{{result=~"done|nothing"}}[1h]))'
    yield Alert(
        name="KiraathanePeriodicStopped",
        value=value,
        expression=f"{value} == 0",
        wait="30m",
        severity="ticket",
        summary="what the league does by the calendar has not been done for more than an hour",
    )


def _absent() -> Iterator[Alert]:
    for process, series in expected().items():
        yield Alert(
            name="KiraathaneProcessAbsent",
            value=series,
            expression=f"absent({series})",
            wait="3m",
            severity="page",
            summary=f"nothing is heard of {process}",
            labels={"process": process},
        )


def expected() -> dict[str, str]:
    """Of each kind of process, a series that it always has."""
    platform = {
        "players": "PlayersService",
        "lobby": "LobbyService",
        "league": "LeagueService",
        "moderation": "ModerationService",
        "tournaments": "TournamentsService",
    }
    return {
        **{
            name: f'grpc_server_started_total{{grpc_service="kiraathane.{name}.v1.{platform[name]}"}}'
            for name in platform
        },
        **{slug: f'kiraathane_matches_open{{family="{slug}"}}' for slug in families()},
        **{f"bots-{slug}": f'kiraathane_queue_length{{queue="{bot_queue(slug)}"}}' for slug in families()},
        SCORING_QUEUE: f'kiraathane_queue_length{{queue="{SCORING_QUEUE}"}}',
        "gateway": 'envoy_http_downstream_cx_active{envoy_http_conn_manager_prefix="door"}',
    }


def _gateway() -> Iterator[Alert]:
    yield above(
        "KiraathaneGatewayErrors",
        gateway_errors("5m"),
        "0.01",
        "5m",
        "page",
        "{{ $labels.envoy_cluster_name }}: {{ $value | humanizePercentage }} of calls reach no replica",
    )
    value = healthy_replicas()
    yield Alert(
        name="KiraathaneGatewayNoReplica",
        value=value,
        expression=f"{value} < 1",
        wait="1m",
        severity="page",
        summary="{{ $labels.envoy_cluster_name }}: the gateway finds no healthy replica",
    )
