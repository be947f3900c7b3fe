"""Where people stand: league points, their changes, a player's history, the honours of a season."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from textwrap import fill
from typing import TypeVar

from google.protobuf.timestamp_pb2 import Timestamp
from rich import box
from rich.table import Table

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.people import who
from kiraathane_client.cli.rules import ending
from kiraathane_client.cli.sitters import meant

T = TypeVar("T")

_MATCH = 40
"""How wide the column with the matches' names is."""
_CAUSES = {
    pb.POINTS_CAUSE_PLACE: ("sıra", "place"),
    pb.POINTS_CAUSE_TEAM: ("eşli maç", "partners"),
    pb.POINTS_CAUSE_SUBSTITUTE: ("yerine oynadı", "substitute"),
    pb.POINTS_CAUSE_DROPPED: ("düştü", "dropped out"),
    pb.POINTS_CAUSE_LEFT: ("masayı bıraktı", "left the match"),
    pb.POINTS_CAUSE_CAP: ("%75 sınırı", "75 % cap"),
}


async def points(desk: Desk, player: str, place: str, most: int) -> None:
    """A player's league points; the caller's own with every change."""
    async with desk.client() as client:
        await desk.sit_in(client)
        named = await meant(desk, client, player, place) or "players/me"
        name = await who(desk, client, named)
        found = await client.league.points(named)
        changes = [] if player else await _first(client.league.points_changes(), most)
    tr = f"{found.rating} puan · {found.games} oyun · {found.wins} galibiyet (%{desk.number(found.win_ratio)})"
    en = f"{found.rating} points · {found.games} games · {found.wins} won ({found.win_ratio} %)"
    tr, en = f"{tr} · {found.leaves} kez bıraktı", f"{en} · left {found.leaves} times"
    desk.out.print(f"{name} ({named}): {desk.say(tr, en)}" if player else f"{name}: {desk.say(tr, en)}")
    if changes:
        desk.out.print(_changes(desk, changes))


def _changes(desk: Desk, changes: list[pb.PointsChange]) -> Table:
    """The changes, each with its match below its cause: a match's name is half as long as a line."""
    headers = (("zaman", "time"), ("neden, maç", "cause, match"), ("puan", "points"), ("kural", "rule"))
    shown = _table(desk, *headers)
    shown.columns[1].no_wrap = True
    shown.columns[2].justify = "right"
    for one in changes:
        cause = desk.say(*_CAUSES[one.cause])
        if one.voided:
            cause = f"{cause} ({desk.say('sayılmadı', 'void')})"
        shown.add_row(_at(one.time), f"{cause}\n{one.match}", f"{one.points:+d}", one.clause)
    return shown


async def best(desk: Desk, season: str, most: int) -> None:
    """The best by league points."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await _first(client.league.points_leaders(season), most)
    headers = (("oyuncu", "player"), ("puan", "points"), ("oyun", "games"), ("galibiyet", "won"), ("%", "%"))
    shown = _table(desk, ("#", "#"), *headers)
    for column in shown.columns[2:]:
        column.justify = "right"
    for place, one in enumerate(found, start=1):
        row = (one.display_name or one.player, one.rating, one.games, one.wins, desk.number(one.win_ratio))
        shown.add_row(str(place), *map(str, row))
    desk.out.print(shown if found else desk.say("Henüz lig puanı yok.", "There are no league points yet."))


async def history(desk: Desk, player: str, place: str, most: int) -> None:
    """The matches in which a player took part, newest first."""
    async with desk.client() as client:
        await desk.sit_in(client)
        named = await meant(desk, client, player, place) or "players/me"
        name = await who(desk, client, named)
        found = await _first(client.league.results(named), most)
    if player:
        desk.out.print(f"{name} ({named})")
    desk.out.print(
        _history(desk, found) if found else desk.say("Henüz maç oynanmadı.", "No match has been played yet.")
    )
    if found:
        desk.out.print(desk.say("Tutanak: kiraathane record MAÇ", "The record: kiraathane record MATCH"), style="dim")


def _history(desk: Desk, results: list[pb.MatchResult]) -> Table:
    shown = _table(desk, ("zaman", "time"), ("oyun, maç", "game, match"), ("oyuncular (sıra)", "players (place)"))
    shown.columns[1].no_wrap = True
    for one in results:
        people = (
            f"{seat.display_name} ({one.score.places[seat.seat]})" if one.score.places else seat.display_name
            for seat in one.seats
        )
        why = ending(one.family, one.end_cause)
        ended = fill(f"{one.family}: {desk.say(why.tr, why.en)}", _MATCH)
        shown.add_row(_at(one.end_time), f"{ended}\n{one.match}", "\n".join(people))
    return shown


async def honours(desk: Desk, season: str) -> None:
    """Who was best when a season was closed."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await client.league.honours(season)
    shown = _table(desk, ("", ""), ("#", "#"), ("oyuncu", "player"), ("puan", "points"))
    shown.columns[3].justify = "right"
    for one in found:
        board = one.family or desk.say("lig puanı", "league points")
        shown.add_row(board, str(one.place), one.display_name or one.player, desk.number(f"{one.value:g}"))
    desk.out.print(shown if found else desk.say("Bu sezon kapanmadı.", "This season has not been closed."))


def _at(moment: Timestamp) -> str:
    """The day, and below it the time."""
    return f"{moment.ToDatetime():%Y-%m-%d\n%H:%M}"


def _table(desk: Desk, *headers: tuple[str, str]) -> Table:
    titles = (desk.say(tr, en) for tr, en in headers)
    return Table(*titles, box=box.ASCII2 if desk.ascii else box.ROUNDED, header_style="bold")


async def _first(items: AsyncGenerator[T, None], most: int) -> list[T]:
    found: list[T] = []
    async with aclosing(items) as some:
        async for one in some:
            found.append(one)
            if len(found) >= most:
                break
    return found
