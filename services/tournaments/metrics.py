"""What becomes of tournaments. Made in advance, so that what has not happened yet reads 0."""

from typing import Final

from prometheus_client import Counter

_EVENTS: Final = ("opened", "started", "finished", "cancelled")
_TOURNAMENTS = Counter("kiraathane_tournaments", "Tournaments by what became of them", ("event",))
EVENTS: Final = {event: _TOURNAMENTS.labels(event) for event in _EVENTS}
"""The counters by event."""
