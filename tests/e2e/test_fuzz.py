"""Whatever is sent to the gateway, the answer is a typed error or a right answer, and nothing else has changed."""

import asyncio
import itertools
import random
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import Any

import grpc
import grpc.aio
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from kiraathane.league.v1 import league_service_pb2 as league
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.lobby.v1 import lobby_service_pb2_grpc as lobby_grpc
from kiraathane.match.v1 import match_pb2
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.players.v1 import players_service_pb2_grpc as players_grpc
from kiraathane_client.contract import Contract
from services.kernel.registry import families
from tests.e2e.mutation import mutated
from tests.support.platform import Platform, running_platform

pytestmark = pytest.mark.platform

NAMES = ("Ayşe", "Bora", "Cem", "Deniz")
REQUESTS = 7_000
IN_FLIGHT = 24
GENEROUS = {
    "KIRAATHANE_GATEWAY_CALLS_PER_PLAYER": "100000",
    "KIRAATHANE_GATEWAY_BURST_PER_PLAYER": "100000",
    "KIRAATHANE_GATEWAY_CALLS_PER_ADDRESS": "100000",
    "KIRAATHANE_GATEWAY_BURST_PER_ADDRESS": "100000",
}
NEVER = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS, grpc.StatusCode.UNAVAILABLE}
TYPED = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS,
}


@pytest.fixture(scope="module")
def house() -> Iterator[Platform]:
    with running_platform(GENEROUS) as platform:
        yield platform


class Guest:
    def __init__(self, channel: grpc.Channel, name: str) -> None:
        answer = players_grpc.PlayersServiceStub(channel).SignInGuest(players.SignInGuestRequest(display_name=name))
        self.session = answer.session
        self.bearer = (("authorization", f"Bearer {self.session.access_token}"),)


class Seated:
    """A match that guests have begun, and an act that was legal then."""

    def __init__(self, channel: grpc.Channel, family: str) -> None:
        self.family = family
        self.contract: Contract[Any, Any] = Contract(family)
        self.channel = channel
        meta = families()[family].game.meta
        self.guests = [Guest(channel, name) for name in NAMES[: meta.seats_for(meta.resolve({}))]]
        desk = lobby_grpc.LobbyServiceStub(channel)
        request = lobby.CreateTableRequest(request_id=str(uuid.uuid4()), family=family)
        self.table = desk.CreateTable(request, metadata=self.guests[0].bearer).table.table
        for guest in self.guests:
            desk.SitAtTable(lobby.SitAtTableRequest(table=self.table, ready=True), metadata=guest.bearer)
        request = lobby.StartTableRequest(table=self.table)
        self.match = desk.StartTable(request, metadata=self.guests[0].bearer).table.match
        due = self._ask("GetMatch", self.guests[0]).update.info.due_seats[0]
        self.act = self._ask("ListLegalActions", self.guests[due]).actions[0]

    def seen(self) -> bytes:
        """What one of its players sees of it."""
        answer = self._ask("GetMatch", self.guests[0])
        return answer.SerializeToString(deterministic=True)  # type: ignore[no-any-return]

    def _ask(self, method: str, guest: Guest) -> Any:
        return self.contract.unary(self.channel, method)(  # type: ignore[arg-type]
            self.contract.request(f"{method}Request", match=self.match), metadata=guest.bearer
        )


