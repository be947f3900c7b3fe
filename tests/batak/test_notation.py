"""Positions and acts as text, both ways; what cannot be is refused with a sentence."""

import random

import msgspec
import pytest

from services.batak import game
from services.batak.actions import PlayCard, SayBid
from services.kernel.cards import Card
from services.kernel.game import Config
from tests.batak.tables import config, position, random_config, walk

HANDS = "T74.K93.AQ8.J762/AJ92.Q4.KT3.K954/K853.AJ72.J6.AT3/Q6.T865.97542.Q8"


@pytest.mark.parametrize("seed", range(4))
def test_a_position_read_again_is_the_same_state(seed: int) -> None:
    """Everything but what has just happened; the last trick of a hand before, too."""
    rng = random.Random(seed)
    table = random_config(rng, batakHands=7)
    for state in walk(rng, table, lapses=0.1):
        again = game.notation.read_position(game.notation.write_position(state), Config(options=table.options))
        assert again == msgspec.structs.replace(state, happened=())


def test_acts_are_read_in_both_ways_of_writing_cards() -> None:
    read = game.notation.read_action
    assert read("play HT") == read("play ♥10") == PlayCard(Card.HT)
    assert read("bid 13") == SayBid(13)
    assert read("bid -1") == SayBid(-1)


@pytest.mark.parametrize("text", ["", "bid", "bid x", "bid 1 2", "play", "play H1", "pass", "bid ٣"])
def test_what_is_no_act_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no (act|card)"):
        game.notation.read_action(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with"),
        ("dance dealer 1", "begins with"),
        ("deal dealer", "no value"),
        ("deal dealer 4", "is no seat"),
        ("deal colour 4", "is none of"),
        ("deal dealer 1 dealer 2", "twice"),
        ("deal sheet 3/4,3/3", "four seats"),
        ("deal sheet 3/4,3/3,3/3,3/4", "tricks of a hand are 13"),
        ("deal sheet 14/4,3/3,3/3,3/3", "bids are 0 to 13"),
        ("deal sheet " + ";".join(["3/4,3/3,3/3,3/3"] * 11), "the match is over"),
        ("over sheet 3/4,3/3,3/3,3/3", "1 of 11 hands"),
        (f"bid dealer 2 cards {HANDS} bids 3,-,-,-", "from the dealer's right"),
        (f"bid dealer 2 cards {HANDS} bids 1,1,1,1", "yet to speak"),
        (f"bid dealer 2 cards {HANDS} bids -,-,-,14", "bids are 0 to 13"),
        ("bid dealer 2 cards AK.../-/-/- bids -,-,-,-", "holds 13 cards"),
        (f"bid dealer 2 cards {HANDS.replace('Q6.', 'T6.')} bids -,-,-,-", "two places"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,1", "trick LEADER:CARDS is missing"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,- trick 3:", "everybody has said"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,1 trick 0:", "seat 3 leads"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,1 trick 3", "is no trick"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,1 trick 3:H2", "seat 3 holds 13"),
        (f"play dealer 2 cards {HANDS} bids 1,1,1,1 trick 3:H2,H3,H4,H5,H6", "has 4 cards"),
        ("play dealer 2 cards -/-/-/- bids 1,1,1,1 won 4,3,3,3 trick 3:H2,H3,H4,H5", "full trick"),
        ("play dealer 2 cards -/-/-/- bids 1,1,1,1 won 99,x,3,3 trick 3:", "is no number"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        position(text)


def test_tricks_that_are_told_tell_who_took_how_many_and_who_leads() -> None:
    text = (
        "play dealer 2 cards T74.K3.AQ8.J762/AJ92.4.KT3.K954/K853.J72.J6.AT3/Q6.T65.97542.Q8 bids 1,1,1,1 "
        "tricks 3:H8,H9,HQ,HA trick 2:"
    )
    state = position(text)
    assert state.won == (0, 0, 1, 0)
    assert game.notation.write_position(state) == text
    with pytest.raises(ValueError, match="seat 2 leads"):
        position(text.replace("trick 2:", "trick 3:"))


def test_the_options_are_not_in_the_text() -> None:
    text = "lot"
    assert game.notation.read_position(text, config(batakHands=8)).terms.hands == 8
