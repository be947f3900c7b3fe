"""`PlayersService`: signing in, staying signed in, signing out."""

import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceServicer, add_PlayersServiceServicer_to_server
from services.players import accounts, attempts, blocks, names, sessions
from services.players.metrics import SIGN_INS
from services.players.passwords import Passwords, TooBusy
from services.players.refusals import REFUSALS
from services.runtime import identity, keys
from services.runtime.database import Database
from services.runtime.errors import Denied, Exhausted, HouseError, Invalid, Missing, Taken, Unauthenticated
from services.runtime.info import timestamp
from services.runtime.platform import PlatformService
from services.runtime.service import HttpPage
from services.runtime.settings import Settings

ACCESS_SECONDS: Final = 600
BLOCKS_PAGE: Final = 50
CHORE_SECONDS: Final = 3_600
JWKS_PATH: Final = "/.well-known/jwks.json"
Context = grpc.aio.ServicerContext[Any, Any]


def create(settings: Settings) -> "PlayersHosted":
    """The players service of this process."""
    return PlayersHosted(settings)


class PlayersHosted(PlatformService):
    """Holds the keys and the database; `identity` of this process believes the keys without asking for them."""

    def __init__(self, settings: Settings) -> None:
        full_name = pb.DESCRIPTOR.services_by_name["PlayersService"].full_name
        super().__init__(settings, "players", full_name, Path(__file__).parent / "migrations")
        self._keys = keys.load_or_make(settings.players_key)
        self._jwks = keys.write_jwks(key.public for key in self._keys)
        self._passwords = Passwords()

    def add_to(self, server: grpc.aio.Server) -> None:
        servicer = Players(self.database, self._passwords, self._keys[0], self._jwks)
        add_PlayersServiceServicer_to_server(servicer, server)

    async def open(self) -> None:
        await super().open()
        identity.identity().trust({key.kid: key.public for key in self._keys})
        self.every(CHORE_SECONDS, "forget what is over", self._forget)

    async def close(self) -> None:
        await super().close()
        self._passwords.close()

    def http_paths(self) -> Mapping[str, HttpPage]:
        return {JWKS_PATH: lambda: ("application/json", self._jwks)}

    async def _forget(self) -> None:
        now_ms = _now_ms()
        await sessions.forget_expired(self.database, now_ms)
        await attempts.forget_old(self.database, now_ms)


