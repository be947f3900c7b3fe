"""Matches as the house hosts them: what each seat is sent, refusals in words, questions, claims that come late."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane.okey.v1 import okey_service_pb2 as service
from kiraathane.okey.v1.okey_service_pb2_grpc import OkeyServiceStub
from services.kernel import record as kernel_record
from services.okey import game, wire
from services.okey.bot import bot
from services.okey.view import View
from services.okey.wire_tiles import tile_from_proto
from services.runtime import identity
from services.runtime.hosting import HostedFamily
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import Metadata, as_player, new_request, refused, serving, settings_in


class Table:
    """A hosted match of `a`, `b`, `c`, `d`, with a stranger `e` who watches."""

    def __init__(self, channel: grpc.aio.Channel, callers: list[Metadata]) -> None:
        self.stub: Any = OkeyServiceStub(channel)
        self.callers = callers
        self.match = ""

    async def open(self, **options: str) -> None:
        house = (("authorization", f"Bearer {identity.house_token('services/lobby', 'service')}"),)
        create = service.CreateMatchRequest(request_id=new_request(), options=options)
        self.match = (await self.stub.CreateMatch(create, metadata=house)).info.match
        sat = [match_pb2.SeatAssignment(seat=s, player=f"players/{n}", display_name=n) for s, n in enumerate("abcd")]
        await self.stub.StartMatch(service.StartMatchRequest(match=self.match, seats=sat), metadata=house)

    async def get(self, caller: int) -> pb.MatchUpdate:
        request = service.GetMatchRequest(match=self.match)
        return (await self.stub.GetMatch(request, metadata=self.callers[caller])).update  # type: ignore[no-any-return]

    async def view(self, caller: int) -> View:
        return wire.view_from_proto((await self.get(caller)).view)

    async def act(self, seat: int, text: str, version: int | None = None) -> pb.MatchUpdate:
        request = service.PlayRequest(
            match=self.match,
            expected_version=(await self.get(seat)).info.version if version is None else version,
            request_id=new_request(),
            action=wire.action_to_proto(game.notation.read_action(text)),
        )
        return (await self.stub.Play(request, metadata=self.callers[seat])).update  # type: ignore[no-any-return]

    async def bot_acts(self, seat: int) -> None:
        action = bot.decide(await self.view(seat), "usta", 0)
        await self.act(seat, game.notation.write_action(action))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    settings = settings_in(tmp_path, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    hosted = HostedFamily(settings, every_family()["okey"], Postbox())
    async with serving(hosted) as channel:
        yield Table(channel, [as_player(settings, f"players/{name}", name.upper()) for name in "abcde"])


async def due(table: Table) -> int:
    """The seat on turn."""
    (seat,) = (await table.get(0)).info.due_seats
    return int(seat)


async def test_a_whole_match_is_played_and_recorded(table: Table) -> None:
    await table.open(okeyHands="1", turnSeconds="none")
    while (await table.get(4)).info.status == match_pb2.MATCH_STATUS_PLAYING:
        await table.bot_acts(await due(table))
    request = service.GetRecordRequest(match=table.match, format="json")
    record = kernel_record.read((await table.stub.GetRecord(request, metadata=table.callers[4])).record.content)
    assert kernel_record.verify(record, game).problems == ()


async def test_each_seat_is_sent_its_own_rack(table: Table) -> None:
    """Rules 8.18."""
    await table.open()
    racks = [(await table.view(seat)).rack for seat in range(5)]
    assert sorted(map(len, racks)) == [0, 21, 21, 21, 22]
    assert [(await table.view(caller)).seat for caller in range(5)] == [0, 1, 2, 3, None]


async def test_a_refusal_says_what_is_missing(table: Table) -> None:
    """Rules 8.16."""
    await table.open()
    seat = await due(table)
    rack = (await table.view(seat)).rack
    await table.act(seat, f"place {rack[0]} series 0 0")
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "INVALID_MELD") as answer:
        await table.act(seat, "commit")
    assert answer.metadata["clause"] == "8.4"
    assert rack[0].sign in answer.sentences["tr"]
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await table.act((seat + 1) % 4, "draw")


async def test_a_player_asks_without_playing(table: Table) -> None:
    """Rules 8.16: also when it is not his turn; a stranger has no rack to ask about."""
    await table.open()
    version = (await table.get(0)).info.version
    request = service.SuggestMeldsRequest(match=table.match)
    for caller in range(4):
        found = await table.stub.SuggestMelds(request, metadata=table.callers[caller])
        assert found.version == version
        assert found.need == 101
        rack = list((await table.view(caller)).rack)
        for group in found.series:
            for piece in group.pieces:
                rack.remove(tile_from_proto(piece.tile))
        check = service.CheckGroupsRequest(match=table.match, area=pb.AREA_SERIES, groups=found.series)
        answer = await table.stub.CheckGroups(check, metadata=table.callers[caller])
        assert (answer.reason == "") == (found.worth >= found.need and bool(rack))
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
        await table.stub.SuggestMelds(request, metadata=table.callers[4])
    assert (await table.get(0)).info.version == version


async def test_a_claim_is_heard_though_the_next_player_has_just_drawn(table: Table) -> None:
    """R41 whichever is committed first counts; the other is judged by the rules, not by its version (rules 10.6)."""
    await table.open(okeyTable="tournament")
    thrower = await due(table)
    view = await table.view(thrower)
    tile = next(tile for tile in view.rack if tile is not view.okey and tile.face is not None)
    update = await table.act(thrower, f"discard {tile}")
    seen = update.info.version
    following, opponent = (thrower + 1) % 4, (thrower + 3) % 4
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_ISLER"):
        await table.act(opponent, f"claim {tile}", seen)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_AN_OPPONENT"):
        await table.act((thrower + 2) % 4, f"claim {tile}", seen)
    await table.act(following, "draw", seen)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "TOO_LATE"):
        await table.act(opponent, f"claim {tile}", seen)


async def test_what_is_no_tile_is_an_invalid_argument(table: Table) -> None:
    await table.open()
    seat = await due(table)
    version = (await table.get(seat)).info.version
    for tile in (pb.Tile(), pb.Tile(colour=pb.COLOUR_RED, number=14), pb.Tile(false_okey=True, number=3)):
        action = pb.OkeyAction(discard=pb.Discard(tile=tile))
        request = service.PlayRequest(
            match=table.match, expected_version=version, request_id=new_request(), action=action
        )
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await table.stub.Play(request, metadata=table.callers[seat])
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
