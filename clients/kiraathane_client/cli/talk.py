"""What is said at the table while a match is played."""

from collections.abc import Callable

from rich.text import Text

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import FOREVER, Desk
from kiraathane_client.cli.waiting import spoken
from kiraathane_client.client import Client
from kiraathane_client.errors import KiraathaneError
from kiraathane_client.terminal import Look

MARK = ":"
"""A line that begins with it is said, and is no move."""


class Talk:
    """The chat of the table at which a match is played. `table` is known once the lobby has told of it."""

    def __init__(self, desk: Desk, client: Client, match: str) -> None:
        self._desk = desk
        self._client = client
        self._match = match
        self._heard = 0
        self.table: pb.Table | None = None

    async def follow(self, heard: Callable[[Text], None]) -> None:
        """Calls `heard` with every line, until it is cancelled; a house that cannot tell is listened to no more."""
        try:
            async for news in self._client.lobby.watch(patience=FOREVER):
                if news.HasField("table") and news.table.match == self._match:
                    self.table = news.table
                elif news.HasField("chat"):
                    self._hear(news.chat, heard)
                elif news.HasField("synced") and self.table is not None and self._heard:
                    async for line in self._client.lobby.chat(self.table, self._heard):  # said while the line was down
                        self._hear(line, heard)
        except KiraathaneError:
            return

    def guide(self, look: Look) -> list[Text]:
        """How something is said here; nothing where nothing can be."""
        if self.table is None or self.table.no_chat:
            return []
        tr, en = "metin (masaya söylenir)", "text (is said at the table)"
        return [Text(f"  {MARK} {look.say(tr, en)}")]

    async def say(self, text: str) -> str:
        """Says something; what is wrong with it, or nothing."""
        if self.table is None:
            return self._desk.say("Masa henüz bilinmiyor.", "The table is not known yet.")
        try:
            await self._client.lobby.say(self.table, text)
        except KiraathaneError as error:
            return self._desk.explain(error)
        return ""

    def _hear(self, line: pb.ChatLine, heard: Callable[[Text], None]) -> None:
        if self.table is not None and line.table == self.table.table and line.number > self._heard:
            self._heard = line.number
            heard(spoken(line))
