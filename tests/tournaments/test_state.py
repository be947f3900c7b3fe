"""People, tables and the referee of a tournament, as pure steps (tournament.md 10.1-10.3, 10.8)."""

from typing import Any

import msgspec
import pytest

from services.runtime.errors import Denied, HouseError, Invalid, Refused
from services.tournaments import entering, playing, referee
from services.tournaments.encounter import Cause
from services.tournaments.seats import seats_of, throw
from services.tournaments.state import Result, Ruling, Sitting, Tournament
from services.tournaments.tournament import Course, Format, Person, Plan, Status

A, B, C, D, E = (f"players/{name}" for name in "abcde")
SECRET = bytes(range(32))


def tournament(*entrants: str, team_size: int = 1, plan: Plan | None = None, **fields: Any) -> Tournament:
    new = Tournament(
        tournament="tournaments/t",
        request_id="r",
        title="Kupa",
        family="tavla",
        options={},
        team_size=team_size,
        penalties=True,
        most_entrants=64,
        no_show_seconds=60,
        organiser="players/o",
        commitment="",
        created_ms=0,
        course=Course(plan=plan or Plan(format=Format.KNOCKOUT, needed=2)),
    )
    for player in entrants:
        new = entering.enter(new, Person(player, player), "")
    return msgspec.structs.replace(new, **fields)


def begun(*entrants: str, plan: Plan | None = None) -> Tournament:
    return referee.start(tournament(*entrants, plan=plan), {number: number for number in range(len(entrants))})


def at_table(t: Tournament, encounter: int = 0, match: str = "matches/1", *, seated: bool = True) -> Tournament:
    """The encounter's people at a table."""
    one = t.course.rounds[-1].encounters[encounter]
    seats = tuple(t.course.entrants[entrant].people[0].player for entrant in one.entrants)
    table = match.replace("matches", "tables")
    t = playing.sat(t, Sitting(round=t.round, encounter=encounter, table=table, match=match, seats=seats, sit_by_ms=60))
    return playing.seated(t, table) if seated else t


def refused(reason: str, kind: type[HouseError] = Refused) -> Any:
    return pytest.raises(kind, match=reason)


# -- entering ---------------------------------------------------------------------------------------------------------


def test_who_enters_twice_is_entered_once() -> None:
    t = tournament(A, B)
    assert entering.enter(t, Person(A, "Ali"), "") == t


def test_partners_enter_when_both_have_named_each_other() -> None:
    t = entering.enter(tournament(team_size=2), Person(A, "Ali"), B)
    assert [(one.person.player, one.partner) for one in t.waiting] == [(A, B)]
    assert entering.enter(t, Person(A, "Ali"), B) == t
    with refused("PARTNER_OF_ANOTHER"):
        entering.enter(t, Person(C, "Can"), A)
    t = entering.enter(t, Person(B, "Banu"), A)
    assert t.waiting == ()
    assert [person.player for person in t.course.entrants[0].people] == [A, B]
    assert entering.enter(t, Person(A, "Ali"), B) == t
    with refused("ALREADY_ENTERED"):
        entering.enter(t, Person(A, "Ali"), C)
    with refused("ALREADY_ENTERED"):
        entering.enter(t, Person(C, "Can"), A)


def test_who_waits_may_name_another_partner() -> None:
    t = entering.enter(tournament(team_size=2), Person(A, "Ali"), B)
    t = entering.enter(t, Person(A, "Ali"), C)
    assert [one.partner for one in t.waiting] == [C]


def test_partners_are_needed_or_unwanted() -> None:
    with refused("PARTNER_NEEDED", Invalid):
        entering.enter(tournament(team_size=2), Person(A, "Ali"), "")
    with refused("PARTNER_NEEDED", Invalid):
        entering.enter(tournament(team_size=2), Person(A, "Ali"), A)
    with refused("PARTNER_UNWANTED", Invalid):
        entering.enter(tournament(), Person(A, "Ali"), B)


def test_a_full_or_started_tournament_takes_nobody() -> None:
    with refused("TOURNAMENT_FULL"):
        entering.enter(tournament(A, B, most_entrants=2), Person(C, "Can"), "")
    with refused("TOURNAMENT_CLOSED"):
        entering.enter(begun(A, B), Person(C, "Can"), "")


