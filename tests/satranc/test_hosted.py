"""A match as the house hosts it: moves as text, acts out of turn, the clock, the record."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import match_pb2
from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane.satranc.v1 import satranc_service_pb2 as service
from kiraathane.satranc.v1.satranc_service_pb2_grpc import SatrancServiceStub
from services.runtime import identity
from services.runtime.clock import HouseClock, unix_ms
from services.runtime.hosting import HostedFamily
from services.satranc.pgn_reading import read
from tests.conftest import every_family
from tests.runtime.table import Postbox
from tests.support.serving import Metadata, as_player, new_request, refused, serving, settings_in


class Table:
    """A hosted match between `a` (White) and `b`."""

    def __init__(self, hosted: HostedFamily, channel: grpc.aio.Channel, seats: tuple[Metadata, Metadata]) -> None:
        self.hosted = hosted
        self.stub: Any = SatrancServiceStub(channel)
        self.seats = seats
        self.match = ""
        self.ahead_ms = 0

    async def open(self, **options: str) -> None:
        house = (("authorization", f"Bearer {identity.house_token('services/lobby', 'service')}"),)
        create = service.CreateMatchRequest(request_id=new_request(), options={"colours": "host", **options})
        self.match = (await self.stub.CreateMatch(create, metadata=house)).info.match
        sat = [match_pb2.SeatAssignment(seat=s, player=f"players/{n}", display_name=n) for s, n in enumerate("ab")]
        await self.stub.StartMatch(service.StartMatchRequest(match=self.match, seats=sat), metadata=house)

    async def get(self) -> pb.MatchUpdate:
        request = service.GetMatchRequest(match=self.match)
        return (await self.stub.GetMatch(request, metadata=self.seats[0])).update  # type: ignore[no-any-return]

    async def act(self, seat: int, action: pb.SatrancAction, version: int = 0) -> pb.MatchUpdate:
        """One act on `version`, by default on the newest."""
        expected = version or (await self.get()).info.version
        request = service.PlayRequest(
            match=self.match, expected_version=expected, request_id=new_request(), action=action
        )
        return (await self.stub.Play(request, metadata=self.seats[seat])).update  # type: ignore[no-any-return]

    async def pass_time(self, seconds: int) -> None:
        """Lets time pass as it does while the house is up: with heartbeats."""
        for _ in range(seconds):
            self.ahead_ms += 1_000
            await self.hosted.rounds.beat()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    settings = settings_in(tmp_path, BOT_PACE_MS="0")
    made: list[Table] = []
    clock = HouseClock(lambda: unix_ms() + (made[0].ahead_ms if made else 0))
    hosted = HostedFamily(settings, every_family()["satranc"], Postbox(), clock)
    async with serving(hosted) as channel:
        made.append(
            Table(hosted, channel, (as_player(settings, "players/a", "A"), as_player(settings, "players/b", "B")))
        )
        yield made[0]


def move(uci: str = "", san: str = "") -> pb.SatrancAction:
    text = pb.MoveText(san=san) if san else pb.MoveText(uci=uci)
    return pb.SatrancAction(move=pb.PlayMove(move=text))


OFFER = pb.SatrancAction(offer_draw=pb.OfferDraw())
RESIGN = pb.SatrancAction(resign=pb.Resign())


async def test_moves_are_played_as_uci_and_as_san(table: Table) -> None:
    """Rules 4.6, 4.8."""
    await table.open()
    await table.act(0, move("e2e4"))
    update = await table.act(1, move(san="Nf6"))
    assert list(update.view.moves) == ["e4", "Nf6"]
    assert (update.view.last_uci, update.view.last_san) == ("g8f6", "Nf6")
    assert update.view.fen == "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    legal = await table.stub.ListLegalActions(
        service.ListLegalActionsRequest(match=table.match), metadata=table.seats[0]
    )
    assert move("e4e5") in list(legal.actions)


@pytest.mark.parametrize("text", ["hello", "Nf9", "e2-e4-e5", "", "Şf1"])
async def test_what_is_no_san_is_an_invalid_argument(table: Table, text: str) -> None:
    await table.open()
    action = pb.SatrancAction(move=pb.PlayMove(move=pb.MoveText(san=text)))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await table.act(0, action)
    assert error.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def test_what_san_may_mean_twice_is_refused_with_both(table: Table) -> None:
    await table.open()
    for seat, san in enumerate(("Nf3", "a6", "d3", "a5")):
        await table.act(seat % 2, move(san=san))
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "SAN_AMBIGUOUS") as answer:
        await table.act(0, move(san="Nd2"))
    assert answer.metadata["legal"] == "Nbd2, Nfd2"
    assert answer.metadata["clause"] == "4.6"


async def test_an_illegal_move_is_refused_with_the_clause_and_what_may_be_played(table: Table) -> None:
    await table.open()
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE") as answer:
        await table.act(0, move("g1g3"))
    assert (answer.metadata["clause"], answer.metadata["legal"]) == ("4.2", "Nf3, Nh3")


@pytest.mark.parametrize(
    ("uci", "reason"), [("e2e2", "ILLEGAL_MOVE"), ("e2e2q", "ILLEGAL_MOVE"), ("e5e5", "NO_PIECE_THERE")]
)
async def test_a_move_that_stays_where_it_is_is_refused_and_the_match_goes_on(
    table: Table, uci: str, reason: str
) -> None:
    await table.open()
    announced = pb.SatrancAction(claim_threefold=pb.ClaimThreefold(move=pb.MoveText(uci=uci)))
    for action in (move(uci), announced):
        with refused(grpc.StatusCode.FAILED_PRECONDITION, reason):
            await table.act(0, action)
    assert list((await table.act(0, move("e2e4"))).view.moves) == ["e4"]


async def test_an_offer_in_between_does_not_make_a_move_late(table: Table) -> None:
    """Rules 4.6: Black offers while White, who has not seen it, moves."""
    await table.open()
    version = (await table.get()).info.version
    await table.act(1, OFFER)
    update = await table.act(0, move("e2e4"), version)
    assert update.info.version == version + 2
    assert not update.view.HasField("offer")  # it has lapsed
    with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
        await table.act(1, move("e7e5"), version)  # but Black's move is decided on White's


async def test_an_offer_out_of_turn_moves_no_deadline(table: Table) -> None:
    """Rules 4.7."""
    await table.open(clock="1+0")
    deadline = (await table.get()).info.deadline.ToMilliseconds()
    await table.pass_time(30)
    update = await table.act(1, OFFER)
    assert abs(update.info.deadline.ToMilliseconds() - deadline) <= 5
    assert 25_000 < update.view.clock.left_ms[0] <= 30_000
    assert update.view.clock.left_ms[1] == 60_000
    await table.pass_time(29)
    update = await table.act(0, move("e2e4"))
    assert 0 < update.view.clock.left_ms[0] <= 1_000
    assert (update.view.clock.running, list(update.info.due_seats)) == (1, [1])


async def test_the_flag_falls_when_the_time_is_over(table: Table) -> None:
    """Rules 4.7."""
    await table.open(clock="1+0")
    await table.act(0, move("e2e4"))
    await table.pass_time(62)
    await table.hosted.rounds.sweep_deadlines()
    update = await table.get()
    assert (update.info.status, update.info.end_cause) == (match_pb2.MATCH_STATUS_FINISHED, "flag")
    assert list(update.info.score.winners) == [0]
    assert update.view.clock.left_ms[1] == 0


async def test_who_leaves_loses(table: Table) -> None:
    """Rules 4.7."""
    await table.open()
    request = service.LeaveMatchRequest(match=table.match, request_id=new_request())
    update = (await table.stub.LeaveMatch(request, metadata=table.seats[1])).update
    assert (update.info.end_cause, list(update.info.score.winners)) == ("left", [0])


async def test_the_record_comes_as_pgn(table: Table) -> None:
    await table.open(clock="5+3")
    for seat, san in enumerate(("e4", "e5", "Qh5", "Ke7", "Qxe5#")):
        await table.act(seat % 2, move(san=san))
    request = service.GetRecordRequest(match=table.match, format="pgn")
    document = (await table.stub.GetRecord(request, metadata=table.seats[0])).record
    (one,) = read(document.content.decode())
    assert one.moves == ("e2e4", "e7e5", "d1h5", "e8e7", "h5e5")
    assert (one.result, one.tags["TimeControl"], one.tags["White"]) == ("1-0", "300+3", "a")
    assert document.file_name.endswith(".pgn")
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER"):
        await table.act(1, RESIGN)


@pytest.mark.parametrize("clock", ["0+0", "5", "5+61", "15d", "5+5+5"])
async def test_a_clock_that_does_not_exist_is_refused_with_those_that_do(table: Table, clock: str) -> None:
    """Rules 4.9."""
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_OPTION") as answer:
        await table.open(clock=clock)
    assert answer.metadata["allowed"] == "none | (1..180)+(0..60) | (1..14)d"
