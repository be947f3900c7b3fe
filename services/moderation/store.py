"""Sanctions and reports in the database. What a moderator does and its line in the audit are one transaction."""

import secrets
from enum import IntEnum
from typing import Final

import msgspec
from sqlalchemy import insert, not_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.moderation.audit import written_down
from services.moderation.habits import MEMORY_MS, Ban, Habit, ban_after
from services.moderation.tables import leaves, reports, sanctions
from services.runtime.database import Database

MOST: Final = 100
HOUR_MS: Final = 3_600_000
HABITUAL_LEAVER: Final = "HABITUAL_LEAVER"


class Kind(IntEnum):
    """The numbers are those of `SanctionKind`."""

    BAN = 1
    SUSPENSION = 2


class Sanction(msgspec.Struct, frozen=True):
    """A time in which a player does not sit down, from `begin_ms` to `end_ms`, unless it was lifted."""

    sanction: str
    player: str
    kind: int
    reason: str
    clause: str
    begin_ms: int
    end_ms: int
    appeal: str
    lifted_ms: int | None
    lift_note: str


class Report(msgspec.Struct, frozen=True):
    """What somebody reported; `closed_ms` is None while it is open."""

    report: str
    reporter: str
    player: str
    place: str
    text: str
    at_ms: int
    closed_ms: int | None
    note: str


_SANCTION: Final = [sanctions.c[name] for name in Sanction.__struct_fields__]
_REPORT: Final = [reports.c[name] for name in Report.__struct_fields__]


