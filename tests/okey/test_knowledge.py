"""What a seat knows, and other worlds that look the same to it (rules 8.18)."""

import random
from collections import Counter

import pytest

from services.kernel.game import Seat
from services.okey import game
from services.okey.state import Hand, State
from services.okey.tiles import Tile, without
from tests.okey.inventory import check
from tests.okey.tables import act, acts, config, lapse, position, random_config, walk

DRAW = "draw turn 1 indicator K12 racks Y1.2.3/R3.4.5/B5.6.7/K7.8.9 stock R1.2B2Y9 piles R9/-/-/-"


def worlds(state: State, seat: int, number: int = 40) -> list[Hand]:
    rng = random.Random(1)
    return [game.resample(state, Seat(seat), rng).playing[0] for _ in range(number)]


@pytest.mark.parametrize("seed", range(6))
def test_another_world_has_the_same_tiles_and_what_the_seat_knows(seed: int) -> None:
    rng = random.Random(seed)
    table = config(okeyTable="tournament") if seed == 0 else random_config(rng)
    differed = 0
    for number, state in enumerate(walk(rng, table, lapses=0.1)):
        if state.hand is None or number % 11 or number > 1_000:
            continue
        for seat in map(Seat, range(4)):
            other = game.resample(state, seat, rng)
            check(other)
            hand, again = state.hand, other.playing[0]
            differed += again != hand
            assert again.racks[seat] == hand.racks[seat]
            assert list(map(len, again.racks)) == list(map(len, hand.racks))
            assert again.piles == hand.piles
            for rack, seen in zip(again.racks, hand.seen, strict=True):
                assert without(rack, seen) is not None
    assert differed


def test_a_side_tile_that_was_taken_stays_on_its_rack_in_every_world() -> None:
    state = act(position(DRAW, sideAfterOpen="free"), 1, "take")
    assert all(Tile.R9 in hand.racks[1] for hand in worlds(state, 0))


def test_tiles_that_lay_staged_and_were_taken_back_are_known_too() -> None:
    state = acts(position(DRAW), 1, "draw", "place R3 series 0 0", "place R4 series 0 1", "collect")
    assert state.playing[0].seen[1] == (Tile.R3, Tile.R4)
    for hand in worlds(state, 0):
        assert {Tile.R3, Tile.R4} <= set(hand.racks[1])
    # The others on that rack may be anywhere.
    assert any(Tile.R5 not in hand.racks[1] for hand in worlds(state, 0))


def test_a_tile_that_leaves_the_rack_is_known_no_longer() -> None:
    state = acts(position(DRAW), 1, "draw", "place R3 series 0 0", "undo", "discard R3")
    assert state.playing[0].seen[1] == ()


def test_an_okey_taken_from_the_table_and_a_lay_off_undone_are_known() -> None:
    table = "opened series,none,none,none melds 1:R5*-R6-R7"
    text = "play turn 0 indicator K12 racks R5.8Y3/R3.4/B5.6/K7.8 stock R1.2 " + table
    state = acts(position(text), 0, "swap R5 0 0", "layoff R8 0", "undo")
    assert state.playing[0].seen[0] == (Tile.K13, Tile.R8)


def test_a_side_tile_given_back_is_on_no_rack() -> None:
    state = acts(position(DRAW), 1, "take", "return")
    hand, _ = state.playing
    assert hand.seen[1] == ()
    assert hand.piles[0] == (Tile.R9,)


def test_the_false_okey_under_the_stock_stays_there_and_is_known_when_it_is_drawn() -> None:
    """Rules 8.3: everybody saw it go there."""
    text = "draw turn 1 indicator K12 racks Y1.2/R3.4/B5.6/K7.8 stock R1F buried 1"
    state = position(text)
    assert all(hand.stock[-1] is Tile.FALSE_OKEY for hand in worlds(state, 0))
    state = acts(state, 1, "draw", "discard R3")
    state = act(state, 2, "draw")
    assert state.playing[0].seen[2] == (Tile.FALSE_OKEY,)
    assert all(Tile.FALSE_OKEY in hand.racks[2] for hand in worlds(state, 0))


def test_which_tile_another_seat_has_drawn_is_as_unknown_as_its_rack() -> None:
    """What the rules would discard for it is no knowledge either (rules 8.17)."""
    state = act(position(DRAW), 1, "draw")
    drawn = Counter(hand.turn.drawn for hand in worlds(state, 0, 200))
    assert len(drawn) > 3
    for hand in worlds(state, 0):
        assert hand.turn.drawn in hand.racks[1]
    assert {hand.turn.drawn for hand in worlds(state, 1)} == {Tile.R1}
    assert (
        len({lapse(game.resample(state, Seat(0), random.Random(seed)), 1).playing[0].piles for seed in range(20)}) > 1
    )


def test_every_hidden_tile_may_lie_in_every_hidden_place() -> None:
    state = position(DRAW)
    places: dict[str, set[Tile]] = {name: set() for name in ("1", "2", "3", "stock")}
    for hand in worlds(state, 0, 400):
        for seat in (1, 2, 3):
            places[str(seat)] |= set(hand.racks[seat])
        places["stock"].add(hand.stock[0])
    hidden = {*(tile for rack in state.playing[0].racks[1:] for tile in rack), *state.playing[0].stock}
    assert all(found == hidden for found in places.values())


def test_between_hands_nothing_is_hidden() -> None:
    state = position("deal starter 1")
    assert game.resample(state, Seat(0), random.Random(1)) is state
