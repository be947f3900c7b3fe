"""One stream tells a client everything, and nobody anything that is not his business."""

import asyncio

import grpc
import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.lobby import feed, newsroom
from services.lobby.service import LobbyHosted
from services.runtime.news import MatchNews
from tests.lobby.conftest import FakeTavla
from tests.lobby.house import ALI, AYSE, CAN, VELI, House, full_table, players
from tests.lobby.news import watching
from tests.support.serving import as_service, refused

OPEN, STARTED, OVER = pb.TABLE_STATUS_OPEN, pb.TABLE_STATUS_STARTED, pb.TABLE_STATUS_OVER


def match_id(table: pb.Table) -> str:
    return table.match.removeprefix("matches/")


async def test_first_the_picture_then_what_changes(house: House) -> None:
    old = await house.create(ALI)
    async with watching(house, AYSE, open_tables=True) as stream:
        assert stream.kinds() == ["table", "synced"]
        assert stream.got[0].table == await house.get(old)
        new = await house.create(VELI)
        await stream.table(new.table)
        await house.sit(ALI, old)
        await stream.table(old.table, lambda table: players(table) == [ALI, ""])
        await house.leave(ALI, old)
        gone = await stream.gone(old.table)
        assert (gone.kicked, gone.status) == (False, pb.TABLE_STATUS_CLOSED)


async def test_a_table_leaves_the_list_when_it_starts(house: House) -> None:
    table = await full_table(house)
    async with watching(house, AYSE, open_tables=True) as stream, watching(house, VELI) as own:
        await house.start(ALI, table)
        assert (await stream.gone(table.table)).status == STARTED
        assert (await own.table(table.table, lambda t: t.status == STARTED)).match == table.match


async def test_the_list_is_of_one_family_if_that_is_wanted(house: House) -> None:
    async with watching(house, AYSE, open_tables=True, family="pisti") as stream:
        await house.create(ALI)
        mine = await house.create(AYSE)
        await stream.table(mine.table)
        assert stream.names() == {mine.table}


async def test_who_asks_for_nothing_hears_of_his_own_tables(house: House) -> None:
    other, mine = await house.create(ALI), await house.create(AYSE)
    async with watching(house, AYSE) as stream:
        assert stream.names() == {mine.table}
        await house.sit(ALI, other)
        await house.sit(VELI, mine)
        await stream.table(mine.table, lambda table: VELI in players(table))
        await house.sit(AYSE, other)
        await stream.table(other.table)
        assert stream.names() == {mine.table, other.table}


async def test_a_private_table_is_on_nobody_elses_stream(house: House) -> None:
    async with (
        watching(house, ALI) as own,
        watching(house, VELI, open_tables=True) as guest,
        watching(house, AYSE, open_tables=True) as stranger,
    ):
        table = await house.create(ALI, private=True)
        await house.sit(ALI, table, nonce="very-secret")
        await house.sit(VELI, table, code=table.invite_code, nonce="very-secret")
        shown = await guest.table(table.table, lambda t: VELI in players(t))
        assert shown.invite_code == table.invite_code
        await own.table(table.table, lambda t: VELI in players(t))
        async with watching(house, CAN, tables=[table.table]) as curious:
            await curious.gone(table.table)
            await house.set_ready(VELI, table, ready=False)
            await own.table(table.table, lambda t: not t.seats[1].ready)
            public = await house.create(CAN)
            await stranger.table(public.table)
            assert curious.names() == {public.table}
        assert stranger.names() == {public.table}
        for stream in (own, guest, stranger, curious):
            assert "very-secret" not in str(stream.got)
        assert table.invite_code not in str(stranger.got) + str(curious.got)


async def test_who_is_sent_away_is_told_so_and_nothing_more(house: House) -> None:
    table = await house.create(ALI, private=True)
    await house.sit(ALI, table)
    await house.sit(VELI, table, code=table.invite_code)
    async with watching(house, VELI) as stream:
        await house.kick(ALI, table, VELI)
        gone = await stream.gone(table.table)
        assert (gone.kicked, gone.status) == (True, pb.TABLE_STATUS_UNSPECIFIED)
        seen = len(stream.got)
        await house.add_bot(ALI, table)
        await house.start(ALI, table)
        mine = await house.create(VELI)
        await stream.table(mine.table)
        assert len(stream.got) == seen + 1


async def test_a_table_that_is_followed_is_shown_until_it_closes(house: House) -> None:
    table = await full_table(house)
    async with watching(house, AYSE, tables=[table.table, "tables/nowhere"]) as stream:
        await stream.gone("tables/nowhere")
        await house.start(ALI, table)
        await stream.table(table.table, lambda t: t.status == STARTED)


