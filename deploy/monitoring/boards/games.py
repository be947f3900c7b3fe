"""For who looks after a game: what happens at its tables?"""

from deploy.monitoring.boards.windows import CHOSEN, FAMILY, NOW
from deploy.monitoring.grafana import Json, Panel, Query, Row, Variable, dashboard, panel
from deploy.monitoring.queries import (
    by_family,
    quantile,
)


def games() -> Json:
    """Of the chosen families."""
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
                "Who plays the seats",
                (
                    panel(
                        "Seats played by others",
                        "short",
                        f"max by (family) (kiraathane_seats_stood_in{{{CHOSEN}}})",
                        FAMILY,
                        "A bot or the default acts play on for somebody who is away or has left.",
                    ),
                    panel(
                        "Changes by kind",
                        "ops",
                        by_family("kiraathane_seatings_total", NOW, CHOSEN, ", kind"),
                        "{{family}} {{kind}}",
                        "Void matches end by this kind too: nobody was at the table for too long.",
                    ),
                ),
            ),
            Row(
                "Decisions",
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
                        "Failures by reason",
                        "ops",
                        f'sum by (family, reason) (rate(kiraathane_moves_total{{{CHOSEN}, result="failed"}}[{NOW}]))',
                        "{{family}} {{reason}}",
                        "Decisions that the house could not take.",
                    ),
                ),
            ),
            Row(
                "How long they take",
                (
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
