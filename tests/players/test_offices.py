"""Offices: entrusted by operators, named in tokens, taken back."""

import asyncio
import time
from pathlib import Path

import jwt
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from services.players import offices
from services.players.__main__ import main
from services.runtime import identity, keys
from services.runtime.database import Database
from services.runtime.settings import PREFIX


async def register(stub: PlayersServiceStub, name: str) -> pb.Session:
    answer = await stub.Register(pb.RegisterRequest(user_name=name, password="correct horse"))
    return answer.session


async def refreshed(stub: PlayersServiceStub, session: pb.Session) -> pb.Session:
    answer = await stub.RefreshSession(pb.RefreshSessionRequest(refresh_token=session.refresh_token))
    return answer.session


async def test_a_token_names_the_offices_of_its_player(stub: PlayersServiceStub, database: Database) -> None:
    session = await register(stub, "Hakem")
    assert (await identity.verify(session.access_token)).offices == frozenset()
    assert await offices.entrust(database, "hakem", "organiser", 1)
    assert await offices.entrust(database, "hakem", "organiser", 2)
    session = await refreshed(stub, session)
    assert (await identity.verify(session.access_token)).offices == {"organiser"}
    assert await offices.holders(database) == [("hakem", "organiser")]
    assert await offices.withdraw(database, "hakem", "organiser")
    assert not await offices.withdraw(database, "hakem", "organiser")
    session = await refreshed(stub, session)
    assert (await identity.verify(session.access_token)).offices == frozenset()


async def test_only_accounts_hold_offices(stub: PlayersServiceStub, database: Database) -> None:
    await stub.SignInGuest(pb.SignInGuestRequest(display_name="hakem"))
    assert not await offices.entrust(database, "hakem", "moderator", 1)


async def test_an_office_that_the_house_does_not_know_is_not_believed(tmp_path: Path) -> None:
    own = identity.configure(tmp_path / "house.pem", "http://127.0.0.1:9/")
    key = keys.load_or_make(tmp_path / "players.pem")[0]
    own.trust({key.kid: key.public})
    now = int(time.time())
    claims = {"sub": "players/ali", "name": "Ali", "offices": ["owner", "moderator"]}
    token = identity.sign(key, identity.PLAYERS_ISSUER, claims, issued=now, expiry=now + 60)
    assert (await own.verify(token)).offices == {"moderator"}


async def test_a_token_of_the_house_holds_no_office(tmp_path: Path) -> None:
    own = identity.configure(tmp_path / "house.pem", "http://127.0.0.1:9/")
    token = own.house_token("services/worker", "service")
    assert "offices" not in jwt.decode(token, options={"verify_signature": False})
    assert (await own.verify(token)).offices == frozenset()


async def test_the_operators_command(
    stub: PlayersServiceStub, store: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await register(stub, "Hakem")
    monkeypatch.setenv(f"{PREFIX}STORE", store)

    async def run(*arguments: str) -> int:
        return await asyncio.to_thread(main, arguments)

    assert await run("entrust", "organiser", "HAKEM") == 0
    assert await run("entrust", "organiser", "yok") == 1
    assert await run("list") == 0
    assert await run("withdraw", "organiser", "hakem") == 0
    assert await run("withdraw", "organiser", "hakem") == 1
    told = capsys.readouterr()
    lines = [line for line in told.out.splitlines() if "[info" not in line]
    assert lines == [
        "hakem is organiser from the next sign-in, or when the session is renewed",
        "hakem\torganiser",
        "hakem is organiser no more, at the latest in ten minutes",
    ]
    assert "there is no account yok" in told.err
    assert "does not hold" in told.err


def test_the_command_makes_no_house_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"{PREFIX}STORE", f"sqlite:{tmp_path / 'nowhere'}")
    assert main(["list"]) == 1
    assert "there is no house here" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
