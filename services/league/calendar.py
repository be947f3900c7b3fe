"""What is due by the calendar: the win cap (league.md 11.5), and closing seasons. Each is done once in effect."""

from typing import Final

from sqlalchemy import Table, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.league import book, cap
from services.league.adding import insert_of
from services.league.book import ALL_TIME, Entry
from services.league.seasons import period_of, season_of
from services.league.tables import calendar, cap_runs, honours, points, points_ledger, season_standings
from services.league.terms import Terms
from services.runtime.database import Database

CLOSES_AFTER_MS: Final = 3_600_000
"""A season is closed so long after its end: results may be on their way."""
HONOURED: Final = 10
REASON: Final = "more than three wins in four games"


class Calendar:
    """Does what is due. Any number of replicas may do it at once."""

    def __init__(self, database: Database, terms: Terms) -> None:
        self._database = database
        self._terms = terms

    async def run_cap(self, now_ms: int) -> int:
        """Makes the surplus wins of the period that is over void, if that has not been done; how many that were.

        One transaction for each player; it finds nothing to do the second time, so a run that was broken off is simply
        begun again.
        """
        period = period_of(now_ms, self._terms.cap_period)
        async with self._database.read() as connection:
            if await _is_done(connection, "cap", period):
                return 0
            query = select(points.c.player).where(
                points.c.season == ALL_TIME,
                points.c.games >= self._terms.cap_min_games,
                (points.c.wins - points.c.voided) * 4 > points.c.games * 3,
            )
            players = list((await connection.execute(query.order_by(points.c.player))).scalars())
        voided = 0
        for player in players:
            async with self._database.write() as connection:
                voided += await self._cap(connection, player, period, now_ms)
        async with self._database.write() as connection:
            await _done(connection, "cap", period, now_ms)
        return voided

    async def _cap(self, connection: AsyncConnection, player: str, period: str, now_ms: int) -> int:
        query = select(*book.SUMS).where(points.c.season == ALL_TIME, points.c.player == player).with_for_update()
        sums = book.Sums(*(await connection.execute(query)).one())
        surplus = cap.surplus(sums.games, sums.shown_wins, self._terms.cap_min_games)
        if not surplus:
            return 0
        newest = select(points_ledger).where(
            points_ledger.c.player == player, points_ledger.c.won == 1, points_ledger.c.voided == 0
        )
        rows = (await connection.execute(newest.order_by(points_ledger.c.seq.desc()).limit(surplus))).all()
        season = season_of(now_ms, self._terms.season)
        entries = [
            Entry(
                match=row.match,
                seat=row.seat,
                player=player,
                cause="CAP",
                points=-row.points,
                clause="11.5",
                hands=row.hands,
                at_ms=now_ms,
                season=season,
            )
            for row in rows
        ]
        await book.write(connection, entries, {player: sums.display_name})
        voided = update(points_ledger).where(points_ledger.c.seq.in_([row.seq for row in rows]))
        await connection.execute(voided.values(voided=1))
        record = {
            "period": period,
            "player": player,
            "wins_voided": len(rows),
            "points_removed": sum(row.points for row in rows),
            "reason": REASON,
        }
        await connection.execute(insert_of(connection)(cap_runs).values(record).on_conflict_do_nothing())
        return len(rows)

    async def close_seasons(self, now_ms: int) -> list[str]:
        """Writes down the best of every season that is over and has not been closed; which ones these are."""
        current = season_of(now_ms - CLOSES_AFTER_MS, self._terms.season)
        async with self._database.read() as connection:
            seasons = {
                season
                for table in (points, season_standings)
                for season in (await connection.execute(select(table.c.season).distinct())).scalars()
            }
            done = set(
                (await connection.execute(select(calendar.c.period).where(calendar.c.what == "season"))).scalars()
            )
        closed = []
        for season in sorted(seasons - done - {ALL_TIME}):
            if len(season) == len(current) and season < current:
                async with self._database.write() as connection:
                    if await _done(connection, "season", season, now_ms):
                        await _honour(connection, season)
                        closed.append(season)
        return closed


async def _honour(connection: AsyncConnection, season: str) -> None:
    await _keep(connection, season, "", points, points.c.season == season)
    query = select(season_standings.c.family).distinct().where(season_standings.c.season == season)
    for family in sorted((await connection.execute(query)).scalars()):
        mine = (season_standings.c.season == season) & (season_standings.c.family == family)
        people = mine & season_standings.c.player.like("players/%")
        await _keep(connection, season, family, season_standings, people)


async def _keep(connection: AsyncConnection, season: str, family: str, table: Table, mine: object) -> None:
    query = select(table.c.player, table.c.display_name, table.c.rating).where(mine)  # type: ignore[arg-type]
    found = (await connection.execute(query.order_by(table.c.rating.desc(), table.c.player).limit(HONOURED))).all()
    rows = [
        {
            "season": season,
            "family": family,
            "place": place,
            "player": row.player,
            "display_name": row.display_name,
            "value": float(row.rating),
        }
        for place, row in enumerate(found, start=1)
    ]
    if rows:
        await connection.execute(insert_of(connection)(honours).values(rows))


async def _is_done(connection: AsyncConnection, what: str, period: str) -> bool:
    query = select(func.count()).where(calendar.c.what == what, calendar.c.period == period)
    return bool((await connection.execute(query)).scalar_one())


async def _done(connection: AsyncConnection, what: str, period: str, now_ms: int) -> bool:
    """Says that it is done; False if somebody else has."""
    row = {"what": what, "period": period, "done_ms": now_ms}
    new = await connection.execute(insert_of(connection)(calendar).values(row).on_conflict_do_nothing())
    return new.rowcount == 1
