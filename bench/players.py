"""Players for the bench: two to a match, who play the first legal play they find, by call or by stream.

They share one event loop and do as little as they can, for they stand on the same machine as what they measure.
"""

import asyncio
import contextlib
import time
import uuid
from collections.abc import AsyncIterator, Callable

import grpc.aio

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as lobby_grpc
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.players.v1 import players_service_pb2_grpc as players_grpc
from kiraathane.tavla.v1 import tavla_pb2, tavla_service_pb2_grpc
from kiraathane.tavla.v1 import tavla_service_pb2 as tavla
from services.tavla.quick import quick_plays

OPTIONS = {"tavlaTable": "traditional", "matchLength": "7", "turnSeconds": "none"}
CONNECTIONS = 4
Metadata = tuple[tuple[str, str], ...]


class Seated:
    """One seat of one match: who sits there, and what it takes to call in his name."""

    def __init__(self, match: str, seat: int, token: str, stub: "tavla_service_pb2_grpc.TavlaServiceAsyncStub") -> None:
        self.match = match
        self.seat = seat
        self.metadata: Metadata = (("authorization", f"Bearer {token}"), ("x-match-id", match))
        self.stub = stub
        self.version = 0


class House:
    """Connections to a gateway, and guests who are signed in."""

    def __init__(self, gateway: str) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.channels = [grpc.aio.insecure_channel(gateway, options) for _ in range(CONNECTIONS)]
        self.tokens: list[str] = []

    async def sign_in(self, guests: int = 8) -> None:
        """Signs in so many guests, who share the seats among them."""
        stub = players_grpc.PlayersServiceStub(self.channels[0])
        for number in range(guests):
            answer = await stub.SignInGuest(players.SignInGuestRequest(display_name=f"Bench {number}"))
            self.tokens.append(answer.session.access_token)

    async def seat(self, number: int) -> tuple[Seated, Seated]:
        """Opens, fills and starts table `number`."""
        tokens = [self.tokens[(2 * number + seat) % len(self.tokens)] for seat in (0, 1)]
        channel = self.channels[number % CONNECTIONS]
        desk = lobby_grpc.LobbyServiceStub(channel)
        as_player = [(("authorization", f"Bearer {token}"),) for token in tokens]
        request = lobby.CreateTableRequest(request_id=str(uuid.uuid4()), family="tavla", options=OPTIONS)
        table = (await desk.CreateTable(request, metadata=as_player[0])).table
        for seat in (0, 1):
            await desk.SitAtTable(lobby.SitAtTableRequest(table=table.table, seat=seat), metadata=as_player[seat])
        started = await desk.StartTable(lobby.StartTableRequest(table=table.table), metadata=as_player[0])
        stub = tavla_service_pb2_grpc.TavlaServiceStub(channel)
        one, other = (Seated(started.table.match, seat, tokens[seat], stub) for seat in (0, 1))
        return one, other

    async def tables(self, count: int, first: int = 0) -> list[tuple[Seated, Seated]]:
        """So many started matches, sixteen being set up at a time."""
        gate = asyncio.Semaphore(16)

        async def one(number: int) -> tuple[Seated, Seated]:
            async with gate:
                return await self.seat(number)

        return list(await asyncio.gather(*(one(first + number) for number in range(count))))

    async def leave(self, seat: Seated) -> None:
        """Leaves a match for good, which ends it."""
        request = tavla.LeaveMatchRequest(match=seat.match, request_id=str(uuid.uuid4()))
        await seat.stub.LeaveMatch(request, metadata=seat.metadata)

    async def close(self) -> None:
        for channel in self.channels:
            await channel.close()


def first_play(view: tavla_pb2.TavlaView) -> tavla_pb2.TavlaAction:
    """A legal play of the roll on a standard board."""
    own, other = (_board(view.sides[seat]) for seat in (view.turn, 1 - view.turn))
    play = quick_plays(own, other, tuple(view.dice))[0]
    # `from` is a keyword of Python.
    moves = [tavla_pb2.CheckerMove(**{"from": move.point, "die": move.die}) for move in play]
    return tavla_pb2.TavlaAction(play=tavla_pb2.PlayTurn(moves=moves))


