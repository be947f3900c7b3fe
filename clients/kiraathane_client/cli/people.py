"""What players are called, where the house tells only their resource names."""

import asyncio
from collections.abc import Iterable, Mapping

from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.client import Client
from kiraathane_client.errors import InvalidRequest, NotFound

PREFIX = "players/"
_AT_ONCE = 8
"""So many are asked for at the same time, of as many as a list has: the house counts calls."""


def player_name(text: str) -> str:
    """The resource name of a player, whether or not it was typed in full."""
    return text if not text or text.startswith(PREFIX) else f"{PREFIX}{text}"


async def names_of(client: Client, players: Iterable[str]) -> Mapping[str, str]:
    """What each of these players is called; one of whom the house does not know (any more) has no name here."""
    limit = asyncio.Semaphore(_AT_ONCE)

    async def name(player: str) -> tuple[str, str]:
        async with limit:
            try:
                return player, (await client.player(player)).display_name
            except NotFound:
                return player, ""

    asked = sorted({player for player in players if player.startswith(PREFIX)})
    found = await asyncio.gather(*(name(player) for player in asked))
    return {player: shown for player, shown in found if shown}


async def who(desk: Desk, client: Client, text: str) -> str:
    """What the player is called whom somebody has typed; ends the command if there is none."""
    player = player_name(text)
    try:
        return (await client.player(player)).display_name
    except (InvalidRequest, NotFound):
        raise unknown(desk, player) from None


def unknown(desk: Desk, player: str) -> ExpectedFailure:
    """There is nobody whose resource name this is; it may be what somebody is called."""
    tr = f"{player} diye bir oyuncu yok. Bir masada görünen adı yazmak için yerini de verin: --place matches/…"
    en = f"There is no player {player}. A name that is shown at a table goes with its place: --place matches/…"
    return ExpectedFailure(desk.say(tr, en))
