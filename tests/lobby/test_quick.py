"""Quick matches: everybody gets one seat, and as few tables are opened as can be."""

import asyncio
from collections import Counter

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.lobby import blocks, clock, quick
from tests.lobby.conftest import FakePlayers, FakeTavla
from tests.lobby.house import ALI, AYSE, CAN, VELI, House, players
from tests.support.serving import new_request


async def test_the_first_that_fits_is_taken_and_starts_by_itself(house: House, fake: FakeTavla) -> None:
    first = await house.quick(ALI)
    assert first.starts_by_itself
    assert [seat.kept_for for seat in first.seats] == [ALI, ""]
    await house.sit(ALI, first)
    second = await house.quick(VELI)
    assert second.table == first.table
    started = await house.sit(VELI, second, nonce="tuz")
    assert (started.status, players(started)) == (pb.TABLE_STATUS_STARTED, [ALI, VELI])
    assert fake.assignments[started.match][1].nonce == "tuz", "chosen after the commitment was known"


async def test_an_open_table_is_filled_before_a_new_one_is_opened(house: House) -> None:
    old = await house.create(ALI)
    await house.sit(ALI, old)
    await house.create(AYSE)
    assert (await house.quick(VELI)).table == old.table
    assert (await house.sit(VELI, old)).status == pb.TABLE_STATUS_OPEN, "its owner starts it"


async def test_who_waits_is_joined_before_a_table_at_which_nobody_is(house: House) -> None:
    await house.create(AYSE)  # and went away
    waits = await house.create(ALI)
    await house.sit(ALI, waits)
    assert (await house.quick(VELI)).table == waits.table


async def test_nobody_is_led_to_a_table_of_his_own(house: House) -> None:
    mine = await house.create(VELI)
    await house.sit(VELI, mine)
    waits = await house.create(ALI)
    await house.sit(ALI, waits)
    found = await house.quick(VELI)
    assert found.table == waits.table
    assert [seat.kept_for for seat in found.seats] == ["", VELI]


async def test_who_let_his_seat_go_keeps_nobody_away(
    house: House, known: FakePlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.blocks = {(CAN, AYSE)}
    opened = await house.quick(AYSE)  # and never sat down
    later = clock.now_ms() + quick.KEPT_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    await house.sit(ALI, await house.quick(ALI))
    assert (await house.quick(CAN)).table == opened.table
    assert (await house.quick(AYSE)).table != opened.table, "nor does he meet who came meanwhile"


async def alone(house: House, monkeypatch: pytest.MonkeyPatch) -> tuple[pb.Table, pb.Table]:
    """Ali waits alone, and so does Can, who came while a seat was kept for somebody who never sat down."""
    first = await house.quick(ALI)
    await house.sit(ALI, first)
    await house.quick(AYSE)
    second = await house.quick(CAN)
    await house.sit(CAN, second)
    later = clock.now_ms() + quick.KEPT_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    assert first.table != second.table
    return first, second


async def test_two_who_came_to_two_tables_find_each_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await alone(house, monkeypatch)
    assert (await house.quick(ALI)).table == first.table, "who was there before stays"
    assert (await house.quick(CAN)).table == first.table
    assert (await house.sit(CAN, first)).status == pb.TABLE_STATUS_STARTED
    assert (await house.get(second)).status == pb.TABLE_STATUS_CLOSED


async def test_two_who_do_not_want_to_meet_stay_apart(
    house: House, known: FakePlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, second = await alone(house, monkeypatch)
    known.blocks = {(CAN, ALI)}
    monkeypatch.setattr(blocks, "REMEMBERED_MS", 0)
    later = clock.now_ms() + 10_000
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    assert (await house.quick(CAN)).table == second.table
    assert CAN in players(await house.get(second))


@pytest.mark.parametrize("options", [{}, {"matchLength": "3"}])
async def test_two_at_once_with_one_wish_meet(house: House, options: dict[str, str]) -> None:
    async def one(player: str) -> pb.Table:
        return await house.sit(player, await house.quick(player, **options))

    for number in range(8):
        pair = [f"players/{side}{number}" for side in "ab"]
        tables = await asyncio.gather(*(one(player) for player in pair))
        assert len({table.table for table in tables}) == 1
        assert sorted(players(await house.get(tables[0]))) == pair


async def test_only_what_was_asked_for_must_fit(house: House) -> None:
    hapis = await house.create(ALI, tavlaVariant="hapis", matchLength="3")
    assert (await house.quick(VELI, tavlaVariant="hapis")).table == hapis.table
    other = await house.quick(AYSE, tavlaVariant="hapis", matchLength="1")
    assert other.table != hapis.table
    assert (other.options["tavlaVariant"], other.options["matchLength"]) == ("hapis", "1")


async def test_private_tables_are_no_place_for_strangers(house: House) -> None:
    private = await house.create(ALI, private=True)
    assert (await house.quick(VELI)).table != private.table


async def test_asking_again_gives_the_same_seat(house: House) -> None:
    request = new_request()
    first = await house.quick(ALI, request)
    again = await asyncio.gather(*(house.quick(ALI, request) for _ in range(4)), house.quick(ALI))
    assert {table.table for table in again} == {first.table}
    await house.sit(ALI, first)
    await house.quick(VELI)
    await house.sit(VELI, first)
    assert (await house.quick(ALI, request)).table == first.table, "also when the match has begun"
    assert (await house.quick(ALI)).table != first.table


async def test_a_seat_is_kept_for_some_seconds_and_then_free(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await house.quick(ALI)
    await house.quick(VELI)
    assert (await house.quick(AYSE)).table != first.table
    later = clock.now_ms() + quick.KEPT_MS
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    assert (await house.quick(CAN)).table == first.table
    assert players(await house.sit(CAN, first))[0] == CAN


async def test_twenty_at_once_fill_ten_tables(house: House, fake: FakeTavla) -> None:
    everybody = [f"players/p{number}" for number in range(20)]

    async def one(player: str) -> pb.Table:
        return await house.sit(player, await house.quick(player))

    answers = await asyncio.gather(*(one(player) for player in everybody))
    tables = [await house.get(pb.Table(table=name)) for name in {table.table for table in answers}]
    assert Counter(player for table in tables for player in players(table)) == Counter(everybody)
    assert len(tables) == 10
    assert all(table.status == pb.TABLE_STATUS_STARTED for table in tables)
    assert len(fake.started) == 10
    assert await house.list() == [], "nothing is left over"