def _board(side: tavla_pb2.TavlaSide) -> bytes:
    return bytes((side.off, *side.points, side.start, side.bar))


class Tally:
    """What a run brought. Times are in seconds, from sending a move."""

    def __init__(self) -> None:
        self.moves = 0
        self.answered: list[float] = []
        self.told: list[float] = []
        self.sent: dict[tuple[str, int], float] = {}
        self.began = 0.0

    def start(self) -> None:
        """Forgets the warm-up."""
        self.moves = 0
        self.answered.clear()
        self.told.clear()
        self.began = time.perf_counter()

    def sending(self, seat: Seated) -> None:
        self.sent[seat.match, seat.version + 1] = time.perf_counter()

    def mover_told(self, match: str, version: int) -> None:
        if (sent := self.sent.get((match, version))) is not None:
            self.moves += 1
            self.answered.append(time.perf_counter() - sent)

    def watcher_told(self, match: str, version: int) -> None:
        if (sent := self.sent.get((match, version))) is not None:
            self.told.append(time.perf_counter() - sent)


async def play_by_call(seat: Seated, tally: Tally, pause: float = 0.0) -> None:
    """`Play` and `WatchMatch`: each move a call, each seat told of every move by its stream. Ends with the match."""
    call = seat.stub.WatchMatch(tavla.WatchMatchRequest(match=seat.match), metadata=seat.metadata)
    try:
        async for answer in call:
            update = answer.update
            if not _news(seat, update, tally):
                continue
            if update.info.due_seats[:] == [seat.seat]:
                await _rest(pause)
                tally.sending(seat)
                request = tavla.PlayRequest(
                    match=seat.match,
                    expected_version=seat.version,
                    request_id=str(uuid.uuid4()),
                    action=first_play(update.view),
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
    outgoing: asyncio.Queue[tavla.SitRequest] = asyncio.Queue()
    outgoing.put_nowait(tavla.SitRequest(join=tavla.Join(match=seat.match)))

    async def requests() -> AsyncIterator[tavla.SitRequest]:
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
            if not _news(seat, update, tally, own=bool(answer.request_id)):
                continue
            if update.info.due_seats[:] == [seat.seat]:
                await _rest(pause)
                tally.sending(seat)
                decision = tavla.Decision(
                    expected_version=seat.version, request_id=str(uuid.uuid4()), action=first_play(update.view)
                )
                outgoing.put_nowait(tavla.SitRequest(play=decision))
            if not update.info.due_seats:
                return
    finally:
        call.cancel()


def _news(seat: Seated, update: tavla_pb2.MatchUpdate, tally: Tally, *, own: bool = False) -> bool:
    """Takes note of a new version; False for one that this seat has seen."""
    version = update.info.version
    if version <= seat.version:
        return False
    seat.version = version
    first = update.happenings[0] if update.happenings else None
    mine = first is not None and first.HasField("played") and first.played.seat == seat.seat
    if not (own or mine):
        tally.watcher_told(seat.match, version)
    return True


async def _rest(pause: float) -> None:
    if pause:
        await asyncio.sleep(pause)


class Run:
    """A number of matches kept in flight: one that ends is replaced by the next of those set up beforehand."""

    def __init__(self, tables: list[tuple[Seated, Seated]], *, stream: bool, pause: float = 0.0) -> None:
        self.waiting = tables
        self.tally = Tally()
        self._play = play_by_stream if stream else play_by_call
        self._pause = pause

    async def measure(self, in_flight: int, warm_up: float, seconds: float, began: Callable[[], None]) -> float:
        """Plays, calls `began` after the warm-up, and returns the seconds that were measured from then on."""
        async with contextlib.AsyncExitStack() as stack:
            tasks = [asyncio.create_task(self._keep_playing()) for _ in range(in_flight)]
            stack.push_async_callback(_cancelled, tasks)
            await _either(tasks, warm_up)
            self.tally.start()
            began()
            await _either(tasks, seconds)
            return time.perf_counter() - self.tally.began

    async def _keep_playing(self) -> None:
        while self.waiting:
            pair = self.waiting.pop()
            await asyncio.gather(*(self._play(seat, self.tally, self._pause) for seat in pair))
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
