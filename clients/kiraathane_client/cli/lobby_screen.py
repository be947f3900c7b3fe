"""The lobby at the terminal, live: open tables, one's own, and what is new."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import aclosing

from rich import box
from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.desk import FOREVER, Desk
from kiraathane_client.cli.waiting import changes, spoken
from kiraathane_client.client import Client
from kiraathane_client.lobby_news import LobbyNews

SHOWN_NEWS = 6
SHOWN_TABLES = 8


async def lobby(desk: Desk, family: str) -> None:
    """Shows the lobby until Ctrl-C: on a terminal one screen, elsewhere a line for each piece of news."""
    async with desk.client() as client:
        await desk.sit_in(client)
        screen = LobbyScreen(desk, client)
        try:
            if desk.interactive:
                with Live(screen.draw(), console=desk.out, screen=True, auto_refresh=False) as live:
                    await screen.follow(family, lambda: live.update(screen.draw(), refresh=True))
            else:
                await screen.follow(family, screen.tell)
        except asyncio.CancelledError:
            return  # Ctrl-C: whoever only looks may go without a word


class LobbyScreen:
    """What is shown."""

    def __init__(self, desk: Desk, client: Client) -> None:
        self._desk = desk
        self._client = client
        session = client.session
        self._me = session.player if session is not None else ""
        self._news = LobbyNews(self._me)
        self._lines: deque[Text] = deque(maxlen=SHOWN_NEWS)
        self._untold: list[Text] = []

    async def follow(self, family: str, changed: Callable[[], None]) -> None:
        """Takes in the stream; calls `changed` when there is something else to be seen."""

        def connection(up: bool) -> None:
            self._tell(Text(self._desk.connected(up), style="yellow"))
            changed()

        watching = self._client.lobby.watch(open_tables=True, family=family, patience=FOREVER, on_connection=connection)
        async with aclosing(watching) as stream:
            async for item in stream:
                before = self._news.tables.get(item.table.table or item.table_gone.table)
                if self._news.take(item) and self._news.synced:
                    self._note(item, before)
                    changed()

    def tell(self) -> None:
        """Writes what has not been told yet."""
        for line in self._untold:
            self._desk.out.print(line)
        self._untold.clear()

    # -- what is new --------------------------------------------------------------------------------------------------

    def _note(self, item: pb.WatchLobbyResponse, before: pb.Table | None) -> None:
        lines = []
        if item.HasField("table"):
            lines = self._of_table(item.table, before)
        elif item.HasField("table_gone"):
            lines = self._of_gone(before, item.table_gone)
        elif item.HasField("chat"):
            lines = [spoken(item.chat)]
        elif item.HasField("match"):
            lines = self._of_match(item.match)
        elif item.HasField("synced"):
            tables, mine = len(self._news.open), len(self._news.mine)
            count = "1 open table" if tables == 1 else f"{tables} open tables"
            tr, en = f"{tables} açık masa, {mine} masanız.", f"{count}, {mine} of yours."
            lines = [Text(self._desk.say(tr, en), style="dim")]
        self._tell(*lines)

    def _tell(self, *lines: Text) -> None:
        self._lines.extend(lines)
        self._untold.extend(lines)

    def _of_gone(self, table: pb.Table | None, gone: pb.TableGone) -> list[Text]:
        """A table has begun, or was closed, or is another's business now: it is told by who was there."""
        if table is None:
            return []
        people = ", ".join(seat.display_name for seat in table.seats if seat.display_name)
        if gone.status == pb.TABLE_STATUS_STARTED:
            return self._of_begun(table, people)
        tr, en = f"Bir {table.family} masası gitti", f"A table of {table.family} is gone"
        return [Text(self._desk.say(tr, en) + (f": {people}." if people else "."))]

    def _of_begun(self, table: pb.Table, people: str) -> list[Text]:
        """They play now; the way in, where others may watch."""
        tr, en = f"Bir {table.family} masası oyuna başladı", f"A table of {table.family} has begun to play"
        begun = Text(self._desk.say(tr, en) + (f": {people}." if people else "."))
        if table.spectators != match_pb2.SPECTATORS_ALLOWED:
            return [begun]
        return [begun, Text(f"  kiraathane watch {table.match}", style="dim")]

    def _of_table(self, table: pb.Table, before: pb.Table | None) -> list[Text]:
        if before is not None:
            return list(changes(self._desk, before, table, self._me))
        if any(seat.kept_for == self._me for seat in table.seats):
            tr, en = f"Size yer ayrıldı: {table.table}", f"A seat is kept for you: {table.table}"
            return [Text(self._desk.say(tr, en), style="bold")]
        tr, en = f"Yeni masa: {table.family} {table.table}", f"A new table: {table.family} {table.table}"
        return [Text(self._desk.say(tr, en))]

    def _of_match(self, notice: pb.MatchNotice) -> list[Text]:
        if notice.status == match_pb2.MATCH_STATUS_FINISHED:
            tr = f"Maç bitti. Rövanş: kiraathane rematch {notice.table}"
            en = f"The match is over. Once more: kiraathane rematch {notice.table}"
        elif notice.seat in notice.due_seats:
            back = f"kiraathane play {notice.family} --match {notice.match}"
            tr, en = f"Sıra sizde: {back}", f"It is your turn: {back}"
        else:
            return []
        return [Text(self._desk.say(tr, en), style="bold")]

    # -- the screen ---------------------------------------------------------------------------------------------------

    def draw(self) -> Group:
        """The whole screen."""
        say = self._desk.say
        return Group(
            self._tables(say("Masalarım", "My tables"), self._news.mine),
            self._tables(say("Açık masalar", "Open tables"), self._news.open),
            Panel(
                Group(*self._lines),
                title=say("Haberler", "News"),
                box=box.ASCII2 if self._desk.ascii else box.ROUNDED,
                height=SHOWN_NEWS + 2,
            ),
            Text(say("Çıkmak için Ctrl-C", "Ctrl-C ends it"), style="dim"),
        )

    def _tables(self, title: str, tables: list[pb.Table]) -> Table:
        say = self._desk.say
        columns = (say("masa", "table"), say("oyun", "game"), say("oturanlar", "seated"), say("durum", "state"))
        edges = box.ASCII2 if self._desk.ascii else box.ROUNDED
        shown = Table(*columns, title=title, title_justify="left", box=edges, header_style="bold", expand=True)
        shown.columns[0].no_wrap = True
        for table in tables[:SHOWN_TABLES]:
            shown.add_row(table.table, table.family, self._seated(table), self._state(table))
        return shown

    def _seated(self, table: pb.Table) -> str:
        def named(seat: pb.TableSeat) -> str:
            if seat.display_name:
                return seat.display_name if seat.bot_level or seat.ready else f"{seat.display_name} …"
            return self._desk.say("(bekleniyor)", "(awaited)") if seat.kept_for else self._desk.say("(boş)", "(free)")

        return ", ".join(named(seat) for seat in table.seats)

    def _state(self, table: pb.Table) -> str:
        say = self._desk.say
        notice = self._news.matches.get(table.match)
        if table.status == pb.TABLE_STATUS_OVER:
            return say("bitti", "over")
        if notice is not None and notice.seat in notice.due_seats:
            return say("sıra sizde", "your turn")
        if table.status == pb.TABLE_STATUS_STARTED:
            return say("oynanıyor", "being played")
        if table.invite_code:
            return say(f"özel · kod {table.invite_code}", f"private · code {table.invite_code}")
        return say("açık", "open")
