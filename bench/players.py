"""Players for the bench: a full table to a match, who do not think long, by call or by stream.

They share one event loop and do as little as they can, for they stand on the same machine as what they measure.
"""

import asyncio
import contextlib
import random
import time
import uuid
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import grpc.aio

from bench.kinds import Kind, kind
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as lobby_grpc
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.players.v1 import players_service_pb2_grpc as players_grpc

CONNECTIONS = 4
Metadata = tuple[tuple[str, str], ...]


class Seated:
    """One seat of one match: who sits there, and what it takes to call in his name."""

    def __init__(self, of: Kind, match: str, seat: int, token: str, stub: Any, *, homed: bool = True) -> None:
        """`homed`: the calls say which match they are about, so that the gateway sends them all to one replica."""
        self.of = of
        self.match = match
        self.seat = seat
        bearer = ("authorization", f"Bearer {token}")
        self.metadata: Metadata = (bearer, ("x-match-id", match)) if homed else (bearer,)
        self.stub = stub
        self.version = 0
        self._own = zlib.crc32(match.encode())

    def choose(self, view: Any) -> Any:
        """What the seat does; no two matches go the same way."""
        return self.of.choose(view, self._own + self.version)


class House:
    """Connections to a gateway, and guests who are signed in to play a family."""

    def __init__(
        self, gateway: str, family: str = "tavla", *, connections: int = CONNECTIONS, homed: bool = True
    ) -> None:
        self.kind = kind(family)
        self._homed = homed
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.channels = [grpc.aio.insecure_channel(gateway, options) for _ in range(connections)]
        self.tokens: list[str] = []

    async def sign_in(self, guests: int = 8) -> None:
        """Signs in so many guests, who share the seats among them."""
        stub = players_grpc.PlayersServiceStub(self.channels[0])
        for number in range(guests):
            answer = await stub.SignInGuest(players.SignInGuestRequest(display_name=f"Bench {number}"))
            self.tokens.append(answer.session.access_token)

    async def seat(self, number: int) -> list[Seated]:
        """Opens, fills and starts table `number`."""
        seats = range(self.kind.seats)
        tokens = [self.tokens[(len(seats) * number + seat) % len(self.tokens)] for seat in seats]
        channel = self.channels[number % len(self.channels)]
        desk = lobby_grpc.LobbyServiceStub(channel)
        as_player = [(("authorization", f"Bearer {token}"),) for token in tokens]
        request = lobby.CreateTableRequest(
            request_id=str(uuid.uuid4()), family=self.kind.slug, options=self.kind.options
        )
        table = (await desk.CreateTable(request, metadata=as_player[0])).table
        for seat in seats:
            request_to_sit = lobby.SitAtTableRequest(table=table.table, seat=seat, ready=True)
            await desk.SitAtTable(request_to_sit, metadata=as_player[seat])
        started = await desk.StartTable(lobby.StartTableRequest(table=table.table), metadata=as_player[0])
        stub = self.kind.stub(channel)
        match = started.table.match
        return [Seated(self.kind, match, seat, tokens[seat], stub, homed=self._homed) for seat in seats]

    def spectator(self, of: Seated, number: int) -> Seated:
        """Guest `number` before the match of a seat, where he only watches."""
        stub = self.kind.stub(self.channels[number % len(self.channels)])
        token = self.tokens[number // len(self.channels) % len(self.tokens)]
        return Seated(self.kind, of.match, -1, token, stub, homed=self._homed)

    async def tables(self, count: int, first: int = 0) -> list[list[Seated]]:
        """So many started matches, sixteen being set up at a time."""
        gate = asyncio.Semaphore(16)

        async def one(number: int) -> list[Seated]:
            async with gate:
                return await self.seat(number)

        return list(await asyncio.gather(*(one(first + number) for number in range(count))))

    async def look_at(self, matches: Sequence[str]) -> None:
        """Looks once at each match, as who comes back to it does; it is in the house's memory then."""
        stubs = [self.kind.stub(channel) for channel in self.channels]
        rest = iter(matches)

        async def one_after_the_other(number: int) -> None:
            bearer = ("authorization", f"Bearer {self.tokens[number % len(self.tokens)]}")
            for match in rest:
                request = self.kind.messages.GetMatchRequest(match=match)
                await stubs[number % len(stubs)].GetMatch(request, metadata=(bearer, ("x-match-id", match)))

        await asyncio.gather(*(one_after_the_other(number) for number in range(16)))

    async def leave(self, seat: Seated) -> None:
        """Leaves a match for good, which ends it."""
        request = self.kind.messages.LeaveMatchRequest(match=seat.match, request_id=str(uuid.uuid4()))
        await seat.stub.LeaveMatch(request, metadata=seat.metadata)

    async def close(self) -> None:
        for channel in self.channels:
            await channel.close()


class Tally:
    """What a run brought. Times are in seconds, from sending a move."""

    def __init__(self) -> None:
        self.moves = 0
        self.answered: list[float] = []
        self.told: list[float] = []
        self.sent: dict[tuple[str, int], tuple[int, float]] = {}
        self.began = 0.0

    def start(self) -> None:
        """Forgets the warm-up."""
        self.moves = 0
        self.answered.clear()
        self.told.clear()
        self.began = time.perf_counter()

    def sending(self, seat: Seated) -> None:
        self.sent[seat.match, seat.version + 1] = seat.seat, time.perf_counter()

    def mover_told(self, match: str, version: int) -> None:
        if (sent := self.sent.get((match, version))) is not None:
            self.moves += 1
            self.answered.append(time.perf_counter() - sent[1])

    def told_of(self, seat: Seated) -> None:
        """A seat was told of a version; it counts if another seat made it."""
        sent = self.sent.get((seat.match, seat.version))
        if sent is not None and sent[0] != seat.seat:
            self.told.append(time.perf_counter() - sent[1])


async def play_by_call(seat: Seated, tally: Tally, pause: float = 0.0) -> None:
    """`Play` and `WatchMatch`: each move a call, each seat told of every move by its stream. Ends with the match."""
    messages = seat.of.messages
    call = seat.stub.WatchMatch(messages.WatchMatchRequest(match=seat.match), metadata=seat.metadata)
    try:
        async for answer in call:
            update = answer.update
            if not _news(seat, update, tally):
                continue
            if update.info.due_seats[:] == [seat.seat]:
                await _rest(pause)
                tally.sending(seat)
                request = messages.PlayRequest(
                    match=seat.match,
                    expected_version=seat.version,
                    request_id=str(uuid.uuid4()),
                    action=seat.choose(update.view),
                )
                done = await seat.stub.Play(request, metadata=seat.metadata)
                tally.mover_told(seat.match, done.update.info.version)
                # Its own move comes by the stream too; the next of it that counts is the opponent's.
            if not update.info.due_seats:
                return
    finally:
        call.cancel()


async def play_by_stream(seat: Seated, tally: Tally, pause: float = 0.0) -> None:
    """`Sit`: moves and news on one stream. Ends with the match."""
    messages = seat.of.messages
    outgoing: asyncio.Queue[Any] = asyncio.Queue()
    outgoing.put_nowait(messages.SitRequest(join=messages.Join(match=seat.match)))

    async def requests() -> AsyncIterator[Any]:
        while True:
            yield await outgoing.get()

    call = seat.stub.Sit(requests(), metadata=seat.metadata)
    try:
        async for answer in call:
            if answer.HasField("refusal"):
                raise RuntimeError(answer.refusal.message)
            update = answer.update
            if answer.request_id:
                tally.mover_told(seat.match, update.info.version)
            if not _news(seat, update, tally):
                continue
            if update.info.due_seats[:] == [seat.seat]:
                await _rest(pause)
                tally.sending(seat)
                decision = messages.Decision(
                    expected_version=seat.version,
                    request_id=str(uuid.uuid4()),
                    action=seat.choose(update.view),
                )
                outgoing.put_nowait(messages.SitRequest(play=decision))
            if not update.info.due_seats:
                return
    finally:
        call.cancel()


def _news(seat: Seated, update: Any, tally: Tally) -> bool:
    """Takes note of a new version; False for one that this seat has seen."""
    version = update.info.version
    if version <= seat.version:
        return False
    seat.version = version
    tally.told_of(seat)
    return True


async def _rest(pause: float) -> None:
    if pause:
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # so that matches do not move all at the same time


class Run:
    """A number of matches kept in flight: one that ends is replaced by the next of those set up beforehand."""

    def __init__(self, tables: list[list[Seated]], *, stream: bool, pause: float = 0.0) -> None:
        self.waiting = tables
        self.tally = Tally()
        self._play = play_by_stream if stream else play_by_call
        self._pause = pause

    @contextlib.asynccontextmanager
    async def playing(self, in_flight: int) -> AsyncIterator[Callable[[float], Awaitable[None]]]:
        """Plays until the block ends. What it gives waits so many seconds, and raises if playing fails meanwhile."""
        tasks = [asyncio.create_task(self._keep_playing()) for _ in range(in_flight)]
        try:
            yield partial(_either, tasks)
        finally:
            await _cancelled(tasks)

    async def measure(self, in_flight: int, warm_up: float, seconds: float, began: Callable[[], None]) -> float:
        """Plays, calls `began` after the warm-up, and returns the seconds that were measured from then on."""
        async with self.playing(in_flight) as wait:
            await wait(warm_up)
            self.tally.start()
            began()
            await wait(seconds)
            return time.perf_counter() - self.tally.began

    async def _keep_playing(self) -> None:
        while self.waiting:
            table = self.waiting.pop()
            await asyncio.gather(*(self._play(seat, self.tally, self._pause) for seat in table))
        raise RuntimeError("the matches set up for this run are all played; set up more")


async def _either(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Waits so long, unless something fails first, which is then raised."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
