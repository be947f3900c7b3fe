"""Tournaments from the drawing to the last encounter (tournament.md 10.1, TRN-2, TRN-15, TRN-16)."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.chance import lots
from services.tournaments import tournament as t
from services.tournaments.encounter import Cause, Encounter, Played, Side
from services.tournaments.groups import draw_groups, round_robin
from services.tournaments.knockout import after_groups, next_round, seeded_bracket
from services.tournaments.ranking import group_table, swiss_table
from services.tournaments.swiss import usual_rounds

GROUPS = t.Plan(format=t.Format.GROUPS, needed=2)


def course(entrants: int, plan: t.Plan) -> t.Course:
    """A tournament in which entrant n was drawn as the n-th."""
    people = tuple(t.Entrant((t.Person(f"players/{number}", str(number)),)) for number in range(entrants))
    return t.begin(t.Course(plan=plan, entrants=people), {number: number for number in range(entrants)})


def play_round(now: t.Course, rng: random.Random, *, draws: bool = False) -> t.Course:
    """Plays the current round to its end, in some order."""
    rounds = len(now.rounds)
    for step in range(1000):
        if now.status is not t.Status.PLAYING or len(now.rounds) > rounds:
            return now
        assert now.current
        left = [number for number, one in enumerate(now.current.encounters) if not one.over]
        results: tuple[Side | None, ...] = (0, 1, None) if draws else (0, 1)
        winner = rng.choice(results)
        now = t.with_match(now, rng.choice(left), Played(f"matches/{rounds}-{step}", winner, (rng.randrange(900), 5)))
    raise AssertionError("the round does not end")


def play(now: t.Course, rng: random.Random, *, draws: bool = False) -> t.Course:
    while now.status is t.Status.PLAYING:
        now = play_round(now, rng, draws=draws)
    return now


def beat(winner: int, loser: int, *, to: int = 2, lost: int = 0, penalties: tuple[int, int] = (0, 0)) -> Encounter:
    """`winner` beats `loser` by `to` matches to `lost`; all penalties are in the first match."""
    matches = [Played(f"{winner}-{loser}-{n}", 1 if n < lost else 0) for n in range(to + lost)]
    matches[0] = Played(matches[0].match, matches[0].winner, penalties)
    return Encounter(home=winner, away=loser, needed=to, matches=tuple(matches))


# -- groups -----------------------------------------------------------------------------------------------------------


def test_everybody_meets_everybody_once() -> None:
    for size in range(2, 7):
        rounds = round_robin(range(10, 10 + size))
        assert len(rounds) == size - 1 + size % 2
        met = [frozenset(pair) for pairs in rounds for pair in pairs]
        assert len(met) == len(set(met)) == size * (size - 1) // 2
        for pairs in rounds:
            assert max(Counter(entrant for pair in pairs for entrant in pair).values()) == 1


@given(entrants=st.integers(2, 60), size=st.integers(3, 6))
def test_groups_hold_everybody_and_are_as_equal_as_can_be(entrants: int, size: int) -> None:
    groups = draw_groups({number: number for number in range(entrants)}, size)
    assert sorted(entrant for group in groups for entrant in group) == list(range(entrants))
    sizes = {len(group) for group in groups}
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert len(groups) == -(-entrants // size)


def order(*encounters: Encounter, drawn: tuple[int, ...] = (0, 1, 2, 3)) -> list[int]:
    table = group_table(range(4), encounters, {entrant: place for place, entrant in enumerate(drawn)})
    return [line.entrant for line in table]


def test_encounters_come_first() -> None:
    # 3 won two encounters, 0 one; matches they won four each.
    assert order(beat(3, 0, lost=1), beat(3, 1), beat(0, 1), beat(2, 0, lost=1), beat(1, 2, lost=1))[:2] == [3, 0]


def test_then_matches_then_the_lower_penalties_then_the_direct_encounter_then_the_lot() -> None:
    circle = (beat(0, 1, lost=1), beat(1, 2), beat(2, 0))  # 0 has won 2 matches, 1 three, 2 two
    assert order(*circle)[0] == 1
    same = (beat(0, 1, penalties=(300, 200)), beat(1, 2, penalties=(50, 900)), beat(2, 0, penalties=(100, 10)))
    assert order(*same)[:3] == [1, 0, 2]  # 250, 310 and 1 000 penalties
    direct = (
        beat(2, 1, penalties=(10, 10)),
        beat(1, 3, penalties=(0, 0)),
        beat(3, 2, penalties=(0, 0)),
        beat(1, 0),
        beat(2, 0),
    )
    table = group_table(range(4), direct, dict(enumerate(range(4))))
    assert [(line.encounters_won, line.matches_won, line.penalties) for line in table][:2] == [(2, 4, 10)] * 2
    assert [line.entrant for line in table][:2] == [2, 1]
    assert order(drawn=(2, 0, 3, 1)) == [2, 0, 3, 1]


def test_among_three_equals_their_own_encounters_decide() -> None:
    """A circle of three decides nothing, so the lot does."""
    circle = (beat(0, 1), beat(1, 2), beat(2, 0))
    assert order(*circle, drawn=(1, 2, 0, 3))[:3] == [1, 2, 0]


# -- knock-out --------------------------------------------------------------------------------------------------------


def test_each_winner_meets_the_second_of_the_next_group() -> None:
    assert after_groups([[0, 1, 2], [3, 4, 5], [6, 7, 8]]) == [(0, 4), (3, 7), (6, 1)]
    assert after_groups([[0, 1, 2, 3]]) == [(0, 1)]


def test_the_last_of_an_odd_number_goes_on() -> None:
    assert next_round([3, 1, 4]) == [(3, 1), (4, None)]
    assert next_round([3, None, 4]) == [(3, 4)]


@given(entrants=st.integers(2, 70))
def test_a_bracket_gives_free_rounds_only_at_its_beginning(entrants: int) -> None:
    pairs = seeded_bracket({number: number for number in range(entrants)})
    assert sorted(entrant for pair in pairs for entrant in pair if entrant is not None) == list(range(entrants))
    assert len(pairs) & (len(pairs) - 1) == 0
    assert entrants <= 2 * len(pairs) < 2 * entrants
    while len(pairs) > 1:
        pairs = next_round([first if second is None else min(first, second) for first, second in pairs])
        assert all(second is not None for _, second in pairs)
    assert pairs == [(0, 1)] or entrants == 1  # drawn first and second can meet in the final only


# -- whole tournaments ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entrants", range(2, 20))
def test_a_tournament_of_groups_ends_with_one_winner(entrants: int) -> None:
    over = play(course(entrants, GROUPS), random.Random(entrants))
    assert over.status is t.Status.FINISHED
    places = t.standings(over)
    assert len(places[0]) == 1
    assert sorted(entrant for place in places for entrant in place) == list(range(entrants))
    final = over.rounds[-1].encounters[0]
    assert places[0] == [final.winner]
    for played in over.rounds:
        for encounter in played.encounters:
            assert max(encounter.wins, default=0) <= 2
            assert len(encounter.matches) <= 3


def test_two_groups_of_four() -> None:
    now = course(8, GROUPS)
    assert now.groups == ((0, 2, 4, 6), (1, 3, 5, 7))
    for _ in range(3):
        assert now.current
        assert now.current.stage is t.Stage.GROUP
        assert now.current.groups == (0, 0, 1, 1)
        # The smaller number always wins two nil.
        for number, encounter in enumerate(now.current.encounters):
            assert encounter.away is not None
            side: Side = 0 if encounter.home < encounter.away else 1
            rounds = len(now.rounds)
            now = t.with_match(now, number, Played(f"{rounds}-{number}-a", side))
            now = t.with_match(now, number, Played(f"{rounds}-{number}-b", side))
    assert now.current
    assert [one.entrants for one in now.current.encounters] == [(0, 3), (1, 2)]
    assert [[line.entrant for line in table] for table in t.group_tables(now)] == [[0, 2, 4, 6], [1, 3, 5, 7]]


@pytest.mark.parametrize("entrants", range(2, 18))
def test_a_knock_out_ends_with_one_winner(entrants: int) -> None:
    plan = t.Plan(format=t.Format.KNOCKOUT)
    over = play(course(entrants, plan), random.Random(entrants), draws=True)
    assert len(t.standings(over)[0]) == 1
    assert sum(len(one.matches) > 0 for played in over.rounds for one in played.encounters) == entrants - 1


@pytest.mark.parametrize("entrants", range(2, 24))
def test_swiss_rounds_never_repeat_an_encounter_and_give_one_bye_at_most(entrants: int) -> None:
    plan = t.Plan(format=t.Format.SWISS)
    over = play(course(entrants, plan), random.Random(entrants), draws=True)
    assert over.status is t.Status.FINISHED
    assert len(over.rounds) == usual_rounds(entrants)
    encounters = [one for played in over.rounds for one in played.encounters]
    met = [frozenset(one.entrants) for one in encounters if one.away is not None]
    assert len(met) == len(set(met))
    byes = Counter(one.home for one in encounters if one.away is None)
    assert max(byes.values(), default=0) <= 1
    assert sum(line.halves for line in t.swiss_table(over)) == 2 * len(encounters)
    assert [len(place) for place in t.standings(over)] == [1] * entrants


def test_the_swiss_table_by_hand() -> None:
    def game(home: int, away: int | None, winner: Side | None = None) -> Encounter:
        return Encounter(home=home, away=away, may_draw=True).with_match(Played(f"{home}-{away}", winner))

    first = [game(0, 1, 0), game(2, 3, None)]
    second = [game(0, 2, 0), game(3, 1, None)]
    table = swiss_table(range(4), [*first, *second], {0: 3, 1: 2, 2: 1, 3: 0})
    # Points 2, ½, ½, 1. Entrant 1 met 0 and 3, entrant 2 met 3 and 0: equal in all, so the lot decides.
    assert [(line.entrant, line.halves) for line in table] == [(0, 4), (3, 2), (2, 1), (1, 1)]
    assert [line.buchholz for line in table] == [1, 1, 4, 4]
    assert [line.sonneborn for line in table] == [2.0, 1.0, 1.0, 1.0]


def test_who_withdraws_loses_what_is_left_and_keeps_what_he_won() -> None:
    now = course(4, t.Plan(format=t.Format.GROUPS, needed=1))
    assert now.current
    opponent = next(one for one in now.current.encounters if 0 in one.entrants)
    now = t.with_match(now, now.current.encounters.index(opponent), Played("a", opponent.side_of(0)))
    now = t.withdrawn(now, 0)
    over = play(now, random.Random(5))
    lines = {line.entrant: line for line in t.group_tables(over)[0]}
    assert lines[0].encounters_won == 1
    assert all(
        one.forfeit and one.forfeit.cause is Cause.LEFT
        for played in over.rounds[1:]
        for one in played.encounters
        if 0 in one.entrants
    )


def test_nobody_comes_to_either_semi_final() -> None:
    now = course(4, t.Plan(format=t.Format.KNOCKOUT))
    now = t.forfeited(now, 0, None, Cause.NO_SHOW)
    now = t.forfeited(now, 1, None, Cause.NO_SHOW)
    assert now.status is t.Status.FINISHED
    assert t.standings(now) == [[0, 1, 2, 3]]


def test_late_news_of_a_tournament_that_is_over_changes_nothing() -> None:
    over = play(course(3, GROUPS), random.Random(1))
    assert t.with_match(over, 0, Played("late", 0)) == over


@given(secret=st.binary(min_size=32, max_size=32), entrants=st.integers(1, 64))
def test_the_drawing_is_a_permutation_that_the_secret_gives_again(secret: bytes, entrants: int) -> None:
    drawn = lots(secret, "tournaments/x", entrants)
    assert sorted(drawn) == sorted(drawn.values()) == list(range(entrants))
    assert lots(secret, "tournaments/x", entrants) == drawn