def requests_for(seated: Seated) -> dict[str, Message]:
    """One sensible request for every method that the gateway routes, and for those that it must not."""
    match, table, request = seated.match, seated.table, seated.contract.request
    of_family, of_lobby = f"/{seated.contract.service}/", "/kiraathane.lobby.v1.LobbyService/"
    of_players, of_league = "/kiraathane.players.v1.PlayersService/", "/kiraathane.league.v1.LeagueService/"
    fresh, score = str(uuid.uuid4()), match_pb2.Score(points=[5, 0], winners=[0], places=[1, 2])
    seats = [match_pb2.Seat(seat=0, player="players/a"), match_pb2.Seat(seat=1, bot_level="usta")]
    result = league.MatchResult(match=match, family="tavla", seats=seats, score=score)
    return {
        f"{of_family}CreateMatch": request("CreateMatchRequest", request_id=fresh, options={"turnSeconds": "30"}),
        f"{of_family}StartMatch": request("StartMatchRequest", match=match, seats=[match_pb2.SeatAssignment(seat=0)]),
        f"{of_family}GetMatch": request("GetMatchRequest", match=match),
        f"{of_family}ListLegalActions": request("ListLegalActionsRequest", match=match),
        f"{of_family}Play": request(
            "PlayRequest", match=match, expected_version=1, request_id=fresh, action=seated.act
        ),
        f"{of_family}LeaveMatch": request("LeaveMatchRequest", match=match, request_id=fresh),
        f"{of_family}ClaimAbsent": request("ClaimAbsentRequest", match=match, request_id=fresh),
        f"{of_family}SeatSubstitute": request(
            "SeatSubstituteRequest", match=match, seat=0, player="players/x", display_name="X"
        ),
        f"{of_family}GetRecord": request("GetRecordRequest", match=match, format="text"),
        f"{of_family}AcknowledgeResult": request("AcknowledgeResultRequest", match=match),
        f"{of_family}NoSuchMethod": request("GetMatchRequest", match=match),
        f"{of_lobby}ListGames": lobby.ListGamesRequest(),
        f"{of_lobby}CreateTable": lobby.CreateTableRequest(request_id=fresh, family="tavla", options={"hands": "1"}),
        f"{of_lobby}GetTable": lobby.GetTableRequest(table=table),
        f"{of_lobby}ListTables": lobby.ListTablesRequest(family="tavla", page_size=3, page_token="x"),
        f"{of_lobby}SitAtTable": lobby.SitAtTableRequest(table=table, seat=1, nonce="n"),
        f"{of_lobby}LeaveTable": lobby.LeaveTableRequest(table=table),
        f"{of_lobby}AddBot": lobby.AddBotRequest(request_id=fresh, table=table, level="usta", seat=1),
        f"{of_lobby}RemoveBot": lobby.RemoveBotRequest(table=table, seat=1),
        f"{of_lobby}SetReady": lobby.SetReadyRequest(table=table, ready=True),
        f"{of_lobby}KickFromTable": lobby.KickFromTableRequest(table=table, player="players/a"),
        f"{of_lobby}FindTable": lobby.FindTableRequest(invite_code="ABCD1234"),
        f"{of_lobby}QuickMatch": lobby.QuickMatchRequest(request_id=fresh, family="pisti", options={"hands": "1"}),
        f"{of_lobby}Rematch": lobby.RematchRequest(table=table),
        f"{of_lobby}CreateReservedTable": lobby.CreateReservedTableRequest(
            request_id=fresh, family="tavla", seats=[lobby.ReservedSeat(seat=0, player="players/a")]
        ),
        f"{of_lobby}SendChat": lobby.SendChatRequest(table=table, request_id=fresh, text="Günaydın 👋"),
        f"{of_lobby}ListChat": lobby.ListChatRequest(table=table, after=1, page_size=3),
        f"{of_lobby}SetChat": lobby.SetChatRequest(table=table, muted=True),
        f"{of_lobby}ListOpenSeats": lobby.ListOpenSeatsRequest(family="batak"),
        f"{of_lobby}TakeSeat": lobby.TakeSeatRequest(table=table, seat=1),
        f"{of_lobby}StartTable": lobby.StartTableRequest(table=table),
        f"{of_players}SignInGuest": players.SignInGuestRequest(display_name="Çınar"),
        f"{of_players}GetPlayer": players.GetPlayerRequest(player="players/me"),
        f"{of_players}RefreshSession": players.RefreshSessionRequest(refresh_token="r"),
        f"{of_players}SignOut": players.SignOutRequest(refresh_token="r"),
        f"{of_players}BlockPlayer": players.BlockPlayerRequest(player="players/a"),
        f"{of_players}UnblockPlayer": players.UnblockPlayerRequest(player="players/a"),
        f"{of_players}ListBlocks": players.ListBlocksRequest(page_size=3, page_token="players/a"),
        f"{of_players}CheckBlocks": players.CheckBlocksRequest(player="players/a", others=["players/b"]),
        f"{of_players}GetKeys": players.GetKeysRequest(),
        f"{of_league}RecordResult": league.RecordResultRequest(result=result),
        f"{of_league}GetResult": league.GetResultRequest(match=match),
        f"{of_league}ListLeaders": league.ListLeadersRequest(family="tavla", page_size=5, page_token="x"),
        f"{of_league}GetStanding": league.GetStandingRequest(player="players/me", family="tavla"),
        f"{of_league}GetStatistics": league.GetStatisticsRequest(family="tavla"),
        "/kiraathane.chess.v1.NoSuchService/Play": request("GetMatchRequest", match=match),
    }


