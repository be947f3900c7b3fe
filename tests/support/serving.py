"""Hosted services in the test's own process, behind the interceptor that guards them in production."""

import contextlib
import socket
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from services.runtime import identity, keys
from services.runtime.door import guarded
from services.runtime.service import Hosted
from services.runtime.settings import Settings, load

Metadata = tuple[tuple[str, str], ...]


def settings_in(folder: Path, **more: str) -> Settings:
    """Settings whose keys and data lie in `folder`; `more` are settings without their prefix. Configures identity."""
    told = {
        "STORE": f"sqlite:{folder / 'data'}",
        "HOUSE_KEY": str(folder / "house.pem"),
        "PLAYERS_KEY": str(folder / "players.pem"),
        "JWKS_URL": "http://127.0.0.1:9/nobody-listens-here",
        **more,
    }
    settings = load({f"KIRAATHANE_{name}": value for name, value in told.items()})
    key = keys.load_or_make(settings.players_key)[0]
    identity.configure(settings.house_key, settings.jwks_url).trust({key.kid: key.public})
    return settings


def free_port() -> int:
    """A port that nobody listens on just now."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
        return port


@contextlib.asynccontextmanager
async def serving(*hosted: Hosted, port: int = 0) -> AsyncIterator[grpc.aio.Channel]:
    """Opens and serves them on a port (a free one), gives a channel to it, and closes everything after the block."""
    server = grpc.aio.server()
    for one in hosted:
        await one.open()
        one.add_to(guarded(server))
    port = server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield channel
    finally:
        for one in hosted:
            await one.drain()
        await server.stop(0)
        for one in hosted:
            await one.close()


def as_player(settings: Settings, player: str, name: str = "", offices: Sequence[str] = ()) -> Metadata:
    """What a call of this player carries; no service is asked for it."""
    key = keys.load_or_make(settings.players_key)[0]
    now = int(time.time())
    claims: Mapping[str, object] = {"sub": player, "name": name or player, "kind": "guest", "offices": [*offices]}
    token = identity.sign(key, identity.PLAYERS_ISSUER, claims, issued=now, expiry=now + 600)
    return (("authorization", f"Bearer {token}"),)


def as_service(name: str = "services/worker") -> Metadata:
    """What a call of a service of the house carries."""
    return (("authorization", f"Bearer {identity.house_token(name, 'service')}"),)


def new_request() -> str:
    """A fresh request id."""
    return str(uuid.uuid4())


@contextlib.contextmanager
def refused(code: grpc.StatusCode, reason: str) -> Iterator["Refusal"]:
    """The block's call must be refused with this code and reason, and say so in both languages."""
    seen = Refusal()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        yield seen
    seen.read(caught.value)
    assert (caught.value.code(), seen.reason) == (code, reason), caught.value
    assert set(seen.sentences) == {"tr", "en"}
    assert all(seen.sentences.values())
    assert seen.sentences["tr"] != seen.sentences["en"]


class Refusal:
    """The details of a refused call."""

    def __init__(self) -> None:
        self.reason = ""
        self.metadata: dict[str, str] = {}
        self.sentences: dict[str, str] = {}
        self.fields: list[str] = []

    def read(self, error: grpc.aio.AioRpcError) -> None:
        status = rpc_status.from_call(error)
        for detail in status.details if status else ():
            info, text, bad = (
                error_details_pb2.ErrorInfo(),
                error_details_pb2.LocalizedMessage(),
                error_details_pb2.BadRequest(),
            )
            if detail.Unpack(info):
                self.reason, self.metadata = info.reason, dict(info.metadata)
            elif detail.Unpack(text):
                self.sentences[text.locale] = text.message
            elif detail.Unpack(bad):
                self.fields = [violation.field for violation in bad.field_violations]
