"""What no bot may do: throw away a sure trick that its bid needs, or say a bid that has nothing to do with its hand."""

import pytest

from tests.batak_bots.seats import bid, card

THINKERS = ("orta", "usta")
SEEDS = range(3)
FREE = {"raise": "free"}

# The last two tricks of a hand; both are needed, and seat 0 is the last to play to the first of them.
NEEDED = {
    "the ace of spades": (
        "play dealer 0 cards A3.../.T../..9./...6 bids 3,1,1,1 won 1,4,3,3 trick 1:ST,S6,S7",
        "SA",
    ),
    "the ace of another suit": (
        "play dealer 0 cards .A3../.T../..9./...6 bids 3,1,1,1 won 1,4,3,3 trick 1:H8,H6,HJ",
        "HA",
    ),
    "a ruff": (
        "play dealer 0 cards 9..3./.T../..9./...6 bids 4,1,1,1 won 2,4,3,2 trick 1:H8,H6,HJ",
        "S9",
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("what", NEEDED)
def test_a_sure_trick_that_is_needed_is_taken(what: str, level: str, seed: int) -> None:
    text, good = NEEDED[what]
    assert card(text, level, seed, FREE) == good


DUCKED = {
    "the bid is made and one more sinks it": (
        "play dealer 0 cards .A2../.T../..9./...6 bids 3,1,1,1 won 5,3,2,1 trick 1:H8,H6,HJ",
        "H2",
    ),
    "nil, and the highest card that does not take the trick goes": (
        "play dealer 0 cards .AT2../.95../..95./...62 bids 0,3,4,3 won 0,4,3,3 trick 1:H8,H6,HJ",
        "HT",
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("what", DUCKED)
def test_a_trick_that_would_sink_the_bid_is_not_taken(what: str, level: str, seed: int) -> None:
    text, good = DUCKED[what]
    assert card(text, level, seed, FREE) == good


STRONG, MIDDLING, WEAK = "AKQJT.AK.AK3.A42", "KJ4.AQ83.K52.974", "2.8642.7532.6432"


@pytest.mark.parametrize("level", ["kolay", *THINKERS])
@pytest.mark.parametrize("options", [{}, {"raise": "free"}, {"overLimit": 1}], ids=str)
def test_a_bid_goes_with_its_hand(level: str, options: dict[str, object]) -> None:
    strong, middling, weak = (bid(hand, level, options) for hand in (STRONG, MIDDLING, WEAK))
    assert strong >= (6 if level == "kolay" else 8)
    assert 2 <= middling <= 5
    assert weak <= 1


@pytest.mark.parametrize("level", THINKERS)
def test_no_trick_at_all_is_said_on_a_hand_that_takes_none(level: str) -> None:
    assert bid("2.8642.7532.5432", level, FREE) == 0
    assert bid("AK2.864.A53.A432", level, FREE) > 0


@pytest.mark.parametrize("seed", range(5))
def test_thirteen_spades_are_thirteen_tricks(seed: int) -> None:
    assert bid("AKQJT98765432...", "usta", {}, seed) >= 11
