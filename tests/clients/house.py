"""A stand-in for the house that breaks on purpose: streams that end, answers that are lost, tokens that expire.

It speaks the contract and keeps its promises (versions without gaps, a request id counts once), but plays no game: a
decision only makes the next version.
"""
# ruff: noqa: N802  (the methods are named by the contract)

import asyncio
import itertools
import socket
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2, status_pb2

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as lobby_grpc
from kiraathane.match.v1 import match_pb2
from kiraathane.players.v1 import players_service_pb2 as players_pb
from kiraathane.players.v1 import players_service_pb2_grpc as players_grpc
from kiraathane.tavla.v1 import tavla_pb2
from kiraathane.tavla.v1 import tavla_service_pb2 as tavla_pb
from kiraathane.tavla.v1 import tavla_service_pb2_grpc as tavla_grpc

DETAILS = "grpc-status-details-bin"
MATCH = "matches/m1"


def status(code: grpc.StatusCode, reason: str, *more: Any, **metadata: str) -> status_pb2.Status:
    """An error as the house tells it."""
    told = status_pb2.Status(code=code.value[0], message=reason)
    parts = [
        error_details_pb2.ErrorInfo(reason=reason, domain="kiraathane", metadata=metadata),
        error_details_pb2.LocalizedMessage(locale="tr", message=f"{reason} olmaz"),
        error_details_pb2.LocalizedMessage(locale="en", message=f"no {reason}"),
        *more,
    ]
    for part in parts:
        told.details.add().Pack(part)
    return told


async def abort(context: Any, code: grpc.StatusCode, reason: str, *more: Any, **metadata: str) -> None:
    """Ends the call with an error."""
    told = status(code, reason, *more, **metadata)
    await context.abort(code, told.message, ((DETAILS, told.SerializeToString()),))


@dataclass
class Faults:
    """What goes wrong next. Numbers count down, one fault each."""

    cut_streams_after: list[int] = field(default_factory=list)
    """For each stream in turn: after how many messages it is cut."""
    resume_after: list[int] = field(default_factory=list)
    """For each stream in turn: after how many messages the house itself ends it with a word to resume."""
    lose_answers: int = 0
    """Decisions that are carried out but not answered."""
    lose_requests: int = 0
    """Decisions that break the connection before they are carried out."""
    refuse_tokens: int = 0
    """Calls whose token is refused although it has not expired."""
    limit: int = 0
    """Calls answered with RESOURCE_EXHAUSTED."""
    skip_versions: list[int] = field(default_factory=list)
    """Versions that a stream leaves out, once each."""
    refusal: status_pb2.Status | None = None
    """What the next decision is refused with."""


