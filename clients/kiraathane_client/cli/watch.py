"""Watching a match at the terminal."""

import asyncio
from contextlib import aclosing
from typing import Any

from kiraathane.match.v1 import match_pb2
from kiraathane_client.cli import seats
from kiraathane_client.cli.desk import FOREVER, Desk, ExpectedFailure
from kiraathane_client.cli.screen import Screen
from kiraathane_client.terminal import Terminal, terminal_of


async def watch(desk: Desk, name: str, family: str) -> None:
    """Shows a match until it is over."""
    async with desk.client() as client:
        await desk.sit_in(client)
        match = await desk.find_match(client, name, family)
        try:
            terminal: Terminal[Any, Any] = terminal_of(match.family)
        except LookupError:
            tr, en = f"«{match.family}» bu programda çizilemiyor.", f"“{match.family}” cannot be drawn here."
            raise ExpectedFailure(desk.say(tr, en)) from None
        screen = Screen(desk)

        def connection(up: bool) -> None:
            screen.connected = up
            desk.connection(up)

        update, seen = None, None
        try:
            async with aclosing(match.watch(patience=FOREVER, on_connection=connection)) as updates:
                async for update in updates:
                    if update.info.status == match_pb2.MATCH_STATUS_PREPARED:
                        tr, en = "Henüz gösterilecek bir şey yok…", "There is nothing to be shown yet…"
                        desk.out.print(desk.say(tr, en), style="dim")
                        continue
                    screen.tell(seats.news(seen, update.info, desk.look))
                    seen = update.info
                    screen.tell(terminal.happenings(update, desk.look))
                    screen.draw(terminal.board(update, desk.look), seats.notes(update.info, desk.look))
        except asyncio.CancelledError:
            return  # Ctrl-C: whoever only watches may go without a word
        if update is not None and update.info.status == match_pb2.MATCH_STATUS_FINISHED:
            for line in seats.result(terminal, update, desk.look):
                desk.out.print(line)
