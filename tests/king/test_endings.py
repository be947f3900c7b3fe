"""How matches end (rules 5.10, 5.14), and what may not happen any more."""

import random

import pytest

from services.kernel.game import Fate, Lapse, LapseCause, Over, Seat
from services.kernel.refusal import Illegal
from services.kernel.score import Score
from services.king import game
from services.king.happenings import HandEnded
from services.king.state import Phase, State
from tests.king.tables import act, chart, config, position, random_states

LAST_TRICK = "hands A.../K.../Q.../J... trick 0:"


def ended(points: tuple[int, int, int, int], length: int = 20, **options: object) -> Score:
    """A match whose last trump hand gives seat 0 fifty points, after so many others."""
    text = f"play koz-S by 3 {LAST_TRICK} broken chart {chart(length - 1, points)}"
    state = position(text, kingLength=length, **options)
    for seat, card in enumerate(("SA", "SK", "SQ", "SJ")):
        if state.phase is Phase.PLAYING and state.trick.turn == seat:
            state = act(state, seat, card)
    assert game.pending(state) == Over("played_out")
    return game.score(state)


def test_whoever_is_above_zero_has_come_out() -> None:
    """Rules 5.10."""
    score = ended((-150, 300, -250, 50))
    assert (score.points, score.winners, score.places) == ((-100, 300, -250, 50), (1, 3), (3, 1, 4, 1))


@pytest.mark.parametrize(("zero", "winners"), [("cikmis", (0, 1)), ("batmis", (1,))])
def test_zero_is_out_or_under_as_the_table_says(zero: str, winners: tuple[int, ...]) -> None:
    """Rules 5.10, 5.16."""
    assert ended((-50, 100, -50, -50), kingZero=zero).winners == winners


@pytest.mark.parametrize(("zero", "winners"), [("cikmis", (0, 1, 2, 3)), ("batmis", ())])
def test_all_at_zero(zero: str, winners: tuple[int, ...]) -> None:
    """Rules 5.10: four winners or none."""
    score = ended((-50, 0, 0, 0), kingZero=zero)
    assert score.winners == winners
    assert score.places == (1, 1, 1, 1)


def test_the_highest_total_wins_twelve_hands_negative_or_not() -> None:
    """Rules 5.10."""
    score = ended((-450, -100, -300, -200), length=12)
    assert (score.winners, score.places) == ((1,), (4, 1, 3, 2))


def test_a_tie_for_the_first_place_is_shared() -> None:
    """Rules 5.10."""
    score = ended((-150, -100, -300, -200), length=12)
    assert (score.winners, score.places) == ((0, 1), (1, 1, 4, 3))


def king(seat_tricks: int, **options: object) -> State:
    """A trump hand in which seat 0 takes so many tricks, the last of them now."""
    won = ";".join(f"0:{card}" for card in TRICKS[: seat_tricks - 1])
    state = position(f"play koz-S by 3 {LAST_TRICK} tricks {won} broken", **options)
    for seat, card in enumerate(("SA", "SK", "SQ", "SJ")):
        state = act(state, seat, card)
    return state


TRICKS = [f"{s}{a},{s}{b},{s}{c},{s}{d}" for s in "CDH" for a, b, c, d in ("A234", "K567", "Q89T")]


def test_ten_tricks_in_a_trump_hand_are_king() -> None:
    """Rules 5.10, kingTenTricks."""
    end = king(10, kingTenTricks="on")
    assert game.pending(end) == Over("king")
    score = game.score(end)
    assert (score.points, score.winners, score.places) == ((500, 0, 0, 0), (0,), (1, 2, 2, 2))
    assert not isinstance(game.pending(king(9, kingTenTricks="on")), Over)
    assert not isinstance(game.pending(king(10)), Over)


def test_who_sits_at_a_seat_is_nothing_that_the_rules_know() -> None:
    """Rules 5.14: the house seats somebody else."""
    state = position("name by 0 hands A.../K.../Q.../J...")
    with pytest.raises(ValueError, match="is played on"):
        game.apply(state, Lapse(Seat(2), LapseCause.LEFT))
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        game.apply(state, Lapse(Seat(1), LapseCause.TIMEOUT))


def test_nothing_is_dealt_that_was_not_asked_for() -> None:
    """Rules 5.12."""
    dealing = game.setup(config(kingFirst="seat0"))
    for state, outcome in (
        (game.setup(config()), (5,)),
        (dealing, tuple(range(51))),
        (position("name by 0 hands A.../K.../Q.../J..."), tuple(range(52))),
    ):
        with pytest.raises(ValueError, match=r"no die|no shuffled deck|nothing is dealt"):
            game.apply(state, Fate(outcome))


def test_the_unplayed_cards_are_shown_at_an_early_end() -> None:
    """Rules 5.8, 5.15."""
    shown = [
        happening.shown
        for state in random_states(random.Random(3), config(earlyEnd="on"))
        for happening in state.happened
        if isinstance(happening, HandEnded)
    ]
    early = [cards for cards in shown if any(cards)]
    assert early
    assert len(early) < len(shown)
    assert all(len({len(hand) for hand in cards}) == 1 for cards in early)
