"""Two replicas of the lobby on one store: what happens at one is told at the other."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from redis.asyncio import Redis

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub as Stub
from services.lobby.service import create
from services.runtime.hints import Message, channel_of
from services.runtime.news import MatchNews
from services.runtime.settings import Settings
from tests.lobby.conftest import FakePlayers, FakeTavla, house_served
from tests.lobby.house import ALI, AYSE, VELI, House, full_table, players
from tests.lobby.news import watching
from tests.support.serving import free_port, new_request, serving, settings_in
from tests.support.valkey import Valkey, running_valkey

pytestmark = pytest.mark.platform


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey() as server:
        yield server


@pytest.fixture
async def settings(
    fake: FakeTavla, known: FakePlayers, tmp_path: Path, postgres_store: str, valkey: Valkey
) -> AsyncIterator[Settings]:
    told = settings_in(tmp_path, STORE=postgres_store, PEER_ADDRESS=f"127.0.0.1:{free_port()}", VALKEY=valkey.address())
    async with house_served(fake, known, told):
        yield told


@pytest.fixture
async def houses(settings: Settings) -> AsyncIterator[tuple[House, House]]:
    async with serving(create(settings)) as one, serving(create(settings)) as two:
        yield House(Stub(one), settings), House(Stub(two), settings)


async def test_tables_lines_and_matches_cross_over(houses: tuple[House, House], settings: Settings) -> None:
    here, there = houses
    async with watching(there, AYSE, open_tables=True) as stranger, watching(there, VELI) as veli:
        table = await full_table(here)
        await stranger.table(table.table, lambda t: players(t) == [ALI, VELI])
        await veli.table(table.table)
        request = pb.SendChatRequest(table=table.table, request_id=new_request(), text="selam")
        await here.stub.SendChat(request, metadata=here.metadata(ALI))
        await veli.line("selam")
        await here.start(ALI, table)
        await stranger.gone(table.table)
        await veli.table(table.table, lambda t: t.status == pb.TABLE_STATUS_STARTED)
        await flushed(settings, table, 4, 2, 0b10)
        assert list((await veli.match(lambda news: news.version == 4)).due_seats) == [1]
        await flushed(settings, table, 9, 3, 0)
        await veli.table(table.table, lambda t: t.status == pb.TABLE_STATUS_OVER)
        assert "chat" not in stranger.kinds()


async def flushed(settings: Settings, table: pb.Table, version: int, status: int, due: int) -> None:
    """What a family's replica says of a commit."""
    match_id = table.match.removeprefix("matches/")
    message = Message("tavla-1", [(match_id, version, status)], [MatchNews(match_id, version, status, due)])
    async with Redis.from_url(settings.valkey) as client:
        await client.publish(channel_of("tavla"), msgspec.msgpack.encode(message))


async def test_without_valkey_the_slow_poll_tells_it(settings: Settings) -> None:
    deaf = settings.model_copy(update={"valkey": "redis://127.0.0.1:9/0"})
    async with serving(create(deaf)) as one, serving(create(deaf)) as two:
        here, there = House(Stub(one), settings), House(Stub(two), settings)
        async with watching(there, VELI, open_tables=True) as veli:
            table = await full_table(here)
            await veli.table(table.table, lambda t: VELI in players(t))
            request = pb.SendChatRequest(table=table.table, request_id=new_request(), text="selam")
            await here.stub.SendChat(request, metadata=here.metadata(ALI))
            await veli.line("selam")


async def test_two_at_once_at_two_replicas_meet(houses: tuple[House, House]) -> None:
    async def one(house: House, player: str) -> pb.Table:
        return await house.sit(player, await house.quick(player))

    for number in range(8):
        pair = [f"players/{side}{number}" for side in "ab"]
        tables = await asyncio.gather(*(one(house, player) for house, player in zip(houses, pair, strict=True)))
        assert len({table.table for table in tables}) == 1
        assert sorted(players(await houses[0].get(tables[0]))) == pair


async def test_twenty_at_once_at_two_replicas_fill_ten_tables(houses: tuple[House, House]) -> None:
    async def one(number: int) -> pb.Table:
        house, player = houses[number % 2], f"players/p{number}"
        return await house.sit(player, await house.quick(player))

    answers = await asyncio.gather(*(one(number) for number in range(20)))
    tables = [await houses[0].get(pb.Table(table=name)) for name in {table.table for table in answers}]
    seated = [player for table in tables for player in players(table)]
    assert sorted(seated) == sorted(f"players/p{number}" for number in range(20))
    assert len(tables) == 10
    assert await houses[1].list() == []


async def test_a_word_that_makes_no_sense_harms_nobody(houses: tuple[House, House], settings: Settings) -> None:
    async with Redis.from_url(settings.valkey) as client:
        for channel in ("kiraathane:lobby", channel_of("tavla")):
            await client.publish(channel, b"\xc1")
            await client.publish(channel, msgspec.msgpack.encode(["x", [["no-such-match", 1, 3]]]))
    here, there = houses
    async with watching(there, ALI) as stream:
        table = await here.create(ALI)
        await stream.table(table.table)
