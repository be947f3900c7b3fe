"""gRPC-Web as a browser speaks it, from a plain HTTP client."""

import base64
import http.client

import pytest
from google.rpc import error_details_pb2, status_pb2

from kiraathane.lobby.v1 import lobby_service_pb2
from kiraathane.players.v1 import players_service_pb2 as pb
from tests.gateway.door import ME, PLAYERS, Door

pytestmark = pytest.mark.platform

ORIGIN = "https://kahve.example"


def authorization(session: pb.Session) -> dict[str, str]:
    return {"authorization": f"Bearer {session.access_token}"}


def test_a_call_and_its_answer(door: Door, session: pb.Session) -> None:
    answer = door.web(PLAYERS + "GetPlayer", ME.SerializeToString(), authorization(session))
    assert (answer.status, answer.trailers["grpc-status"]) == (200, "0")
    assert answer.headers["content-type"] == "application/grpc-web+proto"
    (message,) = answer.messages
    assert pb.GetPlayerResponse.FromString(message).player == session.player


def test_a_call_in_base64_text(door: Door) -> None:
    connection = http.client.HTTPConnection(*door.address.split(":"), timeout=10)
    headers = {"content-type": "application/grpc-web-text", "accept": "application/grpc-web-text"}
    body = base64.b64encode(b"\0\0\0\0\0")
    connection.request("POST", "/kiraathane.lobby.v1.LobbyService/ListGames", body, headers)
    frames = base64.b64decode(connection.getresponse().read()[: 4 * 1_000])
    connection.close()
    length = int.from_bytes(frames[1:5], "big")
    games = lobby_service_pb2.ListGamesResponse.FromString(frames[5 : 5 + length]).games
    assert [game.family for game in games] == ["yuksek"]


def test_the_page_may_read_the_answer_and_its_status(door: Door, session: pb.Session) -> None:
    answer = door.web(PLAYERS + "GetPlayer", ME.SerializeToString(), authorization(session))
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    exposed = answer.headers["access-control-expose-headers"].split(",")
    assert {"grpc-status", "grpc-message", "grpc-status-details-bin"} <= set(exposed)


def test_a_refused_call_tells_the_page_why(door: Door) -> None:
    answer = door.web(PLAYERS + "GetPlayer", ME.SerializeToString())
    assert answer.trailers["grpc-status"] == "16"
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert reason_of(answer.trailers["grpc-status-details-bin"]) == "TOKEN_MISSING"


def test_a_call_that_the_service_refuses_tells_the_page_why(door: Door, session: pb.Session) -> None:
    body = pb.GetPlayerRequest(player="players/nobody").SerializeToString()
    answer = door.web(PLAYERS + "GetPlayer", body, authorization(session))
    assert (answer.status, answer.trailers["grpc-status"]) == (200, "5")
    assert reason_of(answer.trailers["grpc-status-details-bin"]) == "PLAYER_NOT_FOUND"


def test_a_message_of_a_megabyte_is_refused_with_a_type(door: Door, session: pb.Session) -> None:
    answer = door.web(PLAYERS + "GetPlayer", b"x" * 1_000_000, authorization(session))
    assert answer.trailers["grpc-status"] == "8"


def test_a_service_that_does_not_exist(door: Door) -> None:
    assert door.web("/kiraathane.nope.v1.NopeService/Get", b"").trailers["grpc-status"] == "12"


def test_a_stream_reaches_the_page(door: Door) -> None:
    connection = http.client.HTTPConnection(*door.address.split(":"), timeout=10)
    headers = {"content-type": "application/grpc-web+proto", "origin": ORIGIN}
    connection.request("POST", "/grpc.health.v1.Health/Watch", b"\0\0\0\0\0", headers)
    answer = connection.getresponse()
    assert answer.read(7) == b"\0\0\0\0\2\x08\x01"  # one frame: SERVING
    connection.close()


def test_a_preflight_allows_what_a_grpc_web_client_sends(door: Door) -> None:
    connection = http.client.HTTPConnection(*door.address.split(":"), timeout=10)
    wanted = "authorization,content-type,x-grpc-web,x-user-agent,grpc-timeout,x-match-id"
    headers = {"origin": ORIGIN, "access-control-request-method": "POST", "access-control-request-headers": wanted}
    connection.request("OPTIONS", PLAYERS + "GetPlayer", headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200
    assert answer.getheader("access-control-allow-origin") == ORIGIN
    assert "POST" in answer.getheader("access-control-allow-methods", "")
    assert set(wanted.split(",")) <= set(answer.getheader("access-control-allow-headers", "").split(","))


def reason_of(details: str) -> str:
    """The reason in a binary trailer, which is base64 with or without its padding."""
    status = status_pb2.Status.FromString(base64.b64decode(details.strip() + "=" * (-len(details.strip()) % 4)))
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return info.reason
    return ""
