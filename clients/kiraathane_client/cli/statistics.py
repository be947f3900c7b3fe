"""The public statistics of a game: who wins how often, and how chance fell."""

from collections.abc import Iterable
from itertools import groupby

from rich import box
from rich.table import Table

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane_client.cli.desk import Desk

MOST_SIDES = 6
"""A die with more sides than this is told in one line, as shuffles are."""


async def statistics(desk: Desk, family: str) -> None:
    """Shows the statistics of a game."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await client.league.statistics(family)
    desk.out.print(_wins(desk, found.rows))
    for (_, sides), dice in groupby(found.chance, key=_kind_and_size):
        of_size = list(dice)
        if of_size[0].counts.kind == pb.CHANCE_KIND_ROLL and sides <= MOST_SIDES:
            desk.out.print(_sides(desk, of_size))
    if found.chance:
        desk.out.print(_tests(desk, found.chance))
        tr = "p: adil şansın bu kadar ya da daha çok sapma olasılığı; yüz sayıdan biri şans eseri 0,01'in altındadır."
        en = "p: how likely fair chance is to differ so much or more; one in a hundred is below 0.01 by chance alone."
        desk.out.print(desk.say(tr, en), style="dim")
        tr, en = (
            "Tek bir maçı denetlemek için: kiraathane record MAÇ, kiraathane verify DOSYA",
            "To check one match: kiraathane record MATCH, kiraathane verify FILE",
        )
        desk.out.print(desk.say(tr, en), style="dim")


_BESIDE = 2
"""At tables of more seats the shares stand below the counts: a line has no room for them beside."""


def _kind_and_size(one: pb.ChanceStatistics) -> tuple[int, int]:
    return one.counts.kind, len(one.counts.counts)


def _wins(desk: Desk, rows: Iterable[pb.StatisticsRow]) -> Table:
    """Games won by each seat, with their shares; the family as a whole first."""
    listed = list(rows)
    seats = len(listed[0].won_by_seat)
    headers = [desk.say(f"{seat}. yer", f"seat {seat}") for seat in range(1, seats + 1)]
    shown = _table(
        desk,
        desk.say("Biten oyunlar", "Games that ended"),
        desk.say("seçenekler", "options"),
        desk.say("oyun", "games"),
        *headers,
        desk.say("berabere", "drawn"),
    )
    shown.columns[0].overflow = "fold"
    for row in listed:
        options = " ".join(f"{name}={value}" for name, value in sorted(row.options.items()))
        wins = [_with_share(desk, *one) for one in zip(row.won_by_seat, row.share_by_seat, strict=True)]
        whole = desk.say("hepsi", "all")
        if seats > _BESIDE:
            wins = [win.replace(" (", "\n(") for win in wins]
        shown.add_row(options or whole, str(row.games), *wins, _with_share(desk, row.drawn, row.share_drawn))
    return shown


def _with_share(desk: Desk, count: float, share: str) -> str:
    """A count with its share, which is in per cent: "%12,50" in Turkish, "12.50 %" in English."""
    return f"{desk.number(str(count))} ({desk.say(f'%{desk.number(share)}', f'{share} %')})" if count else "0"


def _sides(desk: Desk, dice: list[pb.ChanceStatistics]) -> Table:
    """How often each side of each of the dice came that are thrown together."""
    sides = len(dice[0].counts.counts)
    headers = (
        [desk.say(f"{die}. zar", f"die {die}") for die in range(1, len(dice) + 1)]
        if len(dice) > 1
        else [desk.say("geldi", "came")]
    )
    title = desk.say(f"Zar ya da kura, {sides} sonuç", f"Die or lot, {sides} outcomes")
    shown = _table(desk, title, desk.say("sonuç", "outcome"), *headers)
    for side in range(sides):
        counts = [(one.counts.counts[side], one.total) for one in dice]
        shown.add_row(
            str(side + 1), *(_with_share(desk, count, f"{100 * count / total:.2f}") for count, total in counts)
        )
    each = f"{100 / sides:.2f}"
    shown.add_row(desk.say("beklenen", "expected"), *(_with_share(desk, round(one.expected, 1), each) for one in dice))
    return shown


def _tests(desk: Desk, chance: Iterable[pb.ChanceStatistics]) -> Table:
    """One line for each kind of chance."""
    title = desk.say("Adil mi?", "Is it fair?")
    headers = ("", desk.say("sayı", "count"), "chi²", desk.say("serbestlik", "degrees"), "p")
    shown = _table(desk, title, *headers)
    few = desk.say("az", "too few")
    for one in chance:
        p = desk.number(f"{one.p_value:.4f}") if one.HasField("p_value") else few
        shown.add_row(
            _named(desk, one), str(one.total), desk.number(f"{one.chi_square:.2f}"), str(one.degrees_of_freedom), p
        )
    return shown


def _named(desk: Desk, one: pb.ChanceStatistics) -> str:
    size, number = len(one.counts.counts), one.counts.place + 1
    if one.counts.kind == pb.CHANCE_KIND_SHUFFLE:
        return desk.say(f"{size} parça karıştırma: ilk gelen", f"shuffle of {size}: which comes first")
    return desk.say(f"{size} sonuçlu zar ya da kura, {number}.", f"die or lot of {size}, no. {number}")


def _table(desk: Desk, title: str, first: str, *columns: str) -> Table:
    shown = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.ASCII2 if desk.ascii else box.ROUNDED,
        header_style="bold",
    )
    shown.add_column(first)
    for column in columns:
        shown.add_column(column, justify="right")
    return shown
