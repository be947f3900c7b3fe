"""How often somebody may guess a password: each wrong one after the first few makes the next wait longer.

An attempt is counted before it is checked, so that a hundred at once are no cheaper than a hundred in a row, and it is
counted for user names that nobody has too. A right password clears the count.
"""

from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from services.players.tables import sign_in_attempts as attempts
from services.runtime.database import Database

FREE_FAILURES: Final = 5
LONGEST_WAIT_SECONDS: Final = 300
FORGOTTEN_AFTER_SECONDS: Final = 86_400


def wait_after(failures: int) -> int:
    """Seconds to wait after so many wrong passwords in a row: 0 for the first five, then 1, 2, 4, … up to 300."""
    over = failures - FREE_FAILURES
    return 0 if over <= 0 else min(LONGEST_WAIT_SECONDS, 1 << min(over - 1, 20))


async def begin(database: Database, user_name: str, now_ms: int) -> int:
    """Counts an attempt. Returns the milliseconds to wait before another one is looked at, or 0: this one may go on."""
    for _ in range(2):
        try:
            return await _begin(database, user_name, now_ms)
        except IntegrityError:
            continue  # another replica wrote the name's first row in the same moment
    return 1000


async def _begin(database: Database, user_name: str, now_ms: int) -> int:
    async with database.write() as connection:
        found = await connection.execute(
            select(attempts.c.failures, attempts.c.blocked_until_ms)
            .where(attempts.c.user_name == user_name)
            .with_for_update()
        )
        row = found.one_or_none()
        if row is not None and row.blocked_until_ms > now_ms:
            return int(row.blocked_until_ms - now_ms)
        failures = 1 if row is None else row.failures + 1
        values = {"failures": failures, "blocked_until_ms": now_ms + wait_after(failures) * 1000}
        if row is None:
            await connection.execute(insert(attempts).values(user_name=user_name, **values))
        else:
            await connection.execute(update(attempts).where(attempts.c.user_name == user_name).values(**values))
    return 0


async def succeeded(database: Database, user_name: str) -> None:
    """The password was right: nothing is held against the name any more."""
    async with database.write() as connection:
        await connection.execute(delete(attempts).where(attempts.c.user_name == user_name))


async def forget_old(database: Database, now_ms: int) -> None:
    """Deletes what happened more than a day ago."""
    async with database.write() as connection:
        limit = now_ms - FORGOTTEN_AFTER_SECONDS * 1000
        await connection.execute(delete(attempts).where(attempts.c.blocked_until_ms < limit))
