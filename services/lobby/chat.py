"""What is said at tables: one line at a time, kept with the table."""

import unicodedata
from typing import Final

import msgspec
from sqlalchemy import BigInteger, Column, MetaData, String, Table, UniqueConstraint, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.lobby.table import refusal
from services.runtime.database import Database
from services.runtime.errors import Exhausted, Invalid
from services.runtime.texts import has_unseen

LONGEST: Final = 300
"""Characters of a line."""
MOST_LINES: Final = 5
WITHIN_MS: Final = 10_000
"""So many lines one player can say at one table within this time."""
_ATTEMPTS: Final = 50

_metadata = MetaData()
chat = Table(
    "chat",
    _metadata,
    Column("table", String, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("player", String, nullable=False),
    Column("display_name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("request_id", String, nullable=False),
    UniqueConstraint("table", "player", "request_id", name="chat_request"),
)
muted = Table("muted", _metadata, Column("table", String, primary_key=True), Column("player", String, primary_key=True))


class Line(msgspec.Struct, frozen=True):
    """Something that was said; `number` rises at each table, `at_ms` is Unix time."""

    table: str
    number: int
    player: str
    display_name: str
    text: str
    at_ms: int


def spoken(text: str) -> str:
    """The line as it is kept: normalised (NFC), without space around it. Raises `Invalid` for what is no line."""
    line = unicodedata.normalize("NFC", text).strip()
    if has_unseen(line) or not 0 < len(line) <= LONGEST:
        raise refusal(Invalid, "CHAT_MALFORMED", longest=LONGEST)
    return line


class ChatStore:
    """The lines of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, table: str, player: str, display_name: str, text: str, request_id: str, now_ms: int) -> Line:
        """Keeps a line; the same request keeps it once. Raises `Exhausted` for who says too much."""
        for _ in range(_ATTEMPTS):
            try:
                async with self._database.write() as connection:
                    if (said := await _of_request(connection, table, player, request_id)) is not None:
                        return said
                    await _require_pause(connection, table, player, now_ms)
                    query = select(func.coalesce(func.max(chat.c.number), 0)).where(chat.c.table == table)
                    number = int((await connection.execute(query)).scalar_one()) + 1
                    line = Line(table, number, player, display_name, text, now_ms)
                    await connection.execute(insert(chat).values(request_id=request_id, **msgspec.structs.asdict(line)))
                    return line
            except IntegrityError:
                continue  # somebody else spoke at the same moment
        raise RuntimeError(f"somebody else spoke at {table} {_ATTEMPTS} times in a row")

    async def lines(self, table: str, after: int, size: int) -> list[Line]:
        """Up to `size` lines of a table with numbers above `after`, in order."""
        query = select(chat).where(chat.c.table == table, chat.c.number > after).order_by(chat.c.number).limit(size)
        async with self._database.read() as connection:
            return [_line(row) for row in (await connection.execute(query)).all()]

    async def forget(self, since_ms: int) -> None:
        """Deletes what was said before a moment."""
        async with self._database.write() as connection:
            await connection.execute(delete(chat).where(chat.c.at_ms < since_ms))

    async def since(self, at_ms: int, size: int) -> list[tuple[str, int]]:
        """Tables at which something was said since a moment, each with the number of the last line."""
        query = (
            select(chat.c.table, func.max(chat.c.number))
            .where(chat.c.at_ms >= at_ms)
            .group_by(chat.c.table)
            .limit(size)
        )
        async with self._database.read() as connection:
            return [(table, int(number)) for table, number in (await connection.execute(query)).all()]

    async def set_muted(self, table: str, player: str, *, silent: bool) -> None:
        """Keeps whether `player` wants to hear a table."""
        async with self._database.write() as connection:
            await connection.execute(delete(muted).where(muted.c.table == table, muted.c.player == player))
            if silent:
                await connection.execute(insert(muted).values(table=table, player=player))

    async def deaf(self, table: str) -> set[str]:
        """Who does not want to hear a table."""
        async with self._database.read() as connection:
            return set((await connection.execute(select(muted.c.player).where(muted.c.table == table))).scalars())


async def _of_request(connection: AsyncConnection, table: str, player: str, request_id: str) -> Line | None:
    query = select(chat).where(chat.c.table == table, chat.c.player == player, chat.c.request_id == request_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _line(row)


async def _require_pause(connection: AsyncConnection, table: str, player: str, now_ms: int) -> None:
    """Raises `Exhausted` if the player has said too much just now."""
    query = select(chat.c.at_ms).where(
        chat.c.table == table, chat.c.player == player, chat.c.at_ms > now_ms - WITHIN_MS
    )
    times = sorted((await connection.execute(query)).scalars())
    if len(times) >= MOST_LINES:
        seconds = -(-(times[-MOST_LINES] + WITHIN_MS - now_ms) // 1000)
        raise refusal(Exhausted, "CHAT_TOO_MUCH", lines=MOST_LINES, seconds=max(1, seconds))


def _line(row: object) -> Line:
    return Line(*(getattr(row, name) for name in ("table", "number", "player", "display_name", "text", "at_ms")))
