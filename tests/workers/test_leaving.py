"""Who left by choice: the league and the moderation are told at once, once it matters to anybody (league.md 11.6)."""

import grpc
import pytest

from kiraathane.league.v1 import league_service_pb2
from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family, families
from tests.workers.houses import FakeHouse, FakeMatch
from workers.leaving import Left, hands_of, record_leave
from workers.services import House

LEFT = Left(family="yuksek", match="matches/m1", version=7, seat=0, player="players/ali", at_ms=1_700_000_000_250)


def person(player: str, *past: str) -> match_pb2.Seat:
    before = [match_pb2.PastSitter(player=f"players/{one}", display_name=one.title()) for one in past]
    return match_pb2.Seat(player=f"players/{player}", display_name=player.title(), past=before)


@pytest.fixture
def table(fake: FakeHouse) -> FakeMatch:
    fake.matches["matches/m1"] = FakeMatch(seats=[person("ali"), person("veli")])
    return fake.matches["matches/m1"]


def test_league_and_moderation_are_told_and_the_match_that_they_were(
    fake: FakeHouse, table: FakeMatch, house: House, yuksek: Family
) -> None:
    assert record_leave(LEFT, yuksek, house) == "recorded"
    points, habit = fake.leaves
    assert isinstance(points, league_service_pb2.RecordLeaveRequest)
    assert (points.match, points.family, points.seat) == ("matches/m1", "yuksek", 0)
    assert (points.player, points.display_name, points.hands) == ("players/ali", "Ali", 0)
    assert points.leave_time.ToMilliseconds() == habit.leave_time.ToMilliseconds() == 1_700_000_000_250
    assert (habit.match, habit.player) == ("matches/m1", "players/ali")
    assert table.acknowledged == 1


def test_who_has_been_replaced_meanwhile_is_told_by_his_own_name(
    fake: FakeHouse, table: FakeMatch, house: House, yuksek: Family
) -> None:
    table.seats[0] = person("suna", "ali")
    record_leave(LEFT, yuksek, house)
    assert fake.leaves[0].display_name == "Ali"


def test_leaving_bots_alone_is_nothing(fake: FakeHouse, table: FakeMatch, house: House, yuksek: Family) -> None:
    table.seats[1] = match_pb2.Seat(bot_level="usta")
    assert record_leave(LEFT, yuksek, house) == "recorded"
    assert not fake.leaves
    assert table.acknowledged == 1


@pytest.mark.parametrize("method", ["GetMatch", "RecordLeave", "AcknowledgeResult"])
def test_it_is_told_again_when_somebody_was_away(
    fake: FakeHouse, table: FakeMatch, house: House, yuksek: Family, method: str
) -> None:
    fake.fail[method] = grpc.StatusCode.UNAVAILABLE
    assert record_leave(LEFT, yuksek, house) == "unavailable"
    fake.fail.clear()
    assert record_leave(LEFT, yuksek, house) == "recorded"


def test_hands_count_where_the_rules_say_so_and_everybody_is_a_person() -> None:
    """League rules, LGE-12: the tile games alone, and no tournament (section 10 has points of its own)."""
    (okey,) = (family for family in families().values() if family.game.meta.points_option)
    people = [person(name) for name in "abcd"]

    def hands(seats: list[match_pb2.Seat], **options: str) -> int:
        return hands_of(match_pb2.MatchInfo(options=okey.game.meta.resolve(options), seats=seats), okey)

    assert hands(people) == 11
    assert hands(people, okeyHands="3") == 3
    assert hands(people, okeyGame="101", okeyTeams="partners", okeyTable="tournament") == 0
    assert hands([*people[:3], match_pb2.Seat(bot_level="kolay")]) == 0
    assert (
        hands([*people[:3], match_pb2.Seat(player="players/s", past=[match_pb2.PastSitter(player="players/d")])]) == 11
    )
