"""Encounters: the best of several matches, forfeits, byes (tournament.md 10.1, 10.7, 10.8, R23)."""

import pytest

from services.tournaments.encounter import Cause, Encounter, Played, Side


def best_of_three(*winners: Side | None) -> Encounter:
    encounter = Encounter(home=4, away=7, needed=2)
    for number, winner in enumerate(winners):
        encounter = encounter.with_match(Played(f"matches/{number}", winner))
    return encounter


@pytest.mark.parametrize(
    ("winners", "over", "winner"),
    [
        ((), False, None),
        ((0,), False, None),
        ((0, 1), False, None),
        ((0, 1, 0), True, 4),
        ((1, 0, 1), True, 7),
        ((0, 0), True, 4),
        ((None, 0, 0), True, 4),
        ((0, None, 1), False, None),
    ],
)
def test_the_first_to_win_two_takes_it(winners: tuple[Side | None, ...], over: bool, winner: int | None) -> None:
    encounter = best_of_three(*winners)
    assert (encounter.over, encounter.winner) == (over, winner)


def test_r23_the_third_match_is_not_played_at_two_nil() -> None:
    decided = best_of_three(0, 0)
    assert decided.with_match(Played("matches/9", 1)) == decided


def test_a_match_counts_once() -> None:
    once = best_of_three(0)
    assert once.with_match(Played("matches/0", 0)) == once


def test_who_leaves_loses_the_encounter_and_what_was_decided_stays() -> None:
    encounter = best_of_three(0).forfeited(0, Cause.LEFT, "matches/1")
    assert encounter.over
    assert encounter.winner == 7
    assert encounter.wins == (1, 1)  # the match that he left counts as lost (10.8)


def test_nobody_came() -> None:
    encounter = best_of_three().forfeited(None, Cause.NO_SHOW)
    assert encounter.over
    assert encounter.winner is None
    assert encounter.wins == (0, 0)


def test_a_decision_comes_once() -> None:
    first = best_of_three().forfeited(0, Cause.NO_SHOW)
    assert first.forfeited(1, Cause.RULING) == first


def test_who_has_no_opponent_goes_on() -> None:
    assert Encounter(home=3, away=None).winner == 3


def test_a_swiss_game_may_be_drawn() -> None:
    game = Encounter(home=0, away=1, may_draw=True).with_match(Played("matches/0", None))
    assert game.over
    assert game.winner is None


def test_a_match_that_was_broken_up_is_played_again() -> None:
    """League rules 11.8: it counts for nobody, so it is no draw either."""
    game = Encounter(home=0, away=1, may_draw=True).with_match(Played("matches/0", None, void=True))
    assert not game.over
    again = game.with_match(Played("matches/1", 1))
    assert (again.over, again.winner) == (True, 1)


def test_a_stranger_has_no_side() -> None:
    with pytest.raises(ValueError, match="entrant 5"):
        best_of_three().side_of(5)
