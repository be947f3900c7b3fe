"""Time, and acts out of turn (rules 9.5, 9.15, 9.16)."""

import pytest

from services.ellibir import game
from services.kernel.game import Decide
from services.kernel.refusal import Illegal
from tests.ellibir.tables import act, lapse, position

START = "draw turn 0 dealer 3 hands HQ,HK,HA,C2/*14/*14/*14 discards 3:D5"


def question(text_state: object) -> int | None:
    wait = game.pending(text_state)  # type: ignore[arg-type]
    assert isinstance(wait, Decide)
    return wait.question


def test_a_declaration_out_of_turn_asks_nothing_new() -> None:
    """Rules 9.15: what the seat on turn decided before it saw the declaration is still an answer."""
    state = position(START)
    declared = act(state, 2, "declare-pairs", 5_000)
    assert question(declared) == question(state)
    drawn = act(declared, 0, "draw", 6_000)
    assert question(drawn) == question(state)  # nor does what the seat on turn does make a declaration late
    assert question(act(drawn, 0, "discard C2", 7_000)) != question(state)


def test_nobody_gets_more_time_by_what_another_declares() -> None:
    """Rules 9.15."""
    state = position(START)
    assert game.allowance(state) == 60_000
    assert game.allowance(act(state, 2, "declare-pairs", 20_000)) == 40_000
    assert game.allowance(act(state, 2, "declare-pairs", 99_000)) == 0
    assert game.allowance(position(START, turnSeconds="none")) is None
    assert game.allowance(position("shuffle dealer 0")) is None


def test_a_turn_has_its_own_time_and_nothing_done_in_it_gives_more() -> None:
    """Rules 9.16."""
    drawn = act(position(START), 0, "draw", 50_000)
    assert game.allowance(drawn) == 10_000
    assert game.allowance(act(drawn, 0, "discard C2", 55_000)) == 60_000
    assert game.allowance(lapse(drawn, 0, "timeout", 60_000)) == 60_000
    text = game.notation.write_position(act(drawn, 2, "declare-pairs", 57_000))
    assert game.allowance(position(text)) == 3_000


def test_wrong_openings_give_no_more_time() -> None:
    """Rules 9.16: else fifty points would buy a minute."""
    drawn = act(position(START), 0, "draw", 10_000)
    wrong = act(drawn, 0, "open run:HQ,HK,HA", 40_000)
    assert [line.reason for line in wrong.ledger] == ["WRONG_OPENING"]
    assert game.allowance(wrong) == 20_000


def test_only_the_due_seat_can_run_out_of_time() -> None:
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        lapse(position(START), 1, "timeout")
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        lapse(position("shuffle dealer 0"), 1, "timeout")


def test_who_sits_at_a_seat_is_nothing_that_the_rules_know() -> None:
    """Rules 9.16: the house seats somebody else."""
    with pytest.raises(ValueError, match="is played on"):
        lapse(position(START), 3, "left")
