"""Whom players do not want to meet."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from services.players.accounts import Player
from services.players.tables import accounts, blocks, players
from services.runtime.database import Database

MOST_BLOCKS: Final = 500
"""So many players one can keep away; further ones must wait until one is taken back."""


async def block(database: Database, player: str, other: str, now_ms: int) -> bool:
    """`player` does not want to meet `other`, from now on or as before; False if he has blocked too many already."""
    try:
        async with database.write() as connection:
            mine = blocks.c.player == player
            there = select(blocks.c.blocked).where(mine, blocks.c.blocked == other)
            if (await connection.execute(there)).scalar_one_or_none() is not None:
                return True
            count = (await connection.execute(select(func.count()).select_from(blocks).where(mine))).scalar_one()
            if count >= MOST_BLOCKS:
                return False
            await connection.execute(insert(blocks).values(player=player, blocked=other, since_ms=now_ms))
    except IntegrityError:
        return True  # from two devices at once
    return True


async def unblock(database: Database, player: str, other: str) -> None:
    """`player` may meet `other` again."""
    async with database.write() as connection:
        await connection.execute(delete(blocks).where(blocks.c.player == player, blocks.c.blocked == other))


async def blocked_by(database: Database, player: str, after: str, size: int) -> list[Player]:
    """Up to `size` of those whom `player` has blocked, in order of their names, after the player called `after`."""
    query = (
        select(players, accounts.c.user_name)
        .join(blocks, blocks.c.blocked == players.c.player)
        .join(accounts, accounts.c.player == players.c.player, isouter=True)
        .where(blocks.c.player == player, blocks.c.blocked > after)
        .order_by(blocks.c.blocked)
        .limit(size)
    )
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    return [
        Player(
            player=row.player,
            display_name=row.display_name,
            created_ms=row.created_ms,
            account=row.user_name is not None,
        )
        for row in rows
    ]


async def between(database: Database, player: str, others: Collection[str]) -> list[tuple[str, str]]:
    """Who has blocked whom, between `player` and each of the others: pairs of blocker and blocked."""
    mine = (blocks.c.player == player) & blocks.c.blocked.in_(others)
    theirs = (blocks.c.blocked == player) & blocks.c.player.in_(others)
    async with database.read() as connection:
        rows = (await connection.execute(select(blocks.c.player, blocks.c.blocked).where(or_(mine, theirs)))).all()
    return [(row.player, row.blocked) for row in rows]