def test_no_more_people_wait_for_partners_than_could_enter() -> None:
    """A tournament is shown whole: with whoever calls himself somebody's partner it would grow without end."""
    t = tournament(team_size=2, most_entrants=2)
    for number in range(4):
        t = entering.enter(t, Person(f"players/w{number}", "W"), A)
    with refused("TOO_MANY_WAIT"):
        entering.enter(t, Person(B, "Banu"), C)
    paired = entering.enter(t, Person(A, "Ali"), "players/w1")
    assert [one.person.player for one in paired.waiting] == ["players/w0", "players/w2", "players/w3"]
    assert len(entering.enter(paired, Person(B, "Banu"), C).waiting) == 4


def test_withdrawing_before_the_start_leaves_no_trace() -> None:
    t = entering.withdraw(tournament(A, B, C), B)
    assert [entrant.people[0].player for entrant in t.course.entrants] == [A, C]
    with refused("NOT_ENTERED"):
        entering.withdraw(t, B)
    waiting = entering.enter(tournament(team_size=2), Person(A, "Ali"), B)
    assert entering.withdraw(waiting, A).waiting == ()


def test_two_are_needed_to_start_and_starting_twice_is_starting_once() -> None:
    with refused("NOT_ENOUGH_ENTRANTS"):
        referee.start(tournament(A), {0: 0})
    t = begun(A, B)
    assert referee.start(t, {0: 1, 1: 0}) == t


def test_only_the_organiser_decides() -> None:
    referee.require_organiser(tournament(), "players/o", ("organiser",))
    with refused("ORGANISER_ONLY", Denied):
        referee.require_organiser(tournament(), A, ("organiser",))
    with refused("ORGANISERS_ONLY", Denied):
        referee.require_organiser(tournament(), "players/o", ())


# -- playing ----------------------------------------------------------------------------------------------------------


def test_an_encounter_goes_from_table_to_table_until_it_is_won() -> None:
    t = at_table(begun(A, B))
    t = playing.ended(t, Result(match="matches/1", winner=0, penalties=(10, 90)))
    assert t.sittings == ()
    t = playing.ended(at_table(t, match="matches/2"), Result(match="matches/2", winner=1, penalties=(90, 10)))
    t = playing.ended(at_table(t, match="matches/3"), Result(match="matches/3", winner=1))
    assert t.course.status is Status.FINISHED
    assert t.course.rounds[0].encounters[0].winner == 1


def test_a_match_that_was_broken_up_is_in_no_ranking() -> None:
    t = referee.rule(at_table(begun(A, B)), ruling(101))
    t = playing.ended(t, Result(match="matches/1", winner=None, penalties=(50, 100), void=True))
    encounter = t.course.rounds[0].encounters[0]
    assert (encounter.over, encounter.wins, encounter.matches[0].penalties) == (False, (0, 0), (0, 0))
    assert t.sittings == ()
    t = playing.ended(at_table(t, match="matches/2"), Result(match="matches/2", winner=1))
    assert t.course.rounds[0].encounters[0].wins == (0, 1)


def test_news_of_a_match_counts_once_and_only_where_it_belongs() -> None:
    result = Result(match="matches/1", winner=0)
    t = playing.ended(at_table(begun(A, B)), result)
    assert playing.ended(t, result) == t
    assert playing.ended(t, Result(match="matches/other", winner=0)) == t


def test_one_table_at_a_time() -> None:
    t = at_table(begun(A, B), seated=False)
    assert at_table(t, match="matches/9", seated=False) == t


def test_who_does_not_come_loses_the_encounter() -> None:
    t = playing.not_come(at_table(begun(A, B, C, D), seated=False), "tables/1", frozenset({A}))
    first = t.course.rounds[0].encounters[0]
    assert first.forfeit
    assert (first.forfeit.cause, first.winner) == (Cause.NO_SHOW, first.away)
    assert playing.not_come(t, "tables/1", frozenset({A})) == t


def test_nobody_comes() -> None:
    t = playing.not_come(at_table(begun(A, B), seated=False), "tables/1", frozenset({A, B}))
    assert t.course.status is Status.FINISHED
    assert t.course.rounds[0].encounters[0].winner is None


def test_who_walks_out_loses_the_encounter_and_his_match() -> None:
    t = playing.ended(at_table(begun(A, B)), Result(match="matches/1", winner=0))
    t = playing.ended(at_table(t, match="matches/2"), Result(match="matches/2", winner=1, left=0))
    encounter = t.course.rounds[0].encounters[0]
    assert (encounter.winner, encounter.wins) == (encounter.away, (1, 1))


def test_withdrawing_gives_up_the_table() -> None:
    t = at_table(begun(A, B), seated=False)
    t = entering.withdraw(t, A)
    assert t.course.status is Status.FINISHED
    assert t.sittings == ()
    assert t.closing == ("tables/1",)
    assert playing.closed(t, "tables/1").closing == ()


