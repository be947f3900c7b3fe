"""Counts league points again from what caused them: results, leaves and runs of the cap, in the order of the ledger."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Row, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league import book
from services.league.book import ALL_TIME, Entry, Sums, entry_of
from services.league.points import leave_points, match_lines
from services.league.result import seats_of
from services.league.seating import points_table
from services.league.tables import points, points_ledger, results
from services.league.terms import Terms
from services.runtime.database import Database, patient

_AT_ONCE: Final = 500
_CAP: Final = "CAP"
Key = tuple[str, int, str, str]
"""A row of the ledger: match, seat, player, cause."""


class Audit:
    """One recount. `problems` says what does not fit, a sentence each."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._due: dict[str, dict[Key, Entry]] = {}
        self._wins: dict[tuple[str, int, str], int] = {}
        self.sums: dict[tuple[str, str], Sums] = {}
        self.problems: list[str] = []

    def rating(self, player: str) -> int:
        """What a player's points are so far."""
        sums = self.sums.get((ALL_TIME, player))
        return 0 if sums is None else sums.rating

    def read(self, row: Row[Any], result: pb.MatchResult | None) -> None:
        """One row of the ledger, in order; `result` is that of its match, if it has been recorded."""
        key = (row.match, row.seat, row.player, row.cause)
        if row.cause == "LEFT":
            due: Entry | None = self._like(row, points=leave_points(row.hands), counted=False, won=False)
        elif row.cause == _CAP:
            gave = self._wins.pop(key[:3], None)  # a win is made void once
            due = None if gave is None else self._like(row, points=-gave, counted=False, won=False)
        else:
            due = self._due_of(row, result).pop(key, None)
        if due is None:
            self.problems.append(f"{_told(key)}: nothing caused it")
            due = self._like(row, points=0, counted=False, won=False)
        elif (due.points, due.counted, due.won) != (row.points, bool(row.counted), bool(row.won)):
            self.problems.append(f"{_told(key)}: {row.points} points, {due.points} are due")
        if due.won:
            self._wins[key[:3]] = due.points
        for season in (ALL_TIME, row.season):
            self._add(season, due)

    def end(self, kept: Mapping[tuple[str, str], Sums]) -> None:
        """All rows have been read; `kept` are the sums as the table has them, by season and player."""
        for due in self._due.values():
            self.problems.extend(f"{_told(key)}: it is missing" for key in due)
        for key in sorted({*kept, *self.sums}):
            found, due_sums = kept.get(key), self.sums.get(key, Sums(key[1], ""))
            if found is None or msgspec.structs.replace(found, display_name="") != due_sums:
                self.problems.append(f"sums of {key[1]} in {key[0] or 'all time'}: {found}, {due_sums} are due")

    def expect(self, result: pb.MatchResult, at_ms: int, season: str) -> None:
        """A result that must have rows: its lines are due, if they have not been met."""
        if result.match not in self._due and points_table(result, seats_of(result)):
            self._due[result.match] = self._lines(result, at_ms, season)

    def _due_of(self, row: Row[Any], result: pb.MatchResult | None) -> dict[Key, Entry]:
        if row.match not in self._due:
            self._due[row.match] = {} if result is None else self._lines(result, row.at_ms, row.season)
        return self._due[row.match]

    def _lines(self, result: pb.MatchResult, at_ms: int, season: str) -> dict[Key, Entry]:
        table = points_table(result, seats_of(result))
        lines = match_lines(result.hands, table, self.rating, self._terms.third_over_7000) if table else []
        entries = [entry_of(line, result.match, result.hands, at_ms, season) for line in lines]
        return {(one.match, one.seat, one.player, one.cause): one for one in entries}

    def _like(self, row: Row[Any], *, points: int, counted: bool, won: bool) -> Entry:
        return Entry(
            match=row.match,
            seat=row.seat,
            player=row.player,
            cause=row.cause,
            points=points,
            clause=row.clause,
            hands=row.hands,
            at_ms=row.at_ms,
            season=row.season,
            counted=counted,
            won=won,
        )

    def _add(self, season: str, entry: Entry) -> None:
        before = self.sums.get((season, entry.player), Sums(entry.player, ""))
        self.sums[season, entry.player] = Sums(
            player=entry.player,
            display_name="",
            rating=before.rating + entry.points,
            games=before.games + int(entry.counted),
            wins=before.wins + int(entry.won),
            voided=before.voided + int(entry.cause == _CAP),
            leaves=before.leaves + int(entry.cause == "LEFT"),
        )


async def audit(database: Database, terms: Terms) -> list[str]:
    """What does not fit in the ledger and its sums; nothing where all is right. Results that come meanwhile wait."""
    found = Audit(terms)
    async with patient(database) as connection:
        if not database.store.sqlite:
            await connection.execute(text("LOCK TABLE results, points_ledger, points IN SHARE ROW EXCLUSIVE MODE"))
        documents = {match: document async for match, document in _results(connection)}
        last = 0
        while rows := await _rows(connection, last):
            for row in rows:
                document = documents.get(row.match)
                found.read(row, None if document is None else pb.MatchResult.FromString(document))
            last = rows[-1].seq
        for document in documents.values():
            found.expect(pb.MatchResult.FromString(document), 0, "")
        query = select(points.c.season, *book.SUMS)
        kept = {(row[0], row.player): Sums(*row[1:]) for row in (await connection.execute(query)).all()}
    found.end(kept)
    return found.problems


async def _results(connection: AsyncConnection) -> AsyncIterator[tuple[str, bytes]]:
    last = ""
    while True:
        query = select(results.c.match, results.c.document).where(results.c.match > last)
        rows = (await connection.execute(query.order_by(results.c.match).limit(_AT_ONCE))).all()
        if not rows:
            return
        for match, document in rows:
            yield match, document
        last = rows[-1].match


async def _rows(connection: AsyncConnection, after: int) -> list[Row[Any]]:
    query = select(points_ledger).where(points_ledger.c.seq > after).order_by(points_ledger.c.seq).limit(_AT_ONCE)
    return list((await connection.execute(query)).all())


def _told(key: Key) -> str:
    return f"{key[0]} seat {key[1]}, {key[2]}, {key[3]}"
