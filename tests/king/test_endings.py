"""How matches end (rules 5.10, 5.14), and what may not happen any more."""

import random

import pytest

from services.kernel.game import Act, Fate, Lapse, LapseCause, Over, Seat
from services.kernel.refusal import Illegal
from services.kernel.score import Score
from services.king import game
from services.king.happenings import HandEnded
from services.king.state import Phase, State
from tests.king.tables import act, chart, config, fate, position, random_states

LAST_TRICK = "hands A.../K.../Q.../J... trick 0:"


def ended(points: tuple[int, int, int, int], length: int = 20, left: str = "", **options: object) -> Score:
    """A match whose last trump hand gives seat 0 fifty points, after so many others."""
    gone = f" left {left}" if left else ""
    text = f"play koz-S by 3 {LAST_TRICK} broken chart {chart(length - 1, points)}{gone}"
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


def test_a_leaver_has_lost_whatever_his_total() -> None:
    """Rules 5.14."""
    twenty = ended((-50, 900, -500, -350), left="1")
    assert (twenty.winners, twenty.places) == ((0,), (1, 4, 3, 2))
    twelve = ended((-450, -100, -300, -200), length=12, left="1")
    assert (twelve.winners, twelve.places) == ((3,), (3, 4, 2, 1))


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


def test_king_of_a_seat_that_has_left_wins_nothing() -> None:
    """Rules 5.14."""
    won = ";".join(f"0:{card}" for card in TRICKS)
    state = position(f"play koz-S by 3 {LAST_TRICK} tricks {won} broken", kingTenTricks="on")
    state = game.apply(state, Lapse(Seat(0), LapseCause.LEFT))
    for seat, card in ((1, "SK"), (2, "SQ"), (3, "SJ")):
        state = act(state, seat, card)
    assert game.pending(state) == Over("king")
    score = game.score(state)
    assert (score.points[0], score.winners, score.places) == (500, (), (4, 1, 1, 1))


@pytest.mark.parametrize("seed", range(12))
def test_a_match_with_leavers_is_played_to_its_end(seed: int) -> None:
    """Rules 5.14: whoever leaves never stops the others, and is never asked again."""
    rng = random.Random(seed)
    state = game.setup(config(kingLength=12))
    leave_at = {rng.randrange(600): seat for seat in rng.sample(range(4), 3)}
    for number in range(5_000):
        wait = game.pending(state)
        if isinstance(wait, Over):
            break
        if number in leave_at:
            state = game.apply(state, Lapse(Seat(leave_at[number]), LapseCause.LEFT))
            continue
        if state.phase in (Phase.LOT, Phase.DEALING):
            state = fate(state, rng)
        else:
            (seat,) = wait.seats  # type: ignore[union-attr]
            assert seat not in state.left
            state = game.apply(state, Act(seat, rng.choice(game.legal(state, seat))))
    score = game.score(state)
    assert isinstance(game.pending(state), Over)
    assert not set(score.winners) & set(state.left)
    assert len(state.chart) == 12


def test_who_has_left_cannot_leave_again() -> None:
    """Rules 5.14."""
    state = position("name by 0 hands A.../K.../Q.../J... left 2")
    with pytest.raises(Illegal, match="WRONG_PHASE"):
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
