"""A lobby whose families and players are services of the test, so that they can fail on purpose."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub as Stub
from kiraathane.match.v1 import match_pb2
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.players.v1.players_service_pb2_grpc import add_PlayersServiceServicer_to_server
from kiraathane.tavla.v1 import tavla_service_pb2 as tavla
from kiraathane.tavla.v1.tavla_service_pb2_grpc import TavlaServiceServicer, add_TavlaServiceServicer_to_server
from services.lobby.service import LobbyHosted, create
from services.moderation.service import create as create_moderation
from services.runtime import identity
from services.runtime.door import guarded
from services.runtime.settings import Settings
from tests.lobby.house import House
from tests.support.people import EverybodyButNobody
from tests.support.serving import free_port, serving, settings_in


class FakeTavla(TavlaServiceServicer):
    """Prepares and starts matches as the contract says, remembers what it was asked, and fails when it is told to."""

    def __init__(self) -> None:
        self.created: dict[str, tuple[str, dict[str, str]]] = {}
        self.started: dict[str, tuple[bytes, ...]] = {}
        self.assignments: dict[str, list[Any]] = {}
        self.failures: list[grpc.StatusCode] = []
        """Statuses that the next calls to `StartMatch` get before they do anything."""
        self.lost_answers = 0
        """How many of the next starts are carried out and then answered UNAVAILABLE."""
        self.calls = 0
        self.substitutes: list[tuple[str, int, str, str]] = []
        self.watched: dict[str, int] = {}
        """Whether spectators are wanted, by match."""
        self.over: set[str] = set()
        """Matches that have ended."""
        self.heads: dict[str, tuple[int, int]] = {}
        """Of some matches: the version, and the seat that is due."""
        self.waiting = asyncio.Event()
        self.waiting.set()

    async def CreateMatch(self, request: Any, context: Any) -> Any:  # noqa: N802
        await self._require_house(context)
        new = (f"matches/{uuid.uuid4().hex}", dict(request.options))
        match, options = self.created.setdefault(request.request_id, new)
        assert options == dict(request.options)
        self.watched[match] = request.spectators
        response = tavla.CreateMatchResponse()
        response.info.match, response.info.commitment = match, "c0ffee"
        return response

    async def StartMatch(self, request: Any, context: Any) -> Any:  # noqa: N802
        await self._require_house(context)
        self.calls += 1
        await self.waiting.wait()
        if self.failures:
            await context.abort(self.failures.pop(0), "on purpose")
        seats = tuple(seat.SerializeToString(deterministic=True) for seat in request.seats)
        if self.started.setdefault(request.match, seats) != seats:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "started with other seats")
        self.assignments[request.match] = list(request.seats)
        if self.lost_answers:
            self.lost_answers -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the answer is lost")
        response = tavla.StartMatchResponse()
        response.info.match = request.match
        return response

    async def GetMatch(self, request: Any, context: Any) -> Any:  # noqa: N802
        await self._require_house(context)
        response = tavla.GetMatchResponse()
        over = request.match in self.over
        info = response.update.info
        info.match = request.match
        info.version, due = self.heads.get(request.match, (1, 0))
        info.due_seats.append(due)
        info.status = match_pb2.MATCH_STATUS_FINISHED if over else match_pb2.MATCH_STATUS_PLAYING
        return response

    async def SeatSubstitute(self, request: Any, context: Any) -> Any:  # noqa: N802
        await self._require_house(context)
        if self.failures:
            await context.abort(self.failures.pop(0), "on purpose")
        self.substitutes.append((request.match, request.seat, request.player, request.display_name))
        return tavla.SeatSubstituteResponse()

    async def _require_house(self, context: Any) -> None:
        token = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        assert await identity.verify(token) == identity.Caller("services/lobby", "services/lobby", "service")


class FakePlayers(EverybodyButNobody):
    """Knows who has blocked whom."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: set[tuple[str, str]] = set()
        """Pairs of blocker and blocked."""
        self.asked = 0

    async def CheckBlocks(self, request: Any, context: Any) -> Any:  # noqa: N802
        self.asked += 1
        around = {(request.player, other) for other in request.others}
        around |= {(other, request.player) for other in request.others}
        found = [players.Block(blocker=who, blocked=whom) for who, whom in self.blocks & around]
        return players.CheckBlocksResponse(blocks=found)


@contextlib.asynccontextmanager
async def house_served(fake: FakeTavla, known: FakePlayers, settings: Settings) -> AsyncIterator[None]:
    """The rest of the house at the settings' peer address; moderation is the real one."""
    server = grpc.aio.server()
    add_TavlaServiceServicer_to_server(fake, server)
    add_PlayersServiceServicer_to_server(known, server)
    moderation = create_moderation(settings)
    await moderation.open()
    moderation.add_to(guarded(server))
    server.add_insecure_port(settings.peer_address)
    await server.start()
    yield
    await server.stop(0)
    await moderation.close()


@pytest.fixture
async def fake() -> FakeTavla:
    return FakeTavla()


@pytest.fixture
async def known() -> FakePlayers:
    return FakePlayers()


@pytest.fixture
async def settings(fake: FakeTavla, known: FakePlayers, tmp_path: Path, store: str) -> AsyncIterator[Settings]:
    address = f"127.0.0.1:{free_port()}"
    told = settings_in(tmp_path, STORE=store, PEER_ADDRESS=address, OPEN_TABLES_PER_PLAYER="3")
    async with house_served(fake, known, told):
        yield told


@pytest.fixture
def hosted(settings: Settings) -> LobbyHosted:
    return create(settings)


@pytest.fixture
def house(stub: Stub, settings: Settings) -> House:
    return House(stub, settings)


@pytest.fixture
async def stub(hosted: LobbyHosted) -> AsyncIterator[Stub]:
    async with serving(hosted) as channel:
        yield Stub(channel)
