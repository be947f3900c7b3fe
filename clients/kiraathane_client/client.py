"""The asynchronous client."""

from collections.abc import AsyncGenerator
from types import TracebackType
from typing import overload

from google.protobuf.message import Message

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1 import players_service_pb2_grpc as pb_grpc
from kiraathane_client.address import gateway_address
from kiraathane_client.commitments import Commitments, MemoryCommitments
from kiraathane_client.connection import Connection
from kiraathane_client.contract import A, AnyUpdate, Contract, U
from kiraathane_client.league import League
from kiraathane_client.lobby import Lobby
from kiraathane_client.match import Match
from kiraathane_client.moderation import Moderation
from kiraathane_client.retry import Patience
from kiraathane_client.session import MemorySessions, Session, SessionStore
from kiraathane_client.tournaments import Tournaments


class Client:
    """The house, for one player. Use it with `async with`, on one event loop.

    `address` is the gateway's ("host:port", "https://host:port" for TLS); by default what `gateway_address` finds.
    `sessions` keeps the tokens (default: in memory; `FileSessions` keeps them between runs), `commitments` what the
    house committed to before matches. `patience` says how long an unreachable house is put up with.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        sessions: SessionStore | None = None,
        commitments: Commitments | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.address = gateway_address(address)
        self.commitments: Commitments = commitments or MemoryCommitments()
        self._connection = Connection(self.address, sessions or MemorySessions(), patience or Patience())
        self.lobby = Lobby(self._connection, self.commitments)
        self.league = League(self._connection)
        self.tournaments = Tournaments(self._connection)
        self.moderation = Moderation(self._connection)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def reach(self, seconds: float = 5.0) -> None:
        """Returns when the gateway answers; raises `Unavailable` if it does not within `seconds`."""
        await self._connection.reach(seconds)

    async def close(self) -> None:
        """Closes the connection. The session stays as it is."""
        await self._connection.close()

    # -- who plays --------------------------------------------------------------------------------------------------

    @property
    def _players(self) -> "pb_grpc.PlayersServiceAsyncStub":
        return pb_grpc.PlayersServiceStub(self._connection.channel)

    @property
    def session(self) -> Session | None:
        """Who is signed in, as far as this client knows without asking."""
        return self._connection.signed_in

    async def sign_in_guest(self, display_name: str = "") -> Session:
        """Signs in a guest; the house makes up a name if none is given."""
        request = pb.SignInGuestRequest(display_name=display_name)
        return await self._adopt((await self._connection.call(self._players.SignInGuest, request, token=False)).session)

    async def register(self, user_name: str, password: str, display_name: str = "") -> Session:
        """Opens an account and signs in to it. Raises `AlreadyExists` if the name is taken."""
        request = pb.RegisterRequest(user_name=user_name, password=password, display_name=display_name)
        answer = await self._connection.call(self._players.Register, request, token=False, repeatable=False)
        return await self._adopt(answer.session)

    async def sign_in(self, user_name: str, password: str) -> Session:
        """Signs in to an account. Raises `Unauthenticated` for a wrong name or password."""
        request = pb.SignInRequest(user_name=user_name, password=password)
        return await self._adopt((await self._connection.call(self._players.SignIn, request, token=False)).session)

    async def sign_out(self) -> None:
        """Ends the session, here and in the house."""
        session = self._connection.signed_in
        if session is not None:
            request = pb.SignOutRequest(refresh_token=session.refresh_token)
            await self._connection.call(self._players.SignOut, request, token=False)
            await self._connection.adopt(None)

    async def player(self, name: str = "players/me") -> pb.Player:
        """Who a player is."""
        return (await self._connection.call(self._players.GetPlayer, pb.GetPlayerRequest(player=name))).player

    async def block(self, player: str) -> None:
        """From now on the house keeps this player ("players/…") away from this one: at tables and in the chat."""
        await self._connection.call(self._players.BlockPlayer, pb.BlockPlayerRequest(player=player))

    async def unblock(self, player: str) -> None:
        """Takes that back."""
        await self._connection.call(self._players.UnblockPlayer, pb.UnblockPlayerRequest(player=player))

    async def blocks(self) -> AsyncGenerator[pb.Player, None]:
        """Whom this player has blocked."""
        token = ""
        while True:
            answer = await self._connection.call(self._players.ListBlocks, pb.ListBlocksRequest(page_token=token))
            for player in answer.players:
                yield player
            token = answer.next_page_token
            if not token:
                return

    async def _adopt(self, message: pb.Session) -> Session:
        session = Session.of(message)
        await self._connection.adopt(session)
        return session

    # -- what is played ---------------------------------------------------------------------------------------------

    @overload
    def match(self, family: str, name: str) -> Match[AnyUpdate, Message]: ...
    @overload
    def match(self, family: Contract[U, A], name: str) -> Match[U, A]: ...
    def match(self, family: str | Contract[U, A], name: str) -> Match[U, A] | Match[AnyUpdate, Message]:
        """A match by name ("matches/…"). `family` is its slug, or a typed contract: `kiraathane_client.tavla.TAVLA`.

        Raises `LookupError` for a family that this installation does not know.
        """
        if isinstance(family, str):
            return Match(self._connection, Contract[AnyUpdate, Message](family), name, self.commitments)
        return Match(self._connection, family, name, self.commitments)
