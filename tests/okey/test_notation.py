"""Positions and acts as text, both ways; what cannot be is refused with a sentence."""

import random

import msgspec
import pytest

from services.kernel.game import Config
from services.okey import game
from services.okey.actions import Area, LayOff, Onto, Open, Place, Spot
from services.okey.state import State
from services.okey.tiles import Piece, Tile
from tests.okey.tables import TOURNAMENT, position, random_config, walk

HAND = "indicator K12 racks Y1.2/R3/B5/K7 stock R1"


def timeless(state: State) -> State:
    """What a position tells: everything but what has just happened, and the clock."""
    if state.hand is None:
        return msgspec.structs.replace(state, happened=(), now_ms=0)
    turn = msgspec.structs.replace(state.hand.turn, since_ms=0)
    return msgspec.structs.replace(state, happened=(), now_ms=0, hand=msgspec.structs.replace(state.hand, turn=turn))


@pytest.mark.parametrize("seed", range(6))
def test_a_position_read_again_is_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    table = TOURNAMENT if seed == 0 else random_config(rng)
    for state in walk(rng, table, lapses=0.1):
        again = game.notation.read_position(game.notation.write_position(state), Config(options=table.options))
        assert again == timeless(state)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place R5 series 0 2", Place(Piece(Tile.R5), Area.SERIES, 0, 2)),
        ("place R5=K7 pairs 1 0", Place(Piece(Tile.R5, Tile.K7), Area.PAIRS, 1, 0)),
        ("layoff R5 3", LayOff(Tile.R5, 3)),
        ("layoff R5 3 low", LayOff(Tile.R5, 3, Spot.LOW)),
        ("layoff R5 3 K", LayOff(Tile.R5, 3, Spot.BLACK)),
        ("open pairs F-F finish R5.5", Open(Area.PAIRS, ((Piece(Tile.FALSE_OKEY),) * 2,), (Tile.R5, Tile.R5))),
    ],
)
def test_acts_are_read_as_they_are_written(text: str, action: object) -> None:
    assert game.notation.read_action(text) == action
    assert game.notation.write_action(game.notation.read_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "take", "return", "undo", "collect", "commit", "devam", "declare", "claim R5", "sign noOkey"),
        *("auto pairs R5-R5+B1-B1", "swap R5 3 1", "discard R5", "discard R5 indicator"),
    ],
)
def test_every_act_has_its_words(text: str) -> None:
    assert game.notation.write_action(game.notation.read_action(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no act"),
        ("dance", "is no act"),
        ("discard", "unpack"),
        ("discard X5", "is no tile"),
        ("discard R5 table", "is none of"),
        ("place R5 series 0", "unpack"),
        ("place R5 heap 0 0", "is none of"),
        ("place R5 series x 0", "is no number"),
        ("place R5=F series 0 0", "a tile with a number"),
        ("claim F", "a colour and a number"),
        ("sign dance", "is none of"),
        ("open series R1-R2-R3 end R5", "comes 'finish'"),
    ],
)
def test_what_is_no_act_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game.notation.read_action(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with"),
        ("dance starter 1", "begins with"),
        ("deal starter", "no value"),
        ("deal starter 4", "is no seat"),
        ("deal colour 4", "is none of"),
        ("deal starter 1 starter 2", "twice"),
        ("deal left 0", "ends a match of the tournament"),
        ("over left 0", "ends a match of the tournament"),
        ("over sheet -/-/-", "1 of 11 hands"),
        ("deal sheet " + ";".join(["-/-/-"] * 11), "the match is over"),
        ("play racks Y1/Y2/Y3/Y4 stock R1", "are told"),
        (f"play {HAND.replace('K12', 'F')}", "never one"),
        (f"play {HAND.replace('/K7', '')}", "four seats"),
        (f"play {HAND.replace('K7', '-')}", "has a tile to discard"),
        (f"play {HAND.replace('R3', 'K12.12')}", "there 3 times"),
        (f"play {HAND.replace('R1', '*200')}", "written nowhere else"),
        (f"draw {HAND.replace('R1', '-')}", "there is a stock"),
        (f"draw {HAND} staged series:R5", "nothing is taken"),
        (f"play {HAND} buried 2", "at most"),
        (f"play {HAND} seen R9/-/-/-", "what was seen"),
        (f"play {HAND} taken Y1/-/-/-", "what was taken"),
        (f"play {HAND} undo 0.0", "no such staged"),
        (f"play {HAND} undo 0:R5", "laid off"),
        (f"play {HAND} melds 0:R5-R6", "is no meld"),
        (f"play {HAND} melds 0:F-F", "count as"),
        (f"play {HAND} opened none,none,none,open", "is none of"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        position(text)


def test_tiles_that_are_written_nowhere_fill_racks_and_stock() -> None:
    hand, _ = position("play indicator K12 racks Y1.2/*21/*21/*21 stock *20").playing
    assert list(map(len, hand.racks)) == [2, 21, 21, 21]
    assert len(hand.stock) == 20
    assert game.notation.write_action(game.notation.read_action("discard R5 indicator")).endswith(Onto.INDICATOR)
