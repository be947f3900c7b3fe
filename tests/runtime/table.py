"""What the runtime's suites do with a hosted toy family: seat people and bots, play, watch, sit, and read errors."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import grpc.aio
import msgspec

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from services.runtime import identity
from services.runtime.absence import AbsenceTerms
from services.runtime.broker import Message
from services.runtime.clock import HouseClock
from services.runtime.hosting import HostedFamily
from services.runtime.settings import Settings
from tests.support.serving import Metadata, as_player, new_request, serving

WAIT_SECONDS = 10.0


class Postbox:
    """A broker that writes down what it is sent; `broken` refuses everything."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.broken = False

    def send(self, message: Message, done: Callable[[bool], None]) -> None:
        if not self.broken:
            self.sent.append(message)
        asyncio.get_running_loop().call_soon(done, not self.broken)


class House:
    """The service under test, and its callers. `a` and `b` sit on seats 0 and 1 of every table, `c` on none."""

    def __init__(self, settings: Settings, hosted: HostedFamily, channel: grpc.aio.Channel, postbox: Postbox) -> None:
        from kiraathane.yuksek.v1 import yuksek_pb2, yuksek_service_pb2, yuksek_service_pb2_grpc

        self.settings = settings
        self.hosted = hosted
        self.channel = channel
        self.postbox = postbox
        self.pb: Any = yuksek_service_pb2
        self.actions: Any = yuksek_pb2
        self.stub: Any = yuksek_service_pb2_grpc.YuksekServiceStub(channel)
        self.service: Metadata = _bearer(identity.house_token("services/lobby", "service"))
        self.a, self.b, self.c = (as_player(settings, f"players/{name}", name.upper()) for name in "abc")

    @property
    def seats(self) -> tuple[Metadata, Metadata]:
        return self.a, self.b

    def bot(self, match: str, seat: int, level: str = "usta") -> Metadata:
        return _bearer(identity.house_token(f"bots/{level}", "bot", match, seat))

    # -- calls --------------------------------------------------------------------------------------------------------

    async def create(self, request_id: str = "", *, spectators: bool = True, **options: str) -> Any:
        wanted = match_pb2.SPECTATORS_ALLOWED if spectators else match_pb2.SPECTATORS_NONE
        request_id = request_id or new_request()
        request = self.pb.CreateMatchRequest(request_id=request_id, options=options, spectators=wanted)
        return (await self.stub.CreateMatch(request, metadata=self.service)).info

    async def start(self, match: str, *, bots: tuple[int, ...] = (), nonces: tuple[str, str] = ("", "")) -> Any:
        seats = [
            match_pb2.SeatAssignment(
                seat=seat,
                player="" if seat in bots else f"players/{'ab'[seat]}",
                display_name="AB"[seat],
                bot_level="usta" if seat in bots else "",
                nonce=nonces[seat],
            )
            for seat in (0, 1)
        ]
        request = self.pb.StartMatchRequest(match=match, seats=seats)
        return (await self.stub.StartMatch(request, metadata=self.service)).info

    async def table(self, *, bots: tuple[int, ...] = (), spectators: bool = True, **options: str) -> str:
        """A started match; its name."""
        match: str = (await self.create(spectators=spectators, **options)).match
        await self.start(match, bots=bots)
        return match

    async def get(self, match: str, who: Metadata | None = None) -> Any:
        return (await self.stub.GetMatch(self.pb.GetMatchRequest(match=match), metadata=who or self.c)).update

    async def legal(self, match: str, who: Metadata) -> Any:
        return await self.stub.ListLegalActions(self.pb.ListLegalActionsRequest(match=match), metadata=who)

    async def count_higher(self, match: str, who: Metadata, card: int) -> Any:
        request = self.actions.CountHigherRequest(match=match, card=card)
        return await self.stub.CountHigher(request, metadata=who)

    async def play(self, match: str, who: Metadata, card: int, version: int, request_id: str = "") -> Any:
        request = self.play_request(match, card, version, request_id)
        return (await self.stub.Play(request, metadata=who)).update

    def play_request(self, match: str, card: int, version: int, request_id: str = "") -> Any:
        return self.pb.PlayRequest(
            match=match,
            expected_version=version,
            request_id=request_id or new_request(),
            action=self.actions.YuksekAction(card=card),
        )

    async def leave(self, match: str, who: Metadata, request_id: str = "") -> Any:
        request = self.pb.LeaveMatchRequest(match=match, request_id=request_id or new_request())
        return (await self.stub.LeaveMatch(request, metadata=who)).update

    async def claim(self, match: str, who: Metadata, request_id: str = "") -> Any:
        request = self.pb.ClaimAbsentRequest(match=match, request_id=request_id or new_request())
        return (await self.stub.ClaimAbsent(request, metadata=who)).update

    async def substitute(self, match: str, seat: int, player: str, who: Metadata | None = None) -> Any:
        request = self.pb.SeatSubstituteRequest(match=match, seat=seat, player=player, display_name=player[-1].upper())
        return (await self.stub.SeatSubstitute(request, metadata=who or self.service)).info

    async def order(self, match: str, kind: str, back_to: int = 0) -> Any:
        """What a moderator orders."""
        request = self.pb.OrderMatchRequest(
            match=match,
            request_id=new_request(),
            moderator="players/hakem",
            kind=f"ORDER_KIND_{kind}",
            word="Bakıyoruz.",
            back_to=back_to,
        )
        return (await self.stub.OrderMatch(request, metadata=self.service)).info

    async def inspect(self, match: str, before_version: int = 0) -> Any:
        """What a moderator sees."""
        request = self.pb.InspectMatchRequest(match=match, moderator="players/hakem", before_version=before_version)
        return await self.stub.InspectMatch(request, metadata=self.service)

    async def record(self, match: str, form: str = "") -> Any:
        request = self.pb.GetRecordRequest(match=match, format=form)
        return (await self.stub.GetRecord(request, metadata=self.c)).record

    def watch(self, match: str, who: Metadata | None = None, after: int = 0) -> Any:
        return self.stub.WatchMatch(self.pb.WatchMatchRequest(match=match, after_version=after), metadata=who or self.c)

    async def sit(self, match: str, who: Metadata, after: int = 0) -> Any:
        stream = self.stub.Sit(metadata=who)
        await stream.write(self.pb.SitRequest(join=self.pb.Join(match=match, after_version=after)))
        return stream

    def decision(self, card: int, version: int, request_id: str = "") -> Any:
        decision = self.pb.Decision(
            expected_version=version,
            request_id=request_id or new_request(),
            action=self.actions.YuksekAction(card=card),
        )
        return self.pb.SitRequest(play=decision)

    # -- whole matches ------------------------------------------------------------------------------------------------

    async def card(self, match: str, who: Metadata) -> tuple[int, int]:
        """A card that may be laid, and the version at which."""
        legal = await self.legal(match, who)
        return legal.actions[0].card, legal.version

    async def step(self, match: str) -> Any:
        """One accepted play of whoever is due; the update."""
        update = await self.get(match)
        who = self.seats[update.info.due_seats[0]]
        card, version = await self.card(match, who)
        return await self.play(match, who, card, version)

    async def step_as_players(self, match: str) -> Any:
        """As `step`, asking nobody without a seat."""
        due = (await self.get(match, self.a)).info.due_seats[0]
        card, version = await self.card(match, self.seats[due])
        return await self.play(match, self.seats[due], card, version)

    async def finish_as_players(self, match: str) -> None:
        """Plays on to the end, asking nobody without a seat."""
        while (await self.get(match, self.a)).info.status == match_pb2.MATCH_STATUS_PLAYING:
            await self.step_as_players(match)

    async def finish(self, match: str) -> Any:
        """Plays on to the end; the last update."""
        update = await self.get(match)
        while update.info.status == match_pb2.MATCH_STATUS_PLAYING:
            update = await self.step(match)
        return update


