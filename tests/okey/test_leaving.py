"""Whose time runs out, and who leaves (rules 8.17, 10.8); who is heard when several act at once (10.6)."""

import random

import pytest

from services.kernel.game import Decide, Over, Seat
from services.kernel.refusal import Illegal
from services.okey import game
from services.okey.happenings import Collected, Committed, Discarded, SeatLeft, SideReturned, TileDrawn
from services.okey.results import Opened
from services.okey.state import Phase
from services.okey.tiles import Tile
from tests.okey.tables import TOURNAMENT, act, acts, config, lapse, position, random_config, walk

DRAW = "draw turn 1 indicator K12 racks Y1.2.3/R3.4.5/B5.6.7/K7.8.9 stock R1.2B2Y9Y10Y11Y12 piles R9/-/-/-"


def test_the_tile_drawn_is_discarded() -> None:
    state = lapse(position(DRAW), 1)
    assert state.happened == (TileDrawn(1, Tile.R1, by_rules=True), Discarded(1, Tile.R1, by_rules=True))


def test_the_tile_that_the_seat_drew_itself_is_discarded_too() -> None:
    state = lapse(act(position(DRAW), 1, "draw"), 1)
    assert state.happened == (Discarded(1, Tile.R1, by_rules=True),)


def test_a_side_tile_goes_back_and_a_tile_is_drawn() -> None:
    state = lapse(act(position(DRAW), 1, "take"), 1)
    assert state.happened == (
        SideReturned(1, Tile.R9, by_rules=True),
        TileDrawn(1, Tile.R1, by_rules=True),
        Discarded(1, Tile.R1, by_rules=True),
    )
    assert state.playing[0].piles[0] == (Tile.R9,)


def test_a_free_side_tile_of_who_is_open_is_kept_and_spared() -> None:
    """Rules 8.16: it may not be discarded in the same turn, by the rules neither."""
    text = DRAW.replace("piles R9", "piles R13") + " opened none,series,none,none"
    state = lapse(act(position(text, sideAfterOpen="free"), 1, "take"), 1)
    assert state.happened == (Discarded(1, Tile.R5, by_rules=True),)
    assert Tile.R13 in state.playing[0].racks[1]


def test_where_the_rack_has_no_other_tile_the_taken_one_goes() -> None:
    """Rules 8.17."""
    text = "draw turn 1 indicator K12 racks Y1.2/R13/B5.6/K7.8 stock R1.2 piles R13/-/-/- opened none,series,none,none"
    state = lapse(act(position(text, sideAfterOpen="free"), 1, "take"), 1)
    assert state.happened == (Discarded(1, Tile.R13, by_rules=True),)
    assert state.playing[0].racks[1] == (Tile.R13,)


@pytest.mark.parametrize("seed", range(30))
def test_an_end_of_time_is_always_possible_and_passes_the_turn(seed: int) -> None:
    """Invariant 16."""
    rng = random.Random(seed)
    table = TOURNAMENT if seed % 5 == 0 else random_config(rng)
    for number, state in enumerate(walk(rng, table)):
        if state.due is None or rng.random() < 0.9 or number > 2_000:
            continue
        after = lapse(state, state.due)
        assert after.hand is None or after.due != state.due
        for happening in after.happened:
            if isinstance(happening, Collected | Committed | Discarded):
                assert happening.by_rules


def test_only_the_seat_on_turn_can_run_out_of_time() -> None:
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        lapse(position(DRAW), 0)


def test_the_clock_is_the_turns() -> None:
    """Rules 8.17: what is done in a turn does not give more time, nor does what others do."""
    state = position(DRAW)
    assert game.allowance(state) == 60_000
    state = act(state, 1, "draw", at_ms=20_000)
    assert game.allowance(state) == 40_000
    state = act(state, 1, "place R3 series 0 0", at_ms=35_000)
    assert game.allowance(state) == 25_000
    state = acts(state, 1, "undo")
    state = act(state, 1, "discard R3", at_ms=59_000)
    assert game.allowance(state) == 60_000
    assert game.allowance(position(DRAW, turnSeconds="none")) is None
    assert game.allowance(position("deal")) is None


def test_who_sits_at_a_seat_is_nothing_that_the_rules_know() -> None:
    """Rules 8.17: the house seats somebody else."""
    with pytest.raises(ValueError, match="is played on"):
        lapse(position(DRAW), 2, "left")


def test_who_leaves_the_tournament_ends_the_match_and_its_fines_stay() -> None:
    """Rules 10.8: whatever the totals, the other team wins."""
    state = position(
        "draw turn 0 indicator K12 racks *21/*21/*21/*21 stock *20 fines 3:101:OKEY_DISCARD:10.3",
        okeyTable="tournament",
    )
    state = lapse(state, 2, "left")
    assert state.happened == (SeatLeft(Seat(2)),)
    assert game.pending(state) == Over("forfeited")
    score = game.score(state)
    assert (score.points, score.winners, score.places) == ((0, 0, 0, 101), (1, 3), (3, 1, 3, 1))
    with pytest.raises(Illegal, match="WRONG_PHASE"):
        lapse(state, 0, "left")


def test_a_time_out_may_be_the_fourth_opening_with_pairs() -> None:
    """Rules 10.3, 10.8: then the hand is void."""
    state = position(
        "play turn 0 indicator K12 racks Y9.10/*12/*12/*12 stock *20 opened none,pairs,pairs,pairs "
        "staged pairs:R1-R1+R2-R2+R3-R3+R4-R4+R5-R5",
        okeyTable="tournament",
    )
    state = lapse(state, 0)
    assert state.phase is Phase.DEAL
    assert state.results[0].void
    assert state.counted == 0


def test_claims_and_the_next_draw_do_not_make_each_other_late() -> None:
    """R41 claim and draw at the same moment: one question until the turn is over (rules 10.6)."""
    text = "draw turn 1 indicator K12 racks *21/Y2.3/*21/*21 stock *20 melds 1:R5-R6-R7 piles R8/-/-/- window 0:R8"
    state = position(text, okeyTable="tournament")
    asked = game.pending(state)
    assert isinstance(asked, Decide)
    assert asked.question is not None
    claimed = act(state, 3, "claim R8")
    drawn = act(claimed, 1, "draw")
    assert game.pending(claimed) == game.pending(drawn) == asked
    with pytest.raises(Illegal, match="TOO_LATE"):
        act(act(state, 1, "draw"), 3, "claim R8")
    other = game.pending(act(drawn, 1, "discard Y2"))
    assert isinstance(other, Decide)
    assert other.question != asked.question


def test_a_house_table_has_no_claims_and_no_question() -> None:
    assert game.pending(position(DRAW)) == Decide(frozenset({Seat(1)}))
    hand, _ = acts(position(DRAW), 1, "draw", "discard R3").playing
    assert hand.window is None
    assert config().options["okeyTable"] == "house"
    assert hand.opened == (Opened.NONE,) * 4
