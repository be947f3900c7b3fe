"""`TournamentsService`: tournaments, from the first entry to the last place."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import grpc.aio

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane.tournaments.v1.tournaments_service_pb2_grpc import (
    TournamentsServiceServicer,
    add_TournamentsServiceServicer_to_server,
)
from services.kernel import chance
from services.kernel.meta import BadOption
from services.kernel.registry import Family, families
from services.runtime import admission, identity, persons
from services.runtime.errors import Denied, Invalid, Missing
from services.runtime.pages import read_token, write_token
from services.runtime.peers import Peers
from services.runtime.platform import PlatformService
from services.runtime.settings import Settings
from services.runtime.texts import written
from services.tournaments import entering, messages, referee
from services.tournaments.house import House
from services.tournaments.progress import LOOK_SECONDS, Progress
from services.tournaments.state import Ruling, Tournament, refusal
from services.tournaments.store import Cursor, TournamentStore
from services.tournaments.tournament import Course, Format, Person, Plan, Status

USUAL_PAGE: Final = 20
USUAL_ENTRANTS: Final = 64
USUAL_NO_SHOW_SECONDS: Final = 600
Context = grpc.aio.ServicerContext[Any, Any]


def create(settings: Settings) -> "TournamentsHosted":
    """The tournaments of this process."""
    return TournamentsHosted(settings)


class TournamentsHosted(PlatformService):
    """Holds the tournaments and the way to lobby and league, and takes tournaments further."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["TournamentsService"].full_name
        super().__init__(settings, "tournaments", full_name, Path(__file__).parent / "migrations")
        self._store = TournamentStore(self.database)
        self._games = families(*settings.packages)
        self._peers = Peers(settings, "tournaments")
        self.progress = Progress(self._store, House(self._peers), self._games)

    def add_to(self, server: grpc.aio.Server) -> None:
        methods = Tournaments(self._store, self._games, self._peers, self.progress)
        add_TournamentsServiceServicer_to_server(methods, server)

    async def open(self) -> None:
        await super().open()
        self.every(LOOK_SECONDS, "take tournaments further", self.progress.look)

    async def close(self) -> None:
        await super().close()
        await self._peers.close()