def streams_for(seated: Seated) -> dict[str, list[Message]]:
    match, request = seated.match, seated.contract.request
    play = request("Decision", expected_version=1, request_id=str(uuid.uuid4()), action=seated.act)
    join = request("SitRequest", join=request("Join", match=match))
    watch = lobby.WatchLobbyRequest(open_tables=True, family="tavla", tables=[seated.table])
    return {
        "/kiraathane.lobby.v1.LobbyService/WatchLobby": [watch],
        seated.contract.path("WatchMatch"): [request("WatchMatchRequest", match=match, after_version=1)],
        seated.contract.path("Sit"): [join, request("SitRequest", play=play), join],
    }


def tokens(guests: list[Guest], stranger: Guest) -> list[str]:
    """Good ones, those of others, and everything that is no token or not one of ours."""
    claims = {"iss": "kiraathane-players", "aud": "kiraathane", "sub": "players/admin", "iat": 0, "exp": 2**33}
    forged = jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": "x"})
    real = guests[0].session.access_token
    good = [*(guest.session.access_token for guest in guests), stranger.session.access_token] * 4
    return [*good, "", "x", real[:-4], real.replace(".", ".."), forged, real + real, "ş" * 40, "A" * 6_000]


class Attack:
    """Sends requests and keeps what came back."""

    def __init__(
        self, channel: grpc.aio.Channel, streams: grpc.Channel, matches: list[Seated], known: list[str]
    ) -> None:
        self.channel = channel
        self.streams = streams
        self.matches = matches
        self.tokens = known
        self.codes: Counter[tuple[str, grpc.StatusCode]] = Counter()
        self.untyped: list[str] = []
        self.broken: list[str] = []

    async def one(self, number: int) -> None:
        rng = random.Random(number)
        seated = rng.choice(self.matches)
        metadata = [("x-match-id", rng.choice([seated.match, "", "x" * 300]))]
        if token := rng.choice(self.tokens):
            metadata.append(("authorization", f"Bearer {token}".encode("ascii", "ignore").decode()))
        calls, streams = requests_for(seated), streams_for(seated)
        known = list(streams if rng.random() < 0.12 else calls)
        # A decision has more ways to be wrong than other calls.
        method = rng.choices(known, [4 if name.endswith("/Play") else 1 for name in known])[0]
        try:
            if method in streams:
                await self._stream(method, streams[method], rng, metadata)
            else:
                await self._call(method, calls[method], rng, metadata)
        except grpc.RpcError as error:
            self._answered(method, error)
        else:
            self.codes[method, grpc.StatusCode.OK] += 1

    async def _call(self, method: str, request: Message, rng: random.Random, metadata: list[tuple[str, str]]) -> None:
        data = mutated(request, rng)
        if rng.random() < 0.01:
            # A field that nobody knows, of one megabyte.
            data += b"\x7a\x80\x80\x40" + b"x" * (1 << 20)
        await self.channel.unary_unary(method)(data, metadata=metadata, timeout=20)

    async def _stream(
        self, method: str, requests: list[Message], rng: random.Random, metadata: list[tuple[str, str]]
    ) -> None:
        """By gRPC's synchronous client: the other one says INTERNAL itself when a stream ends while it writes."""
        sent = [mutated(one, rng) if rng.random() < 0.7 else one.SerializeToString() for one in requests]

        def talk() -> None:
            answers = self.streams.stream_stream(method)(iter(sent), metadata=metadata, timeout=0.6)
            for _ in itertools.islice(answers, 2):
                pass
            answers.cancel()

        await asyncio.to_thread(talk)

    def _answered(self, method: str, error: Any) -> None:
        self.codes[method, error.code()] += 1
        if error.code() in NEVER:
            self.broken.append(f"{method} {error.code()} {error.details()}")
        if error.code() in TYPED and not reason_of(error):
            self.untyped.append(f"{method} {error.code()} {error.details()}")


