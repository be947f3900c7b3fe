"""What moderation has counted. Made in advance, so that what has not happened yet reads 0."""

from typing import Final

from prometheus_client import Counter

_EVENTS: Final = (
    *("leave", "ban", "suspension", "lift", "report", "report_closed", "appeal"),
    *("look", "freeze", "thaw", "rewind", "void", "end"),
)
_MODERATION = Counter("kiraathane_moderation", "Leaves, sanctions, reports, and deeds about matches", ("event",))
EVENTS: Final = {event: _MODERATION.labels(event) for event in _EVENTS}
"""The counters by event."""
