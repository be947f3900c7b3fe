"""A finished match is recorded in the league once, and acknowledged however often it is delivered."""

import grpc
import msgspec
import pytest

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from services.kernel import fairness, record
from services.kernel.registry import Family, families
from tests.kernel.test_chance import a_record
from tests.workers.houses import FakeHouse, FakeMatch
from workers.scoring import Finished, record_result, result_of
from workers.services import House

FINISHED = Finished(family="yuksek", match="matches/m1")


@pytest.fixture
def over(fake: FakeHouse) -> FakeHouse:
    fake.matches["matches/m1"] = FakeMatch(
        version=9, due=set(), status=match_pb2.MATCH_STATUS_FINISHED, record=record.write(a_record())
    )
    return fake


def test_the_result_reaches_the_league_and_is_acknowledged(over: FakeHouse, house: House, yuksek: Family) -> None:
    assert record_result(FINISHED, yuksek, house) == "recorded"
    result = over.results["matches/m1"]
    assert (result.family, result.end_cause, list(result.teams)) == ("yuksek", "PLAYED_OUT", [0, 1])
    assert list(result.score.points) == [3, 1]
    assert [seat.bot_level for seat in result.seats] == ["usta", "usta"]
    assert result.start_time.seconds == 1_700_000_000
    assert over.matches["matches/m1"].acknowledged == 1


def test_how_chance_fell_is_told_from_the_record(over: FakeHouse, house: House, yuksek: Family) -> None:
    record_result(FINISHED, yuksek, house)
    told = over.results["matches/m1"].chance
    assert [(pb.ChanceKind.Name(one.kind), one.place, len(one.counts)) for one in told] == [
        ("CHANCE_KIND_ROLL", 0, 6),
        ("CHANCE_KIND_SHUFFLE", 0, 12),
    ]
    assert [list(one.counts) for one in told] == list(fairness.counts(a_record(), yuksek.game).values())


def test_a_match_of_rules_that_are_gone_is_scored_all_the_same(over: FakeHouse, house: House, yuksek: Family) -> None:
    over.fail["GetRecord"] = grpc.StatusCode.FAILED_PRECONDITION
    assert record_result(FINISHED, yuksek, house) == "recorded"
    assert list(over.results["matches/m1"].chance) == []


def test_a_record_that_these_rules_cannot_play_counts_no_chance(over: FakeHouse, house: House, yuksek: Family) -> None:
    other = msgspec.structs.replace(a_record(), rules_version=9)
    over.matches["matches/m1"].record = record.write(other)
    assert record_result(FINISHED, yuksek, house) == "recorded"
    assert list(over.results["matches/m1"].chance) == []


@pytest.mark.parametrize(("cause", "hands"), [("played_out", 11), ("left", 11), ("ended", 0)])
def test_a_match_that_a_moderator_ended_moves_no_league_points(cause: str, hands: int) -> None:
    """Its ratings are counted, but it had fewer hands than 11.1 asks for."""
    okey = families()["okey"]
    seats = [match_pb2.Seat(seat=number, player=f"players/{number}") for number in range(4)]
    info = match_pb2.MatchInfo(options=okey.game.meta.resolve({}), seats=seats, end_cause=cause)
    assert result_of(info, okey, []).hands == hands


def test_a_record_that_does_not_come_is_waited_for(over: FakeHouse, house: House, yuksek: Family) -> None:
    over.fail["GetRecord"] = grpc.StatusCode.UNAVAILABLE
    assert record_result(FINISHED, yuksek, house) == "unavailable"
    assert not over.results


def test_a_doubled_delivery_counts_nothing_twice(over: FakeHouse, house: House, yuksek: Family) -> None:
    assert [record_result(FINISHED, yuksek, house) for _ in range(3)] == ["recorded", "repeated", "repeated"]
    assert over.counted["matches/m1"] == 1


def test_the_house_itself_calls(over: FakeHouse, house: House, yuksek: Family) -> None:
    record_result(FINISHED, yuksek, house)
    assert {(caller["sub"], caller["role"]) for _, caller in over.calls} == {("services/worker", "service")}


def test_a_match_that_goes_on_is_not_scored(fake: FakeHouse, house: House, yuksek: Family) -> None:
    with pytest.raises(ValueError, match="has not ended"):
        record_result(FINISHED, yuksek, house)
    assert not fake.results


def test_nothing_is_acknowledged_that_the_league_has_not(over: FakeHouse, house: House, yuksek: Family) -> None:
    over.fail["RecordResult"] = grpc.StatusCode.UNAVAILABLE
    assert record_result(FINISHED, yuksek, house) == "unavailable"
    assert over.matches["matches/m1"].acknowledged == 0
