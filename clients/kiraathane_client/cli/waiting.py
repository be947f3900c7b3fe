"""Waiting at a table until it starts: who comes and goes, what is said, and what the owner does about it."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext

from rich.text import Text

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import FOREVER, Desk, ExpectedFailure, Gone
from kiraathane_client.cli.prompt import NoMoreLines, Prompt, ended, prompt_of
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError, Refused
from kiraathane_client.terminal import folded

READY = {"hazir", "ready"}
NOT_READY = {"bekle", "wait"}
START = {"basla", "start"}
KICK = {"kaldir", "kick"}
BOT = {"bot"}
LEAVE = {"kalk", "leave", "cik", "quit", "q"}
HELP = {"?", "help", "yardim", "h"}


class WaitingRoom:
    """One person at one table. At a terminal he may type; a script only waits."""

    def __init__(self, desk: Desk, client: Client, table: pb.Table) -> None:
        self._desk = desk
        self._client = client
        self._table = table
        self._prompt: Prompt | None = prompt_of(desk) if desk.interactive else None
        session = client.session
        self._me = session.player if session is not None else ""
        self._heard = 0
        self._told = False  # of the table, since the stream's first picture began

    async def until_started(self) -> pb.Table:
        """The table with its match begun. Ends the command when the table closes or the person goes.

        Whoever waits here gets up by `leaving.seated`, however the waiting ends.
        """
        try:
            with self._prompt.above() if self._prompt is not None else nullcontext():
                return await self._wait()
        except NoMoreLines:
            raise Gone(self._desk.say("Masadan kalktınız.", "You got up from the table.")) from None

    async def _wait(self) -> pb.Table:
        news: asyncio.Queue[pb.WatchLobbyResponse] = asyncio.Queue()
        following = asyncio.create_task(self._follow(news))
        coming = asyncio.ensure_future(news.get())
        typing: asyncio.Task[str] | None = None
        try:
            while True:
                await self._start_if_complete()
                if self._table.status == pb.TABLE_STATUS_STARTED:
                    return self._table
                if typing is None and self._prompt is not None:
                    typing = asyncio.create_task(self._prompt.line("› ", lambda _: (), str))
                waited = {task for task in (following, coming, typing) if task is not None}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if following.done():
                    following.result()
                if coming.done():
                    await self._take(coming.result())
                    coming = asyncio.ensure_future(news.get())
                if typing is not None and typing.done():
                    line, typing = typing.result(), None
                    await self._typed(line)
        finally:
            coming.cancel()
            for task in (following, typing):
                if task is not None:
                    await ended(task)

    async def _follow(self, news: "asyncio.Queue[pb.WatchLobbyResponse]") -> None:
        connection = self._desk.connection
        async for item in self._client.lobby.watch(patience=FOREVER, on_connection=connection):
            await news.put(item)

    # -- what happens -------------------------------------------------------------------------------------------------

    async def _take(self, news: pb.WatchLobbyResponse) -> None:
        if news.HasField("table") and news.table.table == self._table.table:
            self._became(news.table)
            self._told = True
        elif news.HasField("table_gone") and news.table_gone.table == self._table.table:
            self._end(closed=not news.table_gone.kicked)
        elif news.HasField("chat") and news.chat.table == self._table.table:
            self._hear(news.chat)
        elif news.HasField("synced"):
            if not self._told:  # it went before the stream began
                now = await self._client.lobby.table(self._table.table)
                self._end(closed=now.status == pb.TABLE_STATUS_CLOSED)
            self._told = False
            try:
                async for said in self._client.lobby.chat(self._table, self._heard):  # meanwhile, and before
                    self._hear(said)
            except KiraathaneError as error:
                self._desk.out.print(self._desk.explain(error), style="yellow")

    def _became(self, table: pb.Table) -> None:
        """The table is like this now, unless that is older than what is known."""
        if table.version >= self._table.version:
            for line in changes(self._desk, self._table, table, self._me):
                self._desk.out.print(line)
            self._table = table

    def _end(self, *, closed: bool) -> None:
        if closed:
            raise ExpectedFailure(self._desk.say("Masa kapandı.", "The table was closed."))
        tr, en = "Masanın sahibi sizi kaldırdı.", "The table's owner has sent you away."
        raise ExpectedFailure(self._desk.say(tr, en))

    def _hear(self, line: pb.ChatLine) -> None:
        if line.number > self._heard:
            self._heard = line.number
            self._desk.out.print(spoken(line))

    async def _start_if_complete(self) -> None:
        """The owner need not say that he wants to begin: he came to play."""
        full = all(seat.display_name for seat in self._table.seats)
        ready = all(seat.ready or seat.bot_level or seat.player == self._me for seat in self._table.seats)
        if self._table.owner == self._me and full and ready and self._table.status == pb.TABLE_STATUS_OPEN:
            try:
                self._table = await self._client.lobby.start(self._table)
            except Refused:
                self._table = await self._client.lobby.table(self._table.table)  # somebody got up at that moment

    # -- what is typed ------------------------------------------------------------------------------------------------

    async def _typed(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        word, rest = folded(words[0]), " ".join(words[1:])
        lobby = self._client.lobby
        try:
            if word in HELP:
                self._guide()
            elif word in LEAVE:
                raise NoMoreLines
            elif word in READY | NOT_READY:
                self._became(await lobby.set_ready(self._table, word in READY))
            elif word in START:
                self._became(await lobby.start(self._table))
            elif word in BOT:
                self._became(await lobby.add_bot(self._table, rest or "orta"))
            elif word in KICK:
                self._became(await lobby.kick(self._table, player_of(self._desk, self._table, rest)))
            else:
                await lobby.say(self._table, line.removeprefix(":"))
        except KiraathaneError as error:
            self._desk.out.print(self._desk.explain(error), style="yellow")
        except ExpectedFailure as failure:
            self._desk.out.print(str(failure), style="yellow")

    def _guide(self) -> None:
        tr = "hazır · bekle · başla · bot [düzey] · kaldır AD · kalk — başka her şey masaya söylenir"
        en = "ready · wait · start · bot [level] · kick NAME · leave — anything else is said at the table"
        self._desk.out.print(self._desk.look.say(tr, en), style="dim")


def player_of(desk: Desk, table: pb.Table, name: str) -> str:
    """Who at the table has this name, or is called "players/…"."""
    for seat in table.seats:
        if seat.player and (seat.player == name or folded(seat.display_name) == folded(name)):
            return seat.player
    raise ExpectedFailure(desk.say(f"«{name}» bu masada oturmuyor.", f"“{name}” does not sit at this table."))


def spoken(line: pb.ChatLine) -> Text:
    """A line of the chat."""
    return Text.assemble((f"{line.display_name}: ", "bold"), line.text)


def changes(desk: Desk, before: pb.Table, now: pb.Table, me: str) -> Sequence[Text]:
    """What is different at a table, a line each."""
    lines = []
    was = {seat.player: seat for seat in before.seats if seat.player}
    names = {seat.player: seat for seat in now.seats if seat.player}
    for player, seat in names.items():
        if player not in was:
            lines.append(desk.say(f"{seat.display_name} oturdu.", f"{seat.display_name} sat down."))
        elif was[player].seat != seat.seat:
            tr, en = f"{seat.display_name} yer değiştirdi.", f"{seat.display_name} moved to another seat."
            lines.append(desk.say(tr, en))
        if seat.ready and not (player in was and was[player].ready) and player != me:
            lines.append(desk.say(f"{seat.display_name} hazır.", f"{seat.display_name} is ready."))
    for player, seat in was.items():
        if player not in names:
            lines.append(desk.say(f"{seat.display_name} kalktı.", f"{seat.display_name} got up."))
    bots = [seat.bot_level for seat in now.seats if seat.bot_level]
    if bots != [seat.bot_level for seat in before.seats if seat.bot_level]:
        lines.append(desk.say(f"Botlar: {', '.join(bots) or 'yok'}.", f"Bots: {', '.join(bots) or 'none'}."))
    return [Text(line, style="dim") for line in lines]
