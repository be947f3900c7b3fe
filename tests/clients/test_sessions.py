"""Sessions: kept where nobody else can read them, renewed once however many ask."""

import asyncio
import stat
from pathlib import Path

import pytest

from kiraathane_client import Client, FileSessions, MemorySessions, Unauthenticated
from tests.clients.conftest import QUICK
from tests.clients.house import House


async def test_only_the_owner_can_read_the_session(house: House, tmp_path: Path) -> None:
    file = tmp_path / "config" / "sessions.json"
    async with Client(house.address, sessions=FileSessions(house.address, file)) as client:
        await client.sign_in_guest("Ayşe")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


async def test_the_session_is_there_in_the_next_run(house: House, tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    async with Client(house.address, sessions=FileSessions(house.address, file)) as client:
        signed_in = await client.sign_in_guest("Ayşe")
    async with Client(house.address, sessions=FileSessions(house.address, file)) as client:
        assert client.session == signed_in
        assert (await client.player()).display_name == "Ayşe"


async def test_every_house_has_its_own_session(house: House, tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    async with Client(house.address, sessions=FileSessions(house.address, file)) as client:
        await client.sign_in_guest()
    assert FileSessions("elsewhere:1", file).load() is None
    assert FileSessions(house.address, file).load() is not None


async def test_a_token_is_renewed_before_it_ends(house: House) -> None:
    house.token_seconds = 0
    async with Client(house.address, patience=QUICK) as client:
        await client.sign_in_guest()
        house.token_seconds = 3600
        await client.player()
        await client.player()
    assert house.refreshes == 1


async def test_many_calls_at_once_renew_once(house: House, client: Client) -> None:
    house.valid = {}
    await asyncio.gather(*(client.player() for _ in range(8)))
    assert house.refreshes == 1


async def test_two_programs_that_share_a_session_renew_once(house: House, tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    async with (
        Client(house.address, sessions=FileSessions(house.address, file)) as one,
        Client(house.address, sessions=FileSessions(house.address, file)) as other,
    ):
        await one.sign_in_guest()
        assert other.session is not None
        house.valid = {}
        await asyncio.gather(one.player(), other.player())
    assert house.refreshes == 1


async def test_a_session_that_the_house_has_ended_is_forgotten(house: House) -> None:
    sessions = MemorySessions()
    async with Client(house.address, sessions=sessions, patience=QUICK) as client:
        session = await client.sign_in_guest()
        house.spent.add(session.refresh_token)
        house.valid = {}
        with pytest.raises(Unauthenticated):
            await client.player()
        assert sessions.load() is None
        with pytest.raises(Unauthenticated):
            await client.player()


async def test_signing_out_forgets_the_session(house: House, client: Client) -> None:
    await client.sign_out()
    assert client.session is None
    with pytest.raises(Unauthenticated):
        await client.player()


async def test_a_damaged_session_file_is_no_session(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    file.write_text("{", encoding="utf-8")
    assert FileSessions("here:1", file).load() is None
