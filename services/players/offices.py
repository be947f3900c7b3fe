"""Offices: what operators have entrusted to players with accounts. They are named in the access token."""

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from services.players.tables import accounts, offices
from services.runtime.database import Database


async def offices_of(connection: AsyncConnection, player: str) -> tuple[str, ...]:
    """The offices of "players/{player}", in alphabetical order."""
    query = select(offices.c.office).where(offices.c.player == player).order_by(offices.c.office)
    return tuple((await connection.execute(query)).scalars())


async def entrust(database: Database, user_name: str, office: str, now_ms: int) -> bool:
    """Gives an account (by its stored user name) an office; False if there is no such account."""
    insert = sqlite.insert if database.store.sqlite else postgresql.insert
    async with database.write() as connection:
        player = (
            await connection.execute(select(accounts.c.player).where(accounts.c.user_name == user_name))
        ).scalar_one_or_none()
        if player is None:
            return False
        row = {"player": player, "office": office, "since_ms": now_ms}
        await connection.execute(insert(offices).values(row).on_conflict_do_nothing())
    return True


async def withdraw(database: Database, user_name: str, office: str) -> bool:
    """Takes an office back; access tokens that name it end within ten minutes. False if he did not have it."""
    holder = select(accounts.c.player).where(accounts.c.user_name == user_name).scalar_subquery()
    async with database.write() as connection:
        gone = await connection.execute(delete(offices).where(offices.c.player == holder, offices.c.office == office))
    return gone.rowcount > 0


async def holders(database: Database) -> list[tuple[str, str]]:
    """Who holds what: (user name, office), in alphabetical order."""
    query = select(accounts.c.user_name, offices.c.office).join(accounts, accounts.c.player == offices.c.player)
    async with database.read() as connection:
        rows = await connection.execute(query.order_by(accounts.c.user_name, offices.c.office))
        return [(row.user_name, row.office) for row in rows]
