"""The questions of a seat: what its hand holds, and what an act would be (rules 9.15)."""

import random

import pytest

from kiraathane.ellibir.v1 import ellibir_pb2, ellibir_service_pb2
from services.ellibir import game
from services.ellibir.actions import Group, Lay, Open, TakeAndLay, TakeAndOpen
from services.ellibir.cards import read_piece
from services.ellibir.happenings import WrongOpening
from services.ellibir.queries import QUERIES
from services.ellibir.state import Phase, State
from services.ellibir.wire.pieces import group_to_proto, groups_from_proto, piece_to_proto
from services.kernel.game import Seat
from services.kernel.refusal import Illegal
from tests.ellibir.tables import act, groups, outcome_of, position, random_config, walk

OPENING = "play turn 0 dealer 3 hands HQ,HK,HA,C4,C5,C6,C7,C8,D2,S9/*14/*14/*14 discards 3:D5"


def suggested(state: State, seat: int) -> ellibir_service_pb2.SuggestMeldsResponse:
    answer = QUERIES["SuggestMelds"](game.view(state, Seat(seat)), ellibir_service_pb2.SuggestMeldsRequest())
    assert isinstance(answer, ellibir_service_pb2.SuggestMeldsResponse)
    return answer


def checked(
    state: State, seat: int, text: str, finish: str = "", *, take: bool = False
) -> ellibir_service_pb2.CheckGroupsResponse:
    request = ellibir_service_pb2.CheckGroupsRequest(groups=map(group_to_proto, groups(text)), take=take)
    if finish:
        request.finish.CopyFrom(piece_to_proto(read_piece(finish)))
    answer = QUERIES["CheckGroups"](game.view(state, Seat(seat)), request)
    assert isinstance(answer, ellibir_service_pb2.CheckGroupsResponse)
    return answer


def test_the_dearest_melds_are_suggested_with_what_they_are_worth() -> None:
    answer = suggested(position(OPENING), 0)
    assert set(groups_from_proto(answer.melds)) == set(groups("run:HQ,HK,HA run:C4,C5,C6,C7,C8"))
    assert (answer.value, answer.need, answer.melds_open) == (61, 51, True)
    assert not answer.pairs_open


def test_what_does_not_open_is_suggested_too_and_said_not_to_open() -> None:
    answer = suggested(position("play turn 0 hands H2,H3,H4,S9/*14/*14/*14 discards 3:D5"), 0)
    assert (answer.value, answer.melds_open) == (9, False)
    pair_goer = suggested(position(f"{OPENING} declared 0"), 0)
    assert (pair_goer.value, pair_goer.melds_open) == (61, False)


def test_pairs_are_suggested() -> None:
    hand = "C2,C2,C3,C3,C4,C4,C5,C5,S9,ST,SJ,D9"
    answer = suggested(position(f"play turn 0 hands {hand}/*14/*14/*14 discards 3:D5"), 0)
    assert answer.pairs_open
    assert len(answer.pairs) == 5
    few = suggested(position("play turn 0 hands C2,C2,S9,ST/*14/*14/*14 discards 3:D5"), 0)
    assert groups_from_proto(few.pairs) == groups("pair:C2,C2")
    assert not few.pairs_open


def test_a_hand_may_be_weighed_out_of_turn() -> None:
    text = OPENING.replace("play turn 0", "draw turn 1")
    assert suggested(position(text), 0).melds_open
    assert checked(position(text), 0, "run:HQ,HK,HA run:C4,C5,C6,C7").accepted


def test_groups_are_checked_one_by_one_and_as_an_act() -> None:
    state = position(OPENING)
    answer = checked(state, 0, "run:HQ,HK,HA run:C4,C5,C6")
    assert [group.value for group in answer.groups] == [31, 15]
    assert (answer.value, answer.accepted, answer.wrong_opening, answer.refusal) == (46, False, True, "")
    assert checked(state, 0, "run:HQ,HK,HA run:C4,C5,C6,C7").accepted
    bad = checked(state, 0, "run:HQ,HA,HK run:C4,C5,C6")
    assert not bad.groups[0].HasField("meld")
    assert bad.groups[1].meld.kind == ellibir_pb2.MELD_KIND_RUN
    assert bad.wrong_opening
    assert checked(state, 0, "run:HQ,HK,HA", "D2").refusal == "NOT_FINISHING"
    assert checked(state, 0, "run:DQ,DK,DA").refusal == "NOT_YOUR_CARD"
    assert game.score(state).points == (0, 0, 0, 0)


def test_the_discard_may_be_counted_in() -> None:
    state = position("draw turn 0 hands HQ,HK,C4,C5,C6,C7,D2,S9/*14/*14/*14 discards 3:HA")
    assert checked(state, 0, "run:HQ,HK,HA run:C4,C5,C6,C7", take=True).accepted
    assert checked(state, 0, "run:C4,C5,C6,C7", take=True).refusal == "DISCARD_UNUSED"


def test_who_has_opened_checks_further_melds() -> None:
    state = position(f"{OPENING} opened 0:melds melds 0:run:DT,DJ,DQ,DK")
    assert checked(state, 0, "run:HQ,HK,HA").accepted
    assert checked(state, 0, "pair:D2,D2").refusal == "BAD_GROUP"
    assert not suggested(state, 0).pairs
    assert not suggested(state, 0).melds_open


@pytest.mark.parametrize("players", [2, 4])
def test_the_answer_is_what_would_happen(players: int) -> None:
    rng, seen = random.Random(players), set()
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3), skill=0.8):
        if state.due is None or rng.random() < 0.5:
            continue
        take, is_open = state.phase is Phase.DRAW, state.players[state.due].is_open
        answer = suggested(state, state.due)
        for told in (answer.melds, answer.pairs):
            named: tuple[Group, ...] = groups_from_proto(told)
            request = ellibir_service_pb2.CheckGroupsRequest(groups=told, take=take)
            checks = QUERIES["CheckGroups"](game.view(state, state.due), request)
            if is_open:
                action = TakeAndLay(named) if take else Lay(named)
            else:
                action = TakeAndOpen(named) if take else Open(named)
            after = outcome_of(state, state.due, action)
            if isinstance(after, Illegal):
                assert (checks.accepted, checks.wrong_opening, checks.refusal) == (False, False, after.reason)
                seen.add("refused")
            else:
                wrong = any(isinstance(one, WrongOpening) for one in after.happened)
                assert (checks.accepted, checks.wrong_opening, checks.refusal) == (not wrong, wrong, "")
                seen.add("wrong" if wrong else "right")
    assert seen == {"refused", "wrong", "right"}


def test_asking_changes_nothing() -> None:
    state = position(OPENING)
    suggested(state, 0)
    checked(state, 0, "run:HQ,HK,HA")
    assert game.notation.write_position(act(state, 0, "discard S9")).startswith("draw turn 1")
