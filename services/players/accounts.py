"""Guests and accounts in the store."""

import secrets

import msgspec
from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from services.players import names
from services.players.offices import offices_of
from services.players.sessions import Refresh, open_session
from services.players.tables import accounts, players
from services.runtime.database import Database


class NameTaken(Exception):  # noqa: N818
    """Somebody has this user name already."""


class Player(msgspec.Struct, frozen=True):
    """A player as everybody may see him; `player` is "players/{player}". `created_ms` is Unix time.

    `offices` are what operators have entrusted to him (`identity.OFFICES`), in alphabetical order.
    """

    player: str
    display_name: str
    account: bool
    created_ms: int
    offices: tuple[str, ...] = ()


class Account(msgspec.Struct, frozen=True):
    """What is needed to sign in to an account."""

    player: Player
    password_hash: str


async def new_guest(database: Database, display_name: str, now_ms: int) -> tuple[Player, Refresh]:
    """A new guest with a session; a name is made up where nothing remains of the given one."""
    shown = names.display_name(display_name) or names.made_up_name()
    guest = Player(player=_new_name(), display_name=shown, account=False, created_ms=now_ms)
    async with database.write() as connection:
        await connection.execute(insert(players).values(_row(guest)))
        return guest, await open_session(connection, guest.player, now_ms)


async def new_account(
    database: Database, user_name: str, display_name: str, password_hash: str, now_ms: int
) -> tuple[Player, Refresh]:
    """A new account with a session. `user_name` is in its stored form. Raises `NameTaken`."""
    shown = names.display_name(display_name) or user_name
    owner = Player(player=_new_name(), display_name=shown, account=True, created_ms=now_ms)
    try:
        async with database.write() as connection:
            await connection.execute(insert(players).values(_row(owner)))
            row = {"user_name": user_name, "player": owner.player, "password_hash": password_hash}
            await connection.execute(insert(accounts).values(row))
            return owner, await open_session(connection, owner.player, now_ms)
    except IntegrityError as error:
        raise NameTaken(user_name) from error


async def find_account(database: Database, user_name: str) -> Account | None:
    """The account with this user name (in its stored form), if there is one."""
    async with database.read() as connection:
        found = await connection.execute(_account_query().where(accounts.c.user_name == user_name))
        row = found.one_or_none()
        held = await offices_of(connection, row.player) if row else ()
    return row and Account(player=_player(row, held), password_hash=row.password_hash)


async def find_player(database: Database, player: str) -> Player | None:
    """The player called "players/{player}", if there is one."""
    async with database.read() as connection:
        found = await connection.execute(_account_query().where(players.c.player == player))
        row = found.one_or_none()
        held = await offices_of(connection, player)
    return row and _player(row, held)


async def has_account(database: Database, user_name: str) -> bool:
    """True if somebody has this user name."""
    async with database.read() as connection:
        found = await connection.execute(select(accounts.c.player).where(accounts.c.user_name == user_name))
        return found.one_or_none() is not None


async def sign_in(database: Database, player: str, now_ms: int, new_hash: str | None) -> Refresh:
    """A session for a player whose password was right; `new_hash` replaces an outdated one."""
    async with database.write() as connection:
        if new_hash is not None:
            await connection.execute(update(accounts).where(accounts.c.player == player).values(password_hash=new_hash))
        return await open_session(connection, player, now_ms)


def _account_query() -> Select[tuple[str, str, int, str]]:
    return select(players.c.player, players.c.display_name, players.c.created_ms, accounts.c.password_hash).select_from(
        players.outerjoin(accounts)
    )


def _player(row: Row[tuple[str, str, int, str]], held: tuple[str, ...]) -> Player:
    return Player(
        player=row.player,
        display_name=row.display_name,
        account=row.password_hash is not None,
        created_ms=row.created_ms,
        offices=held,
    )


def _row(player: Player) -> dict[str, object]:
    return {"player": player.player, "display_name": player.display_name, "created_ms": player.created_ms}


def _new_name() -> str:
    return f"players/{secrets.token_hex(10)}"
