"""tournament.md 10.1, 10.2, 10.3 and 10.8, and its scenarios R23 and R25, through the gateway.

People enter, sit down and play; an organiser holds it all. What takes long is played beside all the rest (`Evening`),
and looked at last.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable

import pytest
import pytest_asyncio

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli.tournament import check_lots
from kiraathane_client.errors import InvalidRequest, KiraathaneError, PermissionDenied, Refused
from services.okey import game as okey
from tests.house.cup_stories import (
    ESLI,
    Evening,
    a_group_in_a_circle,
    best_of_three,
    leaving,
    nobody_comes,
    single_elimination,
    swiss_rounds,
)
from tests.house.cups import PARTNERS, TAVLA, Cup, Organisation, resign
from tests.house.patience import play
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(90)]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evening(platform: Platform) -> AsyncIterator[Evening]:
    organisation = Organisation(platform)
    await organisation.open()
    evening = Evening(organisation)
    evening.begin(a_group_in_a_circle, best_of_three, leaving, single_elimination, swiss_rounds, nobody_comes)
    yield evening
    await evening.close()
    await organisation.close()


@pytest.fixture
def organisation(evening: Evening) -> Organisation:
    return evening.organisation


def places(t: pb.Tournament) -> list[list[int]]:
    return [list(place.entrants) for place in t.places]


def encounters(t: pb.Tournament, stage: pb.TournamentStage) -> list[pb.Encounter]:
    return [one for played in t.rounds if played.stage == stage for one in played.encounters]


# -- the referee (10.3) -----------------------------------------------------------------------------------------------


async def test_10_3_a_ruling_is_a_line_and_turns_the_match_while_play_goes_on(organisation: Organisation) -> None:
    cup = await organisation.cup("okey", "knockout", 2, PARTNERS)
    encounter, match = await cup.match_of()
    rule = organisation.organiser.client.tournaments.rule
    t = await rule(cup.name, match, 0, 202, "söz söylendi")
    (line,) = t.rounds[0].encounters[0].rulings
    assert (line.match, line.entrant, line.points, line.reason) == (match, 0, 202, "söz söylendi")
    slow = cup.entrants[1][0]
    await asyncio.gather(*(play(guest, match, fines=int(guest is slow)) for guest in cup.of(encounter)))
    t = await cup.when(lambda t: t.status == pb.TOURNAMENT_STATUS_FINISHED)
    (encounter,) = t.rounds[0].encounters
    (played,) = encounter.matches
    totals = dict(zip((encounter.home, encounter.away), played.penalties, strict=True))
    assert totals[0] - totals[1] == 202 - 101
    assert (encounter.winner, places(t)) == (1, [[1], [0]])


async def test_10_3_a_decision_ends_an_encounter_in_the_middle_of_a_match(organisation: Organisation) -> None:
    cup = await organisation.cup("tavla", "knockout", 2, TAVLA, needed_wins=2)
    _, match = await cup.match_of()
    await cup.when(lambda t: not t.rounds[0].encounters[0].HasField("sit_down_by"))
    t = await organisation.organiser.client.tournaments.decide(cup.name, 0, 0, 0)
    (encounter,) = t.rounds[0].encounters
    assert (encounter.cause, sorted(encounter.wins), encounter.winner) == ("ruling", [0, 1], 1)
    assert t.status == pb.TOURNAMENT_STATUS_FINISHED
    await resign(cup.entrants[1][0], "tavla", match)  # it may still be played, and changes nothing
    assert (await cup.now()).rounds == t.rounds


async def said_no(call: Awaitable[object]) -> tuple[type[KiraathaneError], str]:
    """Of what kind a refusal is, and its reason; it must say so in both languages."""
    with pytest.raises(KiraathaneError) as refusal:
        await call
    sentences = refusal.value.sentences
    assert sentences["tr"] != sentences["en"]
    assert not any(sentences[language] == type(refusal.value).default_sentences[language] for language in sentences)
    return type(refusal.value), refusal.value.reason


async def test_what_an_organiser_is_refused_and_why(organisation: Organisation) -> None:
    hold = organisation.organiser.client.tournaments
    cup = await organisation.cup("tavla", "knockout", 2, TAVLA, start=False)
    rule = (cup.name, "matches/x", 0, 101, "konuştu")
    assert await said_no(hold.decide(cup.name, 0, 0, 0)) == (Refused, "TOURNAMENT_NOT_PLAYING")
    assert await said_no(hold.rule(*rule)) == (Refused, "PENALTIES_UNKNOWN")
    assert await said_no(hold.create("Kupa", "batak", "swiss")) == (InvalidRequest, "NOT_TWO_SIDES")
    assert await said_no(hold.create("Kupa", "bric", "swiss")) == (InvalidRequest, "GAME_UNKNOWN")
    alone = await organisation.cup("tavla", "knockout", 1, TAVLA, start=False)
    assert await said_no(hold.start(alone.name)) == (Refused, "NOT_ENOUGH_ENTRANTS")
    await hold.start(cup.name)
    assert await said_no(hold.decide(cup.name, 1, 0, 0)) == (InvalidRequest, "ENCOUNTER_UNKNOWN")
    assert await said_no(hold.decide(cup.name, 0, 7, 0)) == (InvalidRequest, "ENCOUNTER_UNKNOWN")
    assert await said_no(hold.decide(cup.name, 0, 0, 2)) == (InvalidRequest, "ENCOUNTER_UNKNOWN")
    await hold.cancel(cup.name)
    assert await said_no(hold.start(cup.name)) == (Refused, "TOURNAMENT_CLOSED")
    assert await said_no(hold.decide(cup.name, 0, 0, 0)) == (Refused, "TOURNAMENT_NOT_PLAYING")
    okeys = await organisation.cup("okey", "knockout", 2, PARTNERS)
    assert await said_no(hold.rule(okeys.name, *rule[1:])) == (InvalidRequest, "MATCH_UNKNOWN")
    _, match = await okeys.match_of()
    assert await said_no(hold.rule(okeys.name, match, 2, 101, "?")) == (InvalidRequest, "ENCOUNTER_UNKNOWN")
    await hold.decide(okeys.name, 0, 0, 0)
    assert await said_no(hold.rule(okeys.name, match, 0, 101, "?")) == (Refused, "TOURNAMENT_NOT_PLAYING")


async def test_who_is_not_the_organiser_is_told_so(organisation: Organisation) -> None:
    cup = await organisation.cup("tavla", "knockout", 2, TAVLA, start=False)
    theirs = cup.entrants[0][0].client.tournaments
    for call in (
        theirs.start(cup.name),
        theirs.cancel(cup.name),
        theirs.decide(cup.name, 0, 0, 1),
        theirs.rule(cup.name, "matches/x", 1, 101, "?"),
    ):
        assert await said_no(call) == (PermissionDenied, "ORGANISER_ONLY")
    assert await said_no(theirs.create("Kupa", "tavla", "swiss")) == (PermissionDenied, "ORGANISERS_ONLY")
    assert (await cup.now()).status == pb.TOURNAMENT_STATUS_OPEN


# -- what needs no match to be played out -----------------------------------------------------------------------------


async def test_r25_nobody_takes_anothers_seat_before_the_start_either(organisation: Organisation) -> None:
    cup = await organisation.cup("tavla", "knockout", 2, TAVLA)
    t = await cup.when(lambda t: t.rounds[0].encounters[0].table)
    lobby = cup.entrants[0][0].client.lobby
    table = await lobby.sit(await lobby.table(t.rounds[0].encounters[0].table))
    own = next(seat.seat for seat in table.seats if seat.player == cup.entrants[0][0].player)
    with pytest.raises(Refused) as refusal:
        await lobby.sit(table, 1 - own)
    assert refusal.value.reason == "SEAT_KEPT"
    with pytest.raises(PermissionDenied) as denied:
        await organisation.organiser.client.lobby.sit(table)
    assert denied.value.reason == "INVITE_NEEDED"
    assert table.visibility == lobby_pb.VISIBILITY_PRIVATE


async def test_10_1_winners_of_groups_meet_the_next_groups_seconds(organisation: Organisation) -> None:
    cup = await organisation.cup("tavla", "groups", 6, TAVLA, group_size=3, needed_wins=1)
    t = await cup.now()
    assert [len(group.lines) for group in t.groups] == [3, 3]
    while (t := await cup.now()).rounds[-1].stage == pb.TOURNAMENT_STAGE_GROUP:
        await decided(cup, t)
    firsts, seconds = ([group.lines[place].entrant for group in t.groups] for place in (0, 1))
    pairs = [(one.home, one.away) for one in t.rounds[-1].encounters]
    assert pairs == [(firsts[0], seconds[1]), (firsts[1], seconds[0])]
    while (t := await cup.now()).status == pb.TOURNAMENT_STATUS_PLAYING:
        await decided(cup, t)
    assert places(t)[0] == [min(firsts + seconds)]


async def test_who_withdraws_loses_all_that_is_to_come(organisation: Organisation) -> None:
    cup = await organisation.cup("tavla", "groups", 3, TAVLA, group_size=3, needed_wins=1)
    await cup.entrants[0][0].client.tournaments.withdraw(cup.name)
    while (t := await cup.now()).rounds[-1].stage == pb.TOURNAMENT_STAGE_GROUP:
        await decided(cup, t)
    lost = [one for one in encounters(t, pb.TOURNAMENT_STAGE_GROUP) if 0 in (one.home, one.away)]
    assert {one.cause for one in lost} == {"left"}
    assert all(one.winner != 0 for one in lost)
    assert t.entrants[0].withdrawn
    assert t.groups[0].lines[2].entrant == 0


async def decided(cup: Cup, t: pb.Tournament) -> None:
    """The organiser decides the round: whoever entered first wins."""
    for one in t.rounds[-1].encounters:
        if not one.over:
            loser = max(one.home, one.away)
            await cup.organiser.client.tournaments.decide(cup.name, len(t.rounds) - 1, one.number, loser)


# -- groups and knock-out (10.1) --------------------------------------------------------------------------------------


async def test_10_1_everybody_of_a_group_meets_everybody_and_two_wins_decide(evening: Evening) -> None:
    t = await evening.of(a_group_in_a_circle)
    group = encounters(t, pb.TOURNAMENT_STAGE_GROUP)
    met = [tuple(sorted((one.home, one.away))) for one in group]
    assert sorted(met) == [(0, 1), (0, 2), (1, 2)]
    assert all(max(one.wins) == 2 for one in group)
    assert sorted(len(one.matches) for one in group) == [2, 2, 3], "at 2-0 the third is not played"


async def test_10_1_a_group_is_ranked_by_encounters_then_matches_then_penalties(evening: Evening) -> None:
    t = await evening.of(a_group_in_a_circle)
    (table,) = t.groups
    assert [line.encounters_won for line in table.lines] == [1, 1, 1]
    assert [line.matches_won for line in table.lines] == [3, 2, 2]
    assert [line.entrant for line in table.lines] == [2, 0, 1]
    assert table.lines[1].penalties < table.lines[2].penalties


async def test_10_1_the_first_two_of_a_lone_group_play_the_final(evening: Evening) -> None:
    t = await evening.of(a_group_in_a_circle)
    (final,) = encounters(t, pb.TOURNAMENT_STAGE_KNOCKOUT)
    assert (final.home, final.away, final.winner) == (2, 0, 2)
    assert places(t) == [[2], [0], [1]]
    assert t.status == pb.TOURNAMENT_STATUS_FINISHED
    assert check_lots(t), "the secret of the lots fits what was published before anybody entered"


# -- best of three at a table of the tournament (10.1, 10.2, 10.3) ----------------------------------------------------


async def test_r23_at_two_nil_the_third_match_is_not_played(evening: Evening) -> None:
    t = await evening.of(best_of_three)
    (encounter,) = t.rounds[0].encounters
    assert (sorted(encounter.wins), encounter.winner, len(encounter.matches)) == ([0, 2], 0, 2)
    assert places(t) == [[0], [1]]


async def test_10_2_partners_sit_opposite_and_keep_their_seats(evening: Evening) -> None:
    t = await evening.of(best_of_three)
    league = evening.organisation.organiser.client.league
    seats = []
    for played in t.rounds[0].encounters[0].matches:
        result = (await league.result(played.match)).result
        seats.append([seat.player for seat in result.seats])
    assert seats[0] == seats[1], "seats stay until the encounter's end"
    teams = [{person.player for person in entrant.people} for entrant in t.entrants]
    assert [{seats[0][0], seats[0][2]}, {seats[0][1], seats[0][3]}] in (teams, teams[::-1])


async def test_10_1_a_tied_match_goes_on_by_a_hand(evening: Evening) -> None:
    t = await evening.of(best_of_three)
    (encounter,) = t.rounds[0].encounters
    first, second = encounter.matches
    assert [abs(one.penalties[1] - one.penalties[0]) for one in (first, second)] == [101, 101]
    result = (await evening.organisation.organiser.client.league.result(second.match)).result
    hands = [line for line in result.score.ledger if line.reason == "NOT_OPENED" and line.seat == 0]
    assert len(hands) == 12
    assert okey.meta.resolve(ESLI)["okeyHands"] == "11"


# -- absence (10.8) ---------------------------------------------------------------------------------------------------


async def test_10_8_who_drops_is_stood_in_for_and_who_leaves_has_lost_the_encounter(evening: Evening) -> None:
    t = await evening.of(leaving)
    (encounter,) = t.rounds[0].encounters
    assert (encounter.cause, list(encounter.wins), encounter.winner) == ("left", [1, 1], 1), "what he left is lost"
    (before,) = encounter.matches
    assert before.winner == 0, "what was decided before stays"


async def test_who_does_not_come_has_lost_and_of_two_both(evening: Evening) -> None:
    t = await evening.of(nobody_comes)
    first, second = t.rounds[0].encounters
    assert (first.cause, first.winner) == ("no_show", first.away)
    assert second.cause == "no_show"
    assert not second.HasField("winner")
    assert places(t)[0] == [first.away]


# -- other formats ----------------------------------------------------------------------------------------------------


async def test_10_1_single_elimination_with_byes(evening: Evening) -> None:
    t = await evening.of(single_elimination)
    first = t.rounds[0].encounters
    assert sorted(one.cause for one in first) == ["", "bye", "bye", "bye"]
    assert [len(played.encounters) for played in t.rounds] == [4, 2, 1]
    assert places(t)[0] == [0]
    assert sorted(entrant for place in places(t) for entrant in place) == [0, 1, 2, 3, 4]


async def test_swiss_rounds_pair_equals_and_nobody_twice(evening: Evening) -> None:
    t = await evening.of(swiss_rounds)
    assert t.swiss_rounds == len(t.rounds) == 2
    met = [tuple(sorted((one.home, one.away))) for one in encounters(t, pb.TOURNAMENT_STAGE_SWISS)]
    assert len(set(met)) == 4
    winners = {one.winner for one in t.rounds[0].encounters}
    assert tuple(sorted(winners)) in met[2:], "who has won meets who has won"
    assert (t.swiss[0].entrant, t.swiss[0].points) == (0, 2.0)
