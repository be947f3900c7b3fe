"""The same client for programs without an event loop: every method runs the asynchronous one on a loop of its own.

Nothing is decided here. A test holds the two surfaces against each other.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator, Mapping
from typing import Any, Generic, TypeVar, overload

from google.protobuf.message import Message

from kiraathane.league.v1 import league_service_pb2 as league_pb
from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.match.v1 import match_pb2
from kiraathane.players.v1 import players_service_pb2 as players_pb
from kiraathane.tournaments.v1 import tournaments_service_pb2 as tournaments_pb
from kiraathane_client.client import Client
from kiraathane_client.commitments import Commitments
from kiraathane_client.contract import A, AnyUpdate, Contract, U
from kiraathane_client.league import League
from kiraathane_client.lobby import Lobby
from kiraathane_client.match import Legal, Match
from kiraathane_client.retry import Patience
from kiraathane_client.session import Session, SessionStore
from kiraathane_client.sitting import Sitting
from kiraathane_client.streams import OnConnection
from kiraathane_client.tournaments import Format, Tournaments

T = TypeVar("T")


class _Loop:
    """An event loop on a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kiraathane", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`; an interruption here cancels it there."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def each(self, items: AsyncGenerator[T, None]) -> Iterator[T]:
        """The items one after another; leaving the iteration closes the generator."""
        try:
            while (item := self.run(_next(items))) is not None:
                yield item
        finally:
            self.run(items.aclose())

    def close(self) -> None:
        """Ends the thread."""
        self.run(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _next(items: AsyncGenerator[T, None]) -> T | None:
    return await anext(items, None)


class SyncSitting(Generic[U, A]):
    """As `Sitting`, with `with`."""

    def __init__(self, loop: _Loop, sitting: Sitting[U, A]) -> None:
        self._loop = loop
        self._sitting = sitting

    def __enter__(self) -> "SyncSitting[U, A]":
        self._loop.run(self._sitting.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run(self._sitting.__aexit__())

    @property
    def version(self) -> int:
        return self._sitting.version

    @property
    def ended(self) -> bool:
        return self._sitting.ended

    def play(self, action: A, *, expected_version: int) -> U:
        return self._loop.run(self._sitting.play(action, expected_version=expected_version))

    def __iter__(self) -> Iterator[U]:
        return self

    def __next__(self) -> U:
        update = self._loop.run(self._pull())
        if update is None:
            raise StopIteration
        return update

    async def _pull(self) -> U | None:
        return await anext(self._sitting, None)


class SyncMatch(Generic[U, A]):
    """As `Match`."""

    def __init__(self, loop: _Loop, match: Match[U, A]) -> None:
        self._loop = loop
        self._match = match
        self.name = match.name
        self.family = match.family

    def get(self) -> U:
        return self._loop.run(self._match.get())

    def legal_actions(self) -> Legal[A]:
        return self._loop.run(self._match.legal_actions())

    def ask(self, query: str, **fields: object) -> Any:
        return self._loop.run(self._match.ask(query, **fields))

    def play(self, action: A, *, expected_version: int) -> U:
        return self._loop.run(self._match.play(action, expected_version=expected_version))

    def leave(self) -> U:
        return self._loop.run(self._match.leave())

    def record(self, format: str = "json") -> match_pb2.RecordDocument:  # noqa: A002  (the word of the contract)
        return self._loop.run(self._match.record(format))

    def watch(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> Iterator[U]:
        return self._loop.each(
            self._match.watch(after_version=after_version, patience=patience, on_connection=on_connection)
        )

    def sit(
        self, *, after_version: int = 0, patience: Patience | None = None, on_connection: OnConnection | None = None
    ) -> SyncSitting[U, A]:
        sitting = self._match.sit(after_version=after_version, patience=patience, on_connection=on_connection)
        return SyncSitting(self._loop, sitting)


class SyncLobby:
    """As `Lobby`."""

    def __init__(self, loop: _Loop, lobby: Lobby) -> None:
        self._loop = loop
        self._lobby = lobby

    def games(self) -> tuple[lobby_pb.GameDescription, ...]:
        return self._loop.run(self._lobby.games())

    def create_table(
        self, family: str, options: Mapping[str, str] | None = None, *, private: bool = False
    ) -> lobby_pb.Table:
        return self._loop.run(self._lobby.create_table(family, options, private=private))

    def table(self, name: str, *, invite_code: str = "") -> lobby_pb.Table:
        return self._loop.run(self._lobby.table(name, invite_code=invite_code))

    def find_table(self, invite_code: str) -> lobby_pb.Table:
        return self._loop.run(self._lobby.find_table(invite_code))

    def tables(self, family: str = "") -> Iterator[lobby_pb.Table]:
        return self._loop.each(self._lobby.tables(family))

    def sit(
        self, table: lobby_pb.Table, seat: int | None = None, *, ready: bool = True, invite_code: str = ""
    ) -> lobby_pb.Table:
        return self._loop.run(self._lobby.sit(table, seat, ready=ready, invite_code=invite_code))

    def quick_match(self, family: str, options: Mapping[str, str] | None = None) -> lobby_pb.Table:
        return self._loop.run(self._lobby.quick_match(family, options))

    def rematch(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.rematch(table))

    def set_ready(self, table: lobby_pb.Table, ready: bool = True) -> lobby_pb.Table:
        return self._loop.run(self._lobby.set_ready(table, ready))

    def kick(self, table: lobby_pb.Table, player: str) -> lobby_pb.Table:
        return self._loop.run(self._lobby.kick(table, player))

    def leave(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.leave(table))

    def add_bot(self, table: lobby_pb.Table, level: str, seat: int | None = None) -> lobby_pb.Table:
        return self._loop.run(self._lobby.add_bot(table, level, seat))

    def remove_bot(self, table: lobby_pb.Table, seat: int) -> lobby_pb.Table:
        return self._loop.run(self._lobby.remove_bot(table, seat))

    def start(self, table: lobby_pb.Table) -> lobby_pb.Table:
        return self._loop.run(self._lobby.start(table))


class SyncLeague:
    """As `League`."""

    def __init__(self, loop: _Loop, league: League) -> None:
        self._loop = loop
        self._league = league

    def result(self, match: str) -> league_pb.GetResultResponse:
        return self._loop.run(self._league.result(match))

    def leaders(self, family: str) -> Iterator[league_pb.Standing]:
        return self._loop.each(self._league.leaders(family))

    def standing(self, family: str, player: str = "players/me") -> league_pb.Standing:
        return self._loop.run(self._league.standing(family, player))

    def statistics(self, family: str) -> league_pb.GetStatisticsResponse:
        return self._loop.run(self._league.statistics(family))


class SyncTournaments:
    """As `Tournaments`."""

    def __init__(self, loop: _Loop, tournaments: Tournaments) -> None:
        self._loop = loop
        self._tournaments = tournaments

    def create(self, title: str, family: str, form: Format, **plan: Any) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.create(title, family, form, **plan))

    def get(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.get(tournament))

    def all(self) -> Iterator[tournaments_pb.Tournament]:
        return self._loop.each(self._tournaments.all())

    def enter(self, tournament: str, partner: str = "") -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.enter(tournament, partner))

    def withdraw(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.withdraw(tournament))

    def start(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.start(tournament))

    def cancel(self, tournament: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.cancel(tournament))

    def decide(
        self, tournament: str, round_number: int, encounter: int, loser: int | None
    ) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.decide(tournament, round_number, encounter, loser))

    def rule(self, tournament: str, match: str, entrant: int, points: int, reason: str) -> tournaments_pb.Tournament:
        return self._loop.run(self._tournaments.rule(tournament, match, entrant, points, reason))


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
        self._loop = _Loop()
        self._client = self._loop.run(_open(address, sessions, commitments, patience))
        self.address = self._client.address
        self.commitments = self._client.commitments
        self.lobby = SyncLobby(self._loop, self._client.lobby)
        self.league = SyncLeague(self._loop, self._client.league)
        self.tournaments = SyncTournaments(self._loop, self._client.tournaments)

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
