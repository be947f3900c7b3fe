"""What the league's sums say, read for the public statistics and for the dashboards."""

from collections import Counter
from typing import Any, Final

import msgspec
from sqlalchemy import Select, func, select

from services.kernel.fairness import ChanceKind, Question
from services.league.sums import DURATIONS, LONGER
from services.league.tables import chance, days, durations, meetings, seats, statistics
from services.runtime.database import Database

_WHOLE: Final = ""


class SeatWins(msgspec.Struct, frozen=True):
    """How many games with a winner were played at tables of so many `seats`, and how many of them `seat` won."""

    family: str
    seats: int
    seat: int
    games: int
    won: int


class Meeting(msgspec.Struct, frozen=True):
    """Bots of a level against people: matches, and how often a bot was ahead of a person, level with him, behind."""

    family: str
    level: str
    matches: int
    ahead: int
    level_with: int
    behind: int


class Durations(msgspec.Struct):
    """A family's finished matches by `sums.DURATIONS`, the last entry those above all bounds; seconds in all."""

    counts: list[int]
    seconds: float = 0.0


class Figures:
    """Reads the sums."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def statistics(self, family: str) -> dict[str, Counter[str]]:
        """Games by outcome, by split; the family as a whole (key "") first, then the splits in order of their text."""
        query = select(statistics.c.options, statistics.c.outcome, statistics.c.games)
        query = query.where(statistics.c.family == family).order_by(statistics.c.options)
        counts: dict[str, Counter[str]] = {_WHOLE: Counter()}
        for options, outcome, games in await self._rows(query):
            counts.setdefault(options, Counter())[outcome] = games
        return counts

    async def chance(self, family: str = "") -> dict[tuple[str, Question], list[int]]:
        """How often each outcome came, by family and question, dice first; of one family if one is named."""
        query = select(*(chance.c[name] for name in ("family", "kind", "size", "place", "outcome", "count")))
        if family:
            query = query.where(chance.c.family == family)
        found: dict[tuple[str, Question], list[int]] = {}
        for named, kind, size, place, outcome, count in await self._rows(query):
            found.setdefault((named, Question(ChanceKind(kind), size, place)), [0] * size)[outcome] = count
        return dict(sorted(found.items()))

    async def seat_wins(self) -> list[SeatWins]:
        """Of every family, table size and seat, in this order."""
        query = select(*(seats.c[name] for name in SeatWins.__struct_fields__))
        return [SeatWins(*row) for row in await self._rows(query.order_by(*seats.primary_key.columns))]

    async def meetings(self) -> list[Meeting]:
        """Of every family and level, in this order."""
        query = select(*(meetings.c[name] for name in Meeting.__struct_fields__))
        return [Meeting(*row) for row in await self._rows(query.order_by(*meetings.primary_key.columns))]

    async def durations(self) -> dict[str, Durations]:
        """Of every family that has finished a match."""
        found: dict[str, Durations] = {}
        places = {bound: place for place, bound in enumerate((*DURATIONS, LONGER))}
        query = select(durations.c.family, durations.c.within_seconds, durations.c.matches, durations.c.milliseconds)
        for family, within, matches, milliseconds in await self._rows(query):
            entry = found.setdefault(family, Durations(counts=[0] * len(places)))
            entry.counts[places[within]] += matches
            entry.seconds += milliseconds / 1000
        return found

    async def players(self, today: int, window: int) -> dict[str, int]:
        """How many people finished a match in the `window` days up to `today`: by family, and under "" in all."""
        within = days.c.day.between(today - window + 1, today)
        whole = select(func.count(days.c.player.distinct())).where(within)
        split = select(days.c.family, func.count(days.c.player.distinct())).where(within).group_by(days.c.family)
        return {"": (await self._rows(whole))[0][0], **{row[0]: row[1] for row in await self._rows(split)}}

    async def returned(self, day: int, later: int) -> tuple[int, int]:
        """How many people finished a match on `day`, and how many of them also did `later` days after it."""
        query = select(func.count(days.c.player.distinct())).where(days.c.day == day)
        again = query.where(days.c.player.in_(select(days.c.player).where(days.c.day == day + later)))
        return (await self._rows(query))[0][0], (await self._rows(again))[0][0]

    async def _rows(self, query: "Select[Any]") -> list[Any]:
        async with self._database.read() as connection:
            return list((await connection.execute(query)).all())