class Tournaments(TournamentsServiceServicer):
    """The methods."""

    def __init__(self, store: TournamentStore, games: dict[str, Family], peers: Peers, progress: Progress) -> None:
        self._store = store
        self._games = games
        self._peers = peers
        self._progress = progress

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        caller = _player()
        referee.require_office(caller.offices)
        new, secret = self._new(request, caller.subject)
        if not await self._store.add(new, secret):
            before = await self._store.find_request(caller.subject, request.request_id)
            if before is None or not _same(before, new):
                raise Invalid("REQUEST_ID_REUSED", fields=(("request_id", "used before, for another tournament"),))
            return pb.CreateTournamentResponse(tournament=await self._shown(before))
        return pb.CreateTournamentResponse(tournament=await self._shown(new))

    async def GetTournament(self, request: pb.GetTournamentRequest, context: Context) -> pb.GetTournamentResponse:
        return pb.GetTournamentResponse(tournament=await self._shown(await self._find(request.tournament)))

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Context) -> pb.ListTournamentsResponse:
        size = request.page_size or USUAL_PAGE
        after = read_token(request.page_token, "tournaments", Cursor)
        found = await self._store.page(after, size + 1)
        page = found[:size]
        token = write_token("tournaments", (page[-1].created_ms, page[-1].tournament)) if len(found) > size else ""
        shown = [await self._shown(one) for one in page]
        return pb.ListTournamentsResponse(tournaments=shown, next_page_token=token)

    async def EnterTournament(self, request: pb.EnterTournamentRequest, context: Context) -> pb.EnterTournamentResponse:
        caller = _player()
        await admission.require_free(self._peers, caller.subject)
        person = Person(player=caller.subject, name=caller.name or caller.subject)
        partner = caller.subject if request.partner == "players/me" else request.partner
        if partner not in ("", caller.subject):
            await persons.require_known(self._peers, (partner,))
        changed = await self._change(request.tournament, lambda t: entering.enter(t, person, partner))
        return pb.EnterTournamentResponse(tournament=changed)

    async def WithdrawFromTournament(
        self, request: pb.WithdrawFromTournamentRequest, context: Context
    ) -> pb.WithdrawFromTournamentResponse:
        player = _player().subject
        changed = await self._change(request.tournament, lambda t: entering.withdraw(t, player))
        return pb.WithdrawFromTournamentResponse(tournament=changed)

    async def StartTournament(self, request: pb.StartTournamentRequest, context: Context) -> pb.StartTournamentResponse:
        name = request.tournament
        caller = _player()
        await self._find(name)
        secret = await self._store.secret(name)

        def begin(t: Tournament) -> Tournament:
            referee.require_organiser(t, caller.subject, caller.offices)
            return referee.start(t, chance.lots(secret, name, len(t.course.entrants)))

        changed = await self._change(name, begin)
        return pb.StartTournamentResponse(tournament=changed)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        caller = _player()

        def stop(t: Tournament) -> Tournament:
            referee.require_organiser(t, caller.subject, caller.offices)
            return referee.cancel(t)

        return pb.CancelTournamentResponse(tournament=await self._change(request.tournament, stop))

    async def DecideEncounter(self, request: pb.DecideEncounterRequest, context: Context) -> pb.DecideEncounterResponse:
        caller = _player()
        loser = request.loser if request.HasField("loser") else None

        def decide(t: Tournament) -> Tournament:
            referee.require_organiser(t, caller.subject, caller.offices)
            return referee.decide(t, request.round, request.encounter, loser)

        referee.require_organiser(await self._find(request.tournament), caller.subject, caller.offices)
        await self._progress.catch_up(request.tournament)  # a match that has just begun counts as lost, too
        return pb.DecideEncounterResponse(tournament=await self._change(request.tournament, decide))

    async def WriteRuling(self, request: pb.WriteRulingRequest, context: Context) -> pb.WriteRulingResponse:
        caller = _player()
        ruling = Ruling(
            request_id=request.request_id,
            match=request.match,
            entrant=request.entrant,
            points=request.points,
            reason=written("reason", request.reason),
            at_ms=_now_ms(),
        )

        def write(t: Tournament) -> Tournament:
            referee.require_organiser(t, caller.subject, caller.offices)
            return referee.rule(t, ruling)

        return pb.WriteRulingResponse(tournament=await self._change(request.tournament, write))

    # -- inside -------------------------------------------------------------------------------------------------------

    def _new(self, request: pb.CreateTournamentRequest, organiser: str) -> tuple[Tournament, bytes]:
        """The tournament that is asked for, and the secret of its lots; raises `Invalid` for one that cannot be."""
        family = self._games.get(request.family)
        if family is None:
            raise refusal(Invalid, "GAME_UNKNOWN", family=request.family, families=", ".join(self._games))
        meta = family.game.meta
        try:
            options = meta.resolve(request.options)
        except BadOption as bad:
            raise refusal(Invalid, "OPTION_BAD", problem=bad.words) from bad
        teams = meta.teams_for(options)
        if len(teams) != 2 or len(teams[0]) != len(teams[1]):
            raise refusal(Invalid, "NOT_TWO_SIDES", family=request.family, sides=len(teams))
        form = messages.FORMATS[request.format]
        usual = 2 if form is Format.GROUPS else 1
        plan = Plan(
            format=form,
            needed=1 if form is Format.SWISS else request.needed_wins or usual,
            group_size=request.group_size or 4,
            rounds=request.swiss_rounds if form is Format.SWISS else 0,
        )
        secret = secrets.token_bytes(chance.SECRET_BYTES)
        new = Tournament(
            tournament=f"tournaments/{secrets.token_hex(10)}",
            request_id=request.request_id,
            title=written("title", request.title),
            family=request.family,
            options=options,
            team_size=len(teams[0]),
            penalties=meta.fewest_win,
            most_entrants=request.most_entrants or USUAL_ENTRANTS,
            no_show_seconds=request.no_show_seconds or USUAL_NO_SHOW_SECONDS,
            organiser=organiser,
            commitment=chance.commitment(secret),
            created_ms=_now_ms(),
            course=Course(plan=plan),
        )
        return new, secret

    async def _find(self, name: str) -> Tournament:
        if (found := await self._store.find(name)) is None:
            raise refusal(Missing, "TOURNAMENT_NOT_FOUND", tournament=name)
        return found

    async def _change(self, name: str, step: Callable[[Tournament], Tournament]) -> pb.Tournament:
        """The tournament after the step, as everybody sees it."""
        if (changed := await self._store.change(name, step)) is None:
            raise refusal(Missing, "TOURNAMENT_NOT_FOUND", tournament=name)
        return await self._shown(changed)

    async def _shown(self, t: Tournament) -> pb.Tournament:
        over = t.course.status in (Status.FINISHED, Status.CANCELLED)
        return messages.tournament(t, await self._store.secret(t.tournament) if over else None)


def _player() -> identity.Caller:
    """The player who calls; raises `Denied` for callers inside the house."""
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller


def _same(one: Tournament, other: Tournament) -> bool:
    """True if both were asked for in the same words."""
    asked = ("title", "family", "options", "most_entrants", "no_show_seconds")
    return all(getattr(one, name) == getattr(other, name) for name in asked) and one.course.plan == other.course.plan


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
