"""Sessions: a refresh token is good once, and one that comes back ends its session.

A token is `{session}.{secret}`: 128 bits that find the session and 256 that prove it, of which only the hash is stored.
Every exchange raises the session's generation. Known are the tokens of the present generation and of the one before.

A client whose network loses the answer holds the token before. For `GRACE_SECONDS` after an exchange that token still
gets a fresh pair, of the same generation as the lost one, so nobody is locked out by a bad network or by two windows
that refresh at once. A thief gains nothing by it: as soon as one of the pairs is exchanged the others are tokens of the
generation before, and when the grace is over whoever comes with one ends the session for both (RFC 9700, 4.14.2).
"""

import hashlib
import re
import secrets
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.players.tables import refresh_tokens, sessions
from services.runtime.database import Database

REFRESH_DAYS: Final = 60
"""A session that is not refreshed for so long is over."""
GRACE_SECONDS: Final = 60
_MS_PER_DAY: Final = 86_400_000
_TOKEN: Final = re.compile(r"([0-9a-f]{32})\.([A-Za-z0-9_-]{43})")


class SessionOver(Exception):  # noqa: N818
    """The refresh token opens nothing: the session ended, was ended now, or never was."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refresh(msgspec.Struct, frozen=True):
    """A refresh token as the client gets it, for `player`; `expire_ms` is Unix time."""

    player: str
    token: str
    expire_ms: int


async def open_session(connection: AsyncConnection, player: str, now_ms: int) -> Refresh:
    """A new session of `player`, in the caller's transaction."""
    session = secrets.token_hex(16)
    expire_ms = now_ms + REFRESH_DAYS * _MS_PER_DAY
    await connection.execute(
        insert(sessions).values(session=session, player=player, generation=0, rotated_ms=now_ms, expire_ms=expire_ms)
    )
    return Refresh(player=player, token=await _issue(connection, session, 0), expire_ms=expire_ms)


async def exchange(database: Database, token: str, now_ms: int) -> Refresh:
    """A new refresh token for an old one. Raises `SessionOver`; a token used twice ends its session first."""
    session, secret = _halves(token)
    async with database.write() as connection:
        fresh = await _exchange(connection, session, secret, now_ms)
    if isinstance(fresh, str):
        raise SessionOver(fresh)
    return fresh


async def end_session(database: Database, token: str) -> None:
    """Ends the session of `token`, if it still has one."""
    session, secret = _halves(token)
    async with database.write() as connection:
        if await _generation(connection, session, secret) is not None:
            await connection.execute(delete(sessions).where(sessions.c.session == session))


async def forget_expired(database: Database, now_ms: int) -> int:
    """Deletes sessions that are over; how many there were."""
    async with database.write() as connection:
        gone = await connection.execute(delete(sessions).where(sessions.c.expire_ms <= now_ms))
    return gone.rowcount


async def _exchange(connection: AsyncConnection, session: str, secret: str, now_ms: int) -> Refresh | str:
    """The new token, or the reason why there is none (returned, not raised: what it changes must be committed)."""
    found = await connection.execute(select(sessions).where(sessions.c.session == session).with_for_update())
    row = found.one_or_none()
    if row is None or row.expire_ms <= now_ms:
        return "SESSION_OVER"
    generation = await _generation(connection, session, secret)
    if generation != row.generation:
        in_grace = generation == row.generation - 1 and now_ms - row.rotated_ms <= GRACE_SECONDS * 1000
        if not in_grace:
            # Only who once held a token of this session knows its first half: this is an old token, or a try at one.
            await connection.execute(delete(sessions).where(sessions.c.session == session))
            return "REFRESH_TOKEN_REUSED"
        return Refresh(row.player, await _issue(connection, session, row.generation), row.expire_ms)
    expire_ms = now_ms + REFRESH_DAYS * _MS_PER_DAY
    await connection.execute(
        update(sessions)
        .where(sessions.c.session == session)
        .values(generation=row.generation + 1, rotated_ms=now_ms, expire_ms=expire_ms)
    )
    await connection.execute(
        delete(refresh_tokens).where(refresh_tokens.c.session == session, refresh_tokens.c.generation < row.generation)
    )
    return Refresh(row.player, await _issue(connection, session, row.generation + 1), expire_ms)


async def _generation(connection: AsyncConnection, session: str, secret: str) -> int | None:
    """The generation of a known token, or None."""
    found = await connection.execute(
        select(refresh_tokens.c.generation).where(
            refresh_tokens.c.hash == _hash(session, secret), refresh_tokens.c.session == session
        )
    )
    generation: int | None = found.scalar_one_or_none()
    return generation


async def _issue(connection: AsyncConnection, session: str, generation: int) -> str:
    secret = secrets.token_urlsafe(32)
    await connection.execute(
        insert(refresh_tokens).values(hash=_hash(session, secret), session=session, generation=generation)
    )
    return f"{session}.{secret}"


def _halves(token: str) -> tuple[str, str]:
    """The two parts of a token. What was never one of ours becomes one that opens nothing."""
    match = _TOKEN.fullmatch(token)
    return (match[1], match[2]) if match else ("", "")


def _hash(session: str, secret: str) -> bytes:
    """SHA-256 is enough: what is hashed has 256 bits nobody can guess."""
    return hashlib.sha256(f"{session}.{secret}".encode()).digest()
