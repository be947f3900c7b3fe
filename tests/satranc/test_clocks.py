"""Clocks, to the millisecond (rules 4.7)."""

import pytest

from services.kernel.game import Act, Fate, Lapse, LapseCause, Over, Seat
from services.satranc import game
from services.satranc.actions import PlayMove
from services.satranc.state import State
from tests.satranc.tables import START, act, at, config, play

MINUTE, DAY = 60_000, 86_400_000


def cause(state: State) -> str:
    end = game.pending(state)
    return end.cause if isinstance(end, Over) else ""


@pytest.mark.parametrize(
    ("clock", "left"), [("none", 14 * DAY), ("1+0", MINUTE), ("180+60", 180 * MINUTE), ("1d", DAY), ("14d", 14 * DAY)]
)
def test_each_side_begins_with_the_whole_time(clock: str, left: int) -> None:
    state = game.setup(config(clock=clock))
    assert game.allowance(state) == left
    assert game.allowance(act(state, 0, "e2e4")) == left


def test_no_clock_runs_before_the_lot_and_after_the_end() -> None:
    state = game.setup(config(colours="random", clock="1+0"))
    assert game.allowance(state) is None
    state = game.apply(state, Fate((2,)))
    assert game.allowance(state) == MINUTE
    assert game.allowance(act(state, 0, "resign")) is None


@pytest.mark.parametrize(("at_ms", "over"), [(59_998, ""), (59_999, ""), (60_000, "flag"), (60_001, "flag")])
def test_the_flag_falls_at_the_very_millisecond(at_ms: int, over: str) -> None:
    state = act(at(START, clock="1+0"), 0, "e2e4", at_ms)
    assert cause(state) == over
    assert bool(state.moves) is not bool(over)  # what came too late was not played


@pytest.mark.parametrize("text", ["e7e5", "resign", "claim50", "offer", "accept-draw", "touch e2"])
@pytest.mark.parametrize("seat", [0, 1])
def test_from_the_fall_on_every_act_is_the_flags_fall(seat: int, text: str) -> None:
    state = act(at(START, clock="1+0", touchMove="on"), seat, text, MINUTE)
    assert cause(state) == "flag"
    assert game.score(state).winners == (1,)
    assert state.clocks.left == (0, MINUTE)


def test_who_leaves_after_the_other_flag_has_fallen_has_won() -> None:
    state = game.apply(at(START, clock="1+0"), Lapse(Seat(1), LapseCause.LEFT, MINUTE))
    assert cause(state) == "flag"
    assert game.score(state).winners == (1,)


def test_the_increment_is_added_after_the_move() -> None:
    """A player with a second left does not live on the increment of the move that he has not made."""
    state = at(f"{START} left 1000,60000", clock="1+30")
    assert game.allowance(state) == 1_000
    moved = act(state, 0, "e2e4", 999)
    assert moved.clocks.left == (1 + 30_000, 60_000)
    assert cause(act(state, 0, "e2e4", 1_000)) == "flag"


def test_a_clock_may_grow_beyond_its_base() -> None:
    state = at(START, clock="1+60")
    for place, move in enumerate(("g1f3", "g8f6", "f3g1", "f6g8")):
        state = act(state, place % 2, move, 1_000 * (place + 1))
    assert state.clocks.left == (MINUTE + 2 * 59_000, MINUTE + 2 * 59_000)


def test_acts_beside_the_moves_stop_no_clock_and_give_no_time() -> None:
    """Rules 4.6, 4.7."""
    state = at(START, clock="1+30", touchMove="on")
    for at_ms, (seat, text) in enumerate(
        [(0, "offer"), (1, "decline-draw"), (1, "offer"), (0, "decline-draw"), (0, "touch e2"), (0, "adjust a2")],
        start=1,
    ):
        state = act(state, seat, text, at_ms * 5_000)
        assert game.allowance(state) == MINUTE - at_ms * 5_000
        assert game.view(state, None).clock.left_ms == (MINUTE - at_ms * 5_000, MINUTE)
    state = act(state, 0, "e2e4", 40_000)
    assert state.clocks.left == (20_000 + 30_000, MINUTE)


def test_allowance_counts_from_the_last_event_to_the_flag() -> None:
    state = act(at(START, clock="1+0"), 0, "e2e4", 10_000)
    assert (state.clocks.left, game.allowance(state)) == ((50_000, MINUTE), MINUTE)
    state = act(state, 0, "offer", 30_000)  # out of turn
    assert game.allowance(state) == 40_000
    assert cause(act(state, 1, "e7e5", 69_999)) == ""
    assert cause(act(state, 1, "e7e5", 70_000)) == "flag"


def test_time_never_goes_back() -> None:
    state = act(at(START, clock="1+0"), 0, "e2e4", 10_000)
    state = act(state, 1, "e7e5", 9_000)
    assert state.clocks.left == (50_000, MINUTE)
    assert state.clocks.now == 10_000


def test_mate_in_the_last_millisecond_beats_the_flag() -> None:
    state = play(at(f"{START} moves f2f3 e7e5 left 60000,500", clock="1+0"), "g2g4")
    assert cause(act(state, 1, "d8h4", 499)) == "checkmate"
    assert cause(act(state, 1, "d8h4", 500)) == "flag"


def test_the_runtimes_word_counts_where_it_gives_a_seat_up_earlier() -> None:
    """A bot that does not play however often it is woken lapses before its time."""
    state = game.apply(at(START, clock="5+0"), Lapse(Seat(0), LapseCause.TIMEOUT, 1_000))
    assert cause(state) == "flag"
    assert state.clocks.left == (0, 5 * MINUTE)


def test_without_a_clock_fourteen_days_are_there_for_every_move() -> None:
    state = at(START)
    at_ms = 0
    for move in ("e2e4", "e7e5", "g1f3"):
        at_ms += 14 * DAY - 1
        state = game.apply(state, Act(Seat(state.turn), PlayMove(move), at_ms))
        assert game.allowance(state) == 14 * DAY
    assert cause(act(state, 0, "offer", at_ms + 14 * DAY)) == "left"


def test_the_flag_loses_even_where_the_one_on_turn_would_be_mated_by_nobody() -> None:
    """Rules 4.7: the flag against a lone king is a draw, whoever has what."""
    state = game.apply(at("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", clock="1+0"), Lapse(Seat(0), LapseCause.TIMEOUT, MINUTE))
    assert cause(state) == "flag_drawn"
    assert game.score(state).places == (1, 1)
