"""Games, tables and who sits at them."""

import secrets
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as pb_grpc
from kiraathane.match.v1 import match_pb2
from kiraathane_client.commitments import Commitments
from kiraathane_client.connection import Connection
from kiraathane_client.retry import Patience
from kiraathane_client.streams import Attempts, OnConnection, opened, read

PAGE = 50


class Lobby:
    """The lobby. Every method raises the exceptions of `kiraathane_client.errors`."""

    def __init__(self, connection: Connection, commitments: Commitments) -> None:
        self._connection = connection
        self._commitments = commitments

    @property
    def _stub(self) -> "pb_grpc.LobbyServiceAsyncStub":
        return pb_grpc.LobbyServiceStub(self._connection.channel)

    async def games(self) -> tuple[pb.GameDescription, ...]:
        """Every game of the house, with its options and bots."""
        answer = await self._connection.call(self._stub.ListGames, pb.ListGamesRequest(), token=False)
        return tuple(answer.games)

    async def create_table(
        self,
        family: str,
        options: Mapping[str, str] | None = None,
        *,
        private: bool = False,
        spectators: bool | None = None,
    ) -> pb.Table:
        """A new table; options left out take their defaults. The hash of its chance is remembered.

        A private one stands in no list: others come by its `invite_code`. Without a word about `spectators` people
        without a seat may watch a public table's match, and not a private one's.
        """
        wanted = {None: match_pb2.SPECTATORS_UNSPECIFIED, True: match_pb2.SPECTATORS_ALLOWED}
        request = pb.CreateTableRequest(
            request_id=str(uuid.uuid4()),
            family=family,
            options=options or {},
            visibility=pb.VISIBILITY_PRIVATE if private else pb.VISIBILITY_PUBLIC,
            spectators=wanted.get(spectators, match_pb2.SPECTATORS_NONE),
        )
        table = (await self._connection.call(self._stub.CreateTable, request)).table
        self._commitments.remember(table.match, table.commitment)
        return table

    async def table(self, name: str, *, invite_code: str = "") -> pb.Table:
        """A table by name ("tables/…"); for a private one the code is needed by who is not at it."""
        request = pb.GetTableRequest(table=name, invite_code=invite_code)
        return (await self._connection.call(self._stub.GetTable, request)).table

    async def find_table(self, invite_code: str) -> pb.Table:
        """The private table that a code is for; raises `NotFound` if there is none."""
        request = pb.FindTableRequest(invite_code=invite_code)
        return (await self._connection.call(self._stub.FindTable, request)).table

    async def tables(self, family: str = "") -> AsyncGenerator[pb.Table, None]:
        """Open tables, newest first; only this family's, if one is given."""
        token = ""
        while True:
            request = pb.ListTablesRequest(family=family, page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListTables, request)
            for table in answer.tables:
                yield table
            token = answer.next_page_token
            if not token:
                return

    async def sit(
        self, table: pb.Table, seat: int | None = None, *, ready: bool = True, invite_code: str = ""
    ) -> pb.Table:
        """Sits down, on the first free seat if none is given; who sits already moves to that seat.

        The client adds a nonce to the match's chance: drawn now, after the house has committed to its secret, and
        remembered before it is sent, so that the record can be checked for it. Without `ready` the table waits until
        `set_ready` says so.
        """
        known = self._commitments.recall(table.match)
        nonce = (known.nonce if known else "") or secrets.token_hex(16)
        self._commitments.remember(table.match, table.commitment, nonce)
        request = pb.SitAtTableRequest(
            table=table.table, seat=seat, nonce=nonce, ready=ready, invite_code=invite_code or table.invite_code
        )
        return (await self._connection.call(self._stub.SitAtTable, request)).table

    async def quick_match(self, family: str, options: Mapping[str, str] | None = None) -> pb.Table:
        """Sits down at the first public table that has these options, or at a new one; it starts when it is full."""
        request = pb.QuickMatchRequest(request_id=str(uuid.uuid4()), family=family, options=options or {})
        return await self.sit((await self._connection.call(self._stub.QuickMatch, request)).table)

    async def rematch(self, table: pb.Table) -> pb.Table:
        """Sits down at the table where those who sat here play again, once the match is over."""
        answer = await self._connection.call(self._stub.Rematch, pb.RematchRequest(table=table.table))
        return await self.sit(answer.table)

    async def open_seats(self, family: str = "") -> tuple[pb.OpenSeat, ...]:
        """Seats of public tables at which this player may sit down for one who has left or is away."""
        request = pb.ListOpenSeatsRequest(family=family)
        return tuple((await self._connection.call(self._stub.ListOpenSeats, request)).seats)

    async def take_seat(self, table: pb.Table, seat: int, *, invite_code: str = "") -> pb.Table:
        """Sits down for one who has left or is away, while the match is played."""
        request = pb.TakeSeatRequest(table=table.table, seat=seat, invite_code=invite_code)
        return (await self._connection.call(self._stub.TakeSeat, request)).table

    async def set_ready(self, table: pb.Table, ready: bool = True) -> pb.Table:
        """Says that this player is ready, or not yet."""
        request = pb.SetReadyRequest(table=table.table, ready=ready)
        return (await self._connection.call(self._stub.SetReady, request)).table

    async def kick(self, table: pb.Table, player: str) -> pb.Table:
        """Sends a person ("players/…") away before the start, for good; for the table's owner."""
        request = pb.KickFromTableRequest(table=table.table, player=player)
        return (await self._connection.call(self._stub.KickFromTable, request)).table

    async def leave(self, table: pb.Table) -> pb.Table:
        """Gets up again before the start."""
        return (await self._connection.call(self._stub.LeaveTable, pb.LeaveTableRequest(table=table.table))).table

    async def add_bot(self, table: pb.Table, level: str, seat: int | None = None) -> pb.Table:
        """Puts a bot on a seat, on the first free one if none is given; for the table's owner."""
        request = pb.AddBotRequest(request_id=str(uuid.uuid4()), table=table.table, level=level, seat=seat)
        return (await self._connection.call(self._stub.AddBot, request)).table

    async def remove_bot(self, table: pb.Table, seat: int) -> pb.Table:
        """Takes a bot away again; for the table's owner."""
        request = pb.RemoveBotRequest(table=table.table, seat=seat)
        return (await self._connection.call(self._stub.RemoveBot, request)).table

    async def start(self, table: pb.Table) -> pb.Table:
        """Begins; for the table's owner, when every seat is taken and everybody else is ready.

        `match` of the answer is what to play.
        """
        return (await self._connection.call(self._stub.StartTable, pb.StartTableRequest(table=table.table))).table

    # -- news and chat ------------------------------------------------------------------------------------------------

    async def watch(
        self,
        *,
        open_tables: bool = False,
        family: str = "",
        tables: Sequence[str] = (),
        patience: Patience | None = None,
        on_connection: OnConnection | None = None,
    ) -> AsyncGenerator[pb.WatchLobbyResponse, None]:
        """What concerns this player, for ever, over as many streams as it takes; `open_tables` adds the list's (of one
        family, if given), `tables` adds others by name.

        Each stream begins with how things stand and a `synced`; a table that went while there was no stream is told to
        be gone just before that. Lines of chat said meanwhile are told by `chat`. `LobbyNews` keeps the picture.
        """
        attempts = Attempts(self._connection, patience or self._connection.patience, on_connection)
        request = pb.WatchLobbyRequest(open_tables=open_tables, family=family, tables=tables)
        told: set[str] = set()
        before: set[str] = set()
        while True:
            async with attempts, attempts.stream(self._stub.WatchLobby, "", request) as call:
                await opened(call, attempts)
                before, told = before | told, set()
                while (news := await read(call)) is not None and not news.HasField("resume"):
                    attempts.alive()
                    if news.HasField("table"):
                        told.add(news.table.table)
                    elif news.HasField("table_gone"):
                        told.discard(news.table_gone.table)
                    elif news.HasField("synced"):
                        for name in sorted(before - told):
                            yield pb.WatchLobbyResponse(table_gone=pb.TableGone(table=name))
                        before = set()
                    yield news

    async def say(self, table: pb.Table, text: str) -> pb.ChatLine:
        """Says something at a table at which this player sits."""
        request = pb.SendChatRequest(table=table.table, request_id=str(uuid.uuid4()), text=text)
        return (await self._connection.call(self._stub.SendChat, request)).line

    async def chat(self, table: pb.Table, after: int = 0) -> AsyncGenerator[pb.ChatLine, None]:
        """What was said at a table at which this player sits, in order; only lines with higher numbers than `after`."""
        while True:
            request = pb.ListChatRequest(table=table.table, after=after)
            answer = await self._connection.call(self._stub.ListChat, request)
            for line in answer.lines:
                yield line
            after = answer.next_after
            if not after:
                return

    async def mute(self, table: pb.Table, muted: bool = True) -> None:
        """Whether this player wants to hear a table's chat, on all his devices."""
        await self._connection.call(self._stub.SetChat, pb.SetChatRequest(table=table.table, muted=muted))
