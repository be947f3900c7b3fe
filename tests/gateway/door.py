"""What a client meets at the gateway: calls over gRPC and over gRPC-Web, and how they are refused."""

import http.client
import struct
import time
from collections.abc import Mapping
from pathlib import Path

import grpc
import jwt
import msgspec
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from kiraathane.players.v1 import players_service_pb2 as pb
from services.runtime import identity, keys
from tests.support.platform import Platform

PLAYERS = "/kiraathane.players.v1.PlayersService/"
ME = pb.GetPlayerRequest(player="players/me")


class Outcome(msgspec.Struct, frozen=True):
    """How a call ended. `reason` is ErrorInfo's, `languages` those in which it says why."""

    code: grpc.StatusCode
    text: str = ""
    reason: str = ""
    languages: tuple[str, ...] = ()


class Door:
    """The gateway of a platform."""

    def __init__(self, platform: Platform, channel: grpc.Channel, gateway: str = "gateway") -> None:
        self.platform = platform
        self.channel = channel
        self.address = platform.addresses[gateway]

    def call(self, method: str, body: bytes = b"", *metadata: tuple[str, str]) -> Outcome:
        """A unary call with these bytes."""
        call = self.channel.unary_unary(method)
        try:
            call(body, metadata=metadata, timeout=10)
        except grpc.RpcError as error:
            return outcome_of(error)
        return Outcome(grpc.StatusCode.OK)

    def me(self, *metadata: tuple[str, str]) -> Outcome:
        """Asks who one is, which needs a token."""
        return self.call(PLAYERS + "GetPlayer", ME.SerializeToString(), *metadata)

    def mint(self, key: str = "players", **claims: object) -> tuple[str, str]:
        """A token signed with one of the house's keys; `claims` replace the usual ones, None leaves one out."""
        now = int(time.time())
        usual = {
            "iss": identity.PLAYERS_ISSUER,
            "aud": identity.AUDIENCE,
            "sub": "players/x",
            "iat": now,
            "exp": now + 60,
        }
        return self.signed(self.platform.home / "keys" / f"{key}.pem", {**usual, **claims})

    def signed(self, path: Path, claims: Mapping[str, object]) -> tuple[str, str]:
        """A token with exactly these claims (but those that are None), signed with the key in a file."""
        signing = keys.load_or_make(path)[0]
        said = {name: value for name, value in claims.items() if value is not None}
        token = jwt.encode(said, signing.private, algorithm="EdDSA", headers={"kid": signing.kid})
        return bearer(token)

    def web(self, method: str, body: bytes, headers: Mapping[str, str] | None = None) -> "WebAnswer":
        """A gRPC-Web call as a browser makes it, over HTTP/1.1."""
        connection = http.client.HTTPConnection(*self.address.split(":"), timeout=10)
        framed = b"\0" + struct.pack(">I", len(body)) + body
        usual = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1", "origin": "https://kahve.example"}
        try:
            connection.request("POST", method, framed, {**usual, **(headers or {})})
            answer = connection.getresponse()
            return read_web(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()


class WebAnswer(msgspec.Struct, frozen=True):
    """A gRPC-Web answer: HTTP status and headers, the messages, and the trailers (which may come as headers)."""

    status: int
    headers: dict[str, str]
    messages: tuple[bytes, ...]
    trailers: dict[str, str]


def read_web(status: int, headers: dict[str, str], body: bytes) -> WebAnswer:
    """Takes the frames apart: one byte of flags (0x80: trailers), four of length, the payload."""
    messages, trailers = [], {name: headers[name] for name in headers if name.startswith("grpc-")}
    while body:
        flags, length = struct.unpack(">BI", body[:5])
        payload, body = body[5 : 5 + length], body[5 + length :]
        if flags & 0x80:
            lines = payload.decode().split("\r\n")
            trailers |= dict(line.split(":", 1) for line in lines if line)
        else:
            messages.append(payload)
    return WebAnswer(status, headers, tuple(messages), trailers)


def bearer(token: str) -> tuple[str, str]:
    return ("authorization", f"Bearer {token}")


def outcome_of(error: grpc.RpcError) -> Outcome:
    """What a refused call says of itself."""
    status = rpc_status.from_call(error)
    reason, languages = "", []
    for detail in status.details if status else ():
        info, text = error_details_pb2.ErrorInfo(), error_details_pb2.LocalizedMessage()
        if detail.Unpack(info):
            reason = info.reason
        elif detail.Unpack(text) and text.message:
            languages.append(text.locale)
    return Outcome(error.code(), error.details(), reason, tuple(languages))
