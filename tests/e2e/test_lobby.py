"""The lobby of the real platform, through the gateway: one stream tells it all."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client import Client, LobbyNews, Patience, PermissionDenied
from kiraathane_client.tavla import TAVLA
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.timeout(180)]

SHORT = {"matchLength": "1", "tavlaVariant": "hiper"}
PATIENT = Patience(total=60.0, longest=1.0)


class Watcher:
    """A client with its lobby's picture."""

    def __init__(self, client: Client) -> None:
        self.client = client
        assert client.session is not None
        self.me = client.session.player
        self.news = LobbyNews(self.me)
        self.lines: list[str] = []
        self._changed = asyncio.Condition()

    async def follow(self) -> None:
        async for news in self.client.lobby.watch(open_tables=True, patience=PATIENT):
            async with self._changed:
                if self.news.take(news) and news.HasField("chat"):
                    self.lines.append(news.chat.text)
                self._changed.notify_all()

    async def until(self, seen: Callable[[LobbyNews], bool]) -> None:
        async with asyncio.timeout(30), self._changed:
            await self._changed.wait_for(lambda: seen(self.news))

    def mine(self, name: str) -> pb.Table:
        return next(table for table in self.news.mine if table.table == name)


@contextlib.asynccontextmanager
async def guest(platform: Platform, name: str) -> AsyncIterator[Watcher]:
    async with Client(platform.gateway, patience=PATIENT) as client:
        await client.sign_in_guest(name)
        watcher = Watcher(client)
        following = asyncio.create_task(watcher.follow())
        try:
            await watcher.until(lambda news: news.synced)
            yield watcher
        finally:
            following.cancel()
            await asyncio.wait([following])


async def test_two_meet_by_quick_match_talk_play_and_meet_again(platform: Platform) -> None:
    async with guest(platform, "Ayşe") as ayse, guest(platform, "Barış") as baris, guest(platform, "Can") as can:
        table = await ayse.client.lobby.quick_match("tavla", SHORT)
        await can.until(lambda news: any(t.table == table.table for t in news.open))
        await baris.client.lobby.quick_match("tavla", SHORT)
        await can.until(lambda news: all(t.table != table.table for t in news.open))
        await ayse.client.lobby.say(table, "Kolay gelsin")
        await baris.until(lambda _: "Kolay gelsin" in baris.lines)
        await ayse.until(lambda news: bool(news.matches))
        match = ayse.client.match(TAVLA, next(iter(ayse.news.matches)))
        due = (await match.get()).info.due_seats[0]
        first = ayse if ayse.mine(table.table).seats[due].player == ayse.me else baris
        second = baris if first is ayse else ayse
        await first.until(lambda news: news.matches[match.name].due_seats == [due])
        legal = await first.client.match(TAVLA, match.name).legal_actions()
        move = next(action for action in legal.actions if not action.HasField("resign"))
        await first.client.match(TAVLA, match.name).play(move, expected_version=legal.version)
        await second.until(lambda news: news.matches[match.name].due_seats == [1 - due])
        await second.client.match(TAVLA, match.name).leave()
        finished = match_pb2.MATCH_STATUS_FINISHED
        await first.until(lambda news: news.matches[match.name].status == finished)
        again = await first.client.lobby.rematch(table)
        await second.until(lambda news: any(t.table == again.table for t in news.mine))
        assert second.mine(again.table).seats[due].kept_for == second.me, "on the other's seat"
        await second.client.lobby.rematch(table)
        await first.until(lambda news: len(news.matches) == 2)
        assert can.lines == []
        assert not can.news.matches


