"""Guests and accounts over gRPC: signing in, staying signed in, signing out."""

import asyncio
import json
import statistics
import time

import grpc
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub as Stub
from services.players.attempts import FREE_FAILURES
from services.runtime import identity, keys
from services.runtime.settings import Settings
from tests.support.serving import Metadata, refused

PASSWORD = "doğru at pil zımba"
UNAUTHENTICATED, EXHAUSTED = grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.RESOURCE_EXHAUSTED


def bearer(session: pb.Session) -> Metadata:
    return (("authorization", f"Bearer {session.access_token}"),)


async def register(stub: Stub, name: str = "Ayşe") -> pb.Session:
    return (await stub.Register(pb.RegisterRequest(user_name=name, password=PASSWORD))).session


async def test_a_guest_is_a_player_with_the_name_he_gave(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest(display_name=" Ali\u202e  Veli "))).session
    assert session.player.display_name == "Ali Veli"
    assert session.player.kind == pb.PLAYER_KIND_GUEST
    me = (await stub.GetPlayer(pb.GetPlayerRequest(player="players/me"), metadata=bearer(session))).player
    assert me == session.player


async def test_a_guest_without_a_name_gets_one(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest())).session
    assert session.player.display_name.startswith("Misafir ")


async def test_the_access_token_says_who_plays_and_lasts_ten_minutes(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest(display_name="Ali"))).session
    caller = await identity.verify(session.access_token)
    assert caller == identity.Caller(subject=session.player.player, name="Ali", role="player")
    assert 590 <= session.access_expire_time.seconds - time.time() <= 600


async def test_an_account_signs_in_with_its_name_in_any_case(stub: Stub) -> None:
    registered = await register(stub, "IŞIK")
    assert registered.player.kind == pb.PLAYER_KIND_ACCOUNT
    assert registered.player.display_name == "IŞIK"
    for name in ("ışık", "Işık", "İŞİK"):
        session = (await stub.SignIn(pb.SignInRequest(user_name=name, password=PASSWORD))).session
        assert session.player == registered.player


async def test_a_user_name_is_given_once(stub: Stub) -> None:
    await register(stub, "Ayşe")
    with refused(grpc.StatusCode.ALREADY_EXISTS, "USER_NAME_TAKEN"):
        await register(stub, "AYŞE")


async def test_of_many_who_want_a_name_at_once_one_gets_it(stub: Stub) -> None:
    outcomes = await asyncio.gather(*(register(stub, "Ayşe") for _ in range(8)), return_exceptions=True)
    sessions = [outcome for outcome in outcomes if isinstance(outcome, pb.Session)]
    codes = {outcome.code() for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)}
    assert len(sessions) == 1
    assert codes == {grpc.StatusCode.ALREADY_EXISTS}


@pytest.mark.parametrize("name", ["ali veli", "-ali", "аli"])
async def test_a_bad_user_name_is_explained(stub: Stub, name: str) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "USER_NAME_BAD") as refusal:
        await register(stub, name)
    assert refusal.fields == ["user_name"]


async def test_a_short_password_is_refused_before_anything_is_done(stub: Stub) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_FIELD") as refusal:
        await stub.Register(pb.RegisterRequest(user_name="ali", password="1234567"))
    assert refusal.fields == ["password"]


async def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(stub: Stub) -> None:
    await register(stub, "Ayşe")
    said = []
    for name in ("Ayşe", "Fatma", "not a name", "\x00"):
        with refused(UNAUTHENTICATED, "WRONG_CREDENTIALS") as refusal:
            await stub.SignIn(pb.SignInRequest(user_name=name, password="yanlış parola"))
        said.append((refusal.sentences, refusal.metadata))
    assert all(words == said[0] for words in said)


async def test_an_unknown_name_takes_as_long_as_a_wrong_password(stub: Stub) -> None:
    names = [f"ayse{number}" for number in range(5)]
    for name in names:
        await register(stub, name)

    async def seconds(name: str) -> float:
        begun = time.perf_counter()
        with refused(UNAUTHENTICATED, "WRONG_CREDENTIALS"):
            await stub.SignIn(pb.SignInRequest(user_name=name, password="yanlış parola"))
        return time.perf_counter() - begun

    known = [await seconds(name) for name in names]
    unknown = [await seconds(f"fatma{number}") for number in range(5)]
    # argon2 is most of either; without it an unknown name would be answered more than ten times as fast.
    assert 0.4 < statistics.median(unknown) / statistics.median(known) < 2.5


async def test_after_some_wrong_passwords_even_the_right_one_has_to_wait(stub: Stub) -> None:
    await register(stub, "Ayşe")
    for _ in range(FREE_FAILURES + 1):
        with refused(UNAUTHENTICATED, "WRONG_CREDENTIALS"):
            await stub.SignIn(pb.SignInRequest(user_name="Ayşe", password="yanlış parola"))
    with refused(EXHAUSTED, "SIGN_IN_BLOCKED") as refusal:
        await stub.SignIn(pb.SignInRequest(user_name="ayşe", password=PASSWORD))
    assert refusal.metadata["seconds"] == "1"
    await asyncio.sleep(1.1)
    assert (await stub.SignIn(pb.SignInRequest(user_name="Ayşe", password=PASSWORD))).session.access_token


async def test_a_session_is_refreshed_once_per_token(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest(display_name="Ali"))).session
    fresh = (await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=session.refresh_token))).session
    assert fresh.player == session.player
    assert fresh.refresh_token != session.refresh_token
    assert (await identity.verify(fresh.access_token)).subject == session.player.player
    later = (await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=fresh.refresh_token))).session
    with refused(UNAUTHENTICATED, "REFRESH_TOKEN_REUSED"):
        await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=session.refresh_token))
    with refused(UNAUTHENTICATED, "SESSION_OVER"):
        await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=later.refresh_token))


async def test_signing_out_ends_the_session(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest())).session
    for _ in range(2):
        await stub.SignOut(pb.SignOutRequest(refresh_token=session.refresh_token))
    with refused(UNAUTHENTICATED, "SESSION_OVER"):
        await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=session.refresh_token))


async def test_who_is_not_signed_in_learns_of_nobody(stub: Stub) -> None:
    with refused(UNAUTHENTICATED, "TOKEN_MISSING"):
        await stub.GetPlayer(pb.GetPlayerRequest(player="players/me"))


async def test_a_player_that_does_not_exist_is_not_found(stub: Stub) -> None:
    session = (await stub.SignInGuest(pb.SignInGuestRequest())).session
    with refused(grpc.StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND"):
        await stub.GetPlayer(pb.GetPlayerRequest(player="players/nobody"), metadata=bearer(session))


async def test_the_published_keys_are_those_that_sign_and_nothing_secret(stub: Stub, settings: Settings) -> None:
    jwks = (await stub.GetKeys(pb.GetKeysRequest())).jwks
    key = keys.load_or_make(settings.players_key)[0]
    assert list(keys.read_jwks(jwks.encode())) == [key.kid]
    assert all("d" not in member for member in json.loads(jwks)["keys"])