class Players(PlayersServiceServicer):
    """The methods. `key` signs the access tokens; `jwks` is the published set."""

    def __init__(self, database: Database, passwords: Passwords, key: keys.SigningKey, jwks: bytes) -> None:
        self._database = database
        self._passwords = passwords
        self._key = key
        self._jwks = jwks.decode()

    async def SignInGuest(self, request: pb.SignInGuestRequest, context: Context) -> pb.SignInGuestResponse:
        guest, refresh = await accounts.new_guest(self._database, request.display_name, _now_ms())
        SIGN_INS["guest", "ok"].inc()
        return pb.SignInGuestResponse(session=self._session(guest, refresh))

    async def Register(self, request: pb.RegisterRequest, context: Context) -> pb.RegisterResponse:
        user_name = _user_name(request.user_name)
        if await accounts.has_account(self._database, user_name):  # before the dear part
            SIGN_INS["register", "refused"].inc()
            raise _error(Taken, "USER_NAME_TAKEN")
        try:
            hashed = await self._passwords.hash(request.password)
            owner, refresh = await accounts.new_account(
                self._database, user_name, request.display_name or request.user_name, hashed, _now_ms()
            )
        except accounts.NameTaken as error:
            SIGN_INS["register", "refused"].inc()
            raise _error(Taken, "USER_NAME_TAKEN") from error
        except TooBusy as error:
            SIGN_INS["register", "blocked"].inc()
            raise _error(Exhausted, "SIGN_IN_BUSY") from error
        SIGN_INS["register", "ok"].inc()
        return pb.RegisterResponse(session=self._session(owner, refresh))

    async def SignIn(self, request: pb.SignInRequest, context: Context) -> pb.SignInResponse:
        user_name = names.lookup_name(request.user_name)
        if wait_ms := await attempts.begin(self._database, user_name, _now_ms()):
            SIGN_INS["password", "blocked"].inc()
            raise _error(Exhausted, "SIGN_IN_BLOCKED", seconds=math.ceil(wait_ms / 1000))
        account = await accounts.find_account(self._database, user_name)
        try:
            right = await self._passwords.matches(account.password_hash if account else None, request.password)
            if account is None or not right:
                SIGN_INS["password", "refused"].inc()
                raise _error(Unauthenticated, "WRONG_CREDENTIALS")
            outdated = self._passwords.outdated(account.password_hash)
            new_hash = await self._passwords.hash(request.password) if outdated else None
        except TooBusy as error:
            SIGN_INS["password", "blocked"].inc()
            raise _error(Exhausted, "SIGN_IN_BUSY") from error
        SIGN_INS["password", "ok"].inc()
        await attempts.succeeded(self._database, user_name)
        refresh = await accounts.sign_in(self._database, account.player.player, _now_ms(), new_hash)
        return pb.SignInResponse(session=self._session(account.player, refresh))

    async def RefreshSession(self, request: pb.RefreshSessionRequest, context: Context) -> pb.RefreshSessionResponse:
        try:
            refresh = await sessions.exchange(self._database, request.refresh_token, _now_ms())
        except sessions.SessionOver as error:
            SIGN_INS["refresh", "reused" if error.reason == "REFRESH_TOKEN_REUSED" else "refused"].inc()
            raise _error(Unauthenticated, error.reason) from error
        player = await accounts.find_player(self._database, refresh.player)
        if player is None:
            raise _error(Unauthenticated, "SESSION_OVER")
        SIGN_INS["refresh", "ok"].inc()
        return pb.RefreshSessionResponse(session=self._session(player, refresh))

    async def SignOut(self, request: pb.SignOutRequest, context: Context) -> pb.SignOutResponse:
        await sessions.end_session(self._database, request.refresh_token)
        return pb.SignOutResponse()

    async def GetPlayer(self, request: pb.GetPlayerRequest, context: Context) -> pb.GetPlayerResponse:
        name = identity.caller().subject if request.player == "players/me" else request.player
        player = await accounts.find_player(self._database, name)
        if player is None:
            raise _error(Missing, "PLAYER_NOT_FOUND", player=name)
        return pb.GetPlayerResponse(player=_message(player))

    async def BlockPlayer(self, request: pb.BlockPlayerRequest, context: Context) -> pb.BlockPlayerResponse:
        player = _caller()
        if request.player in (player, "players/me"):
            raise _error(Invalid, "BLOCK_ONESELF")
        if await accounts.find_player(self._database, request.player) is None:
            raise _error(Missing, "PLAYER_NOT_FOUND", player=request.player)
        if not await blocks.block(self._database, player, request.player, _now_ms()):
            raise _error(Exhausted, "TOO_MANY_BLOCKS", limit=blocks.MOST_BLOCKS)
        return pb.BlockPlayerResponse()

    async def UnblockPlayer(self, request: pb.UnblockPlayerRequest, context: Context) -> pb.UnblockPlayerResponse:
        await blocks.unblock(self._database, _caller(), request.player)
        return pb.UnblockPlayerResponse()

    async def ListBlocks(self, request: pb.ListBlocksRequest, context: Context) -> pb.ListBlocksResponse:
        size = request.page_size or BLOCKS_PAGE
        found = await blocks.blocked_by(self._database, _caller(), request.page_token, size + 1)
        token = found[size - 1].player if len(found) > size else ""
        return pb.ListBlocksResponse(players=[_message(player) for player in found[:size]], next_page_token=token)

    async def CheckBlocks(self, request: pb.CheckBlocksRequest, context: Context) -> pb.CheckBlocksResponse:
        if identity.caller().role != "service":
            raise Denied("NOT_ALLOWED")
        pairs = await blocks.between(self._database, request.player, request.others)
        return pb.CheckBlocksResponse(blocks=[pb.Block(blocker=who, blocked=whom) for who, whom in pairs])

    async def GetKeys(self, request: pb.GetKeysRequest, context: Context) -> pb.GetKeysResponse:
        return pb.GetKeysResponse(jwks=self._jwks)

    def _session(self, player: accounts.Player, refresh: sessions.Refresh) -> pb.Session:
        issued = int(time.time())
        expiry = issued + ACCESS_SECONDS
        kind = "account" if player.account else "guest"
        claims: dict[str, object] = {"sub": player.player, "name": player.display_name, "kind": kind}
        if player.offices:
            claims["offices"] = player.offices
        return pb.Session(
            player=_message(player),
            access_token=identity.sign(self._key, identity.PLAYERS_ISSUER, claims, issued=issued, expiry=expiry),
            access_expire_time=Timestamp(seconds=expiry),
            refresh_token=refresh.token,
            refresh_expire_time=timestamp(refresh.expire_ms),
        )


def _caller() -> str:
    """The player who calls; raises `Denied` for callers inside the house."""
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller.subject


def _user_name(text: str) -> str:
    """The stored form of a user name; raises `Invalid` for one that cannot be."""
    try:
        return names.user_name(text)
    except names.BadName as error:
        raise Invalid(
            "USER_NAME_BAD",
            {"problem": error.words},
            labels=REFUSALS["USER_NAME_BAD"],
            fields=(("user_name", str(error)),),
        ) from error


def _error(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    return kind(reason, detail, labels=REFUSALS[reason])


def _message(player: accounts.Player) -> pb.Player:
    return pb.Player(
        player=player.player,
        display_name=player.display_name,
        kind=pb.PLAYER_KIND_ACCOUNT if player.account else pb.PLAYER_KIND_GUEST,
        create_time=timestamp(player.created_ms),
    )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
