"""A refresh token is good once; a bad network locks nobody out; a stolen one ends the session."""

import pytest
from sqlalchemy import func, insert, select

from services.players import sessions
from services.players.sessions import GRACE_SECONDS, REFRESH_DAYS, SessionOver, end_session, exchange
from services.players.tables import players, refresh_tokens
from services.runtime.database import Database

T0 = 1_800_000_000_000
SECOND = 1_000
LATER = T0 + 10 * 60 * SECOND
PLAYER = "players/ali"


@pytest.fixture
async def first(database: Database) -> str:
    """The first refresh token of a session that began at T0."""
    async with database.write() as connection:
        await connection.execute(insert(players).values(player=PLAYER, display_name="Ali", created_ms=T0))
        refresh = await sessions.open_session(connection, PLAYER, T0)
    return refresh.token


async def over(database: Database, token: str, now_ms: int) -> str:
    """The reason why a token opens nothing."""
    with pytest.raises(SessionOver) as caught:
        await exchange(database, token, now_ms)
    return caught.value.reason


async def test_a_token_is_exchanged_for_another_of_the_same_player(database: Database, first: str) -> None:
    second = await exchange(database, first, LATER)
    assert second.player == PLAYER
    assert second.token != first
    assert (await exchange(database, second.token, LATER + SECOND)).player == PLAYER


async def test_a_token_that_comes_back_later_ends_the_session(database: Database, first: str) -> None:
    second = await exchange(database, first, LATER)
    assert await over(database, first, LATER + (GRACE_SECONDS + 1) * SECOND) == "REFRESH_TOKEN_REUSED"
    assert await over(database, second.token, LATER + (GRACE_SECONDS + 2) * SECOND) == "SESSION_OVER"


async def test_who_lost_the_answer_may_ask_again(database: Database, first: str) -> None:
    await exchange(database, first, LATER)  # the answer never arrived
    again = await exchange(database, first, LATER + GRACE_SECONDS * SECOND)
    third = await exchange(database, again.token, LATER + 600 * SECOND)
    assert third.player == PLAYER


async def test_two_windows_that_refresh_at_once_both_stay_signed_in(database: Database, first: str) -> None:
    one, other = await exchange(database, first, LATER), await exchange(database, first, LATER + SECOND)
    much_later = LATER + 600 * SECOND
    assert await exchange(database, one.token, much_later)
    assert await exchange(database, other.token, much_later + SECOND)


async def test_a_thief_and_the_owner_cannot_both_go_on(database: Database, first: str) -> None:
    thief, owner = await exchange(database, first, LATER), await exchange(database, first, LATER + SECOND)
    stolen = await exchange(database, thief.token, LATER + 600 * SECOND)
    assert await over(database, owner.token, LATER + 1200 * SECOND) == "REFRESH_TOKEN_REUSED"
    assert await over(database, stolen.token, LATER + 1201 * SECOND) == "SESSION_OVER"


async def test_a_token_of_two_exchanges_ago_gets_no_grace(database: Database, first: str) -> None:
    second = await exchange(database, first, LATER)
    await exchange(database, second.token, LATER + SECOND)
    assert await over(database, first, LATER + 2 * SECOND) == "REFRESH_TOKEN_REUSED"


async def test_a_session_that_nobody_refreshes_ends(database: Database, first: str) -> None:
    end_ms = T0 + REFRESH_DAYS * 86_400 * SECOND
    assert await over(database, first, end_ms) == "SESSION_OVER"
    assert await sessions.forget_expired(database, end_ms) == 1
    async with database.read() as connection:
        assert (await connection.execute(select(func.count()).select_from(refresh_tokens))).scalar_one() == 0


async def test_signing_out_ends_the_session_and_does_so_twice_without_complaint(database: Database, first: str) -> None:
    await end_session(database, first)
    await end_session(database, first)
    assert await over(database, first, LATER) == "SESSION_OVER"


async def test_knowing_the_first_half_of_a_token_signs_nobody_out(database: Database, first: str) -> None:
    await end_session(database, first.partition(".")[0] + ".guess")
    assert await exchange(database, first, LATER)


@pytest.mark.parametrize("token", ["", ".", "x", "x.y", "a" * 512, "ş.ğ", "\x00.\x00"])
async def test_nonsense_is_a_session_that_is_over(database: Database, token: str) -> None:
    assert await over(database, token, T0) == "SESSION_OVER"


async def test_only_hashes_are_stored_and_old_ones_are_forgotten(database: Database, first: str) -> None:
    token = first
    for turn in range(10):
        token = (await exchange(database, token, LATER + turn * 600 * SECOND)).token
    async with database.read() as connection:
        stored = (await connection.execute(select(refresh_tokens.c.hash))).scalars().all()
    assert len(stored) == 2
    assert all(len(digest) == 32 and token.partition(".")[2].encode() not in digest for digest in stored)
