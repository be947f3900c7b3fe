"""The methods of `LobbyService` for what is said at tables."""

from collections.abc import Callable
from typing import Any, Final

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from services.lobby import clock
from services.lobby.blocks import Blocks
from services.lobby.chat import ChatStore, spoken
from services.lobby.messages import line_shown
from services.lobby.metrics import LINES
from services.lobby.store import TableStore
from services.lobby.table import Sitter, Table, refusal
from services.runtime import identity
from services.runtime.errors import Denied, Exhausted, Invalid, Refused

MOST_LISTED: Final = 100
Context = grpc.aio.ServicerContext[Any, Any]


class Talking(LobbyServiceServicer):
    """Says and lists lines. `_said` is called with every new one: its table and its number."""

    _store: TableStore
    _chats: ChatStore
    _blocks: Blocks
    _said: Callable[[str, int], None]

    async def SendChat(self, request: pb.SendChatRequest, context: Context) -> pb.SendChatResponse:
        table, sitter = await self._sitting(request.table)
        if table.no_chat:
            LINES["refused"].inc()
            raise refusal(Refused, "NO_CHAT")
        try:
            text = spoken(request.text)
            name = sitter.display_name
            line = await self._chats.say(table.table, sitter.player, name, text, request.request_id, clock.now_ms())
        except (Invalid, Exhausted) as error:
            LINES["limited" if isinstance(error, Exhausted) else "refused"].inc()
            raise
        LINES["said"].inc()
        self._said(line.table, line.number)
        return pb.SendChatResponse(line=line_shown(line))

    async def ListChat(self, request: pb.ListChatRequest, context: Context) -> pb.ListChatResponse:
        table, sitter = await self._sitting(request.table)
        size = request.page_size or MOST_LISTED
        lines = await self._chats.lines(table.table, request.after, size + 1)
        next_after = lines[size - 1].number if len(lines) > size else 0
        blocks = await self._blocks.between(sitter.player, {line.player for line in lines})
        heard = [line for line in lines[:size] if (sitter.player, line.player) not in blocks]
        muted = sitter.player in await self._chats.deaf(table.table)
        return pb.ListChatResponse(lines=[line_shown(line) for line in heard], next_after=next_after, muted=muted)

    async def SetChat(self, request: pb.SetChatRequest, context: Context) -> pb.SetChatResponse:
        table, sitter = await self._sitting(request.table)
        await self._chats.set_muted(table.table, sitter.player, silent=request.muted)
        return pb.SetChatResponse()

    async def _sitting(self, name: str) -> tuple[Table, Sitter]:
        """The table and the caller's place there; raises `Denied` for who does not sit there, if there is a table."""
        player = identity.caller().subject
        table = await self._store.find(name)
        seat = None if table is None else table.seat_of(player)
        sitter = None if table is None or seat is None else table.seats[seat]
        if table is None or sitter is None:
            raise refusal(Denied, "NOT_AT_TABLE")
        return table, sitter
