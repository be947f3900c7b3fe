"""Whose time runs out, and who leaves (rules 7.9)."""

import random

import pytest

from services.batak import game
from services.batak.actions import SayBid
from services.batak.happenings import BidSaid, CardPlayed, SeatLeft
from services.batak.play import legal_cards
from services.batak.state import Phase
from services.kernel.game import Decide, Fate, Over, Seat
from services.kernel.refusal import Illegal
from tests.batak.tables import act, config, lapse, position, random_config, step, walk

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


def test_who_leaves_out_of_turn_is_played_for_when_his_turn_comes() -> None:
    state = lapse(position(DEALT), 3, "left")
    assert state.happened == (SeatLeft(Seat(3)),)
    assert state.due == 2
    state = act(state, 2, "bid 4")
    assert state.happened == (BidSaid(2, 4, by_rules=False), BidSaid(3, 1, by_rules=True))
    assert state.due == 0


def test_leaving_twice_changes_nothing() -> None:
    once = lapse(position(DEALT), 3, "left")
    twice = lapse(once, 3, "left")
    assert twice.left == (3,)
    assert twice.happened == ()
    assert game.notation.write_position(twice) == game.notation.write_position(once)


def test_a_seat_that_left_is_never_due_again() -> None:
    rng = random.Random(1)
    state = lapse(position(DEALT, batakHands=7), 3, "left")
    while not isinstance(wait := game.pending(state), Over):
        assert not isinstance(wait, Decide) or 3 not in wait.seats
        assert state.due != 3
        state = step(state, rng)
    assert len(state.results) == 7
    assert game.score(state).places[3] == 4


def test_with_one_at_the_table_the_match_goes_on_and_without_anybody_it_ends() -> None:
    state = position(DEALT)
    for seat in (0, 1, 3):
        state = lapse(state, seat, "left")
    assert state.due == 2
    state = act(state, 2, "bid 13")
    assert state.due == 2
    ended = lapse(state, 2, "left")
    assert game.pending(ended) == Over("left")
    with pytest.raises(Illegal, match="WRONG_PHASE"):
        lapse(ended, 2, "left")


def test_who_leaves_while_the_cards_are_dealt_is_played_for_from_the_first_bid() -> None:
    state = lapse(position("deal dealer 1"), 2, "left")
    assert state.phase is Phase.DEAL
    state = game.apply(state, Fate(tuple(range(52))))
    assert state.bids == (None, None, 1, None)


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
