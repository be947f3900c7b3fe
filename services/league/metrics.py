"""What the league has counted. Made in advance for every family, so that what has not happened yet reads 0; but what a
family asks of chance is known only when it has asked.

All but the results sent are sums in the tables, which every replica tells alike: take the maximum, never the sum.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import Counter, Gauge

from services.kernel import fairness
from services.kernel.fairness import ChanceKind, Question
from services.kernel.meta import Meta
from services.kernel.registry import Family
from services.league.figures import Figures
from services.league.sums import DURATIONS
from services.runtime.tally import Histogram

WINDOWS: Final = {"day": 1, "week": 7, "month": 30}
RETURNS: Final = (1, 7)
"""After so many days: who came back?"""
MOST_SIDES: Final = 6
"""A die with more sides than this is told by its chi-square alone, as shuffles are."""

_RESULTS = Counter("kiraathane_results", "Results that workers sent, by what became of them", ("family", "outcome"))
_SECONDS = Histogram("kiraathane_league_match_seconds", "How long matches took", ("family",), buckets=DURATIONS)
_SEAT: Final = ("family", "seats", "seat")
_GAMES = Gauge("kiraathane_league_seat_games", "Games with a winner, at tables of so many seats", _SEAT)
_WINS = Gauge("kiraathane_league_seat_wins", "Of these games those that the seat won", _SEAT)
_SIDES = Gauge("kiraathane_league_die_sides", "How often a side of a die came", ("family", "sides", "die", "side"))
_QUESTION: Final = ("family", "kind", "size", "number")
_CHI = Gauge("kiraathane_league_chance_chi_square", "Chi-square of the outcomes of chance", _QUESTION)
_DEGREES = Gauge("kiraathane_league_chance_degrees", "Degrees of freedom of that chi-square", _QUESTION)
_P = Gauge("kiraathane_league_chance_p", "How likely fair chance gives it or more, where enough was seen", _QUESTION)
_MIXED = Gauge("kiraathane_league_mixed_matches", "Matches of people against bots of a level", ("family", "level"))
_MET = Gauge("kiraathane_league_meetings", "Bot against person, by who was placed better", ("family", "level", "ahead"))
_PLAYERS = Gauge("kiraathane_league_players", "People who finished a match in these days", ("window",))
_PLAYERS_OF = Gauge("kiraathane_league_family_players", "The same by family", ("family", "window"))
_BEFORE = Gauge("kiraathane_league_players_before", "People who played so many days before yesterday", ("days",))
_BACK = Gauge("kiraathane_league_players_returned", "Of these those who played yesterday", ("days",))


class ResultMetrics:
    """The counters of these families."""

    def __init__(self, families: Iterable[str]) -> None:
        self._counters = {
            (slug, recorded): _RESULTS.labels(slug, "recorded" if recorded else "known before")
            for slug in families
            for recorded in (True, False)
        }

    def count(self, family: str, *, recorded: bool) -> None:
        """A result was recorded, or it had been before."""
        self._counters[family, recorded].inc()


class LeagueGauges:
    """The league's sums as metrics."""

    def __init__(self, families: Mapping[str, Family]) -> None:
        for slug, family in families.items():
            meta = family.game.meta
            _SECONDS.labels(slug)
            for seats in _table_sizes(meta):
                for seat in range(seats):
                    _GAMES.labels(slug, seats, seat)
                    _WINS.labels(slug, seats, seat)
            for level in meta.bot_levels:
                _MIXED.labels(slug, level)
                for ahead in ("bot", "nobody", "person"):
                    _MET.labels(slug, level, ahead)
            for window in WINDOWS:
                _PLAYERS_OF.labels(slug, window)

    async def tell(self, figures: Figures, today: int) -> None:
        """Reads the sums; `today` is the day (UTC) since 1970."""
        for family, found in (await figures.durations()).items():
            spread = _SECONDS.labels(family)
            spread.counts, spread.total = found.counts, found.seconds
        for wins in await figures.seat_wins():
            _GAMES.labels(wins.family, wins.seats, wins.seat).set(wins.games)
            _WINS.labels(wins.family, wins.seats, wins.seat).set(wins.won)
        for (family, question), seen in (await figures.chance()).items():
            _tell_chance(family, question, seen)
        for met in await figures.meetings():
            _MIXED.labels(met.family, met.level).set(met.matches)
            for ahead, count in (("bot", met.ahead), ("nobody", met.level_with), ("person", met.behind)):
                _MET.labels(met.family, met.level, ahead).set(count)
        await self._tell_players(figures, today)

    async def _tell_players(self, figures: Figures, today: int) -> None:
        for window, days in WINDOWS.items():
            counted = await figures.players(today, days)
            _PLAYERS.labels(window).set(counted.pop(""))
            for family, count in counted.items():
                _PLAYERS_OF.labels(family, window).set(count)
        for days in RETURNS:  # today is not over yet
            before, back = await figures.returned(today - 1 - days, days)
            _BEFORE.labels(days).set(before)
            _BACK.labels(days).set(back)


def _table_sizes(meta: Meta) -> list[int]:
    """At how many seats a match of the family can be played."""
    option = next((option for option in meta.options if option.name == meta.seats_option), None)
    return [meta.seats] if option is None else [int(choice) for choice in option.choices]


def _tell_chance(family: str, question: Question, seen: list[int]) -> None:
    if question.kind is ChanceKind.ROLL and question.size <= MOST_SIDES:
        for side, count in enumerate(seen, start=1):
            _SIDES.labels(family, question.size, question.place + 1, side).set(count)
    labels = (family, question.kind, question.size, question.place + 1)
    _CHI.labels(*labels).set(fairness.chi_square(seen))
    _DEGREES.labels(*labels).set(len(seen) - 1)
    if (p := fairness.p_value(seen)) is not None:
        _P.labels(*labels).set(p)
