"""What a person types becomes what the rules accept, in every variant."""

import random

import pytest

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.notation import write_turn
from kiraathane_client.tavla.position import seen_by
from kiraathane_client.tavla.turn import TavlaTurn
from kiraathane_client.tavla.wire import moves_of
from kiraathane_client.terminal import Drafted, Listed, Look, Puzzled, Ready
from tests.clients.tavla.matches import VARIANTS, accepted, decisions, moves_read, play, turn_of, update_of

TR, EN = Look("tr"), Look("en")
START_SIDE = {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_play_can_be_typed_as_it_is_written(variant: str) -> None:
    for state, seat, turn in decisions(variant, seed=1, most=150):
        for written in turn.completions("")[:8]:
            fresh = turn_of(state, seat)
            reading = fresh.read(written, TR)
            if isinstance(reading, Drafted):  # a single step: the rest is typed next
                continue
            assert accepted(state, seat, reading), written


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_play_made_checker_by_checker_is_legal(variant: str) -> None:
    rng = random.Random(2)
    for state, seat, turn in decisions(variant, seed=3, most=150):
        while not turn._draft.complete:
            step = rng.choice(turn._draft.next_moves())
            turn._draft.moves = (*turn._draft.moves, step)
        assert accepted(state, seat, turn.read("", TR))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_numbers_offered_are_the_plays(variant: str) -> None:
    for state, seat, turn in decisions(variant, seed=5, most=60):
        assert isinstance(turn.read("l", TR), Listed)
        for number in range(1, len(turn._draft.plays) + 1):
            assert accepted(state, seat, turn.read(str(number), TR))
        assert isinstance(turn.read(str(len(turn._draft.plays) + 1), TR), Puzzled)


def opening(*plays: pb.TavlaAction, dice: tuple[int, ...] = (6, 2)) -> TavlaTurn:
    return TavlaTurn(update_of(START_SIDE, START_SIDE, dice), plays)


def test_one_checker_may_use_both_dice() -> None:
    turn = opening(play((24, 6), (18, 2)), play((24, 6), (13, 2)))
    assert moves_read(turn.read("24/16", TR)) == [(24, 6), (18, 2)]


def test_the_order_of_the_dice_does_not_matter() -> None:
    turn = opening(play((24, 6), (13, 2)))
    assert sorted(moves_read(turn.read("13/11 24/18", TR))) == [(13, 2), (24, 6)]


def test_a_turn_can_be_drafted_undone_and_sent() -> None:
    turn = opening(play((24, 6), (13, 2)), play((24, 6), (18, 2)))
    assert isinstance(turn.read("24/18", TR), Drafted)
    assert "kalan 2" in turn.question(TR).plain
    assert isinstance(turn.read("geri", TR), Drafted)
    assert isinstance(turn.read("g", TR), Puzzled)
    assert isinstance(turn.read("24/18", TR), Drafted)
    assert isinstance(turn.read("18/16", TR), Drafted)
    assert "Enter: oyna" in turn.question(TR).plain
    assert moves_read(turn.read("", TR)) == [(24, 6), (18, 2)]


def test_what_the_rules_forbid_is_sent_for_the_house_to_explain_and_the_draft_stays() -> None:
    turn = opening(play((24, 6), (13, 2)))
    assert isinstance(turn.read("24/18", TR), Drafted)
    reading = turn.read("6/4", TR)
    assert moves_read(reading) == [(24, 6), (6, 2)]
    turn.refused()
    assert [tuple(move) for move in turn._draft.moves] == [(24, 6)]


def test_a_die_that_was_not_thrown_is_sent_for_the_house_to_explain() -> None:
    assert moves_read(opening(play((24, 6), (13, 2))).read("24/21", TR)) == [(24, 3)]


def test_enter_plays_the_only_play_there_is() -> None:
    turn = opening(play((24, 6), (13, 2)))
    assert "tek hamle" in turn.question(TR).plain
    assert moves_read(turn.read("", TR)) == [(24, 6), (13, 2)]


def test_enter_alone_chooses_nothing_where_there_is_a_choice() -> None:
    turn = opening(play((24, 6), (13, 2)), play((24, 6), (18, 2)))
    assert isinstance(turn.read("", TR), Puzzled)


def test_nonsense_is_answered_with_how_to_write() -> None:
    reading = opening(play((24, 6), (13, 2))).read("hadi bakalım", TR)
    assert isinstance(reading, Puzzled)
    assert "«hadi» anlaşılmadı" in reading.sentence


def test_giving_up_is_asked_twice() -> None:
    reading = opening(play((24, 6), (13, 2))).read("PES", TR)
    assert isinstance(reading, Ready)
    assert reading.action.HasField("resign")
    assert reading.confirm


def offered(*actions: pb.TavlaAction) -> TavlaTurn:
    return TavlaTurn(update_of(START_SIDE, START_SIDE, cube_in_game=True, phase=pb.TAVLA_PHASE_ANSWER), actions)


@pytest.mark.parametrize(("typed", "accept"), [("kabul", True), ("EVET", True), ("ret", False), ("hayır", False)])
def test_an_offer_is_answered_in_so_many_words(typed: str, accept: bool) -> None:
    turn = offered(pb.TavlaAction(answer=pb.AnswerMisli(accept=True)), pb.TavlaAction(answer=pb.AnswerMisli()))
    reading = turn.read(typed, TR)
    assert isinstance(reading, Ready)
    assert reading.action.answer.accept is accept


@pytest.mark.parametrize("typed", ["", "1", "24/18", "zar"])
def test_an_offer_has_no_default_answer(typed: str) -> None:
    turn = offered(pb.TavlaAction(answer=pb.AnswerMisli(accept=True)), pb.TavlaAction(answer=pb.AnswerMisli()))
    assert isinstance(turn.read(typed, TR), Puzzled)


def test_before_the_dice_there_is_a_choice() -> None:
    turn = offered(pb.TavlaAction(roll=pb.RollDice()), pb.TavlaAction(offer=pb.OfferMisli()))
    for typed, kind in (("", "roll"), ("zar", "roll"), ("roll", "roll"), ("misli", "offer"), ("MİSLİ", "offer")):
        reading = turn.read(typed, TR)
        assert isinstance(reading, Ready)
        assert reading.action.WhichOneof("action") == kind


def test_whoever_is_not_due_can_only_give_up() -> None:
    turn = offered()
    assert isinstance(turn.read("24/18", EN), Puzzled)
    assert isinstance(turn.read("resign", EN), Ready)


def test_tab_completes_plays_and_single_moves() -> None:
    turn = opening(play((24, 6), (13, 2)), play((24, 6), (18, 2)))
    assert turn.completions("24/1") == ["24/18 13/11", "24/16", "24/18"]
    assert turn.completions("24/18 ") == ["24/18 13/11", "24/18 18/16"]
    assert turn.completions("x") == []


def test_hits_are_starred_where_they_happen() -> None:
    update = update_of({8: 2}, {20: 1}, (3, 1))  # their 20 is my 5
    position = seen_by(update.view, 0)
    assert write_turn(position, moves_of(play((8, 3), (5, 1)).play)) == "8/5*/4"