def test_a_match_in_play_is_not_closed() -> None:
    t = referee.decide(at_table(begun(A, B)), 0, 0, 0)
    assert t.closing == ()
    assert t.course.rounds[0].encounters[0].wins == (0, 1)


def test_cancelling_closes_the_tables() -> None:
    t = referee.cancel(at_table(begun(A, B), seated=False))
    assert (t.course.status, t.closing) == (Status.CANCELLED, ("tables/1",))
    assert referee.cancel(t) == t


# -- the referee ------------------------------------------------------------------------------------------------------


def ruling(points: int, entrant: int = 0, match: str = "matches/1", request: str = "r1") -> Ruling:
    return Ruling(request_id=request, match=match, entrant=entrant, points=points, reason="konuştu", at_ms=0)


def test_a_ruling_is_a_line_and_play_goes_on() -> None:
    t = referee.rule(at_table(begun(A, B)), ruling(101))
    assert referee.rule(t, ruling(101)) == t
    t = playing.ended(t, Result(match="matches/1", winner=0, penalties=(50, 100)))
    played = t.course.rounds[0].encounters[0].matches[0]
    assert (played.penalties, played.winner) == ((151, 100), 1)


def test_a_ruling_after_the_match_changes_it_as_long_as_the_encounter_is_played() -> None:
    t = playing.ended(at_table(begun(A, B)), Result(match="matches/1", winner=0, penalties=(50, 100)))
    t = referee.rule(t, ruling(50))
    played = t.course.rounds[0].encounters[0].matches[0]
    assert (played.penalties, played.winner) == ((100, 100), None)
    t = referee.rule(t, ruling(1, entrant=1, request="r2"))
    assert t.course.rounds[0].encounters[0].wins == (1, 0)
    t = playing.ended(at_table(t, match="matches/2"), Result(match="matches/2", winner=0))
    with refused("TOURNAMENT_NOT_PLAYING"):
        referee.rule(t, ruling(101, match="matches/2", request="r3"))


def test_rulings_that_make_no_sense() -> None:
    t = at_table(begun(A, B, C, D))
    with refused("MATCH_UNKNOWN", Invalid):
        referee.rule(t, ruling(101, match="matches/7"))
    stranger = next(n for n in range(4) if n not in t.course.rounds[0].encounters[0].entrants)
    with refused("ENCOUNTER_UNKNOWN", Invalid):
        referee.rule(t, ruling(101, entrant=stranger))
    with refused("PENALTIES_UNKNOWN"):
        referee.rule(msgspec.structs.replace(t, penalties=False), ruling(101))
    decided = referee.decide(t, 0, 0, None)
    with refused("MATCH_UNKNOWN|ENCOUNTER_OVER", HouseError):
        referee.rule(decided, ruling(101))


def test_decisions_that_make_no_sense() -> None:
    t = begun(A, B, C, D)
    for round_number, encounter, loser in ((1, 0, None), (0, 2, None), (0, 0, 9)):
        with refused("ENCOUNTER_UNKNOWN", Invalid):
            referee.decide(t, round_number, encounter, loser)
    with refused("TOURNAMENT_NOT_PLAYING"):
        referee.decide(tournament(A, B), 0, 0, None)


# -- seats ------------------------------------------------------------------------------------------------------------


def test_single_players_change_sides_with_every_match() -> None:
    one, other = ([A], [B])
    assert [seats_of(((0,), (1,)), (one, other), n, SECRET, "e") for n in range(3)] == [(A, B), (B, A), (A, B)]


def test_partners_sit_opposite_by_their_dice_and_keep_their_seats() -> None:
    teams, people = ((0, 2), (1, 3)), ([A, B], [C, D])
    for encounter in map(str, range(50)):
        ranked = throw([A, B, C, D], SECRET, encounter)
        seats = seats_of(teams, people, 0, SECRET, encounter)
        assert seats[0] == ranked[0]
        side, others = (people, people[::-1])[ranked[0] not in people[0]]
        assert set(seats[::2]) == set(side)
        assert seats[1] == next(player for player in ranked if player in others)
        assert seats == seats_of(teams, people, 1, SECRET, encounter)


def test_dice_favour_nobody() -> None:
    first = [throw([A, B, C, D], SECRET, str(number))[0] for number in range(4000)]
    assert all(900 < first.count(player) < 1100 for player in (A, B, C, D))
