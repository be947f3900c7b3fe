"""Calls through the real gateway to real services: who gets in, and with what he is sent away."""

import time
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from gateway.replies import REPLIES
from kiraathane.lobby.v1 import lobby_service_pb2
from kiraathane.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub
from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from services.runtime import identity
from services.runtime.catalogue import CATALOGUE
from tests.gateway.door import ME, PLAYERS, Door, Outcome, bearer

pytestmark = pytest.mark.platform

Code = grpc.StatusCode
TR_EN = ("tr", "en")
LEAGUE = "/kiraathane.league.v1.LeagueService/"
YUKSEK = "/kiraathane.yuksek.v1.YuksekService/"


def refusal(code: grpc.StatusCode, reason: str, text: str) -> Outcome:
    return Outcome(code, text, reason, TR_EN)


def test_a_signed_in_player_is_known_behind_the_door(door: Door, session: pb.Session) -> None:
    me = PlayersServiceStub(door.channel).GetPlayer(ME, metadata=(bearer(session.access_token),), timeout=5).player
    assert me == session.player


def test_games_are_listed_to_everybody(door: Door) -> None:
    games = LobbyServiceStub(door.channel).ListGames(lobby_service_pb2.ListGamesRequest(), timeout=5).games
    assert [game.family for game in games] == ["yuksek"]


def test_without_a_token(door: Door) -> None:
    assert door.me() == refusal(Code.UNAUTHENTICATED, "TOKEN_MISSING", "Sign in to make this call.")


@pytest.mark.parametrize("token", ["", "abc", "a.b.c", "e30.e30.", "💥", "x" * 5000])
def test_with_something_that_is_no_token(door: Door, token: str) -> None:
    refused = door.me(
        bearer(token.encode("utf-8").decode("latin-1")) if token != "💥" else ("authorization", "Bearer ~~~")
    )
    assert (refused.code, refused.languages) == (Code.UNAUTHENTICATED, TR_EN)
    assert refused.reason in ("TOKEN_MALFORMED", "TOKEN_MISSING", "TOKEN_WRONG_ISSUER")


def test_with_a_token_that_was_tampered_with(door: Door, session: pb.Session) -> None:
    header, _, signature = session.access_token.split(".")
    other = door.mint(sub="players/somebody-else")[1].removeprefix("Bearer ").split(".")[1]
    assert door.me(bearer(f"{header}.{other}.{signature}")).reason == "TOKEN_BAD_SIGNATURE"


def test_with_an_expired_token(door: Door) -> None:
    now = int(time.time())
    refused = door.me(door.mint(iat=now - 700, exp=now - 100))
    assert refused == refusal(Code.UNAUTHENTICATED, "TOKEN_EXPIRED", "The session has expired; refresh it.")


def test_with_a_token_for_another_house(door: Door) -> None:
    assert door.me(door.mint(aud="another-house")).reason == "TOKEN_WRONG_AUDIENCE"
    assert door.me(door.mint(iss="another-house")).reason == "TOKEN_WRONG_ISSUER"


def test_with_a_token_that_never_ends(door: Door) -> None:
    assert door.me(door.mint(exp=None)).code is Code.UNAUTHENTICATED


def test_with_a_token_signed_by_somebody_else(door: Door, tmp_path: Path) -> None:
    now = int(time.time())
    claims = {"iss": identity.PLAYERS_ISSUER, "aud": identity.AUDIENCE, "sub": "players/x", "exp": now + 60, "iat": now}
    assert door.me(door.signed(tmp_path / "forged.pem", claims)).reason == "TOKEN_UNKNOWN_KEY"


def test_a_token_that_the_house_made_for_itself_opens_nothing(door: Door) -> None:
    service = door.mint("house", iss=identity.HOUSE_ISSUER, sub="services/lobby", role="service")
    assert door.me(service).reason == "TOKEN_WRONG_ISSUER"
    as_player = door.mint("house", sub="players/x")  # the house key under the players' issuer
    assert door.me(as_player).reason == "TOKEN_UNKNOWN_KEY"


