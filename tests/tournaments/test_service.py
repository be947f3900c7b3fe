"""Tournaments with a real lobby, league and tavla behind them."""

import asyncio
from typing import Any

import grpc
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import delete

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby_pb
from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli.tournament import check_lots
from services.runtime.settings import Settings
from services.tournaments import progress, service
from services.tournaments.store import secrets
from tests.support.people import NOBODY
from tests.support.serving import new_request, refused
from tests.tournaments.conftest import ORGANISER, House

DENIED, FAILED = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
INVALID, MISSING = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND
A, B, C, D = (f"players/{name}" for name in ("ali", "banu", "can", "deniz"))


@pytest.fixture(autouse=True)
def only_when_the_test_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "LOOK_SECONDS", 3_600)


def people(t: pb.Tournament, encounter: pb.Encounter) -> list[str]:
    return [t.entrants[one].people[0].player for one in (encounter.home, encounter.away)]


# -- opening and entering ---------------------------------------------------------------------------------------------


async def test_organisers_open_tournaments_and_the_same_request_opens_one(house: House) -> None:
    with refused(DENIED, "ORGANISERS_ONLY"):
        await house.create(A)
    request = new_request()
    opened = await asyncio.gather(*(house.create(request_id=request) for _ in range(3)))
    assert len({t.tournament for t in opened}) == 1
    assert len(opened[0].commitment) == 64
    with refused(INVALID, "REQUEST_ID_REUSED"):
        await house.create(request_id=request, title="Başka")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"family": "bric"}, "GAME_UNKNOWN"),
        ({"family": "batak"}, "NOT_TWO_SIDES"),
        ({"options": {"matchLength": "0"}}, "OPTION_BAD"),
        ({"title": "Kupa\x1b[2J"}, "BAD_FIELD"),
    ],
)
async def test_a_tournament_that_cannot_be(house: House, fields: dict[str, Any], reason: str) -> None:
    with refused(INVALID, reason):
        await house.create(**fields)


async def test_entering_and_withdrawing(house: House) -> None:
    t = await house.create(most_entrants=2)
    for player in (A, A, B):
        t = await house.enter(t, player)
    assert [entrant.people[0].player for entrant in t.entrants] == [A, B]
    with refused(FAILED, "TOURNAMENT_FULL"):
        await house.enter(t, C)
    t = await house.call("WithdrawFromTournament", t, A)
    assert [entrant.people[0].player for entrant in t.entrants] == [B]
    with refused(FAILED, "NOT_ENTERED"):
        await house.call("WithdrawFromTournament", t, A)
    with refused(FAILED, "NOT_ENOUGH_ENTRANTS"):
        await house.call("StartTournament", t)


async def test_who_is_suspended_enters_no_tournament(house: House) -> None:
    t = await house.create()
    await house.suspend(A)
    with refused(FAILED, "SUSPENDED") as why:
        await house.enter(t, A)
    assert "küfür" in why.sentences["tr"]
    await house.enter(t, B)


PARTNERS = {"family": "okey", "options": {"okeyTable": "tournament"}}


async def test_a_partner_must_be_a_player_whom_there_is(house: House) -> None:
    t = await house.create(**PARTNERS)
    with refused(MISSING, "PLAYER_NOT_FOUND"):
        await house.enter(t, A, NOBODY)
    with refused(INVALID, "PARTNER_NEEDED"):
        await house.enter(t, A, "players/me")
    assert (await house.enter(t, A, B)).waiting[0].partner == B


async def test_many_enter_at_once(house: House) -> None:
    t = await house.create()
    names = [f"players/p{number}" for number in range(16)]
    await asyncio.gather(*(house.enter(t, name) for name in names))
    t = await house.get(t)
    assert sorted(entrant.people[0].player for entrant in t.entrants) == sorted(names)


async def test_only_its_organiser_holds_a_tournament(house: House) -> None:
    t = await house.create()
    for method in ("StartTournament", "CancelTournament"):
        with refused(DENIED, "ORGANISER_ONLY"):
            await house.call(method, t, A)
    with refused(DENIED, "ORGANISER_ONLY"):
        await house.call("DecideEncounter", t, A, round=0, encounter=0)
    with refused(MISSING, "TOURNAMENT_NOT_FOUND"):
        await house.get(pb.Tournament(tournament="tournaments/yok"))


async def test_tournaments_are_listed_newest_first_page_by_page(house: House) -> None:
    made = [(await house.create(title=str(number))).tournament for number in range(5)]
    seen: list[str] = []
    token = ""
    while True:
        request = pb.ListTournamentsRequest(page_size=2, page_token=token)
        answer = await house.stub.ListTournaments(request, metadata=house.who(A))
        seen.extend(one.tournament for one in answer.tournaments)
        token = answer.next_page_token
        if not token:
            break
    assert sorted(seen) == sorted(made)
    assert len(seen) == 5
    with refused(INVALID, "PAGE_TOKEN_BAD"):
        await house.stub.ListTournaments(pb.ListTournamentsRequest(page_token="x"), metadata=house.who(A))


