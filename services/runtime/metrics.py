"""The metrics of the game families (design: watching the house). Label sets are bounded by the registry and made here
in advance, so that what has not happened yet reads 0.
"""

from typing import Final

from prometheus_client import Gauge

from services.kernel.meta import HOUSE_CAUSES, Meta
from services.kernel.orders import OrderKind
from services.kernel.seating import Kind
from services.runtime.chores import FAILURES as CHORE_FAILURES
from services.runtime.journal.interface import TaskKind
from services.runtime.tally import Counter, Histogram, Tally

_FAMILY: Final = ("family",)
_FAST: Final = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_SLOW: Final = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

OPEN = Gauge("kiraathane_matches_open", "Matches being played, as the store counts them", _FAMILY)
CREATED = Counter("kiraathane_matches_created", "Matches created", _FAMILY)
STARTED = Counter("kiraathane_matches_started", "Matches started", _FAMILY)
FINISHED = Counter("kiraathane_matches_finished", "Matches that ended, by cause", (*_FAMILY, "cause"))
SEATINGS = Counter("kiraathane_seatings", "Changes of who plays a seat, by kind", (*_FAMILY, "kind"))
ORDERS = Counter("kiraathane_orders", "Orders of moderators that were carried out, by kind", (*_FAMILY, "kind"))
STOOD_IN = Gauge("kiraathane_seats_stood_in", "Seats that others play in their person's place", _FAMILY)
ABANDONED = Counter("kiraathane_matches_abandoned", "Seats that left their match", _FAMILY)
FROZEN = Gauge(
    "kiraathane_matches_frozen", "Matches that a fault of the house stopped, as the store counts them", _FAMILY
)
HELD = Gauge("kiraathane_matches_held", "Matches that a moderator has frozen, as the store counts them", _FAMILY)
HELD_SECONDS = Gauge("kiraathane_matches_held_seconds", "Since when the first of them is frozen", _FAMILY)
FREEZES = Counter("kiraathane_freezes", "Times that a match was stopped by a fault of the house", _FAMILY)
OVERDUE = Gauge(
    "kiraathane_deadline_overdue_seconds", "Since when the oldest deadline of an open match is past", _FAMILY
)
CACHED = Gauge("kiraathane_matches_cached", "Matches in the memory of this process", _FAMILY)
MOVES = Counter(
    "kiraathane_moves",
    "Decisions asked for, by result and reason of refusal or failure",
    (*_FAMILY, "result", "reason"),
)
LAPSES = Counter("kiraathane_lapses", "Turns that ran out of time", _FAMILY)
BATCH = Histogram("kiraathane_commit_batch_size", "Commits in one flush", _FAMILY, buckets=_SIZES)
COMMIT = Histogram("kiraathane_commit_seconds", "From the start of a flush until it is durable", _FAMILY, buckets=_FAST)
LOST = Counter("kiraathane_commits_lost", "Commits that another was ahead of", _FAMILY)
STORE_FAILURES = Counter("kiraathane_store_failures", "Flushes that the store could not make", _FAMILY)
MOVE = Histogram("kiraathane_move_seconds", "From a decision's arrival until it is durable", _FAMILY, buckets=_FAST)
TOLD = Histogram("kiraathane_watch_seconds", "From durable until the watchers' streams have it", _FAMILY, buckets=_FAST)
WATCHERS = Gauge("kiraathane_watchers", "Open streams of watchers and sitting players", _FAMILY)
DROPPED = Counter("kiraathane_watchers_dropped", "Streams ended with a word to resume", (*_FAMILY, "reason"))
DEADLINE_LAG = Histogram("kiraathane_deadline_lag_seconds", "From a deadline until its lapse", _FAMILY, buckets=_SLOW)
DOWN = Gauge("kiraathane_down_seconds", "Time the service was down and gave back, in all", _FAMILY)
OUTBOX_DEPTH = Gauge("kiraathane_outbox_depth", "Tasks that wait for a worker's answer", (*_FAMILY, "kind"))
OUTBOX_AGE = Gauge("kiraathane_outbox_age_seconds", "Age of the oldest waiting task", (*_FAMILY, "kind"))
SENT = Counter("kiraathane_outbox_sent", "Tasks handed to the broker", (*_FAMILY, "kind"))
RESENT = Counter("kiraathane_outbox_resent", "Tasks that were overdue and sent again", (*_FAMILY, "kind"))
SEND_FAILURES = Counter("kiraathane_outbox_failures", "Tasks that the broker did not take", (*_FAMILY, "kind"))
GIVEN_UP = Counter("kiraathane_bot_turns_given_up", "Bot turns that the rules had to play", _FAMILY)
HINTS = Counter("kiraathane_hints", "Hints between replicas, sent and heard", (*_FAMILY, "direction"))

