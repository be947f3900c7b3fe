"""What becomes of tables. Made in advance for every family, so that what has not happened yet reads 0."""

from collections.abc import Iterable
from typing import Final

from prometheus_client import Counter, Gauge

_TABLES = Counter("kiraathane_tables", "Tables by what became of them", ("family", "event"))
_NEWS = Counter("kiraathane_lobby_news", "News told on the lobby's streams, by kind", ("kind",))
NEWS: Final = {kind: _NEWS.labels(kind) for kind in ("table", "table_gone", "chat", "match")}
_ENDED = Counter("kiraathane_lobby_streams_ended", "Streams that the lobby ended itself, by reason", ("reason",))
ENDED: Final = {reason: _ENDED.labels(reason) for reason in ("DRAINING", "TOO_SLOW")}
STREAMS: Final = Gauge("kiraathane_lobby_streams", "Streams of the lobby that are open")
_LINES = Counter("kiraathane_chat_lines", "Lines that players wanted to say, by what became of them", ("result",))
LINES: Final = {result: _LINES.labels(result) for result in ("said", "refused", "limited")}
_EVENTS: Final = ("opened", "started", "expired")


class TableMetrics:
    """The counters of these families."""

    def __init__(self, families: Iterable[str]) -> None:
        self._counters = {(slug, event): _TABLES.labels(slug, event) for slug in families for event in _EVENTS}

    def count(self, family: str, event: str) -> None:
        """A table was "opened", it was "started", or it "expired" because nobody touched it."""
        self._counters[family, event].inc()
