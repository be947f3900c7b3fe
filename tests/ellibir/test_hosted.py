"""A match as the house hosts it: declarations out of turn, questions, refusals in words, the record (rules 9.15)."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.ellibir.v1 import ellibir_service_pb2 as service
from kiraathane.ellibir.v1.ellibir_service_pb2_grpc import EllibirServiceStub
from kiraathane.match.v1 import match_pb2
from services.ellibir import game
from services.ellibir.bot import bot
from services.ellibir.wire import action_to_proto, view_from_proto
from services.kernel import record as kernel_record
from services.runtime import identity
from services.runtime.hosting import HostedFamily
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import Metadata, as_player, new_request, refused, serving, settings_in

DECLARE = pb.EllibirAction(declare_pairs=pb.DeclarePairs())
DRAW = pb.EllibirAction(draw=pb.Draw())


class Table:
    """A hosted match of two or three; the last caller is a stranger who watches."""

    def __init__(self, channel: grpc.aio.Channel, callers: tuple[Metadata, ...]) -> None:
        self.stub: Any = EllibirServiceStub(channel)
        self.callers = callers
        self.match = ""

    async def open(self, players: int, **options: str) -> None:
        house = (("authorization", f"Bearer {identity.house_token('services/lobby', 'service')}"),)
        chosen = {"elliBirPlayers": str(players), **options}
        create = service.CreateMatchRequest(request_id=new_request(), options=chosen)
        self.match = (await self.stub.CreateMatch(create, metadata=house)).info.match
        sat = [
            match_pb2.SeatAssignment(seat=seat, player=f"players/{name}", display_name=name)
            for seat, name in enumerate("abc"[:players])
        ]
        await self.stub.StartMatch(service.StartMatchRequest(match=self.match, seats=sat), metadata=house)

    async def get(self, caller: int) -> pb.MatchUpdate:
        request = service.GetMatchRequest(match=self.match)
        return (await self.stub.GetMatch(request, metadata=self.callers[caller])).update  # type: ignore[no-any-return]

    async def act(self, seat: int, action: pb.EllibirAction, version: int | None = None) -> pb.MatchUpdate:
        known = (await self.get(seat)).info.version if version is None else version
        request = service.PlayRequest(match=self.match, expected_version=known, request_id=new_request(), action=action)
        return (await self.stub.Play(request, metadata=self.callers[seat])).update  # type: ignore[no-any-return]

    async def record(self, form: str) -> bytes:
        request = service.GetRecordRequest(match=self.match, format=form)
        return (await self.stub.GetRecord(request, metadata=self.callers[0])).record.content  # type: ignore[no-any-return]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    settings = settings_in(tmp_path, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    hosted = HostedFamily(settings, every_family()["ellibir"], Postbox())
    async with serving(hosted) as channel:
        yield Table(channel, tuple(as_player(settings, f"players/{name}", name) for name in "abcd"))


def some_discard(update: pb.MatchUpdate) -> pb.EllibirAction:
    return pb.EllibirAction(discard=pb.Discard(card=update.view.hand[0]))


async def test_a_declaration_and_a_decision_that_cross_are_both_heard(table: Table) -> None:
    """Whoever decided before he saw the other's act is not late; a double click is."""
    await table.open(3)
    at_first = await table.get(0)
    due = at_first.view.turn
    other, third = (due + 1) % 3, (due + 2) % 3
    version = at_first.info.version
    declared = await table.act(other, DECLARE, version)
    assert [happening.WhichOneof("happening") for happening in declared.happenings] == ["declared"]
    assert list(declared.info.due_seats) == [due]
    discarded = await table.act(due, some_discard(await table.get(due)), version)
    assert discarded.info.version == declared.info.version + 1
    with pytest.raises(grpc.aio.AioRpcError) as late:
        await table.act(third, DECLARE, version)  # the turn is another's now: who is late looks again
    assert late.value.code() == grpc.StatusCode.ABORTED
    drawn = await table.act(other, DRAW)
    await table.act(third, DECLARE, discarded.info.version)  # the draw has not made this one late
    with pytest.raises(grpc.aio.AioRpcError) as twice:
        await table.act(other, DRAW, discarded.info.version)
    assert twice.value.code() == grpc.StatusCode.ABORTED
    assert (await table.get(0)).info.version == drawn.info.version + 1


async def test_questions_are_answered_to_a_seat_from_what_it_sees(table: Table) -> None:
    await table.open(2)
    due = (await table.get(0)).view.turn
    for seat in (0, 1):
        asked = service.SuggestMeldsRequest(match=table.match)
        answer = await table.stub.SuggestMelds(asked, metadata=table.callers[seat])
        update = await table.get(seat)
        assert answer.version == update.info.version
        assert answer.need == 51
        hand = [card.SerializeToString() for card in update.view.hand]
        assert all(card.SerializeToString() in hand for group in answer.melds for card in group.cards)
    cards = (await table.get(due)).view.hand[:2]
    check = service.CheckGroupsRequest(match=table.match, groups=[pb.Group(kind=pb.MELD_KIND_RUN, cards=cards)])
    answer = await table.stub.CheckGroups(check, metadata=table.callers[due])
    assert (answer.accepted, answer.wrong_opening) == (False, True)
    assert (await table.get(due)).view.seats[due].fines == 0
    with pytest.raises(grpc.aio.AioRpcError) as stranger:
        await table.stub.CheckGroups(check, metadata=table.callers[3])
    assert stranger.value.code() == grpc.StatusCode.PERMISSION_DENIED


async def test_a_refusal_teaches_in_both_languages(table: Table) -> None:
    await table.open(2)
    due = (await table.get(0)).view.turn
    hand = (await table.get(due)).view.hand
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_SINGLE") as answer:
        await table.act(due, pb.EllibirAction(announce_single=pb.AnnounceSingle()))
    assert answer.metadata["clause"] == "9.4"
    assert "15" in answer.sentences["tr"]
    assert "15" in answer.sentences["en"]
    layoff = pb.EllibirAction(lay_off=pb.LayOff(cards=hand[:1], meld=3))
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_OPENED"):
        await table.act(due, layoff)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await table.act(1 - due, DRAW)


@pytest.mark.parametrize(
    "action",
    [
        pb.EllibirAction(discard=pb.Discard()),
        pb.EllibirAction(discard=pb.Discard(card=pb.Piece())),
        pb.EllibirAction(open=pb.Open(groups=[pb.Group()])),
        pb.EllibirAction(),
    ],
    ids=str,
)
async def test_what_makes_no_sense_is_an_invalid_argument(table: Table, action: pb.EllibirAction) -> None:
    await table.open(2)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await table.act(0, action)
    assert error.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def test_a_whole_match_is_hosted_and_its_record_proves_it(table: Table) -> None:
    """Bots for both seats, from the views that are sent; nobody's hand is in what is sent to another."""
    await table.open(2, elliBirRounds="1", repeatLimit="1", turnSeconds="none")
    rng = random.Random(3)
    while (update := await table.get(0)).info.status == match_pb2.MATCH_STATUS_PLAYING:
        (due,) = update.info.due_seats
        own = await table.get(due)
        assert not (await table.get(1 - due)).view.HasField("drawn")
        assert not (await table.get(3)).view.hand
        await table.act(due, action_to_proto(bot.decide(view_from_proto(own.view), "orta", rng.randrange(9))))
    record = kernel_record.read(await table.record("json"))
    assert kernel_record.verify(record, game).problems == ()
    assert "Sonuç / Result" in (await table.record("text")).decode()
