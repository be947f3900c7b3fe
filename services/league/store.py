"""Results in the database: all of a match in one transaction, once."""

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league.adding import add, insert_of
from services.league.ratings import Rating, beginner, rate
from services.league.result import SeatResult, is_void, seats_of
from services.league.sums import added_up
from services.league.tables import ledger, results, standings
from services.runtime.database import Database

Cursor = tuple[float, str]
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

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, result: pb.MatchResult, now_ms: int) -> bool:
        """Records a result with all that follows from it; False if it had been recorded before. Raises `Invalid`."""
        seats = seats_of(result)
        document = result.SerializeToString(deterministic=True)
        row = {"match": result.match, "family": result.family, "recorded_ms": now_ms, "document": document}
        async with self._database.write() as connection:
            new = await connection.execute(insert_of(connection)(results).values(row).on_conflict_do_nothing())
            if new.rowcount == 0:
                return False
            if not is_void(result):
                await self._rate(connection, result, seats)
            await add(connection, added_up([result]))
        return True

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

    async def leaders(self, family: str, after: Cursor | None, size: int) -> list[Standing]:
        """Up to `size` standings that come after the cursor, best first."""
        query = select(*_STANDING).where(standings.c.family == family)
        if after is not None:
            rating, player = after
            same = and_(standings.c.rating == rating, standings.c.player > player)
            query = query.where(or_(standings.c.rating < rating, same))
        query = query.order_by(standings.c.rating.desc(), standings.c.player).limit(size)
        async with self._database.read() as connection:
            return [Standing(*row) for row in (await connection.execute(query)).all()]

    async def find_standing(self, family: str, player: str) -> Standing | None:
        """Where a player stands, if he has finished a match of the family."""
        query = select(*_STANDING).where(standings.c.family == family, standings.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Standing(*row)

    async def _rate(self, connection: AsyncConnection, result: pb.MatchResult, seats: list[SeatResult]) -> None:
        names = {seat.player: seat.display_name for seat in seats}
        before = await self._lock_ratings(connection, result.family, names)
        after = rate(seats, before)
        lines = [
            {
                "match": result.match,
                "seat": seat.seat,
                "player": seat.player,
                "won": int(seat.won),
                "mu_before": before[seat.player].mu,
                "sigma_before": before[seat.player].sigma,
                "mu": after[seat.player].mu,
                "sigma": after[seat.player].sigma,
            }
            for seat in seats
        ]
        await connection.execute(insert_of(connection)(ledger), lines)
        for player, name in names.items():
            played = sum(seat.player == player for seat in seats)
            won = sum(seat.player == player and seat.won for seat in seats)
            await connection.execute(
                update(standings)
                .where(standings.c.family == result.family, standings.c.player == player)
                .values(
                    display_name=name,
                    mu=after[player].mu,
                    sigma=after[player].sigma,
                    rating=after[player].ordinal,
                    played=standings.c.played + played,
                    won=standings.c.won + won,
                )
            )

    async def _lock_ratings(
        self, connection: AsyncConnection, family: str, names: Mapping[str, str]
    ) -> dict[str, Rating]:
        """Everybody's present rating, the row locked; always in the same order, so that no two results deadlock."""
        fresh = beginner()
        for player in sorted(names):
            row = {"family": family, "player": player, "display_name": names[player], "played": 0, "won": 0}
            row |= {"mu": fresh.mu, "sigma": fresh.sigma, "rating": fresh.ordinal}
            await connection.execute(insert_of(connection)(standings).values(row).on_conflict_do_nothing())
        query = select(standings.c.player, standings.c.mu, standings.c.sigma)
        query = query.where(standings.c.family == family, standings.c.player.in_(sorted(names)))
        rows = await connection.execute(query.order_by(standings.c.player).with_for_update())
        return {row.player: Rating(row.mu, row.sigma) for row in rows.all()}
