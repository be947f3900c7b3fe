"""Who does not want to meet somebody does not meet him, and is not named."""

import asyncio

import grpc

from services.lobby import blocks
from tests.lobby.conftest import FakePlayers
from tests.lobby.house import ALI, AYSE, CAN, VELI, House, full_table, players
from tests.support.serving import refused

DENIED = grpc.StatusCode.PERMISSION_DENIED


async def test_neither_sits_where_the_other_is(house: House, known: FakePlayers) -> None:
    known.blocks = {(ALI, VELI)}
    for first, second in ((ALI, VELI), (VELI, ALI)):
        table = await house.create(AYSE)
        await house.sit(first, table)
        with refused(DENIED, "BLOCKED") as refusal:
            await house.sit(second, table)
        assert refusal.metadata == {}
        await house.sit(CAN, table)


async def test_quick_matches_lead_to_others(house: House, known: FakePlayers) -> None:
    known.blocks = {(ALI, VELI)}
    first = await house.quick(ALI)
    other = await house.quick(VELI)
    assert other.table != first.table
    assert (await house.quick(CAN)).table == first.table
    assert (await house.quick(AYSE)).table == other.table


async def test_the_two_meet_at_no_table_however_they_race(house: House, known: FakePlayers) -> None:
    known.blocks = {(VELI, ALI)}
    for _ in range(5):
        table = await house.create(AYSE)
        await asyncio.gather(house.sit(ALI, table), house.sit(VELI, table), return_exceptions=True)
        assert not {ALI, VELI} <= set(players(await house.get(table)))
        for who in (ALI, VELI):
            await house.leave(who, table)


async def test_seats_that_are_given_out_are_so_for_both(house: House, known: FakePlayers) -> None:
    known.blocks = {(ALI, VELI)}
    table = await house.reserve(ALI, VELI)
    await house.sit(ALI, table)
    assert players(await house.sit(VELI, table)) == [ALI, VELI]


async def test_who_sits_alone_asks_nobody_and_answers_are_remembered(house: House, known: FakePlayers) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table)
    await house.add_bot(ALI, table)
    assert known.asked == 0
    await full_table(house)
    table = await house.create(ALI)
    await house.sit(ALI, table)
    await house.sit(VELI, table)
    assert known.asked == 1
    assert blocks.REMEMBERED_MS <= 10_000
