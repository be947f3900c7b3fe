"""What must be true after an evening, asked of the house by the same calls that anybody can make."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.match.v1 import match_pb2
from kiraathane.tournaments.v1 import tournaments_service_pb2 as tournaments
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.evening.book import Book, Entry
from kiraathane_client.cli.evening.person import Person
from kiraathane_client.cli.evening.seat import taken_over
from kiraathane_client.cli.record import check
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError, NotFound, PermissionDenied

AT_ONCE = 16  # calls that are under way at the same time
SETTLE_SECONDS = 60.0  # how long the league and the lobby are waited for
BOT_SECONDS = 20.0  # how long a bot may take, on a machine that has much to do
LATE_SECONDS = 60.0  # how late spectators may be shown a match
LOOK_SECONDS = 0.5
T = TypeVar("T")


class Audit:
    """Looks at every match, table and person of the evening; faults go into the book."""

    def __init__(self, desk: Desk, book: Book, people: Sequence[Person]) -> None:
        self._desk, self._book = desk, book
        self._people = {person.me: person for person in people if person.me}
        self._until = time.monotonic() + SETTLE_SECONDS
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def everything(self, organiser: Client | None, held: Sequence[str]) -> None:
        """All checks."""
        self._book.count("matches", len(self._book.matches))
        await asyncio.gather(*(self._guarded(self._match, entry, entry.match) for entry in self._book.matches.values()))
        await asyncio.gather(*(self._guarded(self._person, p, p.me) for p in self._people.values()))
        if organiser is not None:
            for name in held:
                await self._tournament(organiser, name)

    async def _guarded(self, look: Callable[[T], Awaitable[None]], at: T, where: str) -> None:
        async with self._turn:
            try:
                await look(at)
            except KiraathaneError as error:
                self._book.fault("not_to_be_checked", where, f"{type(error).__name__}: {error}")

    # -- matches ------------------------------------------------------------------------------------------------------

    async def _match(self, entry: Entry) -> None:
        staying = [p for p in entry.seated if p not in entry.left]  # who has gone may not be allowed to look on
        someone = self._people[next(iter(staying or entry.seated))]
        try:
            info = (await someone.client.match(entry.family, entry.match).get()).info
        except PermissionDenied:
            if staying:
                raise
            self._book.count("not_to_be_seen")  # everybody has left, and the table wants no spectators
            return
        for player in staying:
            await self._seat_is_there(entry, self._people[player])
        if info.status == match_pb2.MATCH_STATUS_FINISHED:
            self._book.count("finished")
            await self._record(entry, someone)
            await self._scored(entry, someone)
            await self._table_is_over(entry, someone)
        elif await self._goes_on(entry, someone, info, late=not staying):
            self._book.count("played_on")  # by stand-ins and bots
        else:
            status = match_pb2.MatchStatus.Name(info.status)
            self._book.fault("stuck", entry.match, f"{status}, version {info.version}, due {list(info.due_seats)}")

    async def _goes_on(self, entry: Entry, someone: Person, first: match_pb2.MatchInfo, *, late: bool) -> bool:
        """A person's time runs out at a deadline; a bot, which has none, must act soon.

        If everybody has left, `someone` sees the match `late`, as spectators do: at first perhaps not even its start.
        """
        info, until = first, time.monotonic() + BOT_SECONDS + (LATE_SECONDS if late else 0)
        while info.status == match_pb2.MATCH_STATUS_PLAYING or (
            late and info.status == match_pb2.MATCH_STATUS_PREPARED
        ):
            if info.HasField("deadline") or info.version > first.version:
                return True
            if time.monotonic() > until:
                return False
            await asyncio.sleep(LOOK_SECONDS)
            info = (await someone.client.match(entry.family, entry.match).get()).info
        return info.status == match_pb2.MATCH_STATUS_FINISHED

    async def _seat_is_there(self, entry: Entry, person: Person) -> None:
        """Whoever had a seat and did not leave has it still, or a substitute has."""
        info = (await person.client.match(entry.family, entry.match).get()).info
        self._book.count("seats_looked_for")
        if info.HasField("viewer_seat"):
            if info.viewer_seat != entry.seated[person.me]:
                self._book.fault("seat_changed", entry.match, f"{person.me}: {info.viewer_seat}")
        elif await taken_over(person.client, entry, person.me):
            entry.left.add(person.me)  # he had dropped, and has not come back to see it
        else:
            self._book.fault("seat_lost", entry.match, f"{person.me} at the end of the evening")

    async def _record(self, entry: Entry, someone: Person) -> None:
        document = await someone.client.match(entry.family, entry.match).record()
        checked = await asyncio.to_thread(check, self._desk, document.content, someone.commitments)
        if checked.ok:
            self._book.count("verified")
        else:
            self._book.fault("record_wrong", entry.match, "; ".join(checked.problems))

    async def _scored(self, entry: Entry, someone: Person) -> None:
        while True:
            try:
                counted = (await someone.client.league.result(entry.match)).times_counted
            except NotFound:
                counted = 0
            if counted or time.monotonic() > self._until:
                break
            await asyncio.sleep(LOOK_SECONDS)
        if counted == 1:
            self._book.count("scored_once")
        else:
            self._book.fault("not_scored_once", entry.match, f"counted {counted} times")

    async def _table_is_over(self, entry: Entry, someone: Person) -> None:
        while (table := await someone.client.lobby.table(entry.table)).status != lobby.TABLE_STATUS_OVER:
            if time.monotonic() > self._until:
                status = lobby.TableStatus.Name(table.status)
                self._book.fault("table_stuck", entry.table, f"{status}, though {entry.match} is over")
                return
            await asyncio.sleep(LOOK_SECONDS)

    # -- people -------------------------------------------------------------------------------------------------------

    async def _person(self, person: Person) -> None:
        """His points are the sum of what changed them; his history has each of his matches once."""
        rating = (await person.client.league.points()).rating
        changes = [change.points async for change in person.client.league.points_changes()]
        self._book.count("points_changes", len(changes))
        if rating != sum(changes):
            self._book.fault("points_differ", person.me, f"{rating}, and the changes come to {sum(changes)}")
        told = Counter([result.match async for result in person.client.league.results()])
        if twice := sorted(match for match, times in told.items() if times > 1):
            self._book.fault("result_told_twice", person.me, ", ".join(twice))
        missing = {e.match for e in self._book.keeps(person.me) if e.over} - told.keys()
        if missing:
            self._book.fault("result_missing", person.me, ", ".join(sorted(missing)))

    async def _tournament(self, organiser: Client, name: str) -> None:
        """Finished with somebody in the first place, or cancelled when the evening was over."""
        try:
            t = await organiser.tournaments.get(name)
        except KiraathaneError as error:
            self._book.trouble(error, name)
            return
        if t.status == tournaments.TOURNAMENT_STATUS_CANCELLED:
            return
        if t.status != tournaments.TOURNAMENT_STATUS_FINISHED or not t.places:
            self._book.fault("tournament_stuck", name, tournaments.TournamentStatus.Name(t.status))
