"""Lists: games, open tables, the league."""

from contextlib import aclosing
from itertools import count

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.client import Client


def _table(desk: Desk, *columns: str) -> Table:
    return Table(*columns, box=box.ASCII2 if desk.ascii else box.ROUNDED, header_style="bold")


async def tables(desk: Desk, family: str, most: int) -> None:
    """Open tables, newest first."""
    async with desk.client() as client:
        await desk.sit_in(client)
        usual = {game.family: _usual(game) for game in await client.lobby.games()}
        found: list[pb.Table] = []
        async with aclosing(client.lobby.tables(family)) as listed:
            async for table in listed:
                found.append(table)
                if len(found) >= most:
                    break
    if not found:
        desk.out.print(desk.say("Açık masa yok.", "There is no open table."))
        return
    desk.out.print(_tables(desk, found, usual))
    tr, en = "Oturmak için: kiraathane play OYUN --table MASA", "To sit down: kiraathane play GAME --table TABLE"
    desk.out.print(desk.say(tr, en), style="dim")


def _tables(desk: Desk, found: list[pb.Table], usual: dict[str, dict[str, str]]) -> Table:
    headers = (("masa", "table"), ("oyun", "game"), ("oturanlar", "seated"), ("seçenekler", "options"))
    shown = _table(desk, *(desk.say(tr, en) for tr, en in headers))
    shown.columns[0].no_wrap = True
    shown.columns[3].overflow = "fold"
    for table in found:
        special = _special(table, usual.get(table.family, {}))
        shown.add_row(table.table, table.family, _seated(desk, table), special)
    return shown


def _seated(desk: Desk, table: pb.Table) -> str:
    free = desk.say("(boş)", "(free)")
    return ", ".join(seat.display_name or free for seat in table.seats)


def _usual(game: pb.GameDescription) -> dict[str, str]:
    """The options of a table at which nothing was chosen."""
    return {option.name: option.default_value for option in game.options}


def _special(table: pb.Table, usual: dict[str, str]) -> str:
    """The options in which a table differs."""
    return " ".join(f"{name}={value}" for name, value in sorted(table.options.items()) if usual.get(name) != value)


async def top(desk: Desk, family: str, season: str, most: int) -> None:
    """The leaders of a game, or of every game in which somebody has a rating."""
    async with desk.client() as client:
        await desk.sit_in(client)
        if family:
            found = [("", await _leaders(desk, client, family, season, most))]
        else:
            known = await client.lobby.games()
            found = [
                (_label(desk, game.titles), await _leaders(desk, client, game.family, season, most)) for game in known
            ]
    rated = [(title, shown) for title, shown in found if shown.row_count]
    for title, shown in rated:
        if title:
            desk.out.print(title, style="bold")
        desk.out.print(shown)
    if not rated:
        desk.out.print(desk.say("Henüz maç oynanmadı.", "No match has been played yet."))


async def _leaders(desk: Desk, client: Client, family: str, season: str, most: int) -> Table:
    """The best of a game, at most so many."""
    headers = (("oyuncu", "player"), ("puan", "rating"), ("maç", "played"), ("galibiyet", "won"))
    shown = _table(desk, "#", *(desk.say(tr, en) for tr, en in headers))
    for column in shown.columns[2:]:
        column.justify = "right"
    numbers = count(1)
    async with aclosing(client.league.leaders(family, season)) as leaders:
        async for one in leaders:
            named = one.bot and "bot" not in one.display_name.casefold()
            name = f"{one.display_name} (bot)" if named else one.display_name
            shown.add_row(str(next(numbers)), name, desk.number(f"{one.rating:.2f}"), str(one.played), str(one.won))
            if shown.row_count >= most:
                break
    return shown


def _seats(game: pb.GameDescription) -> str:
    """How many may sit at a table: "4", or "2, 3, 4" where the players choose."""
    chosen = next((option for option in game.options if option.name == game.seats_option), None)
    return ", ".join(chosen.choices) if chosen else str(game.seats)


async def games(desk: Desk) -> None:
    """Every game with its options."""
    async with desk.client() as client:
        found = await client.lobby.games()
    for game in found:
        _game(desk, game)


def _game(desk: Desk, game: pb.GameDescription) -> None:
    desk.out.print(f"{_label(desk, game.titles)}  ({game.family})", style="bold")
    seats, bots = _seats(game), ", ".join(game.bot_levels)
    tr, en = f"{seats} kişi · botlar: {bots}", f"{seats} seats · bots: {bots}"
    _indented(desk, 2, desk.say(tr, en))
    for option in game.options:
        _indented(desk, 2, f"{option.name} = {option.default_value}   {_label(desk, option.labels)}  §{option.clause}")
        _indented(desk, 6, _values(desk, option), style="dim")
        for case in option.cases:
            values = f" ({', '.join(case.choices)})" if case.choices else ""
            tr = f"{case.option}={case.equals} iken {case.default_value}{values}"
            en = f"with {case.option}={case.equals}: {case.default_value}{values}"
            _indented(desk, 6, desk.say(tr, en), style="dim")


def _indented(desk: Desk, columns: int, text: str, style: str = "") -> None:
    """A line, or as many as it takes, that begins so far to the right."""
    desk.out.print(Padding(Text(text, style=style), (0, 0, 0, columns), expand=False))


def _label(desk: Desk, labels: pb.Labels) -> str:
    return desk.say(labels.tr, labels.en)


def _values(desk: Desk, option: pb.GameOption) -> str:
    words = []
    for choice in option.choices:
        label = option.choice_labels.get(choice)
        words.append(f"{choice} ({_label(desk, label)})" if label is not None and _label(desk, label) else choice)
    if option.HasField("low"):
        words.append(f"{option.low}..{option.high}")
    for form in option.forms:
        ranges = [f"({bounds.low}..{bounds.high})" for bounds in form.bounds]
        words.append(f"{form.template.replace('{}', '%s') % tuple(ranges)} ({_label(desk, form.labels)})")
    return " | ".join(words)
