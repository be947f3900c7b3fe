"""A match as the house hosts it: what each seat is sent, refusals in words, the record once it is over."""

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import card_pb2, match_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane.pisti.v1 import pisti_service_pb2 as service
from kiraathane.pisti.v1.pisti_service_pb2_grpc import PistiServiceStub
from services.kernel import record as kernel_record
from services.kernel.cards import Card
from services.pisti import game
from services.runtime import identity
from services.runtime.hosting import HostedFamily
from services.wire.cards import card_from_proto
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import Metadata, as_player, new_request, refused, serving, settings_in


class Table:
    """A hosted match between `a` and `b`, with a stranger who watches."""

    def __init__(self, channel: grpc.aio.Channel, callers: tuple[Metadata, Metadata, Metadata]) -> None:
        self.stub: Any = PistiServiceStub(channel)
        self.callers = callers
        self.match = ""

    async def open(self, **options: str) -> None:
        house = (("authorization", f"Bearer {identity.house_token('services/lobby', 'service')}"),)
        create = service.CreateMatchRequest(request_id=new_request(), options=options)
        self.match = (await self.stub.CreateMatch(create, metadata=house)).info.match
        sat = [match_pb2.SeatAssignment(seat=s, player=f"players/{n}", display_name=n) for s, n in enumerate("ab")]
        await self.stub.StartMatch(service.StartMatchRequest(match=self.match, seats=sat), metadata=house)

    async def get(self, caller: int) -> pb.MatchUpdate:
        request = service.GetMatchRequest(match=self.match)
        return (await self.stub.GetMatch(request, metadata=self.callers[caller])).update  # type: ignore[no-any-return]

    async def act(self, seat: int, action: pb.PistiAction) -> pb.MatchUpdate:
        version = (await self.get(seat)).info.version
        request = service.PlayRequest(
            match=self.match, expected_version=version, request_id=new_request(), action=action
        )
        return (await self.stub.Play(request, metadata=self.callers[seat])).update  # type: ignore[no-any-return]

    async def legal(self, seat: int) -> list[pb.PistiAction]:
        request = service.ListLegalActionsRequest(match=self.match)
        return list((await self.stub.ListLegalActions(request, metadata=self.callers[seat])).actions)

    async def record(self, form: str) -> bytes:
        request = service.GetRecordRequest(match=self.match, format=form)
        return (await self.stub.GetRecord(request, metadata=self.callers[0])).record.content  # type: ignore[no-any-return]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    settings = settings_in(tmp_path, BOT_PACE_MS="0", SPECTATOR_DELAY_SECONDS="0")
    hosted = HostedFamily(settings, every_family()["pisti"], Postbox())
    async with serving(hosted) as channel:
        yield Table(
            channel,
            (
                as_player(settings, "players/a", "A"),
                as_player(settings, "players/b", "B"),
                as_player(settings, "players/c", "C"),
            ),
        )


def cards_in(message: Any) -> Iterator[Card]:
    """Every card anywhere in a message."""
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        # A list of messages, or one.
        for one in [value] if hasattr(value, "ListFields") else value:
            if isinstance(one, card_pb2.Card):
                yield card_from_proto(one)
            else:
                yield from cards_in(one)


async def test_a_whole_match_with_bluffs_shows_nothing_before_its_time(table: Table) -> None:
    """Rules 6.9: hands and bluff cards are in no message to anybody else, and the record comes after the end."""
    await table.open(bluff="on", turnSeconds="none")
    rng = random.Random(5)
    bluffs = 0
    while (await table.get(0)).info.status == match_pb2.MATCH_STATUS_PLAYING:
        seen = [await table.get(caller) for caller in range(3)]
        hidden = [set(map(card_from_proto, seen[seat].view.hand)) for seat in (0, 1)]
        for seat in (0, 1):
            hidden[seat] |= set(map(card_from_proto, seen[seat].view.bluffs))
            if seen[seat].view.HasField("sealed"):
                hidden[seat].add(card_from_proto(seen[seat].view.sealed))
                bluffs += 1
        assert not hidden[0] & set(cards_in(seen[1]))
        assert not hidden[1] & set(cards_in(seen[0]))
        assert not (hidden[0] | hidden[1]) & set(cards_in(seen[2]))
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_FINISHED"):
            await table.record("text")
        (seat,) = seen[0].info.due_seats
        may = await table.legal(seat)
        await table.act(seat, rng.choice([action for action in may if action.HasField("bluff")] or may))
    assert bluffs
    record = kernel_record.read(await table.record("json"))
    assert kernel_record.verify(record, game).problems == ()
    assert "sayım / count" in (await table.record("text")).decode()
    final = await table.get(2)
    assert len({*cards_in(final.view.count)}) == 52


async def test_a_refusal_teaches_which_cards_may_be_played(table: Table) -> None:
    """Rules 6.7."""
    await table.open()
    (seat,) = (await table.get(0)).info.due_seats
    hand = [card_from_proto(card) for card in (await table.get(seat)).view.hand]
    other = next(card for card in Card if card not in hand)
    foreign = pb.PistiAction(play=pb.PlayCard(card=card_pb2.Card(suit=_suit(other), rank=other.rank)))
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_CARD") as answer:
        await table.act(seat, foreign)
    assert answer.metadata["clause"] == "6.2"
    assert answer.metadata["legal"] == " ".join(card.sign for card in hand)
    assert all(card.sign in answer.sentences["tr"] for card in hand)
    bluff = pb.PistiAction(bluff=pb.BluffCard(card=card_pb2.Card(suit=_suit(hand[0]), rank=hand[0].rank)))
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "BLUFF_OFF"):
        await table.act(seat, bluff)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await table.act(1 - seat, foreign)


@pytest.mark.parametrize("card", [card_pb2.Card(), card_pb2.Card(suit=card_pb2.SUIT_HEARTS, rank=15)], ids=str)
async def test_what_is_no_card_is_an_invalid_argument(table: Table, card: card_pb2.Card) -> None:
    await table.open()
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await table.act(0, pb.PistiAction(play=pb.PlayCard(card=card)))
    assert error.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def _suit(card: Card) -> card_pb2.Suit.ValueType:
    return card_pb2.Suit.Value(f"SUIT_{card.suit.name}")
