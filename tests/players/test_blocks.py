"""Whom players do not want to meet."""

import grpc
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub as Stub
from services.players import blocks
from tests.players.test_service import bearer
from tests.support.serving import as_service, refused


async def guest(stub: Stub, name: str) -> pb.Session:
    return (await stub.SignInGuest(pb.SignInGuestRequest(display_name=name))).session


async def block(stub: Stub, who: pb.Session, whom: pb.Session) -> None:
    await stub.BlockPlayer(pb.BlockPlayerRequest(player=whom.player.player), metadata=bearer(who))


async def blocked(stub: Stub, who: pb.Session, size: int = 0) -> list[str]:
    """The names on the list of `who`, over all its pages."""
    names, token = [], ""
    while True:
        request = pb.ListBlocksRequest(page_size=size, page_token=token)
        answer = await stub.ListBlocks(request, metadata=bearer(who))
        names += [player.display_name for player in answer.players]
        if not (token := answer.next_page_token):
            return names


async def test_a_player_blocks_others_and_takes_it_back(stub: Stub) -> None:
    ali, veli, ayse = [await guest(stub, name) for name in ("Ali", "Veli", "Ayşe")]
    for whom in (veli, ayse, veli):
        await block(stub, ali, whom)
    assert sorted(await blocked(stub, ali)) == ["Ayşe", "Veli"]
    assert await blocked(stub, veli) == [], "he is not told"
    for _ in range(2):
        await stub.UnblockPlayer(pb.UnblockPlayerRequest(player=veli.player.player), metadata=bearer(ali))
    assert await blocked(stub, ali) == ["Ayşe"]


async def test_a_long_list_comes_in_pages(stub: Stub) -> None:
    ali = await guest(stub, "Ali")
    names = [f"Oyuncu {number}" for number in range(5)]
    for name in names:
        await block(stub, ali, await guest(stub, name))
    assert sorted(await blocked(stub, ali, 2)) == names


async def test_nobody_blocks_himself_nobody_or_everybody(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    ali, veli, ayse = [await guest(stub, name) for name in ("Ali", "Veli", "Ayşe")]
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BLOCK_ONESELF"):
        await block(stub, ali, ali)
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BLOCK_ONESELF"):
        await stub.BlockPlayer(pb.BlockPlayerRequest(player="players/me"), metadata=bearer(ali))
    with refused(grpc.StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND"):
        await stub.BlockPlayer(pb.BlockPlayerRequest(player="players/nobody"), metadata=bearer(ali))
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 1)
    await block(stub, ali, veli)
    await block(stub, ali, veli)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_BLOCKS"):
        await block(stub, ali, ayse)


async def test_services_of_the_house_are_told_both_directions_and_others_nothing(stub: Stub) -> None:
    ali, veli, ayse, can = [await guest(stub, name) for name in ("Ali", "Veli", "Ayşe", "Can")]
    await block(stub, ali, veli)
    await block(stub, ayse, ali)
    await block(stub, veli, ayse)
    others = [session.player.player for session in (veli, ayse, can)]
    request = pb.CheckBlocksRequest(player=ali.player.player, others=others)
    answer = await stub.CheckBlocks(request, metadata=as_service("services/lobby"))
    pairs = {(found.blocker, found.blocked) for found in answer.blocks}
    assert pairs == {(ali.player.player, others[0]), (others[1], ali.player.player)}
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        await stub.CheckBlocks(request, metadata=bearer(ali))
