"""Tournaments: entering, following, and what organisers decide."""

import uuid
from collections.abc import AsyncGenerator, Mapping
from typing import Literal

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane.tournaments.v1 import tournaments_service_pb2_grpc as pb_grpc
from kiraathane_client.connection import Connection

PAGE = 50
Format = Literal["groups", "knockout", "swiss"]
_FORMATS = {
    "groups": pb.TOURNAMENT_FORMAT_GROUPS,
    "knockout": pb.TOURNAMENT_FORMAT_KNOCKOUT,
    "swiss": pb.TOURNAMENT_FORMAT_SWISS,
}


class Tournaments:
    """The tournaments of the house. Every method raises the exceptions of `kiraathane_client.errors`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "pb_grpc.TournamentsServiceAsyncStub":
        return pb_grpc.TournamentsServiceStub(self._connection.channel)

    async def create(
        self,
        title: str,
        family: str,
        form: Format,
        *,
        options: Mapping[str, str] | None = None,
        needed_wins: int = 0,
        group_size: int = 0,
        swiss_rounds: int = 0,
        most_entrants: int = 0,
        no_show_seconds: int = 0,
    ) -> pb.Tournament:
        """Opens a tournament; for organisers. 0 stands for what is usual."""
        request = pb.CreateTournamentRequest(
            request_id=str(uuid.uuid4()),
            title=title,
            family=family,
            options=options or {},
            format=_FORMATS[form],
            needed_wins=needed_wins,
            group_size=group_size,
            swiss_rounds=swiss_rounds,
            most_entrants=most_entrants,
            no_show_seconds=no_show_seconds,
        )
        return (await self._connection.call(self._stub.CreateTournament, request)).tournament

    async def get(self, tournament: str) -> pb.Tournament:
        """A tournament by name ("tournaments/…")."""
        request = pb.GetTournamentRequest(tournament=tournament)
        return (await self._connection.call(self._stub.GetTournament, request)).tournament

    async def all(self) -> AsyncGenerator[pb.Tournament, None]:
        """Every tournament, newest first."""
        token = ""
        while True:
            request = pb.ListTournamentsRequest(page_size=PAGE, page_token=token)
            answer = await self._connection.call(self._stub.ListTournaments, request)
            for tournament in answer.tournaments:
                yield tournament
            token = answer.next_page_token
            if not token:
                return

    async def enter(self, tournament: str, partner: str = "") -> pb.Tournament:
        """Enters, where partners play with `partner` ("players/…"), who must name the caller too."""
        request = pb.EnterTournamentRequest(tournament=tournament, partner=partner)
        return (await self._connection.call(self._stub.EnterTournament, request)).tournament

    async def withdraw(self, tournament: str) -> pb.Tournament:
        """Withdraws; after the start for good, and a partner with the caller."""
        request = pb.WithdrawFromTournamentRequest(tournament=tournament)
        return (await self._connection.call(self._stub.WithdrawFromTournament, request)).tournament

    async def start(self, tournament: str) -> pb.Tournament:
        """Ends registration and begins; for its organiser."""
        request = pb.StartTournamentRequest(tournament=tournament)
        return (await self._connection.call(self._stub.StartTournament, request)).tournament

    async def cancel(self, tournament: str) -> pb.Tournament:
        """Ends it for good; for its organiser."""
        request = pb.CancelTournamentRequest(tournament=tournament)
        return (await self._connection.call(self._stub.CancelTournament, request)).tournament

    async def decide(self, tournament: str, round_number: int, encounter: int, loser: int | None) -> pb.Tournament:
        """Decides an encounter of the current round (from 0) against an entrant, or against both; for its organiser."""
        request = pb.DecideEncounterRequest(tournament=tournament, round=round_number, encounter=encounter, loser=loser)
        return (await self._connection.call(self._stub.DecideEncounter, request)).tournament

    async def rule(self, tournament: str, match: str, entrant: int, points: int, reason: str) -> pb.Tournament:
        """Writes a line of penalty points for an entrant in a match; for its organiser."""
        request = pb.WriteRulingRequest(
            request_id=str(uuid.uuid4()),
            tournament=tournament,
            match=match,
            entrant=entrant,
            points=points,
            reason=reason,
        )
        return (await self._connection.call(self._stub.WriteRuling, request)).tournament
