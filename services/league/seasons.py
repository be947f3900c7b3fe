"""Seasons and cap periods: pieces of the calendar in UTC, named so that they sort. Pure."""

from datetime import UTC, datetime, timedelta
from typing import Literal

SeasonLength = Literal["month", "quarter", "year"]
CapPeriod = Literal["daily", "weekly", "monthly"]


def season_of(unix_ms: int, length: SeasonLength) -> str:
    """The season of a moment: "2026-12", "2026-Q4" or "2026"."""
    at = datetime.fromtimestamp(unix_ms / 1000, UTC)
    match length:
        case "month":
            return f"{at.year:04}-{at.month:02}"
        case "quarter":
            return f"{at.year:04}-Q{(at.month + 2) // 3}"
        case "year":
            return f"{at.year:04}"


def period_of(unix_ms: int, length: CapPeriod) -> str:
    """The cap's period before that of the moment, which is over: "2026-12-01", "2026-W49" (ISO 8601) or "2026-11"."""
    at = datetime.fromtimestamp(unix_ms / 1000, UTC)
    match length:
        case "daily":
            return f"{at - timedelta(days=1):%Y-%m-%d}"
        case "weekly":
            return f"{at - timedelta(days=7):%G-W%V}"
        case "monthly":
            return f"{at.replace(day=1) - timedelta(days=1):%Y-%m}"