class ModerationStore:
    """The moderation of one database."""

    def __init__(self, database: Database, habit: Habit) -> None:
        self._database = database
        self._habit = habit
        self._insert = sqlite.insert if database.store.sqlite else postgresql.insert

    # -- leaving ------------------------------------------------------------------------------------------------------

    async def leave(self, player: str, match: str, at_ms: int) -> tuple[bool, Sanction | None]:
        """Counts a leave: whether it is new, and the ban that it brings (11.6)."""
        async with self._database.write() as connection:
            await self._lock(connection, player)
            row = {"player": player, "match": match, "at_ms": at_ms}
            new = await connection.execute(self._insert(leaves).values(row).on_conflict_do_nothing())
            if new.rowcount == 0:
                return False, None
            # Leaves may come in another order than that in which they were made: it is the newest that may be too many.
            since = at_ms - self._habit.window_hours * HOUR_MS
            query = select(leaves.c.at_ms).where(leaves.c.player == player, leaves.c.at_ms > since)
            counted = list((await connection.execute(query)).scalars())
            last = await self._last_ban(connection, player, max(counted))
            ban = ban_after(self._habit, counted, last)
            if ban is None or (last is not None and last.begin_ms == ban.begin_ms):
                return True, None
            banned = Sanction(
                sanction=_new("sanctions"),
                player=player,
                kind=Kind.BAN,
                reason=HABITUAL_LEAVER,
                clause="11.6",
                begin_ms=ban.begin_ms,
                end_ms=ban.end_ms,
                appeal="",
                lifted_ms=None,
                lift_note="",
            )
            await connection.execute(
                insert(sanctions).values(**msgspec.structs.asdict(banned), request_id=match + player)
            )
            return True, banned

    async def _last_ban(self, connection: AsyncConnection, player: str, now_ms: int) -> Ban | None:
        query = select(sanctions.c.begin_ms, sanctions.c.end_ms).where(
            sanctions.c.player == player, sanctions.c.kind == Kind.BAN, sanctions.c.begin_ms >= now_ms - MEMORY_MS
        )
        row = (await connection.execute(query.order_by(sanctions.c.begin_ms.desc()).limit(1))).one_or_none()
        return None if row is None else Ban(begin_ms=row.begin_ms, end_ms=row.end_ms)

    async def _lock(self, connection: AsyncConnection, player: str) -> None:
        """A player's leaves are counted one after the other; SQLite has one writer anyway."""
        if not self._database.store.sqlite:
            await connection.execute(
                text("SELECT pg_advisory_xact_lock(hashtextextended(:player, 0))"), {"player": player}
            )

    # -- sanctions ----------------------------------------------------------------------------------------------------

    async def running(self, player: str, now_ms: int) -> Sanction | None:
        """The player's sanction that ends last of those that run now."""
        query = select(*_SANCTION).where(
            sanctions.c.player == player,
            sanctions.c.begin_ms <= now_ms,
            sanctions.c.end_ms > now_ms,
            sanctions.c.lifted_ms.is_(None),
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query.order_by(sanctions.c.end_ms.desc()).limit(1))).one_or_none()
        return None if row is None else Sanction(*row)

    async def sanctions(self, player: str) -> list[Sanction]:
        """The player's last sanctions, newest first."""
        query = select(*_SANCTION).where(sanctions.c.player == player)
        query = query.order_by(sanctions.c.begin_ms.desc(), sanctions.c.sanction).limit(MOST)
        async with self._database.read() as connection:
            return [Sanction(*row) for row in (await connection.execute(query)).all()]

    async def find_sanction(self, sanction: str) -> Sanction | None:
        """The sanction called "sanctions/{sanction}"."""
        async with self._database.read() as connection:
            query = select(*_SANCTION).where(sanctions.c.sanction == sanction)
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Sanction(*row)

    async def appeal(self, sanction: str, text_: str) -> None:
        """Keeps what the player says to it."""
        async with self._database.write() as connection:
            mine = sanctions.c.sanction == sanction
            await connection.execute(update(sanctions).where(mine).values(appeal=text_))

    async def appeals(self, now_ms: int, *, closed: bool) -> list[Sanction]:
        """Sanctions that were appealed and run still, the oldest first; or those that do not any more, newest first."""
        runs = sanctions.c.lifted_ms.is_(None) & (sanctions.c.end_ms > now_ms)
        begun = sanctions.c.begin_ms
        query = select(*_SANCTION).where(sanctions.c.appeal != "", not_(runs) if closed else runs)
        query = query.order_by(begun.desc() if closed else begun, sanctions.c.sanction).limit(MOST)
        async with self._database.read() as connection:
            return [Sanction(*row) for row in (await connection.execute(query)).all()]

    async def suspend(
        self, moderator: str, request_id: str, player: str, hours: int, reason: str, now_ms: int
    ) -> Sanction:
        """Suspends a player; the same request of the same moderator suspends once."""
        key = f"{moderator} {request_id}"
        new = Sanction(
            sanction=_new("sanctions"),
            player=player,
            kind=Kind.SUSPENSION,
            reason=reason,
            clause="",
            begin_ms=now_ms,
            end_ms=now_ms + hours * HOUR_MS,
            appeal="",
            lifted_ms=None,
            lift_note="",
        )
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(sanctions).values(**msgspec.structs.asdict(new), request_id=key))
                await written_down(connection, moderator, "SuspendPlayer", player, f"{hours} h: {reason}", now_ms)
        except IntegrityError:
            async with self._database.read() as connection:
                query = select(*_SANCTION).where(sanctions.c.request_id == key)
                return Sanction(*(await connection.execute(query)).one())
        return new

    async def lift(self, moderator: str, sanction: str, note: str, now_ms: int) -> Sanction | None:
        """Ends a sanction; one that was lifted, or is over, stays as it is. None if there is no such sanction."""
        async with self._database.write() as connection:
            runs = (sanctions.c.sanction == sanction) & sanctions.c.lifted_ms.is_(None) & (sanctions.c.end_ms > now_ms)
            changed = await connection.execute(update(sanctions).where(runs).values(lifted_ms=now_ms, lift_note=note))
            if changed.rowcount:
                await written_down(connection, moderator, "LiftSanction", sanction, note, now_ms)
        return await self.find_sanction(sanction)

    # -- reports ------------------------------------------------------------------------------------------------------

    async def report(self, reporter: str, request_id: str, player: str, place: str, said: str, now_ms: int) -> Report:
        """Keeps a report; the same request of the same reporter is one."""
        new = Report(_new("reports"), reporter, player, place, said, now_ms, None, "")
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(reports).values(**msgspec.structs.asdict(new), request_id=request_id))
        except IntegrityError:
            made = await self.reported(reporter, request_id)
            assert made is not None
            return made
        return new

    async def reported(self, reporter: str, request_id: str) -> Report | None:
        """The report that this request of the reporter has made."""
        mine = (reports.c.reporter == reporter) & (reports.c.request_id == request_id)
        async with self._database.read() as connection:
            row = (await connection.execute(select(*_REPORT).where(mine))).one_or_none()
        return None if row is None else Report(*row)

    async def count_open_reports(self, reporter: str) -> int:
        """How many reports of this player nobody has seen to."""
        query = select(reports.c.report).where(reports.c.reporter == reporter, reports.c.closed_ms.is_(None))
        async with self._database.read() as connection:
            return len((await connection.execute(query)).all())

    async def reports(self, *, closed: bool) -> list[Report]:
        """Open reports, the oldest first; or those that were seen to, newest first."""
        query = select(*_REPORT)
        if closed:
            query = query.where(reports.c.closed_ms.is_not(None)).order_by(reports.c.closed_ms.desc())
        else:
            query = query.where(reports.c.closed_ms.is_(None)).order_by(reports.c.at_ms)
        async with self._database.read() as connection:
            return [Report(*row) for row in (await connection.execute(query.limit(MOST))).all()]

    async def close_report(self, moderator: str, report: str, note: str, now_ms: int) -> Report | None:
        """A report has been seen to; one that was before stays as it is. None if there is no such report."""
        async with self._database.write() as connection:
            open_ = (reports.c.report == report) & reports.c.closed_ms.is_(None)
            changed = await connection.execute(update(reports).where(open_).values(closed_ms=now_ms, note=note))
            if changed.rowcount:
                await written_down(connection, moderator, "CloseReport", report, note, now_ms)
            row = (await connection.execute(select(*_REPORT).where(reports.c.report == report))).one_or_none()
        return None if row is None else Report(*row)


def _new(kind: str) -> str:
    return f"{kind}/{secrets.token_hex(10)}"