# -- playing ----------------------------------------------------------------------------------------------------------


async def test_a_knock_out_from_the_drawing_to_the_winner(house: House) -> None:
    t = await house.begun(A, B, C, D)
    assert not t.secret
    assert sorted(entrant.lot for entrant in t.entrants) == [0, 1, 2, 3]
    for _ in range(2):
        for encounter in t.rounds[-1].encounters:
            assert encounter.table
            assert encounter.HasField("sit_down_by")
            await house.play(t, encounter, people(t, encounter)[0])
        t = await house.get(t)
    assert t.status == pb.TOURNAMENT_STATUS_FINISHED
    final = t.rounds[1].encounters[0]
    assert list(t.places[0].entrants) == [final.winner]
    assert check_lots(t)


async def test_r23_a_third_match_is_not_played_at_two_nil(house: House) -> None:
    t = await house.begun(A, B, needed_wins=2)
    first = t.rounds[0].encounters[0]
    seats = []
    for _ in range(2):
        t = await house.get(t)
        encounter = t.rounds[0].encounters[0]
        request = lobby_pb.GetTableRequest(table=encounter.table)
        table = (await house.lobby.GetTable(request, metadata=house.who(A))).table
        seats.append([seat.kept_for for seat in table.seats])
        await house.play(t, encounter, people(t, first)[0])
    t = await house.get(t)
    assert t.status == pb.TOURNAMENT_STATUS_FINISHED
    assert list(t.rounds[0].encounters[0].wins) == [2, 0]
    assert seats[0] == seats[1][::-1]  # sides change with every match


async def test_who_walks_out_of_a_match_loses_the_encounter(house: House) -> None:
    """10.8: what was decided before stays, the match that he left counts as lost."""
    t = await house.begun(A, B, needed_wins=2)
    one, other = people(t, t.rounds[0].encounters[0])
    await house.play(t, t.rounds[0].encounters[0], one)
    t = await house.get(t)
    await house.play(t, t.rounds[0].encounters[0], other, left=one)
    encounter = (await house.get(t)).rounds[0].encounters[0]
    assert (encounter.cause, list(encounter.wins), encounter.winner) == ("left", [1, 1], encounter.away)


async def test_a_match_that_was_broken_up_is_played_again_however_often(house: House) -> None:
    t = await house.begun(A, B)
    encounter = t.rounds[0].encounters[0]
    matches = set()
    for _ in range(3):
        matches.add(await house.play(t, encounter, ""))
        t = await house.get(t)
        encounter = t.rounds[0].encounters[0]
        assert (encounter.winner, list(encounter.wins)) == (0, [0, 0])
    assert len(matches) == 3
    await house.play(t, encounter, A)
    assert (await house.get(t)).status == pb.TOURNAMENT_STATUS_FINISHED


async def test_r25_nobody_changes_seats_in_an_encounter(house: House) -> None:
    t = await house.begun(A, B)
    encounter = t.rounds[0].encounters[0]
    table = await house.sit(people(t, encounter)[0], encounter)
    own = next(seat.seat for seat in table.seats if seat.player)
    with refused(FAILED, "SEAT_KEPT"):
        request = lobby_pb.SitAtTableRequest(table=encounter.table, seat=1 - own)
        await house.lobby.SitAtTable(request, metadata=house.who(people(t, encounter)[0]))


async def test_a_stranger_cannot_sit_at_an_encounter(house: House) -> None:
    t = await house.begun(A, B)
    with refused(DENIED, "INVITE_NEEDED"):
        await house.sit(C, t.rounds[0].encounters[0])