@contextlib.asynccontextmanager
async def open_house(
    settings: Settings, family: Family, clock: HouseClock | None = None, terms: AbsenceTerms | None = None
) -> AsyncIterator[House]:
    """The family, hosted and served in this process."""
    postbox = Postbox()
    hosted = HostedFamily(settings, family, postbox, clock, terms)
    async with serving(hosted) as channel:
        yield House(settings, hosted, channel, postbox)


async def soon(stream: Any) -> Any:
    """The stream's next message, within a time that is long for this machine."""
    return await asyncio.wait_for(stream.read(), WAIT_SECONDS)


async def until(true: Callable[[], bool]) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not true():  # noqa: ASYNC110  (what is waited for does not know of the test)
            await asyncio.sleep(0.01)


def family_with(family: Family, **methods: Any) -> Family:
    """The family, with some methods of its game replaced; each is given the game's own method first."""
    original = type(family.game)
    broken = type(original.__name__, (original,), {})
    for name, replacement in methods.items():
        setattr(broken, name, _around(getattr(original, name), replacement))
    return msgspec.structs.replace(family, game=broken())


def family_as(family: Family, **changes: Any) -> Family:
    """The family, with some words of its meta replaced."""
    original = type(family.game)
    meta = msgspec.structs.replace(family.game.meta, **changes)
    return msgspec.structs.replace(family, game=type(original.__name__, (original,), {"meta": meta})())


def _around(own: Callable[..., Any], replacement: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *arguments: replacement(lambda *given: own(self, *given), *arguments)


def _bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)
