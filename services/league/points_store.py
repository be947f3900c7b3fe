"""League points: leaves recorded, and everything read that people may know of them."""

import msgspec
from sqlalchemy import and_, or_, select, tuple_

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league import book
from services.league.book import ALL_TIME, Entry, Sums
from services.league.points import leave_points
from services.league.seasons import season_of
from services.league.tables import honours, participants, points, points_ledger, results
from services.league.terms import Terms
from services.runtime.database import Database
from services.runtime.pages import Name, Number

Rank = tuple[Number, Name]
"""Where a page of leaders ended: the points and the name of the last one."""
Moment = tuple[Number, Name]
"""Where a page of results ended: when the last match ended, and its name."""


class Change(msgspec.Struct, frozen=True):
    """A row of the ledger, as its player may see it."""

    seq: int
    match: str
    seat: int
    cause: str
    points: int
    clause: str
    counted: int
    won: int
    voided: int
    at_ms: int
    season: str


class Honour(msgspec.Struct, frozen=True):
    """A place when a season was closed; `family` is "" for league points."""

    family: str
    place: int
    player: str
    display_name: str
    value: float


_CHANGE = [points_ledger.c[name] for name in Change.__struct_fields__]
_HONOUR = [honours.c[name] for name in Honour.__struct_fields__]


class PointsStore:
    """League points of one database."""

    def __init__(self, database: Database, terms: Terms) -> None:
        self._database = database
        self._terms = terms

    async def leave(self, request: pb.RecordLeaveRequest) -> bool:
        """Takes what leaving costs, and counts it (11.6); False if that had been done before."""
        at_ms = request.leave_time.ToMilliseconds()
        entry = Entry(
            match=request.match,
            seat=request.seat,
            player=request.player,
            cause="LEFT",
            points=leave_points(request.hands),
            clause="11.6",
            hands=request.hands,
            at_ms=at_ms,
            season=season_of(at_ms, self._terms.season),
        )
        names = {request.player: request.display_name or request.player}
        async with self._database.write() as connection:
            await book.lock(connection, names)
            return bool(await book.write(connection, [entry], names))

    async def find(self, player: str) -> Sums | None:
        """A player's sums of all time."""
        query = select(*book.SUMS).where(points.c.season == ALL_TIME, points.c.player == player)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Sums(*row)

    async def changes(self, player: str, before: int | None, size: int) -> list[Change]:
        """Up to `size` of the player's changes before the row `before`, newest first."""
        query = select(*_CHANGE).where(points_ledger.c.player == player)
        if before is not None:
            query = query.where(points_ledger.c.seq < before)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(points_ledger.c.seq.desc()).limit(size))
            return [Change(*row) for row in rows.all()]

    async def leaders(self, season: str, after: Rank | None, size: int) -> list[Sums]:
        """Up to `size` players that come after the rank, best first; of a season, or of all time for ""."""
        query = select(*book.SUMS).where(points.c.season == season)
        if after is not None:
            rating, player = after
            same = and_(points.c.rating == rating, points.c.player > player)
            query = query.where(or_(points.c.rating < rating, same))
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(points.c.rating.desc(), points.c.player).limit(size))
            return [Sums(*row) for row in rows.all()]

    async def results(self, player: str, before: Moment | None, size: int) -> list[tuple[int, pb.MatchResult]]:
        """Up to `size` results of matches in which the player took part, with when they ended; newest first."""
        query = select(participants.c.ended_ms, results.c.document).join(
            results, results.c.match == participants.c.match
        )
        query = query.where(participants.c.player == player)
        if before is not None:
            query = query.where(tuple_(participants.c.ended_ms, participants.c.match) < tuple_(*before))
        query = query.order_by(participants.c.ended_ms.desc(), participants.c.match.desc()).limit(size)
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [(ended_ms, pb.MatchResult.FromString(document)) for ended_ms, document in rows]

    async def honours(self, season: str) -> list[Honour]:
        """The honours of a season that was closed."""
        query = select(*_HONOUR).where(honours.c.season == season).order_by(honours.c.family, honours.c.place)
        async with self._database.read() as connection:
            return [Honour(*row) for row in (await connection.execute(query)).all()]
