"""Who is told what: the streams of this process, and what has to be looked up before they can be told.

Whatever is heard of here, at once, from another replica or by the slow poll, may be heard twice or late: tables and
matches have versions and lines have numbers, and each stream is told of what is newer than what it has.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Sequence
from typing import Final

import grpc.aio
import structlog

from services.lobby import clock, starting
from services.lobby.blocks import Blocks
from services.lobby.chat import ChatStore, Line
from services.lobby.feed import Feed, Picture, Wishes
from services.lobby.games import Games, family_of
from services.lobby.matches import Matches
from services.lobby.messages import line_shown
from services.lobby.metrics import STREAMS
from services.lobby.store import TableStore
from services.lobby.table import Status, Table
from services.runtime.errors import Exhausted, HouseError, Unavailable
from services.runtime.journal.interface import Status as MatchStatus
from services.runtime.match import PREFIX
from services.runtime.news import MatchNews
from services.runtime.tasks import ended

log = structlog.get_logger(__name__)

MOST_STREAMS: Final = 16
"""Streams that one player may have open at a process: his devices."""
LIST_LENGTH: Final = 200
"""Open tables in the first picture."""
QUIET_SECONDS: Final = 10.0
"""A match of which nothing has been heard for so long is asked how it stands."""
_ASKED_AT_ONCE: Final = 32
_LINES: Final = 100
_REMEMBERED: Final = 10_000


class Newsroom:
    """The streams of one process."""

    def __init__(self, store: TableStore, chats: ChatStore, known: Games, matches: Matches, blocks: Blocks) -> None:
        self._store = store
        self._chats = chats
        self._games = known
        self._matches = matches
        self._blocks = blocks
        self._draining = False
        self._feeds: defaultdict[str, set[Feed]] = defaultdict(set)
        """By viewer."""
        self._lists: set[Feed] = set()
        self._showing: defaultdict[str, set[Feed]] = defaultdict(set)
        """By table, those who have been shown it or follow it."""
        self._running: dict[str, Table] = {}
        """By match, the tables whose players are here."""
        self._heard: dict[str, float] = {}
        """When something was last heard of those."""
        self._open: OrderedDict[str, tuple[str, tuple[int, ...]]] = OrderedDict()
        """By match, its family and the seats at which a substitute may sit down."""
        self._said: OrderedDict[str, int] = OrderedDict()
        """By table, the number of the last line that was passed on."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._chatting: set[str] = set()

    # -- streams ------------------------------------------------------------------------------------------------------

    def open(self, viewer: str, wishes: Wishes) -> Feed:
        """A new stream, which hears everything from now on; `close` must be called at its end."""
        if self._draining:
            raise Unavailable("DRAINING")
        if len(self._feeds[viewer]) >= MOST_STREAMS:
            raise Exhausted("TOO_MANY_STREAMS", {"limit": MOST_STREAMS})
        feed = Feed(viewer, wishes)
        self._feeds[viewer].add(feed)
        if wishes.open_tables:
            self._lists.add(feed)
        for table in wishes.follows:
            self._showing[table].add(feed)
        STREAMS.inc()
        return feed

    def close(self, feed: Feed) -> None:
        """The stream is over."""
        feed.leave()
        self._feeds[feed.viewer].discard(feed)
        if not self._feeds[feed.viewer]:
            del self._feeds[feed.viewer]
        self._lists.discard(feed)
        for name in {*feed.tables, *feed.wishes.follows}:
            self._let_go(name, feed)
        STREAMS.dec()

    def drain(self) -> None:
        """Ends every stream with a word to open another, and lets none begin."""
        self._draining = True
        for feeds in self._feeds.values():
            for feed in feeds:
                feed.end("DRAINING")

    async def end(self) -> None:
        """Ends what is being looked up."""
        await ended(tuple(self._tasks))

    @property
    def empty(self) -> bool:
        """True if nobody is here to be told anything."""
        return not self._feeds

    async def first_picture(self, feed: Feed) -> None:
        """Shows a new stream how things stand: the viewer's own tables, those he follows, and the list."""
        own = await self._store.of_player(feed.viewer)
        for table in own:
            self._show(Picture(table), feed)
        await self._show_followed(feed)
        if feed.wishes.open_tables:
            for table in await self._store.page(feed.wishes.family, None, LIST_LENGTH):
                self._show(Picture(table), feed)
        for table in own:
            if table.status is Status.STARTED and table.seat_of(feed.viewer) is not None:
                news = await self._asked(table)
                if news is not None:
                    feed.notice(table, news)
        feed.synced()

    async def _show_followed(self, feed: Feed) -> None:
        """Shows the tables that were asked for by name; that of one which is not the viewer's business is gone."""
        for name in sorted(feed.wishes.follows - set(feed.tables)):
            if (table := await self._store.find(name)) is not None:
                self._show(Picture(table), feed)
            if name not in feed.tables:
                feed.forget(name)

    # -- tables -------------------------------------------------------------------------------------------------------

    def tell(self, table: Table) -> None:
        """A table is like this now."""
        picture = Picture(table)
        feeds = set(self._showing.get(table.table, ()))
        for member in table.members:
            feeds |= self._feeds.get(member, set())
        if table.listed:
            feeds |= self._lists
        known = table.match in self._running
        for feed in feeds:
            self._show(picture, feed)
        if not known and table.match in self._running:
            self._begin(self._look_up(table))  # the match was told of when its table had not said yet that it begins

    def _show(self, picture: Picture, feed: Feed) -> None:
        table = picture.table
        feed.show(picture)
        if table.table not in feed.tables:
            self._let_go(table.table, feed)
            return
        self._showing[table.table].add(feed)
        if table.status is Status.STARTED and table.seat_of(feed.viewer) is not None:
            self._running[table.match] = table
            self._heard.setdefault(table.match, time.monotonic())
        elif table.status is Status.OVER:
            self._running.pop(table.match, None)
            self._heard.pop(table.match, None)

    def _let_go(self, name: str, feed: Feed) -> None:
        """The stream does not show this table any more."""
        if name in feed.wishes.follows and feed in self._feeds.get(feed.viewer, ()):
            return
        there = self._showing.get(name)
        if there is None:
            return
        there.discard(feed)
        if not there:
            del self._showing[name]
            for match in [match for match, table in self._running.items() if table.table == name]:
                del self._running[match]
                self._heard.pop(match, None)

    # -- matches ------------------------------------------------------------------------------------------------------

    def hear(self, family: str, news: Sequence[MatchNews]) -> None:
        """Matches of a family are at these versions now."""
        for one in news:
            match = PREFIX + one.match_id
            self._note_open(family, match, one)
            if (table := self._running.get(match)) is not None:
                self._heard[match] = time.monotonic()
                if one.due is None and one.status == MatchStatus.PLAYING:
                    self._begin(self._look_up(table))
                else:
                    self._notice(table, one)
            if one.status == MatchStatus.FINISHED:
                self._begin(self._over(match))

    def open_seats(self, family: str, most: int) -> dict[str, tuple[int, ...]]:
        """Of matches of a family, or of all for "", the seats at which a substitute may sit down; the newest first."""
        found = [(match, seats) for match, (slug, seats) in reversed(self._open.items()) if family in ("", slug)]
        return dict(found[:most])

    def _note_open(self, family: str, match: str, news: MatchNews) -> None:
        if news.due is None:
            return  # nothing is known but the version
        self._open.pop(match, None)
        if news.open and news.status == MatchStatus.PLAYING:
            self._open[match] = family, news.open_seats
            if len(self._open) > _REMEMBERED:
                self._open.popitem(last=False)

    async def ask_quiet_ones(self) -> None:
        """Asks how the matches stand of which nothing has been heard for long: somebody may have missed it."""
        since = time.monotonic() - QUIET_SECONDS
        quiet = sorted((at, match) for match, at in self._heard.items() if at < since)
        for _, match in quiet[:_ASKED_AT_ONCE]:
            if (table := self._running.get(match)) is not None:
                self._heard[match] = time.monotonic()
                await self._look_up(table)

    async def _look_up(self, table: Table) -> None:
        if (news := await self._asked(table)) is not None:
            self._notice(table, news)
            if news.status == MatchStatus.FINISHED:
                await self._over(table.match)

    async def _asked(self, table: Table) -> MatchNews | None:
        """How the table's match stands; None if that cannot be told now."""
        try:
            return await self._matches.news(family_of(self._games, table.family), table)
        except (HouseError, grpc.aio.AioRpcError):
            return None

    def _notice(self, table: Table, news: MatchNews) -> None:
        for sitter in table.people:
            for feed in self._feeds.get(sitter.player, ()):
                feed.notice(table, news)

    async def _over(self, match: str) -> None:
        table = self._running.get(match) or await self._store.find_match(match)
        if table is not None:
            await self._store.change(table.table, starting.over, clock.now_ms())

    # -- chat ---------------------------------------------------------------------------------------------------------

    def said(self, table: str, number: int) -> None:
        """Something was said at a table; the last line has this number."""
        if not self._showing.get(table):
            return
        self._said.setdefault(table, number - 1)
        if len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)
        if self._said.get(table, number) < number and table not in self._chatting:
            self._chatting.add(table)
            self._begin(self._pass_on(table))

    async def _pass_on(self, table: str) -> None:
        """Passes on what was said since the last time, to those who sit there and want to hear it."""
        try:
            while lines := await self._chats.lines(table, self._said.get(table, 0), _LINES):
                there = await self._store.find(table)
                deaf = await self._chats.deaf(table)
                sitting = {sitter.player for sitter in there.people} - deaf if there is not None else set()
                here = {who for who in sitting if who in self._feeds}
                for line in lines:
                    await self._pass_line_on(line, here)
                    self._said[table] = line.number
        finally:
            self._chatting.discard(table)

    async def _pass_line_on(self, line: Line, here: set[str]) -> None:
        others = here - {line.player}
        blocks = await self._blocks.between(line.player, others) if others else set()
        message = line_shown(line)
        for viewer in here:
            if (viewer, line.player) not in blocks:
                for feed in self._feeds.get(viewer, ()):
                    feed.hear(message)

    # -- in the background --------------------------------------------------------------------------------------------

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Awaitable[None]) -> None:
    """What fails here is heard again by the slow poll."""
    try:
        await work
    except Exception:
        log.exception("news_lost")
