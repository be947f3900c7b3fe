"""Playing at the terminal."""

from collections.abc import Mapping
from typing import Any

from kiraathane_client.cli import table
from kiraathane_client.cli.desk import Desk, ExpectedFailure, match_name
from kiraathane_client.cli.player import Player
from kiraathane_client.cli.talk import Talk
from kiraathane_client.client import Client
from kiraathane_client.match import Match
from kiraathane_client.terminal import Terminal, terminal_of


async def play(
    desk: Desk,
    family: str,
    *,
    bot: str | None,
    options: Mapping[str, str],
    name: str,
    match: str | None,
    at: str | None,
    people: bool,
    opening: table.Opening | None = None,
) -> None:
    """Opens a table (or sits down at one, or goes back to a match) and plays until the match is over."""
    _terminal(desk, family)
    async with desk.client() as client:
        await desk.sit_in(client, name)
        if match is None:
            game = await table.game_of(desk, client, family)
            if at is not None:
                found = await table.at_table(desk, client, at)
            elif people:
                found = await table.with_people(desk, client, family, options, opening or table.Opening())
            else:
                found = await table.against_bots(client, game, table.level_of(desk, game, bot), options)
            match = found.match
        await play_match(desk, client, family, match)


async def play_match(desk: Desk, client: Client, family: str, name: str) -> None:
    """Plays a match at which this person sits until it is over."""
    terminal = _terminal(desk, family)
    seat: Match[Any, Any] = client.match(family, match_name(name))
    now = await seat.get()
    if not now.info.HasField("viewer_seat"):
        tr, en = (
            f"Bu maçta yeriniz yok. İzlemek için: kiraathane watch {name}",
            f"You have no seat there. To watch: kiraathane watch {name}",
        )
        raise ExpectedFailure(desk.say(tr, en))
    await Player(desk, seat, terminal, Talk(desk, client, seat.name)).run()


def _terminal(desk: Desk, family: str) -> Terminal[Any, Any]:
    """How the family is drawn; ends the command if it cannot be."""
    try:
        return terminal_of(family)
    except LookupError:
        tr, en = f"«{family}» bu programda oynanamıyor.", f"“{family}” cannot be played here."
        raise ExpectedFailure(desk.say(tr, en)) from None
