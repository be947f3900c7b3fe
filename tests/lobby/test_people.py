"""Who is ready, who moves, who is sent away, and tables whose seats are given out."""

import asyncio

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub as Stub
from tests.lobby.conftest import FakePlayers, FakeTavla
from tests.lobby.house import ALI, AYSE, CAN, VELI, House, full_table, players
from tests.support.people import NOBODY
from tests.support.serving import new_request, refused

FAILED, INVALID, DENIED = (
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED,
)


async def test_the_owner_starts_when_everybody_else_is_ready(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table, ready=False)
    table = await house.sit(VELI, table, ready=False)
    assert [seat.ready for seat in table.seats] == [False, False]
    with refused(FAILED, "NOT_READY") as refusal:
        await house.start(ALI, table)
    assert refusal.metadata["seats"] == "1"
    await house.set_ready(VELI, table)
    await house.set_ready(VELI, table, ready=False)
    with refused(FAILED, "NOT_READY"):
        await house.start(ALI, table)
    table = await house.set_ready(VELI, table)
    assert [seat.ready for seat in table.seats] == [False, True]
    started = await house.start(ALI, table)
    assert started.status == pb.TABLE_STATUS_STARTED
    assert await house.set_ready(VELI, table) == started


async def test_only_who_sits_is_ready(house: House) -> None:
    table = await house.create(ALI)
    with refused(DENIED, "NOT_AT_TABLE"):
        await house.set_ready(ALI, table)


async def test_sitting_down_again_does_not_take_back_that_one_is_ready(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table)
    assert (await house.sit(ALI, table, ready=False)).seats[0].ready


async def test_who_sits_moves_to_another_free_seat(house: House, fake: FakeTavla) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table, 0, nonce="tuz")
    table = await house.sit(ALI, table, 1, ready=False)
    assert (players(table), table.owner, table.seats[1].ready) == (["", ALI], ALI, True)
    await house.sit(VELI, table)
    with refused(FAILED, "SEAT_TAKEN"):
        await house.sit(ALI, table, 0)
    await house.start(ALI, table)
    assert [seat.nonce for seat in fake.assignments[table.match]] == ["", "tuz"]


async def test_two_who_change_seats_at_once_lose_none(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table, 0)
    moves = [house.sit(ALI, table, seat) for seat in (1, 0, 1, 0)] + [house.sit(VELI, table, seat) for seat in (0, 1)]
    await asyncio.gather(*moves, return_exceptions=True)
    seated = players(await house.get(table))
    assert seated.count(ALI) == 1
    assert seated.count(VELI) <= 1


async def test_who_is_sent_away_stays_away(house: House) -> None:
    table = await full_table(house)
    with refused(DENIED, "OWNER_ONLY"):
        await house.kick(VELI, table, ALI)
    with refused(INVALID, "KICK_ONESELF"):
        await house.kick(ALI, table, ALI)
    with refused(FAILED, "NOT_SITTING"):
        await house.kick(ALI, table, AYSE)
    table = await house.kick(ALI, table, VELI)
    assert players(table) == [ALI, ""]
    assert await house.kick(ALI, table, VELI) == table
    with refused(DENIED, "KICKED"):
        await house.sit(VELI, table)
    assert (await house.quick(VELI)).table != table.table
    await house.sit(AYSE, table)
    await house.start(ALI, table)
    with refused(FAILED, "TABLE_STARTED"):
        await house.kick(ALI, table, AYSE)


async def test_a_bot_gives_its_seat_back(house: House) -> None:
    table = await house.create(ALI)
    await house.sit(ALI, table, 0)
    await house.add_bot(ALI, table, "usta", 1)
    table = await house.remove_bot(ALI, table, 1)
    assert players(table) == [ALI, ""]
    assert await house.remove_bot(ALI, table, 1) == table
    with refused(FAILED, "NO_BOT_THERE"):
        await house.remove_bot(ALI, table, 0)
    with refused(INVALID, "SEAT_UNKNOWN"):
        await house.remove_bot(ALI, table, 2)
    with refused(DENIED, "OWNER_ONLY"):
        await house.remove_bot(VELI, table, 1)


async def test_a_player_waits_at_so_many_tables_and_no_more(house: House) -> None:
    tables = [await house.create(f"players/o{number}") for number in range(4)]
    for table in tables[:3]:
        await house.sit(ALI, table)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_SEATS"):
        await house.sit(ALI, tables[3])
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_SEATS"):
        await house.quick(ALI, tavlaVariant="hapis")
    assert (await house.sit(ALI, tables[0], 1)).seats[1].player == ALI
    await house.leave(ALI, tables[0])
    await house.sit(ALI, tables[3])


# -- seats that are given out -----------------------------------------------------------------------------------------


