"""The promises to players, and how fast their error budgets may burn.

Over 30 days 99.9 % of decisions are answered (whatever the rules say), by `Play` as on a `Sit` stream, and 99 % are
durable within 250 ms. Windows and factors are those of Google's SRE workbook, chapter 5: a fast and a slow pair page
somebody, two slower ones make a ticket. A floor of bad events keeps a quiet house from paging over a single one.
"""

from typing import Final

import msgspec

from deploy.monitoring.queries import SLOW_MOVE, by_family, later_than, ratio

WINDOWS: Final = ("5m", "30m", "1h", "2h", "6h", "1d", "3d")
FEWEST_BAD: Final = 5
"""So many bad events in the long window are needed for an alert."""
_SECONDS: Final = {"1h": 3600, "6h": 21_600, "1d": 86_400, "3d": 259_200}


class Burn(msgspec.Struct, frozen=True):
    """Both windows must burn `factor` times as fast as the budget lasts."""

    long: str
    short: str
    factor: float
    severity: str
    wait: str


BURNS: Final = (
    Burn("1h", "5m", 14.4, "page", "2m"),
    Burn("6h", "30m", 6, "page", "15m"),
    Burn("1d", "2h", 3, "ticket", "1h"),
    Burn("3d", "6h", 1, "ticket", "3h"),
)


class Objective(msgspec.Struct, frozen=True):
    """`series` names what is bad in recorded series; `budget` is the share of bad events that is allowed."""

    alert: str
    series: str
    budget: float
    sentence: str

    def bad(self, window: str) -> str:
        """Bad events per second by family, computed."""
        if self is LATENCY:
            return later_than("kiraathane_move_seconds", SLOW_MOVE, window)
        # A failure that never came has its series all the same, so this reads 0.
        return by_family("kiraathane_moves_total", window, 'result="failed"')

    def share(self, window: str) -> str:
        """Of all events, computed from the recorded bad ones."""
        events = "kiraathane_move_seconds_count" if self is LATENCY else "kiraathane_moves_total"
        return ratio(self.recorded_bad(window), by_family(events, window))

    def recorded_bad(self, window: str) -> str:
        return f"family:{self.series}:rate{window}"

    def recorded_share(self, window: str) -> str:
        return f"family:{self.series}:ratio_rate{window}"

    def burning(self, burn: Burn) -> str:
        """The alert's expression."""
        bound = f"{burn.factor:g} * {self.budget:g}"
        return (
            f"{self.recorded_share(burn.long)} > {bound}"
            f" and {self.recorded_share(burn.short)} > {bound}"
            f" and {self.recorded_bad(burn.long)} * {_SECONDS[burn.long]} >= {FEWEST_BAD}"
        )


SUCCESS: Final = Objective("KiraathanePlayFailing", "kiraathane_play_failed", 0.001, "decisions fail")
LATENCY: Final = Objective("KiraathanePlaySlow", "kiraathane_play_slow", 0.01, "decisions take more than 250 ms")
OBJECTIVES: Final = (SUCCESS, LATENCY)
