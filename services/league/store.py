"""Results in the database: all of a match in one transaction, once."""

from typing import Final

import msgspec
from sqlalchemy import Table, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league import book, rating_store
from services.league.adding import add, insert_of
from services.league.points import match_lines
from services.league.ratings import Rating
from services.league.result import SeatResult, is_void, seats_of
from services.league.seasons import season_of
from services.league.seating import people_of, points_table
from services.league.sums import added_up
from services.league.tables import ledger, participants, results, season_standings, standings
from services.league.terms import Terms
from services.runtime.database import Database
from services.runtime.pages import Name, Real

Cursor = tuple[Real, Name]
"""Where a page of leaders ended: the rating and the name of the last one."""


class Change(msgspec.Struct, frozen=True):
    """How a match moved a player's rating."""

    player: str
    before: Rating
    after: Rating


class Standing(msgspec.Struct, frozen=True):
    """Where a player stands in a family."""

    player: str
    display_name: str
    mu: float
    sigma: float
    rating: float
    played: int
    won: int


_STANDING: Final = [standings.c[name] for name in Standing.__struct_fields__]


class LeagueStore:
    """The league's tables."""

    def __init__(self, database: Database, terms: Terms) -> None:
        self._database = database
        self._terms = terms

    async def record(self, result: pb.MatchResult, now_ms: int) -> bool:
        """Records a result with all that follows from it; False if it had been recorded before. Raises `Invalid`."""
        seats = seats_of(result)
        document = result.SerializeToString(deterministic=True)
        row = {"match": result.match, "family": result.family, "recorded_ms": now_ms, "document": document}
        async with self._database.write() as connection:
            new = await connection.execute(insert_of(connection)(results).values(row).on_conflict_do_nothing())
            if new.rowcount == 0:
                return False
            await add(connection, added_up([result]))
            await self._apply(connection, result, seats, now_ms)
        return True

    async def _apply(
        self, connection: AsyncConnection, result: pb.MatchResult, seats: list[SeatResult], now_ms: int
    ) -> None:
        """Ratings and league points; of a match that the house broke up nothing but who took part (11.8)."""
        ended_ms = result.end_time.ToMilliseconds() if result.HasField("end_time") else now_ms
        season = season_of(ended_ms, self._terms.season)
        names = {one.player: one.display_name for seat in result.seats for one in people_of(seat)}
        if names:
            rows = [{"player": player, "ended_ms": ended_ms, "match": result.match} for player in sorted(names)]
            await connection.execute(insert_of(connection)(participants).values(rows).on_conflict_do_nothing())
        if is_void(result):
            return
        await rating_store.apply(connection, result, seats, season)
        table = points_table(result, seats)
        if table:
            ratings = await book.lock(connection, names)
            lines = match_lines(result.hands, table, ratings.__getitem__, self._terms.third_over_7000)
            entries = [book.entry_of(line, result.match, result.hands, ended_ms, season) for line in lines]
            await book.write(connection, entries, names)

    async def find_result(self, match: str) -> pb.MatchResult | None:
        """The recorded result of "matches/{match}", if there is one."""
        async with self._database.read() as connection:
            found = await connection.execute(select(results.c.document).where(results.c.match == match))
            document = found.scalar_one_or_none()
        return None if document is None else pb.MatchResult.FromString(document)

    async def changes(self, match: str) -> list[Change]:
        """What the match changed, by player, in the order of seats."""
        query = select(ledger).where(ledger.c.match == match).order_by(ledger.c.seat)
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return list(
            {
                row.player: Change(row.player, Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma))
                for row in rows
            }.values()
        )

    async def times_counted(self, match: str) -> int:
        """How many lines of the ledger the busiest seat of the match has: counted from what was written."""
        lines = select(func.count().label("lines")).where(ledger.c.match == match).group_by(ledger.c.seat).subquery()
        async with self._database.read() as connection:
            return int((await connection.execute(select(func.coalesce(func.max(lines.c.lines), 0)))).scalar_one())

    async def leaders(self, family: str, season: str, after: Cursor | None, size: int) -> list[Standing]:
        """Up to `size` standings that come after the cursor, best first; of a season, or of all time for ""."""
        table: Table = season_standings if season else standings
        query = select(*(table.c[name] for name in Standing.__struct_fields__)).where(table.c.family == family)
        if season:
            query = query.where(table.c.season == season)
        if after is not None:
            rating, player = after
            same = and_(table.c.rating == rating, table.c.player > player)
            query = query.where(or_(table.c.rating < rating, same))
        query = query.order_by(table.c.rating.desc(), table.c.player).limit(size)
        async with self._database.read() as connection:
            return [Standing(*row) for row in (await connection.execute(query)).all()]

    async def find_standing(self, family: str, player: str) -> Standing | None:
        """Where a player stands, if he has finished a match of the family."""
        query = select(*_STANDING).where(standings.c.family == family, standings.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Standing(*row)
