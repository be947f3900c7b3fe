"""Whose time runs out (rules 7.9)."""

import random

import pytest

from services.batak import game
from services.batak.actions import SayBid
from services.batak.happenings import BidSaid, CardPlayed
from services.batak.play import legal_cards
from services.batak.state import Phase
from services.kernel.game import Fate, Seat
from services.kernel.refusal import Illegal
from tests.batak.tables import config, lapse, position, random_config, walk

DEALT = "bid dealer 1 cards ...AKQJT98765432/..AKQJT98765432./.AKQJT98765432../AKQJT98765432... bids -,-,-,-"


def test_a_bid_that_is_not_said_is_one() -> None:
    """Rules 7.9."""
    state = lapse(position(DEALT), 2, "timeout")
    assert state.bids == (None, None, 1, None)
    assert state.happened == (BidSaid(2, 1, by_rules=True),)


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_is_not_played_is_the_lowest_that_may_be(seed: int) -> None:
    """Rules 7.9: by rank, equal ranks clubs, diamonds, hearts, spades."""
    rng = random.Random(seed)
    for state in walk(rng, random_config(rng, batakHands=7)):
        if state.phase is Phase.PLAY and state.due is not None and state.trick is not None and rng.random() < 0.2:
            hand = state.hands[state.due]
            legal = legal_cards(hand, state.trick.cards, state.terms, broken=state.broken)
            lowest = min(legal, key=lambda card: (card.rank, "CDHS".index(card[0])))
            after = lapse(state, state.due, "timeout")
            assert after.happened[0] == CardPlayed(state.due, lowest, by_rules=True)


def test_only_the_due_seat_can_run_out_of_time() -> None:
    state = position(DEALT)
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        lapse(state, 0, "timeout")
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        lapse(game.setup(config()), 0, "timeout")


def test_who_sits_at_a_seat_is_nothing_that_the_rules_know() -> None:
    """Rules 7.9: the house seats somebody else."""
    with pytest.raises(ValueError, match="is played on"):
        lapse(position(DEALT), 3, "left")


def test_outcomes_that_were_not_asked_for_are_no_outcomes() -> None:
    for text, outcome in [
        ("lot", (0,)),
        ("lot", (5,)),
        ("lot", (1, 2)),
        ("deal dealer 1", (1,)),
        ("deal dealer 1", (0,) * 52),
        (DEALT, (1,)),
    ]:
        with pytest.raises(ValueError, match=r"lot|permutation|asked"):
            game.apply(position(text), Fate(outcome))


def test_a_clock_runs_for_the_seat_that_is_due_alone() -> None:
    assert game.allowance(position(DEALT)) == 60_000
    assert game.allowance(position(DEALT, turnSeconds="none")) is None
    assert game.allowance(position("deal dealer 1")) is None
    assert SayBid(0) in game.legal(position(DEALT), Seat(2))
