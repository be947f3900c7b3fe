"""The tiles, the deal, the indicator (rules 8.1, 8.2, 8.3, 10.2)."""

import random

import pytest

from services.kernel.game import Chance, Fate, Seat, Shuffle
from services.okey import game
from services.okey.happenings import HandDealt
from services.okey.state import Phase, State
from services.okey.tiles import KINDS, Tile, okey_of, read_tile, read_tiles, shuffled, signs, write_tiles
from tests.okey.inventory import ALL, tiles
from tests.okey.tables import acts, config, hand_of, lapse, position

FALSE_OKEYS = (104, 105)


def dealt(outcome: list[int], **options: object) -> State:
    """The hand that a shuffle gives, started by seat 1."""
    return game.apply(position("deal starter 1", **options), Fate(tuple(outcome)))


@pytest.mark.parametrize(("game_name", "each", "stock"), [("101", 21, 20), ("34", 21, 20), ("51", 14, 48)])
def test_everybody_gets_his_tiles_and_the_starter_one_more(game_name: str, each: int, stock: int) -> None:
    """O1 106 tiles: 22, 21, 21, 21, one indicator, 20 in the stock; in 51 15, 14, 14, 14 and 48 (rules 8.1, 8.2)."""
    state = hand_of(random.Random(1), config(okeyGame=game_name))
    hand, turn = state.playing
    assert sum(tiles(hand).values()) == 106
    assert tiles(hand) == ALL
    assert [len(rack) for rack in hand.racks] == [each + (seat == state.starter) for seat in range(4)]
    assert len(hand.stock) == stock
    assert turn.seat == state.starter
    assert state.phase is Phase.PLAY  # the starter does not draw


def test_a_tournaments_deal_is_that_of_101() -> None:
    """Rules 10.2."""
    hand, _ = hand_of(random.Random(2), config(okeyTable="tournament")).playing
    assert sorted(map(len, hand.racks)) == [21, 21, 21, 22]
    assert len(hand.stock) == 20


@pytest.mark.parametrize("false_okeys", [0, 1, 2])
def test_a_false_okey_turned_up_goes_under_the_stock(false_okeys: int) -> None:
    """R27 a false okey is no indicator: the next tile is (rules 8.3, 10.2)."""
    order = [number for number in range(106) if number not in FALSE_OKEYS]
    outcome = [*order[:85], *FALSE_OKEYS[:false_okeys], *order[85:], *FALSE_OKEYS[false_okeys:]]
    state = dealt(outcome, okeyTable="tournament")
    hand, _ = state.playing
    assert hand.indicator is KINDS[order[85] // 2]
    assert hand.buried == false_okeys
    assert len(hand.stock) == 20
    assert list(hand.stock[20 - false_okeys :]) == [Tile.FALSE_OKEY] * false_okeys
    assert state.happened == (HandDealt(1, 1, hand.indicator, false_okeys),)


@pytest.mark.parametrize(("indicator", "okey"), [("B13", "B1"), ("R1", "R2"), ("K12", "K13")])
def test_the_okey_is_one_higher_than_the_indicator(indicator: str, okey: str) -> None:
    """Rules 8.3."""
    assert okey_of(read_tile(indicator)) is read_tile(okey)


def test_the_start_moves_to_the_right_with_every_hand() -> None:
    """Rules 8.2."""
    state = position("draw turn 2 starter 3 indicator K12 racks Y1/Y2/Y3/Y4 stock R9")
    state = acts(state, 2, "draw", "discard R9")
    assert state.starter == Seat(0)
    assert game.pending(state) == Chance(Shuffle(106))


def test_the_starter_may_act_before_anybody_has_drawn() -> None:
    """Rules 8.2: he may also let his first turn run out."""
    state = dealt(list(range(106)))
    after = lapse(state, 1)
    hand, turn = after.playing
    assert turn.seat == 2
    assert len(hand.racks[1]) == 21


def test_every_tile_is_shuffled_twice() -> None:
    assert sorted(shuffled(range(106))) == sorted([*KINDS, *KINDS])


def test_tiles_are_read_as_they_are_written() -> None:
    rng = random.Random(3)
    for size in range(20):
        some = tuple(rng.choices(KINDS, k=size))
        assert read_tiles(write_tiles(some)) == some
    assert write_tiles(read_tiles("Y1.2K7FR10.11FF")) == "Y1.2K7FR10.11FF"
    assert signs(read_tiles("Y1B2K3R13F")) == "🟡1 🔵2 ⚫3 🔴13 🃏"


@pytest.mark.parametrize("text", ["", "Y14", "Y0", "X1", "Y1.", "Y1,2", "Y1..2", "1", "FY"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"tile"):
        read_tiles(text)


def test_chance_answers_only_what_was_asked() -> None:
    for text, outcome in [("lot", (5,)), ("lot", ()), ("deal", (0,) * 106)]:
        with pytest.raises(ValueError, match=r"lot|permutation"):
            game.apply(position(text), Fate(outcome))
    with pytest.raises(ValueError, match="asked"):
        game.apply(hand_of(random.Random(4), config()), Fate((1,)))
