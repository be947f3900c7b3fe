"""Getting to a table: opening one, or sitting down at one that is open."""

from collections.abc import Mapping
from typing import NamedTuple

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.leaving import seated
from kiraathane_client.cli.waiting import WaitingRoom
from kiraathane_client.client import Client

UNHURRIED = "600"  # seconds for a decision where only bots wait


async def game_of(desk: Desk, client: Client, family: str) -> pb.GameDescription:
    """The game's description; ends the command if the house does not have it."""
    games = await client.lobby.games()
    for game in games:
        if game.family == family:
            return game
    known = ", ".join(game.family for game in games)
    raise ExpectedFailure(
        desk.say(f"«{family}» diye bir oyun yok; olanlar: {known}", f"No game “{family}”; there are: {known}")
    )


def level_of(desk: Desk, game: pb.GameDescription, level: str | None) -> str:
    """The bot level to use: the one that was asked for, else the one in the middle."""
    levels = list(game.bot_levels)
    if not levels:
        raise ExpectedFailure(desk.say("Bu oyunun botu yok.", "This game has no bots."))
    if level is None:
        return levels[len(levels) // 2]
    if level not in levels:
        known = ", ".join(levels)
        raise ExpectedFailure(
            desk.say(f"«{level}» diye bir bot yok; olanlar: {known}", f"No bot “{level}”; there are: {known}")
        )
    return level


async def against_bots(client: Client, game: pb.GameDescription, level: str, options: Mapping[str, str]) -> pb.Table:
    """A started table: this player on the first seat, bots on the others. Bots are patient, unless told otherwise."""
    if any(option.name == "turnSeconds" for option in game.options):
        options = {"turnSeconds": UNHURRIED, **options}
    async with seated(client, client.lobby.create_table(game.family, options)) as table:
        table = await client.lobby.sit(table, 0)
        for place in table.seats[1:]:
            table = await client.lobby.add_bot(table, level, place.seat)
        return await client.lobby.start(table)


async def bots_alone(client: Client, family: str, levels: list[str], options: Mapping[str, str]) -> pb.Table:
    """A started table with bots on all seats; the levels go round."""
    async with seated(client, client.lobby.create_table(family, options)) as table:
        for number, place in enumerate(list(table.seats)):
            table = await client.lobby.add_bot(table, levels[number % len(levels)], place.seat)
        return await client.lobby.start(table)


class Opening(NamedTuple):
    """How a table is opened: only for who has its code; whether others may watch (None: as is usual)."""

    private: bool = False
    spectators: bool | None = None


async def with_people(
    desk: Desk, client: Client, family: str, options: Mapping[str, str], opening: Opening
) -> pb.Table:
    """Opens a table and starts when every seat is taken and everybody is ready."""
    private, spectators = opening
    opened = client.lobby.create_table(family, options, private=private, spectators=spectators)
    async with seated(client, opened) as table:
        table = await client.lobby.sit(table, 0)
        by_name = f"kiraathane play {family} --table {table.table}"
        way = f"kiraathane join {table.invite_code}" if private else by_name
        tr = f"Masa açık: {table.table}\nBaşkası şöyle oturur: {way}"
        en = f"The table is open: {table.table}\nOthers sit down with: {way}"
        desk.out.print(desk.say(tr, en), soft_wrap=True)
        return await WaitingRoom(desk, client, table).until_started()


async def at_table(desk: Desk, client: Client, name: str) -> pb.Table:
    """Sits down at an open table and waits for its owner to start."""
    name = name if name.startswith("tables/") else f"tables/{name}"
    async with seated(client, client.lobby.sit(await client.lobby.table(name))) as table:
        desk.out.print(desk.say("Oturuldu; masanın başlaması bekleniyor…", "Seated; waiting for the table to start…"))
        return await WaitingRoom(desk, client, table).until_started()
