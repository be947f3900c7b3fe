"""A house with tournaments, lobby, league, moderation and tavla, all real, in the test's own process."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import grpc.aio
import pytest

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub
from kiraathane.match.v1 import match_pb2
from kiraathane.moderation.v1 import moderation_service_pb2 as moderation_pb
from kiraathane.moderation.v1.moderation_service_pb2_grpc import ModerationServiceStub
from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane.tournaments.v1.tournaments_service_pb2_grpc import TournamentsServiceStub
from services.kernel.registry import families
from services.league.service import create as create_league
from services.lobby.service import create as create_lobby
from services.moderation.service import create as create_moderation
from services.runtime.broker import Broker
from services.runtime.hosting import HostedFamily
from services.runtime.settings import Settings
from services.tournaments import service
from services.tournaments.store import TournamentStore
from tests.support.people import HostedPeople
from tests.support.serving import Metadata, as_player, as_service, free_port, new_request, serving, settings_in

ORGANISER = "players/hakem"


class House:
    """Calls the services as somebody. `look` takes tournaments further by one step."""

    def __init__(self, settings: Settings, channel: grpc.aio.Channel, hosted: service.TournamentsHosted) -> None:
        self.settings = settings
        self.stub: Any = TournamentsServiceStub(channel)
        self.lobby: Any = LobbyServiceStub(channel)
        self.league: Any = LeagueServiceStub(channel)
        self.moderation: Any = ModerationServiceStub(channel)
        self.database = hosted.database
        self.store = TournamentStore(hosted.database)
        self.look = hosted.progress.look

    def who(self, player: str) -> Metadata:
        return as_player(self.settings, player, offices=("organiser",) if player == ORGANISER else ())

    async def create(self, player: str = ORGANISER, request_id: str = "", **fields: Any) -> pb.Tournament:
        asked: Mapping[str, Any] = {"title": "Kupa", "family": "tavla", "format": pb.TOURNAMENT_FORMAT_KNOCKOUT}
        request = pb.CreateTournamentRequest(request_id=request_id or new_request(), **{**asked, **fields})
        return (await self.stub.CreateTournament(request, metadata=self.who(player))).tournament

    async def get(self, t: pb.Tournament) -> pb.Tournament:
        request = pb.GetTournamentRequest(tournament=t.tournament)
        return (await self.stub.GetTournament(request, metadata=self.who("players/izleyen"))).tournament

    async def enter(self, t: pb.Tournament, player: str, partner: str = "") -> pb.Tournament:
        request = pb.EnterTournamentRequest(tournament=t.tournament, partner=partner)
        return (await self.stub.EnterTournament(request, metadata=self.who(player))).tournament

    async def suspend(self, player: str) -> None:
        request = moderation_pb.SuspendPlayerRequest(request_id=new_request(), player=player, hours=1, reason="küfür")
        metadata = as_player(self.settings, "players/hakem", offices=("moderator",))
        await self.moderation.SuspendPlayer(request, metadata=metadata)

    async def call(self, method: str, t: pb.Tournament, player: str = ORGANISER, **fields: Any) -> pb.Tournament:
        """One of the methods whose request is named like it."""
        request = getattr(pb, f"{method}Request")(tournament=t.tournament, **fields)
        return (await getattr(self.stub, method)(request, metadata=self.who(player))).tournament

    async def begun(self, *players: str, **fields: Any) -> pb.Tournament:
        """A tournament that these have entered and that has begun, with tables for its first encounters."""
        t = await self.create(**fields)
        for player in players:
            await self.enter(t, player)
        await self.call("StartTournament", t)
        await self.look()
        return await self.get(t)

    async def sit(self, player: str, encounter: pb.Encounter) -> lobby_pb.Table:
        request = lobby_pb.SitAtTableRequest(table=encounter.table, ready=True)
        return (await self.lobby.SitAtTable(request, metadata=self.who(player))).table

    async def play(self, t: pb.Tournament, encounter: pb.Encounter, winner: str, left: str = "") -> str:
        """Everybody of the encounter sits, and the league is told that `winner` has won, perhaps as `left` walked out;
        "" for a match that was broken up when its rules were gone, and its points with them. Gives the match.
        """
        table = None
        for entrant in (encounter.home, encounter.away):
            for person in t.entrants[entrant].people:
                table = await self.sit(person.player, encounter)
        assert table is not None
        assert table.status == lobby_pb.TABLE_STATUS_STARTED
        await self.look()  # sees that they sit
        seats = [match_pb2.Seat(seat=seat.seat, player=seat.player, display_name=seat.player) for seat in table.seats]
        for seat in seats:
            seat.presence = match_pb2.PRESENCE_LEFT if seat.player == left else match_pb2.PRESENCE_PRESENT
        won = [seat.seat for seat in seats if seat.player == winner]
        score = match_pb2.Score(points=(1, 0), winners=won, places=[1 if s.seat in won else 2 for s in seats])
        result = league_pb.MatchResult(
            match=table.match,
            family=table.family,
            seats=seats,
            score=score if winner else match_pb2.Score(),
            end_cause="points" if winner else "void",
            teams=[0, 1],
        )
        request = league_pb.RecordResultRequest(result=result)
        await self.league.RecordResult(request, metadata=as_service())
        await self.look()  # takes the result
        await self.look()  # and opens what comes next
        return table.match


@pytest.fixture
async def house(tmp_path: Path, store: str) -> AsyncIterator[House]:
    port = free_port()
    settings = settings_in(tmp_path, STORE=store, PEER_ADDRESS=f"127.0.0.1:{port}", BROKER="redis://127.0.0.1:9/1")
    hosted = service.create(settings)
    tavla = HostedFamily(settings, families()["tavla"], Broker(settings.broker))
    services = (
        hosted,
        create_lobby(settings),
        create_league(settings),
        create_moderation(settings),
        HostedPeople(),
        tavla,
    )
    async with serving(*services, port=port) as channel:
        yield House(settings, channel, hosted)
