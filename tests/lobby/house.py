"""The lobby as each player sees it."""

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub as Stub
from services.runtime.settings import Settings
from tests.support.serving import Metadata, as_player, as_service, new_request

ALI, VELI, AYSE, CAN = "players/ali", "players/veli", "players/ayse", "players/can"


class House:
    """The lobby as each player sees it."""

    def __init__(self, stub: Stub, settings: Settings) -> None:
        self.stub = stub
        self.settings = settings

    def metadata(self, player: str) -> Metadata:
        return as_player(self.settings, player, player.removeprefix("players/").title())

    async def create(
        self, player: str = ALI, request_id: str = "", *, private: bool = False, **options: str
    ) -> pb.Table:
        visibility = pb.VISIBILITY_PRIVATE if private else pb.VISIBILITY_UNSPECIFIED
        request = pb.CreateTableRequest(
            request_id=request_id or new_request(), family="tavla", options=options, visibility=visibility
        )
        return (await self.stub.CreateTable(request, metadata=self.metadata(player))).table

    async def get(self, table: pb.Table, player: str = AYSE, code: str = "") -> pb.Table:
        request = pb.GetTableRequest(table=table.table, invite_code=code)
        return (await self.stub.GetTable(request, metadata=self.metadata(player))).table

    async def sit(
        self,
        player: str,
        table: pb.Table,
        seat: int | None = None,
        nonce: str = "",
        *,
        ready: bool = True,
        code: str = "",
    ) -> pb.Table:
        request = pb.SitAtTableRequest(table=table.table, seat=seat, nonce=nonce, ready=ready, invite_code=code)
        return (await self.stub.SitAtTable(request, metadata=self.metadata(player))).table

    async def leave(self, player: str, table: pb.Table) -> pb.Table:
        request = pb.LeaveTableRequest(table=table.table)
        return (await self.stub.LeaveTable(request, metadata=self.metadata(player))).table

    async def add_bot(
        self, player: str, table: pb.Table, level: str = "usta", seat: int | None = None, request_id: str = ""
    ) -> pb.Table:
        request = pb.AddBotRequest(request_id=request_id or new_request(), table=table.table, level=level, seat=seat)
        return (await self.stub.AddBot(request, metadata=self.metadata(player))).table

    async def remove_bot(self, player: str, table: pb.Table, seat: int) -> pb.Table:
        request = pb.RemoveBotRequest(table=table.table, seat=seat)
        return (await self.stub.RemoveBot(request, metadata=self.metadata(player))).table

    async def set_ready(self, player: str, table: pb.Table, ready: bool = True) -> pb.Table:
        request = pb.SetReadyRequest(table=table.table, ready=ready)
        return (await self.stub.SetReady(request, metadata=self.metadata(player))).table

    async def kick(self, player: str, table: pb.Table, who: str) -> pb.Table:
        request = pb.KickFromTableRequest(table=table.table, player=who)
        return (await self.stub.KickFromTable(request, metadata=self.metadata(player))).table

    async def find(self, player: str, code: str) -> pb.Table:
        request = pb.FindTableRequest(invite_code=code)
        return (await self.stub.FindTable(request, metadata=self.metadata(player))).table

    async def quick(self, player: str, request_id: str = "", family: str = "tavla", **options: str) -> pb.Table:
        request = pb.QuickMatchRequest(request_id=request_id or new_request(), family=family, options=options)
        return (await self.stub.QuickMatch(request, metadata=self.metadata(player))).table

    async def rematch(self, player: str, table: pb.Table) -> pb.Table:
        request = pb.RematchRequest(table=table.table)
        return (await self.stub.Rematch(request, metadata=self.metadata(player))).table

    async def reserve(self, *players: str, request_id: str = "") -> pb.Table:
        seats = [pb.ReservedSeat(seat=seat, player=player) for seat, player in enumerate(players)]
        request = pb.CreateReservedTableRequest(request_id=request_id or new_request(), family="tavla", seats=seats)
        return (await self.stub.CreateReservedTable(request, metadata=as_service("services/league"))).table

    async def close_reserved(self, table: pb.Table, player: str = "") -> pb.Table:
        request = pb.CloseReservedTableRequest(table=table.table)
        metadata = self.metadata(player) if player else as_service("services/tournaments")
        return (await self.stub.CloseReservedTable(request, metadata=metadata)).table

    async def take_seat(self, player: str, table: pb.Table, seat: int, code: str = "") -> pb.Table:
        request = pb.TakeSeatRequest(table=table.table, seat=seat, invite_code=code)
        return (await self.stub.TakeSeat(request, metadata=self.metadata(player))).table

    async def open_seats(self, player: str = AYSE, family: str = "") -> list[tuple[str, int]]:
        request = pb.ListOpenSeatsRequest(family=family)
        answer = await self.stub.ListOpenSeats(request, metadata=self.metadata(player))
        return [(found.table.table, found.seat) for found in answer.seats]

    async def list(self, player: str = AYSE) -> list[str]:
        answer = await self.stub.ListTables(pb.ListTablesRequest(), metadata=self.metadata(player))
        return [table.table for table in answer.tables]

    async def start(self, player: str, table: pb.Table) -> pb.Table:
        request = pb.StartTableRequest(table=table.table)
        return (await self.stub.StartTable(request, metadata=self.metadata(player))).table


def players(table: pb.Table) -> list[str]:
    """Who sits where: a player, "bot" with a level, or "" for nobody."""
    return [seat.player or (seat.bot_level and f"bot {seat.bot_level}") for seat in table.seats]


async def full_table(house: House, first: str = ALI, second: str = VELI) -> pb.Table:
    table = await house.create(first)
    await house.sit(first, table)
    return await house.sit(second, table)
