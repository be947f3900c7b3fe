"""Who is meant by a name and a place: one of those who sit, or sat, at a match or a table."""

from contextlib import suppress

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.cli.people import PREFIX, player_name
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError, NotFound, PermissionDenied, Refused
from kiraathane_client.terminal import folded

MATCHES, TABLES = "matches/", "tables/"
_People = set[tuple[str, str]]
"""Of each the resource name, and what he is called there."""


async def meant(desk: Desk, client: Client, text: str, place: str) -> str:
    """The resource name of the player that is meant: by itself, or by the name he has at `place`.

    Raises `NotFound`, NOBODY_OF_THAT_NAME, or `Refused`, SEVERAL_OF_THAT_NAME, if there is none or more than one.
    """
    if not text or text.startswith(PREFIX) or not place:
        return player_name(text)
    people = await _at(desk, client, place)
    found = sorted({who for who, name in people if folded(name) == folded(text) or who == player_name(text)})
    if not found:
        raise _nobody(text, place, people)
    if len(found) > 1:
        raise _several(text, found)
    return found[0]


async def _at(desk: Desk, client: Client, place: str) -> _People:
    if place.startswith(MATCHES):
        return _of_match(await _match(desk, client, place))
    if place.startswith(TABLES):
        return await _of_table(desk, client, await client.lobby.table(place))
    tr, en = f"«{place}» bir yer değil: matches/… ya da tables/… yazın.", f"“{place}” is no place: write matches/… or "
    raise ExpectedFailure(desk.say(tr, f"{en}tables/…."))


async def _match(desk: Desk, client: Client, name: str) -> match_pb2.MatchInfo:
    """The match, as the caller may see it; a moderator may see those, too, that are not shown to spectators."""
    try:
        return (await (await desk.find_match(client, name)).get()).info
    except ExpectedFailure:
        with suppress(PermissionDenied):
            return (await client.moderation.look(name)).inspection.info
        raise


def _of_match(info: match_pb2.MatchInfo) -> _People:
    now = {(seat.player, seat.display_name) for seat in info.seats if seat.player}
    return now | {(past.player, past.display_name) for seat in info.seats for past in seat.past}


async def _of_table(desk: Desk, client: Client, table: lobby_pb.Table) -> _People:
    """Who sits there, who sat there in its match, and who said something there."""
    people = {(seat.player, seat.display_name) for seat in table.seats if seat.player}
    if table.status in (lobby_pb.TABLE_STATUS_STARTED, lobby_pb.TABLE_STATUS_OVER):
        with suppress(ExpectedFailure):  # a match that is not shown to the caller
            people |= _of_match(await _match(desk, client, table.match))
    with suppress(KiraathaneError):  # only those who sit there hear what is said
        people |= {(line.player, line.display_name) async for line in client.lobby.chat(table)}
    return people


def _nobody(text: str, place: str, people: _People) -> NotFound:
    names = ", ".join(sorted({name for _, name in people})) or "—"
    tr = f"{place} yerinde «{text}» adlı kimse oturmadı. Oturanlar: {names}."
    en = f"Nobody called “{text}” sits or sat at {place}. Those who did: {names}."
    return NotFound("NOBODY_OF_THAT_NAME", {"tr": tr, "en": en})


def _several(text: str, found: list[str]) -> Refused:
    names = ", ".join(found)
    tr = f"Orada birden çok «{text}» var; hangisi olduğunu adıyla yazın: {names}."
    en = f"There is more than one “{text}” there; write which one: {names}."
    return Refused("SEVERAL_OF_THAT_NAME", {"tr": tr, "en": en})
