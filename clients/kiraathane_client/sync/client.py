"""The client."""

from collections.abc import Iterator
from typing import overload

from google.protobuf.message import Message

from kiraathane.players.v1 import players_service_pb2 as players_pb
from kiraathane_client.client import Client
from kiraathane_client.commitments import Commitments
from kiraathane_client.contract import A, AnyUpdate, Contract, U
from kiraathane_client.retry import Patience
from kiraathane_client.session import Session, SessionStore
from kiraathane_client.sync.loop import Loop
from kiraathane_client.sync.match import SyncMatch
from kiraathane_client.sync.rooms import SyncLeague, SyncLobby, SyncModeration, SyncTournaments


class SyncClient:
    """As `Client`, with `with`. Its methods may be called from any thread."""

    def __init__(
        self,
        address: str | None = None,
        *,
        sessions: SessionStore | None = None,
        commitments: Commitments | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._loop = Loop()
        self._client = self._loop.run(_open(address, sessions, commitments, patience))
        self.address = self._client.address
        self.commitments = self._client.commitments
        self.lobby = SyncLobby(self._loop, self._client.lobby)
        self.league = SyncLeague(self._loop, self._client.league)
        self.tournaments = SyncTournaments(self._loop, self._client.tournaments)
        self.moderation = SyncModeration(self._loop, self._client.moderation)

    def __enter__(self) -> "SyncClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reach(self, seconds: float = 5.0) -> None:
        self._loop.run(self._client.reach(seconds))

    def close(self) -> None:
        """Closes the connection and ends the thread; the client cannot be used afterwards."""
        self._loop.run(self._client.close())
        self._loop.close()

    @property
    def session(self) -> Session | None:
        return self._client.session

    def sign_in_guest(self, display_name: str = "") -> Session:
        return self._loop.run(self._client.sign_in_guest(display_name))

    def register(self, user_name: str, password: str, display_name: str = "") -> Session:
        return self._loop.run(self._client.register(user_name, password, display_name))

    def sign_in(self, user_name: str, password: str) -> Session:
        return self._loop.run(self._client.sign_in(user_name, password))

    def sign_out(self) -> None:
        self._loop.run(self._client.sign_out())

    def player(self, name: str = "players/me") -> players_pb.Player:
        return self._loop.run(self._client.player(name))

    def block(self, player: str) -> None:
        self._loop.run(self._client.block(player))

    def unblock(self, player: str) -> None:
        self._loop.run(self._client.unblock(player))

    def blocks(self) -> Iterator[players_pb.Player]:
        return self._loop.each(self._client.blocks())

    @overload
    def match(self, family: str, name: str) -> SyncMatch[AnyUpdate, Message]: ...
    @overload
    def match(self, family: Contract[U, A], name: str) -> SyncMatch[U, A]: ...
    def match(self, family: str | Contract[U, A], name: str) -> SyncMatch[U, A] | SyncMatch[AnyUpdate, Message]:
        if isinstance(family, str):
            return SyncMatch(self._loop, self._client.match(family, name))
        return SyncMatch(self._loop, self._client.match(family, name))


async def _open(
    address: str | None, sessions: SessionStore | None, commitments: Commitments | None, patience: Patience | None
) -> Client:
    return Client(address, sessions=sessions, commitments=commitments, patience=patience)
