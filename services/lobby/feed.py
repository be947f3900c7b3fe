"""One client's stream: what it shows, and a bounded queue of what is still to be sent."""

import asyncio
from collections import deque
from typing import Final

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.lobby.messages import shown
from services.lobby.metrics import NEWS
from services.lobby.table import Status, Table
from services.runtime.news import MatchNews

LONGEST_QUEUE: Final = 1_024
"""Pieces of news that may wait for one client; who is further behind is sent away, with a word to open another."""
STUCK_SECONDS: Final = 20.0
"""A client that was sent away and does not even read that is cut off after this time."""
_GONE: Final = (Status.CLOSED, Status.OVER)


class Picture:
    """A table as it is to be shown; for those who have no part in it the message is made once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._public: pb.WatchLobbyResponse | None = None

    def seen_by(self, viewer: str) -> pb.WatchLobbyResponse:
        """The news for this viewer."""
        if self.table.knows(viewer):
            return pb.WatchLobbyResponse(table=shown(self.table, viewer))
        if self._public is None:
            self._public = pb.WatchLobbyResponse(table=shown(self.table, viewer))
        return self._public


class Wishes:
    """What a client wants to be shown beside what concerns its player: open tables, of one family or all (""), and
    the tables named in `follows`.
    """

    def __init__(self, *, open_tables: bool = False, family: str = "", follows: frozenset[str] = frozenset()) -> None:
        self.open_tables = open_tables
        self.family = family
        self.follows = follows


class Feed:
    """A stream of `viewer`. What is pushed after its end is dropped."""

    def __init__(self, viewer: str, wishes: Wishes) -> None:
        self.viewer = viewer
        self.wishes = wishes
        self.tables: dict[str, Table] = {}
        """The tables that the client has been shown, as it knows them."""
        self.ended = ""
        """Why the stream ends."""
        self._matches: dict[str, tuple[int, int, bool, int]] = {}
        """Of each match: version, status, whether the viewer was due, and open seats, as the client was last told."""
        self._items: deque[pb.WatchLobbyResponse] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._stream = asyncio.current_task()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, picture: Picture) -> None:
        """Tells of a table as it is now, if that is news and the client's business; or that it is gone."""
        table = picture.table
        there = self.tables.get(table.table)
        if there is not None and there.version >= table.version:
            return
        if self._wanted(table, there):
            self.tables[table.table] = table
            self._push(picture.seen_by(self.viewer))
        elif there is not None:
            del self.tables[table.table]
            gone = pb.TableGone(table=table.table, kicked=self.viewer in table.kicked)
            if table.listed:
                gone.status = shown(table, self.viewer).status
            self._push(pb.WatchLobbyResponse(table_gone=gone))

    def forget(self, table: str) -> None:
        """Tells that there is no such table for this client."""
        self._push(pb.WatchLobbyResponse(table_gone=pb.TableGone(table=table)))

    def notice(self, table: Table, news: MatchNews) -> None:
        """Tells of the match at a table where the viewer plays, when it is his turn, or not any more, or it ends, or
        a seat is open there.
        """
        seat = table.seat_of(self.viewer)
        before = self._matches.get(table.match)
        if seat is None or (before is not None and _is_known(news, before[0], before[1])):
            return
        told = news.version, news.status, seat in news.due_seats, news.open
        self._matches[table.match] = told
        if before is not None and before[1:] == told[1:]:
            return
        message = pb.MatchNotice(
            table=table.table,
            family=table.family,
            match=table.match,
            version=news.version,
            status=match_pb2.MatchStatus.ValueType(news.status),
            seat=seat,
            due_seats=news.due_seats,
            open_seats=news.open_seats,
        )
        if news.deadline_ms:
            message.deadline.FromMilliseconds(news.deadline_ms)
        self._push(pb.WatchLobbyResponse(match=message))

    def hear(self, line: pb.ChatLine) -> None:
        """Tells what was said."""
        self._push(pb.WatchLobbyResponse(chat=line))

    def synced(self) -> None:
        """The first picture is complete."""
        self._push(pb.WatchLobbyResponse(synced=pb.Synced()))

    def _wanted(self, table: Table, there: Table | None) -> bool:
        mine = table.knows(self.viewer)
        if mine and there is not None and table.status is Status.OVER:
            return True  # who played stays with his table: there may be a rematch
        if table.status in _GONE:
            return False
        # One that is about to start stays until it has: so what it is gone for can be told.
        open_ = table.status is Status.OPEN or (table.status is Status.STARTING and there is not None)
        listed = self.wishes.open_tables and self.wishes.family in ("", table.family) and open_
        followed = table.table in self.wishes.follows
        return mine or (table.listed and (listed or followed))

    # -- the queue ----------------------------------------------------------------------------------------------------

    def end(self, reason: str) -> None:
        """Nothing more comes; what is queued is still sent, then the word to open another."""
        if not self.ended:
            self.ended = reason
            resume = match_pb2.Resume(reason=reason)
            self._items.append(pb.WatchLobbyResponse(resume=resume))
            self._wake()

    async def next(self) -> pb.WatchLobbyResponse | None:
        """What to send next; waits for it. None after the word to open another."""
        while not self._items:
            if self.ended:
                self._stream = None  # it was read: nobody needs to be cut off
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._items.popleft()

    def leave(self) -> None:
        """The stream is over: it must not be cut off any more."""
        self._stream = None

    def _push(self, item: pb.WatchLobbyResponse) -> None:
        if self.ended:
            return
        if len(self._items) >= LONGEST_QUEUE:
            self._items.clear()
            self.end("TOO_SLOW")
            asyncio.get_running_loop().call_later(STUCK_SECONDS, self._cut_off)
            return
        self._items.append(item)
        if (counter := NEWS.get(item.WhichOneof("news") or "")) is not None:
            counter.inc()
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _cut_off(self) -> None:
        if self._stream is not None:
            self._stream.cancel()


def _is_known(news: MatchNews, version: int, status: int) -> bool:
    """True for what is older than what was told, or the same; a match is frozen, and thawed, at the version it has."""
    return news.version < version or (news.version == version and news.status == status)