async def test_it_is_told_whose_turn_it_is_and_when_it_is_over(
    house: House, hosted: LobbyHosted, fake: FakeTavla
) -> None:
    table = await full_table(house)
    async with watching(house, ALI) as ali, watching(house, VELI) as veli, watching(house, AYSE) as other:
        await house.start(ALI, table)
        await ali.table(table.table, lambda t: t.status == STARTED)

        def hear(version: int, status: int, due: int | None, deadline_ms: int = 0) -> None:
            hosted.hear("tavla", [MatchNews(match_id(table), version, status, due, deadline_ms)])

        first = await ali.match(lambda news: news.version == 1)  # it has begun: that is asked, nobody told it yet
        assert (list(first.due_seats), first.seat, first.family) == ([0], 0, "tavla")
        hear(2, 2, 0b01)  # still his turn: nothing new
        hear(3, 2, 0b10)
        hear(2, 2, 0b01)  # late
        turn = await veli.match(lambda news: 1 in news.due_seats)
        assert (turn.version, turn.seat, turn.HasField("deadline")) == (3, 1, False)
        hear(4, 2, 0b01, 1_800_000_000_000)
        mine = await ali.match(lambda news: news.version == 4)
        assert mine.deadline.ToMilliseconds() == 1_800_000_000_000
        hear(9, 3, 0)
        hear(8, 2, 0b01)  # an answer that was long under way
        over = await ali.match(lambda news: news.status == match_pb2.MATCH_STATUS_FINISHED)
        assert over.version == 9
        await veli.table(table.table, lambda t: t.status == OVER)
        assert [item.match.version for item in ali.got if item.HasField("match")] == [1, 3, 4, 9]
        new = await house.rematch(ALI, table)
        await veli.table(table.table, lambda t: t.rematch == new.table)
        offer = await veli.table(new.table)
        assert offer.seats[0].kept_for == VELI
        assert "match" not in other.kinds()


async def test_what_a_hint_does_not_say_is_asked(
    house: House, hosted: LobbyHosted, fake: FakeTavla, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await full_table(house)
    async with watching(house, ALI) as stream:
        await house.start(ALI, table)
        await stream.table(table.table, lambda t: t.status == STARTED)
        fake.heads[table.match] = (5, 0)
        hosted.hear("tavla", [MatchNews(match_id(table), 5, 2)])
        assert (await stream.match(lambda news: news.version == 5)).due_seats == [0]
        monkeypatch.setattr(newsroom, "QUIET_SECONDS", -1.0)
        fake.heads[table.match] = (6, 1)  # and of this nobody tells
        await hosted._newsroom.ask_quiet_ones()
        await stream.match(lambda news: news.version == 6)
    async with watching(house, VELI) as stream:
        assert (await stream.match(lambda _: True)).version == 6, "the first picture has the matches as well"


async def test_the_end_of_a_match_that_nobody_heard_of_is_found(
    house: House, hosted: LobbyHosted, fake: FakeTavla, monkeypatch: pytest.MonkeyPatch
) -> None:
    from services.lobby import service

    table, playing = await full_table(house), await full_table(house)
    for one in (table, playing):
        await house.start(ALI, one)
    fake.over.add(table.match)
    monkeypatch.setattr(service, "UNHEARD_SECONDS", -1)
    await hosted._look_after_matches()
    assert (await house.get(table)).status == OVER
    assert (await house.get(playing)).status == STARTED


async def test_who_does_not_read_is_sent_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = feed.Feed(AYSE, feed.Wishes())
    monkeypatch.setattr(feed, "LONGEST_QUEUE", 3)
    for _ in range(5):
        queue.synced()
    last = await queue.next()
    assert last is not None
    assert last.resume.reason == "TOO_SLOW"
    assert await queue.next() is None


async def test_a_house_that_closes_says_so(house: House, hosted: LobbyHosted) -> None:
    async with watching(house, AYSE) as stream:
        await hosted.drain()
        assert (await stream.until(lambda item: item.HasField("resume"))).resume.reason == "DRAINING"
        with refused(grpc.StatusCode.UNAVAILABLE, "DRAINING"):
            async with watching_nothing(house):
                pass


class watching_nothing:  # noqa: N801  (a stream whose refusal is what matters)
    def __init__(self, house: House, player: str = ALI) -> None:
        self.call = house.stub.WatchLobby(pb.WatchLobbyRequest(), metadata=house.metadata(player))

    async def __aenter__(self) -> None:
        await self.call.read()

    async def __aexit__(self, *_: object) -> None:
        self.call.cancel()


async def test_a_player_has_so_many_streams_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newsroom, "MOST_STREAMS", 2)
    async with watching(house, ALI), watching(house, ALI), watching(house, VELI):
        with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS"):
            async with watching_nothing(house):
                pass
    async with watching(house, ALI):
        pass


async def test_services_watch_nothing(house: House) -> None:
    call = house.stub.WatchLobby(pb.WatchLobbyRequest(), metadata=as_service())
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        await call.read()


async def test_a_stream_that_ends_leaves_nothing_behind(house: House, hosted: LobbyHosted) -> None:
    room = hosted._newsroom
    table = await full_table(house)
    async with watching(house, ALI, open_tables=True, tables=[table.table]):
        await house.start(ALI, table)
        assert room._running
    for _ in range(500):
        if room.empty:
            break
        await asyncio.sleep(0.01)
    assert room.empty
    assert not room._lists
    assert not room._showing
    assert not room._running
    assert not room._heard


def test_everything_that_is_sent_is_a_kind_that_is_counted() -> None:
    from services.lobby.metrics import NEWS

    kinds = {field.name for field in pb.WatchLobbyResponse.DESCRIPTOR.oneofs_by_name["news"].fields}
    assert kinds - set(NEWS) == {"synced", "resume"}