PLATFORM_REASONS: Final = (
    *("ACTION_MALFORMED", "CLOCK_DECIDES", "FROZEN_BY_MODERATOR", "MATCH_NOT_STARTED", "MATCH_OVER", "NOT_ABSENT"),
    *("REQUEST_ID_REUSED", "SEAT_PLAYED_ON", "UNDECLARED"),
)
"""Why a decision is refused that the rules were not asked about."""
FAILURES: Final = ("INTERNAL", "MATCH_FROZEN", "RULES_VERSION_CHANGED", "STORE_UNAVAILABLE", "UNANSWERED")
"""Why the house could not take a decision: its fault, whoever asks."""
RESUME_REASONS: Final = ("TOO_SLOW", "DRAINING", "SPECTATORS_NOT_ALLOWED")


class FamilyMetrics:
    """One family's children of the metrics above."""

    def __init__(self, meta: Meta) -> None:
        slug = meta.slug
        self.open = OPEN.labels(slug)
        self.created = CREATED.labels(slug)
        self.started = STARTED.labels(slug)
        self.finished = {end.cause: FINISHED.labels(slug, end.cause) for end in (*meta.end_causes, *HOUSE_CAUSES)}
        self.seatings = {kind: SEATINGS.labels(slug, kind.value) for kind in Kind}
        self.orders = {kind: ORDERS.labels(slug, kind.value) for kind in OrderKind}
        self.held = HELD.labels(slug)
        self.held_seconds = HELD_SECONDS.labels(slug)
        self.stood_in = STOOD_IN.labels(slug)
        self.abandoned = ABANDONED.labels(slug)
        self.frozen = FROZEN.labels(slug)
        self.freezes = FREEZES.labels(slug)
        self.cached = CACHED.labels(slug)
        self.accepted = MOVES.labels(slug, "accepted", "")
        self.repeated = MOVES.labels(slug, "repeated", "")
        self.stale = MOVES.labels(slug, "stale", "")
        reasons = (*(refusal.reason for refusal in meta.refusals), *PLATFORM_REASONS)
        self._refused = {reason: MOVES.labels(slug, "refused", reason) for reason in reasons}
        self.failed = {reason: MOVES.labels(slug, "failed", reason) for reason in FAILURES}
        self.lapses = LAPSES.labels(slug)
        self.batch = BATCH.labels(slug)
        self.commit = COMMIT.labels(slug)
        self.lost = LOST.labels(slug)
        self.store_failures = STORE_FAILURES.labels(slug)
        self.move = MOVE.labels(slug)
        self.told = TOLD.labels(slug)
        self.watchers = WATCHERS.labels(slug)
        self.dropped = {reason: DROPPED.labels(slug, reason) for reason in RESUME_REASONS}
        self.deadline_lag = DEADLINE_LAG.labels(slug)
        self.overdue = OVERDUE.labels(slug)
        self.down = DOWN.labels(slug)
        kinds = [(kind, kind.name.lower()) for kind in TaskKind]
        self.outbox_depth = {kind: OUTBOX_DEPTH.labels(slug, name) for kind, name in kinds}
        self.outbox_age = {kind: OUTBOX_AGE.labels(slug, name) for kind, name in kinds}
        self.sent = {kind: SENT.labels(slug, name) for kind, name in kinds}
        self.resent = {kind: RESENT.labels(slug, name) for kind, name in kinds}
        self.send_failures = {kind: SEND_FAILURES.labels(slug, name) for kind, name in kinds}
        self.given_up = GIVEN_UP.labels(slug)
        self.chore_failures = CHORE_FAILURES.labels(slug)
        self.hints_sent = HINTS.labels(slug, "sent")
        self.hints_heard = HINTS.labels(slug, "heard")

    def refused(self, reason: str) -> Tally:
        """The counter of a refusal reason; reasons that nobody declared share one."""
        return self._refused.get(reason) or self._refused["UNDECLARED"]