async def test_who_does_not_come_in_time_has_lost(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    t = await house.begun(A, B, C, D, no_show_seconds=60)
    first, second = t.rounds[0].encounters
    came = people(t, first)[1]
    await house.sit(came, first)
    await house.play(t, second, people(t, second)[0])
    now = progress._now_ms
    monkeypatch.setattr(progress, "_now_ms", lambda: now() + 61_000)
    await house.look()
    t = await house.get(t)
    decided = t.rounds[0].encounters[0]
    assert (decided.cause, decided.winner) == ("no_show", first.away)
    assert len(t.rounds) == 2
    with refused(FAILED, "TABLE_CLOSED"):
        await house.sit(people(t, first)[0], first)


async def test_all_swiss_rounds(house: House) -> None:
    t = await house.begun(A, B, C, D, format=pb.TOURNAMENT_FORMAT_SWISS)
    assert t.swiss_rounds == 2
    for _ in range(2):
        for encounter in t.rounds[-1].encounters:
            await house.play(t, encounter, min(people(t, encounter)))
        t = await house.get(t)
    assert t.status == pb.TOURNAMENT_STATUS_FINISHED
    assert t.entrants[t.swiss[0].entrant].people[0].player == A
    assert t.swiss[0].points == 2


async def test_a_decision_ends_an_encounter_and_its_table(house: House) -> None:
    t = await house.begun(A, B, C, D)
    first = t.rounds[0].encounters[0]
    t = await house.call("DecideEncounter", t, round=0, encounter=0, loser=first.home)
    assert (t.rounds[0].encounters[0].cause, t.rounds[0].encounters[0].winner) == ("ruling", first.away)
    await house.look()
    with refused(FAILED, "TABLE_CLOSED"):
        await house.sit(people(t, first)[0], first)
    again = await house.call("DecideEncounter", t, round=0, encounter=0, loser=first.away)
    assert again.rounds[0].encounters[0].winner == first.away


async def test_a_match_that_has_just_begun_counts_as_lost_when_the_referee_decides(house: House) -> None:
    """10.8: also if nobody of the house has looked at it yet."""
    t = await house.begun(A, B, needed_wins=2)
    first = t.rounds[0].encounters[0]
    for player in people(t, first):
        await house.sit(player, first)
    t = await house.call("DecideEncounter", t, round=0, encounter=0, loser=first.home)
    assert list(t.rounds[0].encounters[0].wins) == [0, 1]


async def test_rulings_are_for_games_of_penalties(house: House) -> None:
    t = await house.begun(A, B)
    with refused(FAILED, "PENALTIES_UNKNOWN"):
        await house.call(
            "WriteRuling",
            t,
            request_id=new_request(),
            match="matches/x",
            entrant=0,
            points=101,
            reason="konuştu",
        )


async def test_cancelling_ends_it_and_shows_the_secret(house: House) -> None:
    t = await house.call("CancelTournament", await house.begun(A, B))
    assert t.status == pb.TOURNAMENT_STATUS_CANCELLED
    assert check_lots(t)
    with refused(FAILED, "TOURNAMENT_CLOSED"):
        await house.enter(t, C)


async def test_nobody_can_sit_down_at_the_tables_of_what_is_over(house: House) -> None:
    """Neither after it was cancelled nor after its last encounter was decided."""
    cancelled, decided = await house.begun(A, B), await house.begun(C, D)
    await house.call("CancelTournament", cancelled)
    await house.call("DecideEncounter", decided, round=0, encounter=0, loser=0)
    await house.look()
    for t, player in ((cancelled, A), (decided, C)):
        with refused(FAILED, "TABLE_CLOSED"):
            await house.sit(player, t.rounds[0].encounters[0])
    assert await house.store.unsettled() == []


async def test_a_table_that_comes_when_its_encounter_is_decided_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await house.create()
    for player in (A, B):
        await house.enter(t, player)
    await house.call("StartTournament", t)
    reserve = progress.House.reserve
    tables = []

    async def decided_meanwhile(self: progress.House, *given: Any) -> Any:
        tables.append(await reserve(self, *given))
        monkeypatch.setattr(progress.House, "reserve", reserve)
        await house.call("CancelTournament", t)
        return tables[0]

    monkeypatch.setattr(progress.House, "reserve", decided_meanwhile)
    await house.look()
    await house.look()
    request = lobby_pb.SitAtTableRequest(table=tables[0].table)
    with refused(FAILED, "TABLE_CLOSED"):
        await house.lobby.SitAtTable(request, metadata=house.who(A))


async def test_two_replicas_that_look_at_once_do_everything_once(house: House) -> None:
    t = await house.begun(A, B, C, D)
    await asyncio.gather(*(house.look() for _ in range(4)))
    same = await house.get(t)
    assert [one.table for one in same.rounds[0].encounters] == [one.table for one in t.rounds[0].encounters]
    listed = (await house.lobby.ListTables(lobby_pb.ListTablesRequest(), metadata=house.who(ORGANISER))).tables
    assert not listed


async def test_nothing_is_lost_while_the_house_is_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    t = await house.create()
    for player in (A, B):
        await house.enter(t, player)
    await house.call("StartTournament", t)
    with monkeypatch.context() as away:
        away.setattr(Settings, "peer", lambda _, __: "127.0.0.1:9")
        away.setattr("services.tournaments.house.CALL_SECONDS", 0.3)
        await house.look()
        assert not (await house.get(t)).rounds[0].encounters[0].table
    await house.look()
    assert (await house.get(t)).rounds[0].encounters[0].table


async def test_a_tournament_that_cannot_go_on_holds_up_no_other_and_is_counted(house: House) -> None:
    broken = await house.create()
    whole = await house.create()
    for t in (broken, whole):
        for player in (A, B):
            await house.enter(t, player)
        await house.call("StartTournament", t)
    async with house.database.write() as connection:
        await connection.execute(delete(secrets).where(secrets.c.tournament == broken.tournament))
    await house.look()
    tables = [(await house.get(t)).rounds[0].encounters[0].table for t in (broken, whole)]
    assert [bool(table) for table in tables] == [False, True]
    assert REGISTRY.get_sample_value("kiraathane_tournaments_waiting") == 1
