"""Getting to a table with others: by an invite code, by quick match, once more."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.leaving import seated
from kiraathane_client.cli.play import play_match
from kiraathane_client.cli.waiting import WaitingRoom, changes, player_of
from kiraathane_client.client import Client


def table_name(text: str) -> str:
    """The resource name, whether or not it was typed in full."""
    return text if text.startswith("tables/") else f"tables/{text}"


async def join(desk: Desk, code: str, name: str) -> None:
    """Sits down at the private table of a code, and plays."""

    async def arrive(client: Client) -> pb.Table:
        return await client.lobby.sit(await client.lobby.find_table(code), invite_code=code)

    await _meet(desk, name, arrive)


async def quick(desk: Desk, family: str, options: Mapping[str, str], name: str) -> None:
    """Sits down at the first table that fits, and plays."""
    await _meet(desk, name, lambda client: client.lobby.quick_match(family, options))


async def rematch(desk: Desk, table: str) -> None:
    """Sits down with the same people once more, and plays."""
    old = pb.Table(table=table_name(table))
    await _meet(desk, "", lambda client: client.lobby.rematch(old))


async def substitute(desk: Desk, table: str, seat: int, name: str) -> None:
    """Sits down for one who has left, and plays on."""
    async with desk.client() as client:
        await desk.sit_in(client, name)
        taken = await client.lobby.take_seat(pb.Table(table=table_name(table)), seat)
        await play_match(desk, client, taken.family, taken.match)


async def seats(desk: Desk, family: str) -> None:
    """Where a substitute is wanted."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await client.lobby.open_seats(family)
    for one in found:
        desk.out.print(f"{one.table.family}: {one.table.seats[one.seat].display_name}")
        desk.out.print(f"  kiraathane substitute {one.table.table} {one.seat}", style="dim")
    if not found:
        desk.out.print(desk.say("Boşalan yer yok.", "No seat is free."))


async def _meet(desk: Desk, name: str, arrive: Callable[[Client], Awaitable[pb.Table]]) -> None:
    async with desk.client() as client:
        await desk.sit_in(client, name)
        before = await _tables_of(client)
        async with seated(client, arrive(client)) as table:
            if table.table in before:
                _again(desk)
            tr, en = (
                f"Oturuldu: {table.table}. Başlaması bekleniyor…",
                f"Seated: {table.table}. Waiting for it to start…",
            )
            desk.out.print(desk.say(tr, en), soft_wrap=True)
            table = await WaitingRoom(desk, client, table).until_started()
        await play_match(desk, client, table.family, table.match)


async def _tables_of(client: Client) -> set[str]:
    """The tables at which this person sits now."""
    session = client.session
    me = session.player if session is not None else ""
    found: set[str] = set()
    async with aclosing(client.lobby.watch()) as watched:
        async for news in watched:
            if news.HasField("synced"):
                break
            if any(seat.player == me for seat in news.table.seats):
                found.add(news.table.table)
    return found


def _again(desk: Desk) -> None:
    """Two terminals of one account are one person, who waits for himself."""
    tr = "Bu masada zaten oturuyorsunuz. Bu makinede başka biri olmak için XDG_CONFIG_HOME ile başka bir klasör verin."
    en = "You sit at this table already. To be somebody else on this machine, name another folder in XDG_CONFIG_HOME."
    desk.out.print(desk.say(tr, en), style="yellow")


async def ready(desk: Desk, table: str, *, is_ready: bool) -> None:
    """Says that one is ready, or not yet."""
    async with desk.client() as client:
        await desk.sit_in(client)
        await client.lobby.set_ready(pb.Table(table=table_name(table)), is_ready)
    desk.out.print(desk.say("Hazırsınız.", "You are ready.") if is_ready else desk.say("Bekliyorsunuz.", "You wait."))


async def kick(desk: Desk, table: str, who: str) -> None:
    """Sends somebody away from a table of one's own."""
    async with desk.client() as client:
        await desk.sit_in(client)
        found = await client.lobby.table(table_name(table))
        now = await client.lobby.kick(found, player_of(desk, found, who))
    for line in changes(desk, found, now, ""):
        desk.out.print(line)
