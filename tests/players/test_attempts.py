"""Guessing passwords gets slower and slower."""

import asyncio

from services.players import attempts
from services.players.attempts import FREE_FAILURES, LONGEST_WAIT_SECONDS, wait_after
from services.runtime.database import Database

T0 = 1_800_000_000_000


def test_the_first_failures_cost_nothing_and_then_the_wait_doubles_up_to_a_bound() -> None:
    assert [wait_after(failures) for failures in range(1, FREE_FAILURES + 5)] == [0] * FREE_FAILURES + [1, 2, 4, 8]
    assert wait_after(10_000) == LONGEST_WAIT_SECONDS


async def test_a_blocked_name_is_not_looked_at_until_the_wait_is_over(database: Database) -> None:
    for _ in range(FREE_FAILURES + 1):
        assert await attempts.begin(database, "ali", T0) == 0
    assert await attempts.begin(database, "ali", T0 + 400) == 600
    assert await attempts.begin(database, "ali", T0 + 1000) == 0
    assert await attempts.begin(database, "ali", T0 + 1001) == 1999


async def test_a_hundred_attempts_at_once_are_no_cheaper_than_in_a_row(database: Database) -> None:
    waits = await asyncio.gather(*(attempts.begin(database, "ali", T0) for _ in range(100)))
    assert waits.count(0) == FREE_FAILURES + 1


async def test_names_do_not_block_each_other_and_a_right_password_clears_its_own(database: Database) -> None:
    for _ in range(FREE_FAILURES + 1):
        await attempts.begin(database, "ali", T0)
    assert await attempts.begin(database, "veli", T0) == 0
    await attempts.succeeded(database, "ali")
    assert await attempts.begin(database, "ali", T0) == 0


async def test_what_happened_more_than_a_day_ago_is_forgotten(database: Database) -> None:
    for _ in range(FREE_FAILURES + 1):
        await attempts.begin(database, "ali", T0)
    await attempts.forget_old(database, T0 + 2 * 86_400_000)
    assert await attempts.begin(database, "ali", T0) == 0