@pytest.mark.parametrize("header", ["x-kiraathane-player", "X-Kiraathane-Player", "x-envoy-peer-metadata"])
def test_a_forged_identity_header_changes_nothing(door: Door, session: pb.Session, header: str) -> None:
    forged = (header.lower(), "players/the-owner")
    assert door.me(forged).reason == "TOKEN_MISSING"
    stub = PlayersServiceStub(door.channel)
    me = stub.GetPlayer(ME, metadata=(forged, bearer(session.access_token)), timeout=5).player
    assert me == session.player


@pytest.mark.parametrize(
    "method",
    [LEAGUE + "RecordResult", YUKSEK + "CreateMatch", YUKSEK + "StartMatch", YUKSEK + "AcknowledgeResult"],
)
def test_what_is_for_callers_inside_is_closed_to_everybody_outside(
    door: Door, session: pb.Session, method: str
) -> None:
    closed = refusal(Code.PERMISSION_DENIED, "NOT_ALLOWED", "You may not make this call.")
    assert door.call(method) == closed
    assert door.call(method, b"", bearer(session.access_token)) == closed
    house = door.mint("house", iss=identity.HOUSE_ISSUER, sub="services/lobby", role="service")
    assert door.call(method, b"", house) == closed


@pytest.mark.parametrize("method", ["/kiraathane.nope.v1.NopeService/Get", "/x", "/kiraathane.players.v1/GetKeys"])
def test_a_service_that_does_not_exist_is_unimplemented(door: Door, method: str) -> None:
    assert door.call(method) == refusal(Code.UNIMPLEMENTED, "METHOD_UNKNOWN", "There is no such service.")


def test_a_method_that_does_not_exist_is_unimplemented(door: Door, session: pb.Session) -> None:
    assert door.call(PLAYERS + "Nope", b"", bearer(session.access_token)).code is Code.UNIMPLEMENTED


def test_a_message_of_a_megabyte_is_refused_with_a_type(door: Door, session: pb.Session) -> None:
    for body in (b"x" * 1_000_000, pb.GetPlayerRequest(player="p" * 1_000_000).SerializeToString()):
        refused = door.call(PLAYERS + "GetPlayer", body, bearer(session.access_token))
        assert (refused.code, refused.reason) == (Code.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LARGE")
    assert door.call(PLAYERS + "GetKeys", b"x" * 10_000_000).code is Code.RESOURCE_EXHAUSTED
    assert door.me(bearer(session.access_token)).code is Code.OK


def test_metadata_that_is_too_large_is_refused_with_a_type(door: Door, session: pb.Session) -> None:
    refused = door.me(bearer(session.access_token), ("x-large", "x" * 20_000))
    assert refused.code is Code.RESOURCE_EXHAUSTED


def test_health_is_told_to_everybody(door: Door) -> None:
    health = health_pb2_grpc.HealthStub(door.channel)
    for name in ("", "kiraathane.yuksek.v1.YuksekService", "kiraathane.lobby.v1.LobbyService"):
        answer = health.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_reflection_shows_the_contract_to_everybody(door: Door) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(door.channel)
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    answer = next(iter(stub.ServerReflectionInfo(iter([request]), timeout=5)))
    names = {service.name for service in answer.list_services_response.service}
    assert {"kiraathane.players.v1.PlayersService", "kiraathane.yuksek.v1.YuksekService"} <= names


def test_the_callers_deadline_goes_with_the_call(door: Door) -> None:
    stream = health_pb2_grpc.HealthStub(door.channel).Watch(health_pb2.HealthCheckRequest(), timeout=0.5)
    begun = time.monotonic()
    with pytest.raises(grpc.RpcError) as caught:
        list(stream)
    assert caught.value.code() is Code.DEADLINE_EXCEEDED
    assert time.monotonic() - begun < 2


def test_the_gateway_says_the_same_as_the_services_for_the_same_reason() -> None:
    for reply in REPLIES:
        if (labels := CATALOGUE.get(reply.reason)) is not None:
            assert (reply.tr, reply.en) == (labels.tr, labels.en), reply.reason
