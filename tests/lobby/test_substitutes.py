"""Sitting down for one who has left, and who may watch."""

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.lobby.service import LobbyHosted
from services.runtime.news import MatchNews
from tests.lobby.conftest import FakePlayers, FakeTavla
from tests.lobby.house import ALI, AYSE, CAN, VELI, House, full_table, players
from tests.lobby.news import watching
from tests.support.serving import new_request, refused

FAILED, DENIED = grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.PERMISSION_DENIED


def opened(hosted: LobbyHosted, table: pb.Table, seats: int, version: int = 5, status: int = 2) -> None:
    """The family tells which seats are open."""
    match_id = table.match.removeprefix("matches/")
    hosted.hear("tavla", [MatchNews(match_id, version, status, 0b01, 0, seats)])


async def running(house: House, table: pb.Table | None = None) -> pb.Table:
    table = table or await full_table(house)
    return await house.start(ALI, table)


async def test_open_seats_are_listed_and_taken(house: House, hosted: LobbyHosted, fake: FakeTavla) -> None:
    table = await running(house)
    assert await house.open_seats() == []
    async with watching(house, ALI) as ali, watching(house, VELI) as veli, watching(house, AYSE) as ayse:
        opened(hosted, table, 0b10)
        assert list((await ali.match(lambda news: bool(news.open_seats))).open_seats) == [1]
        assert await house.open_seats() == [(table.table, 1)]
        assert await house.open_seats(family="pisti") == []
        for _ in range(2):
            assert players(await house.take_seat(AYSE, table, 1)) == [ALI, AYSE]
        assert fake.substitutes[0] == (table.match, 1, AYSE, "Ayse")
        await ayse.table(table.table, lambda t: AYSE in players(t))
        await veli.gone(table.table)
        request = pb.SendChatRequest(table=table.table, request_id=new_request(), text="hoş bulduk")
        await house.stub.SendChat(request, metadata=house.metadata(AYSE))
        await ali.line("hoş bulduk")
        opened(hosted, table, 0, version=6)
        assert await house.open_seats() == []


async def test_what_the_family_refuses_changes_nothing(house: House, fake: FakeTavla) -> None:
    table = await running(house)
    fake.failures = [FAILED]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await house.take_seat(AYSE, table, 1)
    assert caught.value.code() is FAILED
    assert players(await house.get(table)) == [ALI, VELI]


async def test_who_may_not_sit_there_may_not_sit_down_for_another(house: House, known: FakePlayers) -> None:
    known.blocks = {(ALI, AYSE), (VELI, CAN)}
    table = await running(house)
    with refused(DENIED, "BLOCKED"):
        await house.take_seat(AYSE, table, 1)
    assert CAN in players(await house.take_seat(CAN, table, 1)), "whom he does not meet does not matter"
    open_table = await house.create(ALI)
    with refused(FAILED, "NO_SEAT_OPEN"):
        await house.take_seat(CAN, open_table, 0)
    reserved = await house.reserve(ALI, VELI)
    with refused(DENIED, "INVITE_NEEDED"):
        await house.take_seat(CAN, reserved, 0)
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "SEAT_UNKNOWN"):
        await house.take_seat(CAN, table, 5)


async def test_open_seats_of_private_tables_are_their_own_affair(house: House, hosted: LobbyHosted) -> None:
    table = await house.create(ALI, private=True)
    await house.sit(ALI, table)
    await house.sit(VELI, table, code=table.invite_code)
    await running(house, table)
    opened(hosted, table, 0b10)
    assert await house.open_seats() == []
    with refused(DENIED, "INVITE_NEEDED"):
        await house.take_seat(AYSE, table, 1)
    assert AYSE in players(await house.take_seat(AYSE, table, 1, table.invite_code))


async def test_a_match_that_is_over_has_no_open_seats(house: House, hosted: LobbyHosted) -> None:
    table = await running(house)
    opened(hosted, table, 0b10)
    opened(hosted, table, 0b10, version=6, status=3)
    assert await house.open_seats() == []


async def test_who_may_watch_is_told_to_the_family(house: House, fake: FakeTavla) -> None:
    public, private = await house.create(ALI), await house.create(ALI, private=True)
    assert fake.watched[public.match] == match_pb2.SPECTATORS_ALLOWED
    assert fake.watched[private.match] == match_pb2.SPECTATORS_NONE
    for visibility, spectators in (
        (pb.VISIBILITY_PUBLIC, match_pb2.SPECTATORS_NONE),
        (pb.VISIBILITY_PRIVATE, match_pb2.SPECTATORS_ALLOWED),
    ):
        request = pb.CreateTableRequest(
            request_id=new_request(), family="tavla", visibility=visibility, spectators=spectators
        )
        table = (await house.stub.CreateTable(request, metadata=house.metadata(VELI))).table
        assert fake.watched[table.match] == table.spectators == spectators