def reason_of(error: Any) -> str:
    """The ErrorInfo's reason, if the sentences for both languages are there too."""
    details: Any = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
    if details is None:
        return ""
    info, languages = error_details_pb2.ErrorInfo(), set()
    for packed in status_pb2.Status.FromString(details).details:
        packed.Unpack(info)
        message = error_details_pb2.LocalizedMessage()
        if packed.Unpack(message) and message.message:
            languages.add(message.locale)
    return info.reason if languages == {"tr", "en"} else ""


def test_whatever_is_sent_nothing_breaks(house: Platform) -> None:
    with grpc.insecure_channel(house.gateway) as channel:
        # Nobody who attacks has a token of who sits at the others.
        played = [Seated(channel, family) for family in families()]
        untouched = [Seated(channel, family) for family in families()]
        before, stranger = [match.seen() for match in untouched], Guest(channel, "Yabancı")
        known = tokens([guest for match in played for guest in match.guests], stranger)
        attack = asyncio.run(run(house.gateway, [*played, *untouched], known))
        summary = "\n".join(f"{count:5} {code.name:<20} {method}" for (method, code), count in attack.codes.items())
        print(summary)
        assert sum(attack.codes.values()) == REQUESTS
        assert not attack.broken, "\n".join(attack.broken[:10])
        assert not attack.untyped, "\n".join(attack.untyped[:10])
        assert {code for _, code in attack.codes} >= {
            grpc.StatusCode.OK,
            grpc.StatusCode.UNAUTHENTICATED,
            *TYPED - {grpc.StatusCode.ALREADY_EXISTS},
        }
        assert [match.seen() for match in untouched] == before
        for match in played:
            match.seen()
        for match in played:
            made = {code for (method, code) in attack.codes if method == match.contract.path("Play")}
            assert made >= {grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.PERMISSION_DENIED}, match.family
    assert "Traceback" not in house.log("services", last=100_000)


async def run(gateway: str, matches: list[Seated], known: list[str]) -> Attack:
    options = [("grpc.max_receive_message_length", 1 << 24)]
    async with grpc.aio.insecure_channel(gateway, options=options) as channel:
        with grpc.insecure_channel(gateway) as streams:
            return await attacked(Attack(channel, streams, matches, known))


async def attacked(attack: Attack) -> Attack:
    """All requests, so many in flight."""
    numbers = iter(range(REQUESTS))

    async def worker() -> None:
        for number in numbers:
            await attack.one(number)

    await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
    return attack


def test_a_house_that_was_attacked_still_plays(house: Platform) -> None:
    began = time.monotonic()
    with grpc.insecure_channel(house.gateway) as channel:
        for family in families():
            Seated(channel, family).seen()
    assert time.monotonic() - began < 5
