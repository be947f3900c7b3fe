"""One channel to the gateway: tokens, retries and errors of every call in one place."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import grpc
import grpc.aio

from kiraathane.players.v1 import players_service_pb2 as players_pb2
from kiraathane.players.v1 import players_service_pb2_grpc as players_grpc
from kiraathane_client.errors import Unauthenticated, Unavailable, from_call
from kiraathane_client.retry import Patience, retried
from kiraathane_client.session import Session, SessionStore

Request = TypeVar("Request")
Response = TypeVar("Response")
Metadata = tuple[tuple[str, str], ...]

CALL_SECONDS = 10.0  # one try of a unary call
REFRESH_MARGIN = 30.0  # seconds before its end at which a token is exchanged
# The servers of the house accept pings from every 30 s (docs/architecture.md); a lost path is noticed within 50 s. The
# reconnect pauses of gRPC grow to two minutes by default: too long for somebody who is looking at a board.
CHANNEL_OPTIONS = (
    ("grpc.keepalive_time_ms", 40_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 500),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


class Connection:
    """The client's way to the house. Belongs to the event loop it is first used on."""

    def __init__(self, address: str, sessions: SessionStore, patience: Patience) -> None:
        self.address = address
        self.patience = patience
        self._sessions = sessions
        self._session: Session | None = None
        self._margin = REFRESH_MARGIN
        self._renewing = asyncio.Lock()
        self._channel: grpc.aio.Channel | None = None

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel, opened when it is first needed."""
        if self._channel is None:
            target = self.address.split("://", 1)[-1]
            if self.address.startswith("https://"):
                self._channel = grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(), options=CHANNEL_OPTIONS)
            else:
                self._channel = grpc.aio.insecure_channel(target, options=CHANNEL_OPTIONS)
        return self._channel

    async def reach(self, seconds: float) -> None:
        """Returns when the gateway answers; raises `Unavailable` if it has not within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self.channel.channel_ready()
        except TimeoutError:
            raise Unavailable(raw=f"no answer from {self.address} within {seconds:g} s") from None

    async def close(self) -> None:
        """Closes the channel; calls that are under way are cancelled."""
        if self._channel is not None:
            channel, self._channel = self._channel, None
            await channel.close()

    # -- calls ------------------------------------------------------------------------------------------------------

    async def call(
        self,
        method: Callable[..., Awaitable[Response]],
        request: Request,
        *,
        match: str = "",
        repeatable: bool = True,
        token: bool = True,
        seconds: float = CALL_SECONDS,
    ) -> Response:
        """The answer of a unary method. `repeatable` calls are tried again when the house cannot be reached."""

        async def once() -> Response:
            if not token:
                return await _answered(method(request, metadata=metadata("", match), timeout=seconds))
            session = await self.session()
            try:
                return await _answered(method(request, metadata=metadata(session.access_token, match), timeout=seconds))
            except Unauthenticated:
                renewed = await self.renew(session)
                return await _answered(method(request, metadata=metadata(renewed.access_token, match), timeout=seconds))

        return await (retried(once, self.patience) if repeatable else once())

    # -- who is signed in -------------------------------------------------------------------------------------------

    @property
    def signed_in(self) -> Session | None:
        """The session that would be used, whether or not its token must be renewed first."""
        if self._session is None:
            self._session = self._sessions.load()
        return self._session

    async def session(self) -> Session:
        """A session whose token holds for a while; raises `Unauthenticated` if nobody is signed in."""
        session = self.signed_in
        if session is None:
            raise Unauthenticated(raw="nobody is signed in")
        return session if session.fresh_for(self._margin) else await self.renew(session)

    async def adopt(self, session: Session | None) -> None:
        """Takes over a new session, or none."""
        async with self._exclusive():
            self._keep(session)

    def _keep(self, session: Session | None) -> None:
        self._session = session
        if session is not None:
            self._margin = min(REFRESH_MARGIN, 0.2 * max(0.0, session.access_expires - time.time()))
        self._sessions.save(session)

    async def renew(self, old: Session) -> Session:
        """A newer session than `old`: another task's or program's, else one from the house."""
        async with self._renewing, self._exclusive():
            stored = self._sessions.load()
            if stored is not None and stored.access_token != old.access_token and stored.player == old.player:
                self._session = stored
                if stored.fresh_for(0):
                    return stored
                old = stored
            stub = players_grpc.PlayersServiceStub(self.channel)
            request = players_pb2.RefreshSessionRequest(refresh_token=old.refresh_token)
            try:
                answer = await self.call(stub.RefreshSession, request, token=False)
            except Unauthenticated:
                self._keep(None)
                raise
            session = Session.of(answer.session)
            self._keep(session)
            return session

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        lock = self._sessions.exclusive()
        await asyncio.to_thread(lock.__enter__)  # another program may hold it
        try:
            yield
        finally:
            lock.__exit__(None, None, None)


async def _answered(call: Awaitable[Response]) -> Response:
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        raise from_call(error) from None
    except grpc.aio.UsageError as error:  # the channel was closed under the call
        raise Unavailable(raw=str(error)) from None


def metadata(token: str, match: str) -> Metadata:
    """`x-match-id` lets the gateway send all calls of a match to the same replica."""
    entries = []
    if token:
        entries.append(("authorization", f"Bearer {token}"))
    if match:
        entries.append(("x-match-id", match.removeprefix("matches/")))
    return tuple(entries)