async def test_a_reserved_table_starts_when_those_sit_whom_it_is_for(house: House, fake: FakeTavla) -> None:
    table = await house.reserve(VELI, ALI)
    assert (table.reserved, table.owner, [seat.kept_for for seat in table.seats]) == (True, "", [VELI, ALI])
    table = await house.sit(ALI, table, nonce="tuz", ready=False)
    assert (players(table), table.status) == (["", ALI], pb.TABLE_STATUS_OPEN)
    table = await house.sit(VELI, table, 0)
    assert table.status == pb.TABLE_STATUS_STARTED
    assert [(seat.player, seat.nonce) for seat in fake.assignments[table.match]] == [(VELI, ""), (ALI, "tuz")]


async def test_no_seat_is_given_out_to_a_player_whom_there_is_not(house: House, known: FakePlayers) -> None:
    with refused(grpc.StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND"):
        await house.reserve(VELI, NOBODY)
    known.away = grpc.StatusCode.UNIMPLEMENTED
    with refused(grpc.StatusCode.UNAVAILABLE, "PLAYERS_UNAVAILABLE"):
        await house.reserve(VELI, ALI)


async def test_nobody_else_knows_of_a_reserved_table(house: House) -> None:
    table = await house.reserve(VELI, ALI)
    assert table.table not in await house.list(AYSE)
    assert table.table not in await house.list(ALI)
    assert (await house.get(table, ALI)).table == table.table
    for call in (house.get(table, AYSE), house.sit(AYSE, table), house.get(table, AYSE, code="00000000")):
        with refused(DENIED, "INVITE_NEEDED"):
            await call
    assert (await house.quick(CAN)).table != table.table


async def test_at_a_reserved_table_nothing_is_decided_by_its_people(house: House) -> None:
    table = await house.reserve(VELI, ALI)
    await house.sit(ALI, table)
    for call in (house.kick(ALI, table, VELI), house.add_bot(ALI, table), house.start(ALI, table)):
        with refused(DENIED, "TABLE_RESERVED"):
            await call
    for seat in (0, None):
        if seat is not None:
            with refused(FAILED, "SEAT_KEPT"):
                await house.sit(ALI, table, seat)
    left = await house.leave(ALI, table)
    assert (players(left), left.status) == (["", ""], pb.TABLE_STATUS_OPEN)
    await house.sit(ALI, table)
    await house.sit(VELI, table)
    with refused(DENIED, "TABLE_RESERVED"):
        await house.rematch(ALI, table)


async def test_the_same_request_reserves_one_table(house: House) -> None:
    request = new_request()
    tables = await asyncio.gather(*(house.reserve(ALI, VELI, request_id=request) for _ in range(4)))
    assert len({table.table for table in tables}) == 1
    with refused(INVALID, "REQUEST_ID_REUSED"):
        await house.reserve(VELI, ALI, request_id=request)


async def test_seats_are_given_out_once_and_all_of_them(house: House) -> None:
    for seats in ((ALI,), (ALI, ALI), (ALI, VELI, AYSE)):
        with refused(INVALID, "BAD_SEATS"):
            await house.reserve(*seats)


async def test_players_reserve_nothing(stub: Stub, house: House) -> None:
    seats = [pb.ReservedSeat(seat=0, player=ALI), pb.ReservedSeat(seat=1, player=VELI)]
    request = pb.CreateReservedTableRequest(request_id=new_request(), family="tavla", seats=seats)
    with refused(DENIED, "NOT_ALLOWED"):
        await stub.CreateReservedTable(request, metadata=house.metadata(ALI))


async def test_a_start_of_its_own_that_fails_is_taken_up_again(
    house: House, hosted: object, fake: FakeTavla, monkeypatch: pytest.MonkeyPatch
) -> None:
    from services.lobby import service

    table = await house.reserve(VELI, ALI)
    await house.sit(ALI, table)
    fake.failures = [grpc.StatusCode.UNAVAILABLE] * 4
    seated = await house.sit(VELI, table)  # he has his seat; the match comes when the family is there again
    assert (players(seated), seated.status) == ([VELI, ALI], pb.TABLE_STATUS_OPEN)
    monkeypatch.setattr(service, "STUCK_SECONDS", -1)
    await hosted._finish_starts()  # type: ignore[attr-defined]
    assert (await house.get(table, ALI)).status == pb.TABLE_STATUS_STARTED


async def test_a_reserved_table_to_which_nobody_came_is_closed(house: House) -> None:
    table = await house.reserve(VELI, ALI)
    await house.sit(ALI, table)
    for _ in range(2):
        closed = await house.close_reserved(table)
        assert (players(closed), closed.status) == (["", ALI], pb.TABLE_STATUS_CLOSED)
    with refused(FAILED, "TABLE_CLOSED"):
        await house.sit(VELI, table)


async def test_a_reserved_table_that_has_begun_stays(house: House) -> None:
    table = await house.reserve(VELI, ALI)
    for player in (ALI, VELI):
        await house.sit(player, table)
    assert (await house.close_reserved(table)).status == pb.TABLE_STATUS_STARTED


async def test_only_reserved_tables_are_closed_and_only_by_the_house(house: House) -> None:
    with refused(FAILED, "NOT_RESERVED"):
        await house.close_reserved(await house.create(ALI))
    table = await house.reserve(VELI, ALI)
    with refused(DENIED, "NOT_ALLOWED"):
        await house.close_reserved(table, ALI)
