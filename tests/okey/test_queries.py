"""Asking without playing (rules 8.16): from the asking seat's view alone."""

import random

import msgspec
import pytest

from kiraathane.okey.v1 import okey_pb2, okey_service_pb2
from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.actions import Action, Area, Open
from services.okey.queries import check, suggest
from services.okey.reading import read_groups
from services.okey.state import State
from services.okey.wire_tiles import AREA, group_to_proto, groups_from_proto, tile_from_proto
from tests.okey.tables import act, config, hand_of, position, random_config

RACK = "play indicator K12 racks R8.10.11.12B8.11.12.13Y1.2.8K8/*21/*21/*21 stock *20"


def asked(state: State, seat: int, area: Area, groups: str) -> okey_service_pb2.CheckGroupsResponse:
    request = okey_service_pb2.CheckGroupsRequest(area=AREA[area], groups=map(group_to_proto, read_groups(groups)))
    return check(game.view(state, Seat(seat)), request)


def suggested(state: State, seat: int) -> okey_service_pb2.SuggestMeldsResponse:
    return suggest(game.view(state, Seat(seat)), okey_service_pb2.SuggestMeldsRequest())


def test_the_best_series_and_the_most_pairs_are_suggested() -> None:
    found = suggested(position(RACK), 0)
    assert (found.worth, found.need, found.need_pairs) == (101, 101, 5)
    assert sum(len(group.pieces) for group in found.series) == 10
    assert len(found.pairs) == 0
    assert not found.HasField("finish")


def test_a_stroke_leaves_one_tile() -> None:
    found = suggested(position("play indicator K12 racks R10.11.12Y1.8.9.10/*21/*21/*21 stock *20"), 0)
    assert tile_from_proto(found.finish).value == "Y1"
    assert len(found.stroke) == 2


def test_pairs_with_okeys_are_suggested() -> None:
    found = suggested(position("play indicator K12 racks R1.1K13B5Y9.9F/*21/*21/*21 stock *20", okeyGame="51"), 0)
    assert len(found.pairs) == 3


def test_staged_tiles_count_as_if_they_were_on_the_rack() -> None:
    state = act(position(RACK), 0, "place R10 series 0 0")
    assert suggested(state, 0).worth == 101


@pytest.mark.parametrize(
    ("area", "groups", "reason", "details"),
    [
        ("series", "R10-R11-R12+B11-B12-B13+Y8-B8-K8-R8", "", {}),
        ("series", "R10-R11-R12+B11-B12-B13", "BELOW_VALUE", {"have": "69", "need": "101"}),
        ("series", "R10-R11-B12", "INVALID_MELD", {"group": "0", "tiles": "🔴10 🔴11 🔵12"}),
        ("series", "R9-R10-R11", "NOT_YOUR_TILE", {"tile": "🔴9"}),
        ("series", "R10=R9-R11-R12", "NOT_AN_OKEY", {"tile": "🔴10"}),
        ("pairs", "R10-R11", "INVALID_PAIR", {"group": "0"}),
    ],
)
def test_groups_are_answered_as_a_commit_would_answer_them(
    area: str, groups: str, reason: str, details: dict[str, str]
) -> None:
    answer = asked(position(RACK), 0, Area(area), groups)
    assert answer.reason == reason
    assert details.items() <= dict(answer.details).items()
    assert answer.need == (101 if area == "series" else 5)


def test_all_tiles_cannot_be_laid_and_no_groups_are_nothing() -> None:
    state = position("play indicator K12 racks R1.2.3/*21/*21/*21 stock *20 opened series,none,none,none")
    assert asked(state, 0, Area.SERIES, "R1-R2-R3").reason == "KEEP_ONE_TILE"
    nothing = okey_service_pb2.CheckGroupsRequest(area=okey_pb2.AREA_SERIES)
    assert check(game.view(state, Seat(0)), nothing).reason == "NOTHING_STAGED"


def test_a_side_tile_that_is_owed_is_asked_for() -> None:
    text = "draw turn 0 indicator K12 racks R8.10.11.12B8.11.12.13Y1.8K8/*21/*21/*21 stock *20 piles -/-/-/R2"
    state = act(position(text), 0, "take")
    assert asked(state, 0, Area.SERIES, "R10-R11-R12+B11-B12-B13+Y8-B8-K8-R8").reason == "SIDE_UNUSED"


def refusal(state: State, act: Act[Action]) -> str:
    """The reason for which an act is refused; "" if it is not."""
    try:
        game.apply(state, act)
    except Illegal as refused:
        return refused.reason
    return ""


@pytest.mark.parametrize("seed", range(12))
def test_what_is_answered_is_what_a_commit_does(seed: int) -> None:
    """Asking of the best series is the same as laying them, and asking changes nothing."""
    rng = random.Random(seed)
    state = hand_of(rng, random_config(rng))
    seat = state.due
    assert seat is not None
    was = msgspec.msgpack.encode(state)
    found = suggested(state, seat)
    groups = groups_from_proto(found.series)
    request = okey_service_pb2.CheckGroupsRequest(area=okey_pb2.AREA_SERIES, groups=found.series)
    answer = check(game.view(state, seat), request)
    assert answer.reason == refusal(state, Act(seat, Open(Area.SERIES, groups)))
    if not answer.reason:
        assert answer.worth == found.worth >= found.need
    assert msgspec.msgpack.encode(state) == was


@pytest.mark.parametrize("seed", range(4))
def test_no_other_seats_tiles_are_needed(seed: int) -> None:
    """Two worlds that a seat cannot tell apart give it the same answers."""
    rng = random.Random(seed)
    state = hand_of(rng, config())
    for seat in range(4):
        other = game.resample(state, Seat(seat), rng)
        assert suggested(other, seat) == suggested(state, seat)


def test_between_hands_there_is_nothing_to_ask() -> None:
    with pytest.raises(ValueError, match="no hand"):
        suggested(position("deal"), 0)
