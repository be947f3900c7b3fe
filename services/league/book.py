"""League points in the database: every change a row, its sums beside it, in one transaction with what caused it.

Whoever changes points first locks the rows of everybody concerned, in alphabetical order: so no two of them deadlock,
and the rows of any one player are numbered in the order in which they were applied.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.league.adding import insert_of
from services.league.points import Line
from services.league.tables import points, points_ledger

ALL_TIME: Final = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A change to be written. `cause` is a `points.Line.reason`, "LEFT" or "CAP"; `at_ms` is Unix time."""

    match: str
    seat: int
    player: str
    cause: str
    points: int
    clause: str
    hands: int
    at_ms: int
    season: str
    counted: bool = False
    won: bool = False


class Sums(msgspec.Struct, frozen=True):
    """A player's sums."""

    player: str
    display_name: str
    rating: int = 0
    games: int = 0
    wins: int = 0
    voided: int = 0
    leaves: int = 0

    @property
    def shown_wins(self) -> int:
        """Wins that have not been made void."""
        return self.wins - self.voided


SUMS: Final = [points.c[name] for name in Sums.__struct_fields__]


def entry_of(line: Line, match: str, hands: int, at_ms: int, season: str) -> Entry:
    """A line of a match as a change."""
    return Entry(
        match=match,
        seat=line.seat,
        player=line.player,
        cause=line.reason,
        points=line.points,
        clause=line.clause,
        hands=hands,
        at_ms=at_ms,
        season=season,
        counted=line.counted,
        won=line.won,
    )


async def lock(connection: AsyncConnection, names: Mapping[str, str]) -> dict[str, int]:
    """Locks everybody's sums of all time and gives their ratings; `names` has the name to show by player."""
    for player in sorted(names):
        await _begin(connection, ALL_TIME, player, names[player])
    query = select(points.c.player, points.c.rating).where(points.c.season == ALL_TIME, points.c.player.in_(names))
    rows = await connection.execute(query.order_by(points.c.player).with_for_update())
    return {row.player: row.rating for row in rows.all()}


async def write(connection: AsyncConnection, entries: Sequence[Entry], names: Mapping[str, str]) -> list[Entry]:
    """Writes the changes and adds them to the sums; gives those that were new. Everybody must be locked already."""
    written = []
    for entry in entries:
        row = {**msgspec.structs.asdict(entry), "counted": int(entry.counted), "won": int(entry.won), "voided": 0}
        new = await connection.execute(insert_of(connection)(points_ledger).values(row).on_conflict_do_nothing())
        if new.rowcount == 1:
            written.append(entry)
            await _begin(connection, entry.season, entry.player, names[entry.player])
            for season in (ALL_TIME, entry.season):
                await _add(connection, season, entry, names[entry.player])
    return written


async def _begin(connection: AsyncConnection, season: str, player: str, name: str) -> None:
    row = {"season": season, **msgspec.structs.asdict(Sums(player, name))}
    await connection.execute(insert_of(connection)(points).values(row).on_conflict_do_nothing())


async def _add(connection: AsyncConnection, season: str, entry: Entry, name: str) -> None:
    changed = {
        "display_name": name,
        "rating": points.c.rating + entry.points,
        "games": points.c.games + int(entry.counted),
        "wins": points.c.wins + int(entry.won),
        "voided": points.c.voided + int(entry.cause == "CAP"),
        "leaves": points.c.leaves + int(entry.cause == "LEFT"),
    }
    mine = (points.c.season == season) & (points.c.player == entry.player)
    await connection.execute(update(points).where(mine).values(changed))