async def test_a_private_table_and_its_code_stay_among_its_people(platform: Platform) -> None:
    async with guest(platform, "Ayşe") as ayse, guest(platform, "Barış") as baris, guest(platform, "Can") as can:
        table = await ayse.client.lobby.sit(await ayse.client.lobby.create_table("tavla", SHORT, private=True))
        with pytest.raises(PermissionDenied, match="INVITE_NEEDED"):
            await can.client.lobby.table(table.table)
        found = await baris.client.lobby.find_table(table.invite_code)
        await baris.client.lobby.sit(found, invite_code=table.invite_code)
        await ayse.until(lambda news: baris.me in {seat.player for seat in ayse.mine(table.table).seats})
        await ayse.client.lobby.kick(table, baris.me)
        for call in (
            baris.client.lobby.find_table(table.invite_code),
            baris.client.lobby.table(table.table, invite_code=table.invite_code),
        ):
            with pytest.raises(PermissionDenied, match="KICKED"):
                await call
        public = await can.client.lobby.create_table("tavla", SHORT)
        await can.until(lambda news: any(t.table == public.table for t in news.mine))
        assert table.table not in can.news.tables
        await can.client.block(ayse.me)
        assert [player.display_name async for player in can.client.blocks()] == ["Ayşe"]
        with pytest.raises(PermissionDenied, match="BLOCKED"):
            await ayse.client.lobby.sit(public)


async def test_the_picture_is_right_again_after_the_service_was_killed(platform: Platform) -> None:
    async with guest(platform, "Ayşe") as ayse, Client(platform.gateway, patience=PATIENT) as other:
        await other.sign_in_guest("Barış")
        stays = await other.lobby.create_table("tavla", SHORT)
        goes = await other.lobby.create_table("tavla", SHORT)
        await ayse.until(lambda news: {stays.table, goes.table} <= set(news.tables))
        await asyncio.to_thread(platform.restart, "services")
        await other.lobby.leave(goes)
        new = await other.lobby.create_table("tavla", SHORT)
        await ayse.until(lambda news: new.table in news.tables and goes.table not in news.tables)
        assert stays.table in ayse.news.tables


async def test_a_substitute_plays_on_for_one_who_left(platform: Platform) -> None:
    async with guest(platform, "Ayşe") as ayse, guest(platform, "Barış") as baris, guest(platform, "Can") as can:
        lobby = ayse.client.lobby
        table = await lobby.sit(await lobby.create_table("batak"))
        await baris.client.lobby.sit(table, 1)
        for seat in (2, 3):
            table = await lobby.add_bot(table, "kolay", seat)
        table = await lobby.start(table)
        await baris.client.match("batak", table.match).leave()
        await ayse.until(lambda news: list(news.matches[table.match].open_seats) == [1])
        assert [(found.table.table, found.seat) for found in await can.client.lobby.open_seats("batak")] == [
            (table.table, 1)
        ]
        await can.client.lobby.take_seat(table, 1)
        mine = await can.client.match("batak", table.match).get()
        assert mine.info.viewer_seat == 1
        assert len(mine.view.hand) > 0
        await can.client.lobby.say(table, "Ben geldim")
        await ayse.until(lambda _: "Ben geldim" in ayse.lines)
        assert await can.client.lobby.open_seats("batak") == ()


async def test_who_only_watches_sees_a_hidden_game_late_and_a_closed_one_not(platform: Platform) -> None:
    async with guest(platform, "Ayşe") as ayse, guest(platform, "Can") as can:
        lobby = ayse.client.lobby
        table = await lobby.start(await lobby.add_bot(await lobby.sit(await lobby.create_table("pisti")), "kolay"))
        seen = await can.client.match("pisti", table.match).get()
        assert seen.info.status == match_pb2.MATCH_STATUS_PREPARED
        assert (await ayse.client.match("pisti", table.match).get()).info.version > 0
        table = await lobby.create_table("tavla", SHORT, spectators=False)
        table = await lobby.start(await lobby.add_bot(await lobby.sit(table), "kolay"))
        with pytest.raises(PermissionDenied, match="SPECTATORS_NOT_ALLOWED"):
            await can.client.match("tavla", table.match).get()