class House:
    """The stand-in. `versions` are the updates of the match, from version 1."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.versions: list[tavla_pb2.MatchUpdate] = []
        self.answers: dict[str, int] = {}
        self.request_ids: list[str] = []
        self.match_ids: set[str] = set()
        self.refreshes = 0
        self.open_streams = 0
        self.streams = 0
        self.token_seconds = 3600.0
        self.spent: set[str] = set()
        self.valid: dict[str, str] = {}
        self.table = lobby_pb.Table(table="tables/t1", family="tavla", match=MATCH, commitment="ab" * 32)
        self.table.seats.extend(lobby_pb.TableSeat(seat=seat) for seat in range(2))
        self.nonces: dict[int, str] = {}
        self.lose_bot_answer = False
        self.bots: set[str] = set()
        self._news = asyncio.Event()
        self._server: grpc.aio.Server | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self.commit()

    async def start(self) -> None:
        """Opens the doors."""
        self._server = grpc.aio.server()
        tavla_grpc.add_TavlaServiceServicer_to_server(_Tavla(self), self._server)
        players_grpc.add_PlayersServiceServicer_to_server(_Players(self), self._server)
        lobby_grpc.add_LobbyServiceServicer_to_server(_Lobby(self), self._server)
        self._server.add_insecure_port(self.address)
        await self._server.start()

    async def stop(self) -> None:
        """Cuts everything at once."""
        if self._server is not None:
            await self._server.stop(0)
            self._server = None

    def commit(self, *, finished: bool = False, match_status: int | None = None) -> tavla_pb2.MatchUpdate:
        """Makes the next version."""
        ended = match_pb2.MATCH_STATUS_FINISHED if finished else match_pb2.MATCH_STATUS_PLAYING
        update = tavla_pb2.MatchUpdate()
        update.info.match = MATCH
        update.info.family = "tavla"
        update.info.version = len(self.versions) + 1
        update.info.status = ended if match_status is None else match_status  # type: ignore[assignment]
        update.info.commitment = "ab" * 32
        self.versions.append(update)
        self._news.set()
        self._news = asyncio.Event()
        return update

    async def wait(self) -> None:
        """Until there is a new version."""
        await self._news.wait()

    def session(self, player: str = "players/p1") -> players_pb.Session:
        """New tokens."""
        access, refresh = uuid.uuid4().hex, uuid.uuid4().hex
        self.valid = {access: player}
        ends = Timestamp(seconds=int(time.time() + self.token_seconds))
        who = players_pb.Player(player=player, display_name="Ayşe", kind=players_pb.PLAYER_KIND_GUEST)
        return players_pb.Session(player=who, access_token=access, access_expire_time=ends, refresh_token=refresh)

    async def admit(self, context: Any) -> None:
        """Checks the token, and the limits."""
        told = dict(context.invocation_metadata())
        self.match_ids.add(told.get("x-match-id", ""))
        if self.faults.limit:
            self.faults.limit -= 1
            retry = error_details_pb2.RetryInfo()
            retry.retry_delay.FromMilliseconds(50)
            await abort(context, grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY", retry)
        if self.faults.refuse_tokens or told.get("authorization", "").removeprefix("Bearer ") not in self.valid:
            self.faults.refuse_tokens = max(0, self.faults.refuse_tokens - 1)
            await abort(context, grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")

    def decide(self, request_id: str, expected: int) -> tuple[tavla_pb2.MatchUpdate | None, status_pb2.Status | None]:
        """The answer to a decision: what it made, or why not."""
        self.request_ids.append(request_id)
        if request_id in self.answers:
            return self.versions[self.answers[request_id] - 1], None
        if self.faults.refusal is not None:
            refusal, self.faults.refusal = self.faults.refusal, None
            return None, refusal
        if expected != len(self.versions):
            stale = {"expected": str(expected), "version": str(len(self.versions))}
            return None, status(grpc.StatusCode.ABORTED, "VERSION_STALE", **stale)
        update = self.commit()
        self.answers[request_id] = update.info.version
        return update, None


class _Stream:
    """What one stream still has to send, and when it is cut."""

    def __init__(self, house: House, after: int) -> None:
        self.house = house
        self.after = after
        self.sent = 0
        self.cut = house.faults.cut_streams_after.pop(0) if house.faults.cut_streams_after else None
        self.resume = house.faults.resume_after.pop(0) if house.faults.resume_after else None
        house.streams += 1
        house.open_streams += 1

    async def next(self, context: Any) -> tavla_pb2.MatchUpdate | match_pb2.Resume:
        if self.cut is not None and self.sent >= self.cut:
            await abort(context, grpc.StatusCode.UNAVAILABLE, "CUT")
        if self.resume is not None and self.sent >= self.resume:
            return match_pb2.Resume(version=self.after, reason="DRAINING")
        versions = self.house.versions
        while len(versions) <= self.after:
            await self.house.wait()
        if self.after + 1 in self.house.faults.skip_versions and len(versions) > self.after + 1:
            self.house.faults.skip_versions.remove(self.after + 1)
            self.after += 1
        update = versions[self.after] if self.after else versions[-1]
        self.after = update.info.version
        self.sent += 1
        return update


class _Tavla(tavla_grpc.TavlaServiceServicer):
    def __init__(self, house: House) -> None:
        self.house = house

    async def GetMatch(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        return tavla_pb.GetMatchResponse(update=self.house.versions[-1])

    async def Play(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        if self.house.faults.lose_requests:
            self.house.faults.lose_requests -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE, "lost before")
        update, refusal = self.house.decide(request.request_id, request.expected_version)
        if self.house.faults.lose_answers:
            self.house.faults.lose_answers -= 1
            await context.abort(grpc.StatusCode.UNAVAILABLE, "lost after")
        if refusal is not None:
            code = next(code for code in grpc.StatusCode if code.value[0] == refusal.code)
            await context.abort(code, refusal.message, ((DETAILS, refusal.SerializeToString()),))
        return tavla_pb.PlayResponse(update=update)

    async def WatchMatch(self, request: Any, context: Any) -> AsyncIterator[Any]:
        await self.house.admit(context)
        stream = _Stream(self.house, request.after_version)
        try:
            while True:
                item = await stream.next(context)
                if isinstance(item, match_pb2.Resume):
                    yield tavla_pb.WatchMatchResponse(resume=item)
                    return
                yield tavla_pb.WatchMatchResponse(update=item)
        finally:
            self.house.open_streams -= 1

    async def Sit(self, requests: AsyncIterator[Any], context: Any) -> AsyncIterator[Any]:
        await self.house.admit(context)
        join = (await anext(aiter(requests))).join
        stream = _Stream(self.house, join.after_version)
        out: asyncio.Queue[Any] = asyncio.Queue()
        tasks = [
            asyncio.create_task(self._listen(requests, out)),
            asyncio.create_task(self._tell(stream, context, out)),
        ]
        try:
            while True:
                item = await out.get()
                if isinstance(item, Exception):
                    raise item
                if item is None:
                    await context.abort(grpc.StatusCode.UNAVAILABLE, "lost")
                yield item
                if item.HasField("resume"):
                    return
        finally:
            for task in tasks:
                task.cancel()
            self.house.open_streams -= 1

    async def _tell(self, stream: _Stream, context: Any, out: asyncio.Queue[Any]) -> None:
        try:
            while True:
                item = await stream.next(context)
                if isinstance(item, match_pb2.Resume):
                    await out.put(tavla_pb.SitResponse(resume=item))
                    return
                await out.put(tavla_pb.SitResponse(update=item))
        except Exception as error:  # noqa: BLE001  (handed to the stream that it ends)
            await out.put(error)

    async def _listen(self, requests: AsyncIterator[Any], out: asyncio.Queue[Any]) -> None:
        async for request in requests:
            decision = request.play
            if self.house.faults.lose_requests:
                self.house.faults.lose_requests -= 1
                await out.put(None)
                return
            update, refusal = self.house.decide(decision.request_id, decision.expected_version)
            if self.house.faults.lose_answers:
                self.house.faults.lose_answers -= 1
                await out.put(None)
                return
            await out.put(tavla_pb.SitResponse(update=update, request_id=decision.request_id, refusal=refusal))


class _Players(players_grpc.PlayersServiceServicer):
    def __init__(self, house: House) -> None:
        self.house = house

    async def SignInGuest(self, request: Any, context: Any) -> Any:
        return players_pb.SignInGuestResponse(session=self.house.session())

    async def GetPlayer(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        return players_pb.GetPlayerResponse(player=players_pb.Player(player="players/p1", display_name="Ayşe"))

    async def RefreshSession(self, request: Any, context: Any) -> Any:
        if request.refresh_token in self.house.spent:
            self.house.valid = {}
            await abort(context, grpc.StatusCode.UNAUTHENTICATED, "SESSION_ENDED")
        self.house.spent.add(request.refresh_token)
        self.house.refreshes += 1
        await asyncio.sleep(0.05)  # long enough for a second one to come in between
        return players_pb.RefreshSessionResponse(session=self.house.session())

    async def SignOut(self, request: Any, context: Any) -> Any:
        self.house.valid = {}
        return players_pb.SignOutResponse()


class _Lobby(lobby_grpc.LobbyServiceServicer):
    def __init__(self, house: House) -> None:
        self.house = house

    async def CreateTable(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        return lobby_pb.CreateTableResponse(table=self.house.table)

    async def GetTable(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        return lobby_pb.GetTableResponse(table=self.house.table)

    async def ListTables(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        first = int(request.page_token or 0)
        names = [f"tables/t{number}" for number in itertools.islice(range(120), first, first + request.page_size)]
        token = str(first + len(names)) if first + len(names) < 120 else ""
        return lobby_pb.ListTablesResponse(tables=[lobby_pb.Table(table=n) for n in names], next_page_token=token)

    async def SitAtTable(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        self.house.nonces.setdefault(request.seat, request.nonce)
        self.house.table.seats[request.seat].player = "players/p1"
        self.house.table.seats[request.seat].display_name = "Ayşe"
        return lobby_pb.SitAtTableResponse(table=self.house.table)

    async def AddBot(self, request: Any, context: Any) -> Any:
        await self.house.admit(context)
        if request.request_id not in self.house.bots:
            seat = self.house.table.seats[request.seat]
            if seat.display_name:
                await abort(context, grpc.StatusCode.FAILED_PRECONDITION, "SEAT_TAKEN")
            seat.display_name, seat.bot_level = "bot", request.level
            self.house.bots.add(request.request_id)
        if self.house.lose_bot_answer:
            self.house.lose_bot_answer = False
            await context.abort(grpc.StatusCode.UNAVAILABLE, "lost after")
        return lobby_pb.AddBotResponse(table=self.house.table)
