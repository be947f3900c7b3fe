"""One person of the evening: a guest with a session of his own, who does what he feels like."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.evening import wishes
from kiraathane_client.cli.evening.cup import OVER, out, table_of
from kiraathane_client.cli.evening.house import House
from kiraathane_client.cli.evening.seat import SeatAtMatch
from kiraathane_client.client import Client
from kiraathane_client.commitments import MemoryCommitments
from kiraathane_client.errors import KiraathaneError, Refused
from kiraathane_client.lobby_news import LobbyNews
from kiraathane_client.retry import Patience
from kiraathane_client.session import MemorySessions
from services.kernel.registry import families

COMPANY_SECONDS = (1.0, 5.0)  # how long somebody waits for others before he asks for bots or goes
LONGEST_AWAY = 60.0  # seconds without a connection
LOOK_SECONDS = 0.7  # how often somebody looks at a tournament
REMATCH, BLOCK = 0.3, 0.05  # how often after a match


class Person:
    """Call `arrive`, then `spend`; the client stays open for the checks until `go`."""

    def __init__(self, house: House, number: int, seed: int) -> None:
        self.commitments = MemoryCommitments()
        self.client = Client(
            house.address, sessions=(sessions := MemorySessions()), commitments=self.commitments, patience=Patience(20)
        )
        self.me = ""
        self.busy = False
        self._sessions = sessions
        self._house, self._book = house, house.book
        self._name = f"{wishes.NAMES[number % len(wishes.NAMES)]} {number + 1}"
        self._rng = random.Random(f"{seed}-{number}")  # noqa: S311  (simulation, no secret)
        self._news = LobbyNews("")
        self._changed = asyncio.Event()
        self._do: dict[str, Callable[[], Awaitable[None]]] = {
            "quick": self._quick,
            "public": self._public,
            "private": self._private,
            "join": self._join,
            "substitute": self._substitute,
            "watch": self._watch,
            "look": self._look,
            "cup": self._cup,
        }

    async def arrive(self) -> None:
        """Comes in, not at the same moment as all others."""
        await asyncio.sleep(self._rng.uniform(0, min(10.0, self._house.seconds / 5)))
        self.me = (await self.client.sign_in_guest(self._name)).player
        self._news = LobbyNews(self.me)
        self._house.people.append(self.me)
        self._book.count("people")

    async def go(self) -> None:
        """Closes the connection."""
        await self.client.close()

    async def spend(self) -> None:
        """Does one thing after the other until the house closes."""
        hearing = asyncio.create_task(self._hear())
        try:
            while self._house.open:
                what = wishes.activity(self._rng, () if self._house.cup else ("cup",))
                try:
                    await self._do[what]()
                except KiraathaneError as error:
                    self._book.trouble(error, f"{self.me} {what}")
                await asyncio.sleep(self._rng.uniform(0.05, 0.5))
        finally:
            hearing.cancel()
            await asyncio.wait([hearing])

    async def _hear(self) -> None:
        """Keeps the picture of the lobby; now and then the stream is lost, and another draws the same."""
        while True:
            try:
                async with asyncio.timeout(self._rng.uniform(10, 60)):
                    async with aclosing(self.client.lobby.watch(open_tables=True)) as stream:
                        async for news in stream:
                            self._news.take(news)
                            self._changed.set()
            except TimeoutError:
                self._book.count("lobby_streams_lost")
            except KiraathaneError as error:
                self._book.trouble(error, f"{self.me} lobby")
                await asyncio.sleep(1)

    # -- tables -------------------------------------------------------------------------------------------------------

    def _options(self, family: str, *, varied: bool) -> dict[str, str]:
        return wishes.short_options(families()[family].game.meta, self._rng if varied else None)

    async def _quick(self) -> None:
        family = self._house.next_game()
        self._book.count("quick_matches")
        await self._play_at(await self.client.lobby.quick_match(family, self._options(family, varied=False)))

    async def _public(self) -> None:
        family = self._house.next_game()
        table = await self.client.lobby.create_table(family, self._options(family, varied=True))
        self._book.count("public_tables")
        await self._play_at(await self.client.lobby.sit(table))

    async def _private(self) -> None:
        """Opens a private table, or comes to one that he has heard of."""
        if self._house.invitations and self._rng.random() < 0.7:
            code = self._house.invitations.pop(0)
            table = await self.client.lobby.find_table(code)
            table = await self.client.lobby.sit(table, invite_code=code)
            self._book.count("invitations_used")
        else:
            family = self._house.next_game()
            options = self._options(family, varied=True)
            table = await self.client.lobby.sit(await self.client.lobby.create_table(family, options, private=True))
            self._book.count("private_tables")
            self._house.invitations += [table.invite_code] * (len(table.seats) - 1)
        await self._play_at(table)

    async def _join(self) -> None:
        tables = [table for table in self._news.open if self._house.knows(table.family) and not table.reserved]
        if tables:
            table = await self.client.lobby.sit(self._rng.choice(tables))
            self._book.count("tables_joined")
            await self._play_at(table)

    async def _play_at(self, table: pb.Table, *, bots: bool = True) -> None:
        """Waits at a table, plays, and perhaps once more with the same people."""
        while True:
            started = await self._until_started(table, bots=bots)
            if started is None:
                self._book.count("tables_left")
                return
            there = await self.play(started, wishes.mood(self._rng, min(LONGEST_AWAY, self._house.seconds / 3)))
            await self._afterwards(started)
            if not (there and self._house.open and bots and self._rng.random() < REMATCH):
                return
            table = await self.client.lobby.rematch(started)
            self._book.count("rematches")

    async def play(self, table: pb.Table, mood: wishes.Mood) -> bool:
        """Plays the match of a table that has started; True if he was there at the end."""
        seat = next((place.seat for place in table.seats if place.player == self.me), None)
        if seat is None:
            self._book.fault("seat_lost", table.table, f"{self.me} sat down, and has no seat in {table.match}")
            return False
        public = table.visibility != pb.VISIBILITY_PRIVATE
        entry = self._book.sat(table.match, table.family, table.table, public=public, player=self.me, seat=seat)
        playing = SeatAtMatch(self.client, self._book, entry, mood, self._rng)
        self.busy = True
        try:
            return await playing.play(self._house.pace, self._house.closes, self._house.ends, self._sessions)
        finally:
            self.busy = False

    async def _until_started(self, table: pb.Table, *, bots: bool) -> pb.Table | None:
        """The table with its match begun; None when he has got up."""
        if self._rng.random() < 0.3 and not table.no_chat:
            await self._say(table)
        company = self._rng.uniform(*COMPANY_SECONDS) if bots else wishes.PATIENCE_SECONDS
        started = await self._wait_for(table, company)
        if started is not None or not bots:
            return started
        for _ in range(3):
            now = await self.client.lobby.table(table.table)
            if now.status == pb.TABLE_STATUS_STARTED:
                return now
            if now.status != pb.TABLE_STATUS_OPEN:
                return None
            if now.owner != self.me:
                break
            try:
                return await self._with_bots(now)
            except Refused as refused:  # somebody sat down or got up at that moment
                self._book.trouble(refused, table.table)
        try:
            await self.client.lobby.leave(table)
        except Refused as refused:  # it has started at that moment
            self._book.trouble(refused, table.table)
            now = await self.client.lobby.table(table.table)
            return now if now.status == pb.TABLE_STATUS_STARTED else None
        return None

    async def _with_bots(self, table: pb.Table) -> pb.Table:
        levels = families()[table.family].game.meta.bot_levels
        for place in table.seats:
            if not place.display_name and table.status == pb.TABLE_STATUS_OPEN:
                table = await self.client.lobby.add_bot(table, self._rng.choice(levels), place.seat)
                self._book.count("bots_asked_for")
        if table.status == pb.TABLE_STATUS_OPEN:
            table = await self.client.lobby.start(table)
        return table

    async def _wait_for(self, table: pb.Table, seconds: float) -> pb.Table | None:
        """The table once it has started, as the lobby's stream tells it; None after `seconds`, or if it closes."""
        until = time.monotonic() + seconds
        now: pb.Table = table
        while now.status == pb.TABLE_STATUS_OPEN:
            self._changed.clear()
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    await self._changed.wait()
            except TimeoutError:
                return None
            known = self._news.tables.get(table.table)
            now = known if known is not None and known.version >= now.version else now
        return now if now.status == pb.TABLE_STATUS_STARTED else None

    async def _say(self, table: pb.Table) -> None:
        try:
            await self.client.lobby.say(table, self._rng.choice(wishes.SAYINGS))
            self._book.count("said")
        except KiraathaneError as error:
            self._book.trouble(error, table.table)

    async def _afterwards(self, table: pb.Table) -> None:
        """A word after the match, and now and then somebody is not wanted any more."""
        if self._rng.random() < 0.1 and not table.no_chat:
            await self._say(table)
        others = [place.player for place in table.seats if place.player not in ("", self.me)]
        if others and self._rng.random() < BLOCK:
            await self.client.block(self._rng.choice(others))
            self._book.count("blocked")

    async def _substitute(self) -> None:
        """Sits down for one who has left or is away, where somebody is wanted."""
        seats = [
            one
            for one in await self.client.lobby.open_seats()
            if self._house.knows(one.table.family) and not self._book.was_at(self.me, one.table.match)
        ]
        if seats:
            wanted = self._rng.choice(seats)
            table = await self.client.lobby.take_seat(wanted.table, wanted.seat)
            self._book.count("substituted")
            await self.play(table, wishes.mood(self._rng, LONGEST_AWAY))

    # -- beside one's own matches -------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Looks on at somebody else's match for a while."""
        matches = [entry for entry in self._book.running(public=True) if self.me not in entry.seated]
        if not matches:
            return
        entry = self._rng.choice(matches)
        try:
            async with asyncio.timeout(self._rng.uniform(1, 5)):
                async with aclosing(self.client.match(entry.family, entry.match).watch()) as updates:
                    async for update in updates:
                        self._book.count("seen_as_spectator")
                        if update.info.HasField("viewer_seat"):
                            self._book.fault("spectator_seated", entry.match, f"{self.me} has no seat there")
        except TimeoutError:
            self._book.count("watched")

    async def _look(self) -> None:
        """How do I stand, and what have I played?"""
        await self.client.league.points()
        async for _ in self.client.league.results():
            self._book.count("results_looked_at")

    # -- tournaments --------------------------------------------------------------------------------------------------

    async def _cup(self) -> None:
        """Enters the tournament and plays it to its end, or until he is out."""
        name = self._house.cup
        if not name:
            return
        await self.client.tournaments.enter(name)
        self._book.count("tournament_entries")
        while time.monotonic() < self._house.ends:
            t = await self.client.tournaments.get(name)
            if t.status in OVER:
                return
            number = next((n for n, one in enumerate(t.entrants) if self.me in [p.player for p in one.people]), None)
            if number is None or out(t, number):
                return
            if (table := table_of(t, number)) and not await self._encounter(table):
                return
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * LOOK_SECONDS)

    async def _encounter(self, name: str) -> bool:
        """Plays a match of the tournament; False if the table did not start."""
        table = await self.client.lobby.sit(await self.client.lobby.table(name))
        started = await self._until_started(table, bots=False)
        if started is not None:
            self._book.count("tournament_matches_sat_at")
            await self.play(started, wishes.Mood(odd=0.0))
        return started is not None
