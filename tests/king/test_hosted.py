"""A match as the house hosts it: whose cards go to whom, what a refusal says, leaving, the record."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.king.v1 import king_service_pb2 as service
from kiraathane.king.v1.king_service_pb2_grpc import KingServiceStub
from kiraathane.match.v1 import card_pb2, match_pb2
from services.runtime import identity
from services.runtime.hosting import HostedFamily
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import Metadata, as_player, new_request, refused, serving, settings_in

NAMES = "abcd"


class Table:
    """A hosted match of four players; seat 0 declares first."""

    def __init__(self, channel: grpc.aio.Channel, seats: list[Metadata], postbox: Postbox) -> None:
        self.postbox = postbox
        self.stub: Any = KingServiceStub(channel)
        self.seats = seats
        self.match = ""

    async def open(self, **options: str) -> None:
        house = (("authorization", f"Bearer {identity.house_token('services/lobby', 'service')}"),)
        create = service.CreateMatchRequest(request_id=new_request(), options={"kingFirst": "seat0", **options})
        self.match = (await self.stub.CreateMatch(create, metadata=house)).info.match
        sat = [match_pb2.SeatAssignment(seat=s, player=f"players/{n}", display_name=n) for s, n in enumerate(NAMES)]
        await self.stub.StartMatch(service.StartMatchRequest(match=self.match, seats=sat), metadata=house)

    async def get(self, seat: int = 0) -> pb.MatchUpdate:
        request = service.GetMatchRequest(match=self.match)
        return (await self.stub.GetMatch(request, metadata=self.seats[seat])).update  # type: ignore[no-any-return]

    async def legal(self, seat: int) -> list[pb.KingAction]:
        request = service.ListLegalActionsRequest(match=self.match)
        return list((await self.stub.ListLegalActions(request, metadata=self.seats[seat])).actions)

    async def act(self, seat: int, action: pb.KingAction) -> pb.MatchUpdate:
        request = service.PlayRequest(
            match=self.match,
            expected_version=(await self.get()).info.version,
            request_id=new_request(),
            action=action,
        )
        return (await self.stub.Play(request, metadata=self.seats[seat])).update  # type: ignore[no-any-return]

    async def leave(self, seat: int) -> pb.MatchUpdate:
        request = service.LeaveMatchRequest(match=self.match, request_id=new_request())
        return (await self.stub.LeaveMatch(request, metadata=self.seats[seat])).update  # type: ignore[no-any-return]

    async def record(self, form: str) -> bytes:
        request = service.GetRecordRequest(match=self.match, format=form)
        answer = await self.stub.GetRecord(request, metadata=self.seats[0])
        return answer.record.content  # type: ignore[no-any-return]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    settings = settings_in(tmp_path, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    postbox = Postbox()
    async with serving(HostedFamily(settings, every_family()["king"], postbox)) as channel:
        yield Table(channel, [as_player(settings, f"players/{name}", name.upper()) for name in NAMES], postbox)


EL = pb.KingAction(penalty=pb.NamePenalty(contract=pb.CONTRACT_EL))


async def test_everybody_sees_thirteen_cards_and_no_card_twice(table: Table) -> None:
    """Rules 5.15."""
    await table.open()
    hands = [{(card.suit, card.rank) for card in (await table.get(seat)).view.hand} for seat in range(4)]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len(set().union(*hands)) == 52


async def test_a_refused_card_is_answered_with_those_that_may_be_played(table: Table) -> None:
    """K45; rules 5.13."""
    await table.open()
    update = await table.act(0, EL)
    while True:  # until somebody holds a card that he may not play: as a rule the second player
        (seat,) = update.info.due_seats
        legal = await table.legal(seat)
        allowed = [action.play.card for action in legal]
        others = [card for card in (await table.get(seat)).view.hand if card not in allowed]
        if others:
            break
        update = await table.act(seat, legal[0])
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MUST_FOLLOW_SUIT") as answer:
        await table.act(seat, pb.KingAction(play=pb.PlayCard(card=others[0])))
    assert answer.metadata["clause"] == "5.4"
    assert len(answer.metadata["legal"].split()) == len(allowed)


@pytest.mark.parametrize(
    "action",
    [
        pb.KingAction(),
        pb.KingAction(penalty=pb.NamePenalty()),
        pb.KingAction(penalty=pb.NamePenalty(contract=pb.CONTRACT_KOZ)),
        pb.KingAction(trump=pb.NameTrump()),
        pb.KingAction(play=pb.PlayCard()),
        pb.KingAction(play=pb.PlayCard(card=card_pb2.Card(suit=card_pb2.SUIT_CLUBS, rank=15))),
    ],
)
async def test_what_cannot_be_an_act_is_an_invalid_argument(table: Table, action: pb.KingAction) -> None:
    await table.open()
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await table.act(0, action)
    assert error.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def test_whoever_leaves_his_seat_is_played_on(table: Table) -> None:
    """Rules 5.14: the rules know of no leaver; he has no hand any more, and a bot is woken in his place."""
    await table.open(kingLength="12")
    await table.act(0, EL)
    update = await table.leave(1)
    assert (update.info.seats[1].presence, update.info.seats[1].stand_in) == (match_pb2.PRESENCE_LEFT, "orta")
    assert not update.view.hand
    update = await table.act(0, (await table.legal(0))[0])
    assert list(update.info.due_seats) == [1]
    turns = [message for message in table.postbox.sent if message.task == "bots.play_turn"]
    assert [turn.arguments["level"] for turn in turns] == ["orta"]


async def test_a_hand_is_played_over_the_wire(table: Table) -> None:
    """Rules 5.8, 5.12: thirteen tricks, the chart's first line, and the next declarer with new cards."""
    await table.open()
    update = await table.act(0, EL)
    for _ in range(52):
        (seat,) = update.info.due_seats
        update = await table.act(seat, (await table.legal(seat))[0])
    (line,) = update.view.chart
    assert (line.declarer, line.contract, sum(line.points)) == (0, pb.CONTRACT_EL, -650)
    assert list(update.info.score.points) == list(line.points)
    assert (update.view.phase, update.view.declarer, list(update.view.counts)) == (
        pb.KING_PHASE_CHOOSING,
        1,
        [13, 13, 13, 13],
    )
    assert update.happenings[-1].dealt.number == 2
