"""A seat that was just being given when the command ended is given back, too."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli import leaving
from kiraathane_client.client import Client
from kiraathane_client.errors import Refused, Unavailable

TABLE = pb.Table(table="tables/a")


class Lobby:
    """Gives a table when it is let, and remembers who got up."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()
        self.left: list[str] = []
        self.refuses = False

    async def arrive(self) -> pb.Table:
        await self.arrived.wait()
        return TABLE

    async def leave(self, table: pb.Table) -> pb.Table:
        if self.refuses:
            raise Refused("TABLE_STARTED")
        self.left.append(table.table)
        return table


async def held(lobby: Lobby, ends: BaseException | None = None) -> None:
    client = cast("Client", SimpleNamespace(lobby=lobby))
    async with leaving.seated(client, lobby.arrive()) as table:
        assert table == TABLE
        if ends is not None:
            raise ends


@pytest.fixture
async def lobby() -> Lobby:
    return Lobby()


async def test_who_plays_does_not_get_up(lobby: Lobby) -> None:
    lobby.arrived.set()
    await held(lobby)
    assert lobby.left == []


@pytest.mark.parametrize("ends", [Unavailable(), RuntimeError("a bug"), KeyboardInterrupt()], ids=repr)
async def test_whatever_ends_the_waiting_is_told_after_getting_up(lobby: Lobby, ends: BaseException) -> None:
    lobby.arrived.set()
    with pytest.raises(type(ends)):
        await held(lobby, ends)
    assert lobby.left == ["tables/a"]


async def test_who_is_ended_while_he_gets_his_seat_gets_up_from_it(lobby: Lobby) -> None:
    command = asyncio.create_task(held(lobby))
    await asyncio.sleep(0)
    command.cancel()
    await asyncio.sleep(0)
    lobby.arrived.set()
    with pytest.raises(asyncio.CancelledError):
        await command
    assert lobby.left == ["tables/a"]


async def test_a_house_that_does_not_answer_holds_nobody(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "GET_UP_SECONDS", 0.05)
    command = asyncio.create_task(held(lobby))
    await asyncio.sleep(0)
    command.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.shield(command), 2)
    assert lobby.left == []


async def test_a_match_that_has_begun_is_not_left(lobby: Lobby) -> None:
    lobby.arrived.set()
    lobby.refuses = True
    with pytest.raises(Unavailable):
        await held(lobby, Unavailable())
