"""Positions and acts as text: what is read, and how what cannot be read is explained."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.cards import Card, Suit
from services.king import game
from services.king.actions import AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.contracts import Contract
from tests.king.tables import config, random_config, random_states

NOTATION = game.notation
SAMPLES = [
    NOTATION.write_position(state)
    for seed in range(4)
    for state in random_states(random.Random(seed), random_config(random.Random(seed)))
    if random.Random(f"{seed}{len(state.chart)}{len(state.tricks)}").random() < 0.3
]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("name rifki", NamePenalty(Contract.RIFKI)),
        ("name koz-H", NameTrump(Suit.HEARTS)),
        ("redeal", AskRedeal()),
        ("HK", PlayCard(Card.HK)),
        ("♠10", PlayCard(Card.ST)),
    ],
)
def test_acts_are_read(text: str, action: object) -> None:
    assert NOTATION.read_action(text) == action


@pytest.mark.parametrize("text", ["", "name", "name koz", "name rifki-H", "name papaz", "H1", "play HK", "rifki"])
def test_what_is_no_act_is_explained(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no (card|contract)"):
        NOTATION.read_action(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with one of"),
        ("choose by 0", "begins with one of"),
        ("play", "is missing"),
        ("play koz by 0", "is no contract"),
        ("name hands A.../K.../Q.../J...", "the declarer is missing"),
        ("name by 4 hands A.../K.../Q.../J...", "is no seat"),
        ("name by 0 hands A.../K.../Q...", "there are 4 hands, not 3"),
        ("name by 0 hands A.../K.../A.../J...", "a card lies there twice"),
        ("name by 0 by 0", "each once"),
        ("name by", "something is missing"),
        ("name by 0 colour red", "cannot stand there"),
        ("play el by 0 hands -/K.../Q.../J... trick 0:", "is to play and has no card"),
        ("play el by 0 hands A.../-/-/- trick 0: tricks 0:C2,C3", "four cards"),
        ("play el by 0 hands A.../-/-/- trick C2", "is no trick"),
        ("deal by 0 chart rifki", "is no line of the chart"),
        ("deal by 0 chart 0:rifki:0,0", "must have the points of 4 seats"),
        ("over boredom", "is no end of a match"),
    ],
)
def test_what_is_no_position_is_explained(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        NOTATION.read_position(text, config())


@given(st.data())
def test_a_garbled_position_is_read_or_refused_and_breaks_nothing(data: st.DataObject) -> None:
    """Whoever writes a scenario may err anywhere: what comes is a sentence, or a position that can be written again."""
    words = data.draw(st.sampled_from(SAMPLES)).split()
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(data.draw(st.sampled_from(SAMPLES)).split()))
    cut = data.draw(st.integers(0, len(words[at])))
    words[at] = data.draw(st.sampled_from(["", other, words[at][:cut], words[at] + "x", f"{words[at]} {words[at]}"]))
    try:
        state = NOTATION.read_position(" ".join(words), config())
    except ValueError:
        return
    again = NOTATION.read_position(NOTATION.write_position(state), config())
    assert NOTATION.write_position(again) == NOTATION.write_position(state)
    for seat in range(4):
        assert list(game.legal(again, seat)) == list(game.legal(state, seat))
