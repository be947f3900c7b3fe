"""What the workers count: `kiraathane_bot_*` and `kiraathane_scoring_*`, summed over the child processes.

Celery's children are processes, so prometheus_client runs in its multiprocess mode (`PROMETHEUS_MULTIPROC_DIR`, set by
`workers.__main__` before this is imported). Labels are bounded by the registry; `prepare` creates them in advance.
"""

from typing import Final

from prometheus_client import Counter, Histogram

from services.kernel.registry import Family

TURN_RESULTS: Final = ("played", "stale", "refused", "unavailable", "failed")
LEAVE_RESULTS: Final = ("recorded", "unavailable", "failed")
PERIODIC_RESULTS: Final = ("done", "nothing", "unavailable", "failed")
SCORING_RESULTS: Final = ("recorded", "repeated", "unavailable", "failed")

THINK_SECONDS = Histogram(
    "kiraathane_bot_think_seconds",
    "How long a bot took to decide one turn.",
    ("family", "level"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0),
)
TURNS = Counter("kiraathane_bot_turns", "Turns that workers took up, by what became of them.", ("family", "result"))
RESULTS = Counter("kiraathane_scoring_results", "Finished matches that workers took up.", ("family", "result"))
LEAVES = Counter("kiraathane_leave_results", "Leaves by choice that workers took up.", ("family", "result"))
PERIODIC = Counter("kiraathane_periodic_runs", "Looks at what is due by the calendar, by what became.", ("result",))
SCORING_LAG = Histogram(
    "kiraathane_scoring_lag_seconds",
    "From the end of a match to its result in the league.",
    ("family",),
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),
)


def prepare(families: dict[str, Family]) -> None:
    """Creates every label set, so that what has not happened yet reads 0."""
    for result in PERIODIC_RESULTS:
        PERIODIC.labels(result)
    for slug, family in families.items():
        for level in family.game.meta.bot_levels:
            THINK_SECONDS.labels(slug, level)
        for result in TURN_RESULTS:
            TURNS.labels(slug, result)
        for result in SCORING_RESULTS:
            RESULTS.labels(slug, result)
        for result in LEAVE_RESULTS:
            LEAVES.labels(slug, result)
        SCORING_LAG.labels(slug)
