"""What becomes of tournaments. Made in advance, so that what has not happened yet reads 0."""

from typing import Final

from prometheus_client import Counter, Gauge

_EVENTS: Final = ("opened", "started", "finished", "cancelled")
_TOURNAMENTS = Counter("kiraathane_tournaments", "Tournaments by what became of them", ("event",))
EVENTS: Final = {event: _TOURNAMENTS.labels(event) for event in _EVENTS}
"""The counters by event."""
WAITING: Final = Gauge("kiraathane_tournaments_waiting", "Tournaments that could not be taken further at the last look")
"""Every replica looks at all of them: take the maximum, never the sum."""
