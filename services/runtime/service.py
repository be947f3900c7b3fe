"""What a process can host: a game family or a platform service, behind one small interface.

A platform service lives in `services/<name>/service.py` with `def create(settings: Settings) -> Hosted`; families are
hosted by `services.runtime.family`.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

import grpc.aio

HttpPage = Callable[[], tuple[str, bytes]]
"""Makes an answer of the plain HTTP port: content type and body. Called in a thread of its own; must be quick."""


class Hosted(Protocol):
    """One gRPC service of this process.

    The process calls `open` (stores opened and migrated; it says it is ready only afterwards), then `add_to`, serves,
    and at its end `drain` (streams end themselves, nothing new is begun) and `close` (stores closed).
    """

    @property
    def name(self) -> str:
        """The word for `python -m services NAME`, e.g. "tavla" or "players"."""
        ...

    @property
    def full_name(self) -> str:
        """The gRPC service, e.g. "kiraathane.tavla.v1.TavlaService"; health is told under this name."""
        ...

    def add_to(self, server: grpc.aio.Server) -> None:
        """Registers the service's methods."""
        ...

    async def open(self) -> None:
        """Opens what the service needs. Raises when it cannot serve; the process then ends with the reason."""
        ...

    async def drain(self) -> None:
        """Ends open streams with a word to resume elsewhere, and begins nothing new. Calls under way go on."""
        ...

    async def close(self) -> None:
        """Closes stores and connections. Called once, after the server has stopped."""
        ...

    def http_paths(self) -> Mapping[str, HttpPage]:
        """Pages for the plain HTTP port, by path, e.g. "/.well-known/jwks.json"."""
        ...


OPEN_METHODS: frozenset[str] = frozenset(
    {
        "/kiraathane.players.v1.PlayersService/SignInGuest",
        "/kiraathane.players.v1.PlayersService/Register",
        "/kiraathane.players.v1.PlayersService/SignIn",
        "/kiraathane.players.v1.PlayersService/RefreshSession",
        "/kiraathane.players.v1.PlayersService/SignOut",
        "/kiraathane.players.v1.PlayersService/GetKeys",
        "/kiraathane.lobby.v1.LobbyService/ListGames",
        "/grpc.health.v1.Health/Check",
        "/grpc.health.v1.Health/Watch",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    }
)
"""Methods that may be called without a token (docs/architecture.md, "Identity")."""
