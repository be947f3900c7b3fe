"""The synchronous client is the asynchronous one."""

import inspect
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client import (
    Client,
    League,
    Lobby,
    Match,
    Sitting,
    SyncClient,
    SyncLeague,
    SyncLobby,
    SyncMatch,
    SyncSitting,
)
from kiraathane_client.tavla import TAVLA
from tests.clients.house import MATCH, House

PAIRS = [(Client, SyncClient), (Match, SyncMatch), (Lobby, SyncLobby), (League, SyncLeague), (Sitting, SyncSitting)]
ROLL = pb.TavlaAction(roll=pb.RollDice())


def surface(kind: type[Any]) -> dict[str, list[str]]:
    """Public names with their parameters (properties have none)."""
    found = {}
    for name, member in vars(kind).items():
        if not name.startswith("_"):
            function = member if callable(member) else None
            found[name] = list(map(str, inspect.signature(function).parameters.values())) if function else []
    return found


@pytest.mark.parametrize(("asynchronous", "synchronous"), PAIRS, ids=lambda kind: kind.__name__)
def test_both_have_the_same_surface(asynchronous: type[Any], synchronous: type[Any]) -> None:
    assert surface(asynchronous) == surface(synchronous)


@pytest.mark.parametrize(("asynchronous", "synchronous"), PAIRS, ids=lambda kind: kind.__name__)
def test_both_return_the_same(asynchronous: type[Any], synchronous: type[Any]) -> None:
    for name in surface(asynchronous):
        ours, theirs = getattr(asynchronous, name), getattr(synchronous, name)
        if not callable(ours) or name == "match":
            continue
        wanted, got = ours.__annotations__["return"], theirs.__annotations__["return"]
        if getattr(wanted, "__origin__", None) is AsyncGenerator.__class_getitem__(int).__origin__:  # type: ignore[attr-defined]
            assert got == Iterator[wanted.__args__[0]], name
        elif name != "sit" or asynchronous is Lobby:
            assert got == wanted, name


async def test_a_whole_turn_without_an_event_loop(house: House) -> None:
    import asyncio

    def story() -> list[int]:
        with SyncClient(house.address) as client:
            assert client.sign_in_guest("Ayşe").display_name == "Ayşe"
            match = client.match(TAVLA, MATCH)
            assert match.play(ROLL, expected_version=1).info.version == 2
            with match.sit() as seat:
                assert next(seat).info.version == 2
                assert seat.play(ROLL, expected_version=2).info.version == 3
                assert next(seat).info.version == 3
            watched = match.watch(after_version=1)
            versions = [next(watched).info.version, next(watched).info.version]
            watched.close()  # type: ignore[attr-defined]
            assert len(list(client.lobby.tables())) == 120
            return versions

    assert await asyncio.to_thread(story) == [2, 3]
