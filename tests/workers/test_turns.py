"""A worker plays a bot's turn once, on the version it was meant for, and stops quietly when it comes too late."""

import importlib

import grpc
import pytest
from google.protobuf.message import Message

from services.kernel.registry import Family
from tests.workers.houses import FakeHouse, FakeMatch
from workers.services import House
from workers.turns import Turn, play_turn, request_id, seed


def decided(card: int) -> Message:
    """A decision as it is sent."""
    found: Message = importlib.import_module("kiraathane.yuksek.v1.yuksek_pb2").YuksekAction(card=card)
    return found


TURN = Turn(family="yuksek", match="matches/m1", version=1, seat=0, level="usta")


def test_a_turn_is_played_with_what_the_bot_decides(fake: FakeHouse, house: House, yuksek: Family) -> None:
    assert play_turn(TURN, yuksek, house) == "played"
    assert fake.matches["matches/m1"].accepted == [(1, 0, 9)]  # usta lays its highest card


def test_the_level_decides_too(fake: FakeHouse, house: House, yuksek: Family) -> None:
    play_turn(Turn(family="yuksek", match="matches/m1", version=1, seat=0, level="kolay"), yuksek, house)
    assert fake.matches["matches/m1"].accepted == [(1, 0, 2)]


def test_the_bot_calls_as_the_bot_of_its_seat(fake: FakeHouse, house: House, yuksek: Family) -> None:
    play_turn(TURN, yuksek, house)
    for _, caller in fake.calls:
        assert (caller["sub"], caller["role"], caller["match"], caller["seat"]) == ("bots/usta", "bot", "matches/m1", 0)


def test_a_doubled_delivery_plays_nothing(fake: FakeHouse, house: House, yuksek: Family) -> None:
    assert [play_turn(TURN, yuksek, house) for _ in range(3)] == ["played", "stale", "stale"]
    assert len(fake.matches["matches/m1"].accepted) == 1


@pytest.mark.parametrize(
    ("version", "due"), [(2, {0}), (1, {1}), (0, {0})], ids=["the match has moved on", "another seat is due", "behind"]
)
def test_what_no_longer_fits_is_left_alone(
    fake: FakeHouse, house: House, yuksek: Family, version: int, due: set[int]
) -> None:
    fake.matches["matches/m1"] = FakeMatch(version=version, due=due)
    assert play_turn(TURN, yuksek, house) == "stale"
    assert [name for name, _ in fake.calls if name == "Play"] == []


def test_losing_the_compare_and_swap_ends_the_turn(fake: FakeHouse, house: House, yuksek: Family) -> None:
    fake.fail["Play"] = grpc.StatusCode.ABORTED
    assert play_turn(TURN, yuksek, house) == "stale"


def test_a_refusal_is_told_from_a_late_turn(fake: FakeHouse, house: House, yuksek: Family) -> None:
    fake.refuse_every_play = True
    assert play_turn(TURN, yuksek, house) == "refused"


def test_a_match_that_a_moderator_has_frozen_meanwhile_waits(fake: FakeHouse, house: House, yuksek: Family) -> None:
    fake.frozen = True
    assert play_turn(TURN, yuksek, house) == "stale"


def test_a_service_that_is_away_is_asked_again_until_the_time_is_over(
    fake: FakeHouse, house: House, yuksek: Family
) -> None:
    fake.fail["Play"] = grpc.StatusCode.UNAVAILABLE
    assert play_turn(TURN, yuksek, house) == "unavailable"
    assert len([name for name, _ in fake.calls if name == "Play"]) > 1


def test_a_bot_whose_seat_has_its_person_back_comes_too_late(fake: FakeHouse, house: House, yuksek: Family) -> None:
    fake.fail["Play"] = grpc.StatusCode.PERMISSION_DENIED
    assert play_turn(TURN, yuksek, house) == "stale"


def test_an_answer_that_nobody_expects_is_raised(fake: FakeHouse, house: House, yuksek: Family) -> None:
    fake.fail["GetMatch"] = grpc.StatusCode.PERMISSION_DENIED
    with pytest.raises(grpc.RpcError):
        play_turn(TURN, yuksek, house)


def test_every_delivery_of_a_turn_has_the_same_request_id_and_seed(toy_paths: tuple[str, ...]) -> None:
    again = Turn(family="yuksek", match="matches/m1", version=1, seat=0, level="usta", attempt=4)
    assert (request_id(again, decided(9)), seed(again)) == (request_id(TURN, decided(9)), seed(TURN))


def test_another_decision_about_the_same_turn_has_another_request_id(toy_paths: tuple[str, ...]) -> None:
    """A program may answer otherwise when it is asked again; that must come too late, not as something malformed."""
    assert request_id(TURN, decided(9)) != request_id(TURN, decided(4))


def test_other_turns_have_others(toy_paths: tuple[str, ...]) -> None:
    turns = [
        Turn(family="yuksek", match=f"matches/m{m}", version=v, seat=s, level="usta")
        for m in (1, 2)
        for v in (1, 2)
        for s in (0, 1)
    ]
    assert len({request_id(turn, decided(9)) for turn in turns}) == len({seed(turn) for turn in turns}) == 8
