"""What moderators did, line by line. A line stands before the deed: nothing is ever done that has none."""

from enum import IntEnum
from typing import Final

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.moderation.tables import audit
from services.runtime.database import Database


class Outcome(IntEnum):
    """What became of it. The numbers are those of `AuditOutcome`; the names stand in the table."""

    OPEN = 1
    DONE = 2
    REFUSED = 3
    UNKNOWN = 4


class Entry(msgspec.Struct, frozen=True):
    """Something that a moderator did; `outcome` is the name of an `Outcome`."""

    number: int
    at_ms: int
    moderator: str
    action: str
    subject: str
    detail: str
    outcome: str
    refusal: str


_ENTRY: Final = [audit.c[name] for name in Entry.__struct_fields__]


class Audit:
    """The lines of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def entries(self, before: int, size: int) -> list[Entry]:
        """Up to `size` entries with a smaller number than `before` (0: the newest), newest first."""
        query = select(*_ENTRY)
        if before:
            query = query.where(audit.c.number < before)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(audit.c.number.desc()).limit(size))
            return [Entry(*row) for row in rows.all()]

    async def begin(
        self, moderator: str, request_id: str | None, action: str, subject: str, detail: str, now_ms: int
    ) -> Entry:
        """Writes down what is about to be done; the line that is there already for a request that was made before."""
        row = {"at_ms": now_ms, "moderator": moderator, "action": action, "subject": subject, "detail": detail}
        new = insert(audit).values(**row, outcome=Outcome.OPEN.name, refusal="", request_id=request_id)
        try:
            async with self._database.write() as connection:
                return Entry(*(await connection.execute(new.returning(*_ENTRY))).one())
        except IntegrityError:
            mine = (audit.c.moderator == moderator) & (audit.c.request_id == request_id)
            async with self._database.read() as connection:
                return Entry(*(await connection.execute(select(*_ENTRY).where(mine))).one())

    async def settle(self, entry: Entry, outcome: Outcome, refusal: str = "") -> Entry:
        """Writes down what became of it. What has been done stays so, whatever becomes of the same request later."""
        line, was_done = audit.c.number == entry.number, audit.c.outcome == Outcome.DONE.name
        change = update(audit).where(line, ~was_done).values(outcome=outcome.name, refusal=refusal)
        async with self._database.write() as connection:
            await connection.execute(change)
            return Entry(*(await connection.execute(select(*_ENTRY).where(line))).one())


async def written_down(
    connection: AsyncConnection, moderator: str, action: str, subject: str, detail: str, now_ms: int
) -> None:
    """Writes down what is done in the same transaction."""
    row = {"at_ms": now_ms, "moderator": moderator, "action": action, "subject": subject, "detail": detail}
    await connection.execute(insert(audit).values(**row, outcome=Outcome.DONE.name, refusal=""))
