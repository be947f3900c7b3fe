"""For who wants to know what is played."""

from deploy.monitoring.boards.windows import FAMILY, WHOLE
from deploy.monitoring.grafana import Json, Row, dashboard, panel


def analysts() -> Json:
    """What metrics can tell; the rest is in the league's tables."""
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
