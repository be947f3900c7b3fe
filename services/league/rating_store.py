"""Ratings in the database: of all time with a line for every change, and of the season, in which all begin anew."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league.adding import insert_of
from services.league.points import Gone
from services.league.ratings import Rating, beginner, rate_people
from services.league.result import SeatResult
from services.league.seating import Person, people_of
from services.league.tables import ledger, season_standings, standings

_RATED: Final = (None, Gone.LEFT)


class Rated(msgspec.Struct, frozen=True):
    """Somebody whom a match rates: a person who held a seat at its end or had left one, or a bot."""

    seat: int
    player: str
    display_name: str
    won: bool


async def apply(connection: AsyncConnection, result: pb.MatchResult, seats: list[SeatResult], season: str) -> None:
    """Rates everybody by the match, in all time and in the season."""
    people = [people_of(seat) for seat in sorted(result.seats, key=lambda seat: seat.seat)]
    rated = list(_rated(seats, people))
    key = {"family": result.family}
    before, after = await _rate(connection, standings, key, rated, seats, people)
    await connection.execute(
        insert_of(connection)(ledger),
        [
            {
                "match": result.match,
                "seat": one.seat,
                "player": one.player,
                "won": int(one.won),
                "mu_before": before[one.player].mu,
                "sigma_before": before[one.player].sigma,
                "mu": after[one.player].mu,
                "sigma": after[one.player].sigma,
            }
            for one in rated
        ],
    )
    await _rate(connection, season_standings, {**key, "season": season}, rated, seats, people)


def _rated(seats: Sequence[SeatResult], people: Sequence[Sequence[Person]]) -> Iterator[Rated]:
    """Whoever holds a seat at the end, by seats, and then those who left one that somebody else took."""
    for seat, sitters in zip(seats, people, strict=True):
        stayed = not sitters or sitters[-1].player != seat.player or sitters[-1].gone is None
        yield Rated(seat.seat, seat.player, seat.display_name, seat.won and stayed)
    place = len(seats)
    for seat, sitters in zip(seats, people, strict=True):
        for one in sitters:
            if one.gone is Gone.LEFT and one.player != seat.player:
                yield Rated(place, one.player, one.display_name, won=False)
                place += 1


async def _rate(
    connection: AsyncConnection,
    table: Table,
    key: Mapping[str, str],
    rated: Sequence[Rated],
    seats: Sequence[SeatResult],
    people: Sequence[Sequence[Person]],
) -> tuple[dict[str, Rating], dict[str, Rating]]:
    """Everybody's rating before and after, kept in the table."""
    names = {one.player: one.display_name for one in rated}
    before = await _lock(connection, table, key, names)
    after = rate_people(seats, people, before)
    for player, name in names.items():
        own = [one for one in rated if one.player == player]
        mine = [table.c[column] == value for column, value in key.items()]
        await connection.execute(
            update(table)
            .where(*mine, table.c.player == player)
            .values(
                display_name=name,
                mu=after[player].mu,
                sigma=after[player].sigma,
                rating=after[player].ordinal,
                played=table.c.played + len(own),
                won=table.c.won + sum(one.won for one in own),
            )
        )
    return before, after


async def _lock(
    connection: AsyncConnection, table: Table, key: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, Rating]:
    """Everybody's present rating, the row locked; always in the same order, so that no two results deadlock."""
    fresh = beginner()
    for player in sorted(names):
        row = {**key, "player": player, "display_name": names[player], "played": 0, "won": 0}
        row |= {"mu": fresh.mu, "sigma": fresh.sigma, "rating": fresh.ordinal}
        await connection.execute(insert_of(connection)(table).values(row).on_conflict_do_nothing())
    query = select(table.c.player, table.c.mu, table.c.sigma).where(table.c.player.in_(sorted(names)))
    query = query.where(*(table.c[column] == value for column, value in key.items()))
    rows = await connection.execute(query.order_by(table.c.player).with_for_update())
    return {row.player: Rating(row.mu, row.sigma) for row in rows.all()}
