"""League points through the service: every change a row, once, whoever sends it however often (league.md 11)."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import grpc
import pytest

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub as Stub
from kiraathane.match.v1 import match_pb2
from services.league.audit import audit
from services.league.calendar import Calendar
from services.league.terms import Terms
from services.runtime.database import Database, open_database
from services.runtime.settings import Settings
from tests.support.serving import as_player, as_service, new_request, refused

A, B, C, D, S = (f"players/{name}" for name in "abcds")
LEFT, DROPPED = match_pb2.DEPARTURE_LEFT, match_pb2.DEPARTURE_DROPPED
AWAY, GONE = match_pb2.PRESENCE_AWAY, match_pb2.PRESENCE_LEFT
NOON = 1_796_126_400  # 2026-12-01 12:00 UTC
DENIED = grpc.StatusCode.PERMISSION_DENIED


def seat(player: str, presence: int = 0, past: Sequence[tuple[str, int]] = ()) -> match_pb2.Seat:
    """A seat as it is at the end: who holds it, whether he is there, and who held it before."""
    before = [match_pb2.PastSitter(player=who, display_name=who[8:], how=how) for who, how in past]  # type: ignore[arg-type]
    return match_pb2.Seat(player=player, display_name=player[8:], presence=presence, past=before)  # type: ignore[arg-type]


def result(
    *places: int,
    hands: int = 11,
    seats: Sequence[match_pb2.Seat] = (),
    teams: Sequence[int] = (0, 1, 2, 3),
    match: str = "",
    at: int = NOON,
    cause: str = "played_out",
) -> pb.MatchResult:
    sat = list(seats) or [seat(player) for player in (A, B, C, D)]
    for number, one in enumerate(sat):
        one.seat = number
    made = pb.MatchResult(
        match=match or f"matches/okey-{new_request()}",
        family="okey",
        seats=sat,
        score=match_pb2.Score(
            points=[0, 0, 0, 0], places=places, winners=[n for n, place in enumerate(places) if place == 1]
        ),
        end_cause=cause,
        teams=teams,
        hands=hands,
    )
    made.end_time.FromSeconds(at)
    return made


class League:
    """The service, called as whoever is needed."""

    def __init__(self, stub: Any, settings: Settings) -> None:
        self.stub = stub
        self.settings = settings

    async def record(self, made: pb.MatchResult) -> bool:
        answer = await self.stub.RecordResult(pb.RecordResultRequest(result=made), metadata=as_service())
        return bool(answer.recorded)

    async def leave(self, player: str, match: str, hands: int = 11, number: int = 0, at: int = NOON) -> bool:
        request = pb.RecordLeaveRequest(match=match, family="okey", seat=number, player=player, hands=hands)
        request.leave_time.FromSeconds(at)
        return bool((await self.stub.RecordLeave(request, metadata=as_service())).recorded)

    async def points(self, player: str) -> pb.Points:
        metadata = as_player(self.settings, "players/izleyen")
        return (await self.stub.GetPoints(pb.GetPointsRequest(player=player), metadata=metadata)).points

    async def ratings(self, *players: str) -> list[int]:
        return [(await self.points(player)).rating for player in players]

    async def rate(self, player: str, rating: int) -> None:
        """Brings a player to a rating by matches that he wins or loses, others at the table being nobody else's."""
        while (left := rating - (await self.points(player)).rating) != 0:
            hands = min(1_000, abs(left))
            others = [f"players/{new_request()}" for _ in range(3)]
            places = (1, 2, 3, 4) if left > 0 else (4, 2, 3, 1)
            await self.record(result(*places, hands=hands, seats=[seat(one) for one in (player, *others)]))

    async def changes(self, player: str, size: int = 100, token: str = "") -> pb.ListPointsChangesResponse:
        request = pb.ListPointsChangesRequest(page_size=size, page_token=token)
        answer: pb.ListPointsChangesResponse = await self.stub.ListPointsChanges(
            request, metadata=as_player(self.settings, player)
        )
        return answer


@pytest.fixture
def league(stub: Stub, settings: Settings) -> League:
    return League(stub, settings)


@pytest.fixture
async def database(settings: Settings, stub: Stub) -> Any:
    opened = open_database(settings.store_for("league"), "league")
    yield opened
    await opened.close()


async def test_l1_places_give_their_points_once(league: League) -> None:
    made = result(1, 2, 3, 4)
    recorded = await asyncio.gather(*(league.record(made) for _ in range(4)))
    assert sorted(recorded) == [False, False, False, True]
    assert await league.ratings(A, B, C, D) == [11, 5, -5, -11]
    first = await league.points(A)
    assert (first.games, first.wins, first.win_ratio, first.leaves) == (1, 1, "100.00", 0)
    (change,) = (await league.changes(A)).changes
    assert (change.cause, change.points, change.clause, change.season) == (
        pb.POINTS_CAUSE_PLACE,
        11,
        "11.1",
        "2026-Q4",
    )


async def test_l3_l5_l7_over_7000(league: League) -> None:
    await league.rate(A, 7000)
    await league.record(result(1, 2, 3, 4))
    assert await league.ratings(A) == [7011]
    await league.record(result(2, 1, 3, 4))
    assert await league.ratings(A) == [7014]
    await league.record(result(4, 1, 2, 3))
    assert await league.ratings(A) == [7003]


async def test_l9_l27_leaving_costs_twice_the_hands_at_once_and_once(league: League) -> None:
    made = result(1, 2, 3, 4, seats=[seat(A, GONE), seat(B), seat(C), seat(D)])
    assert await league.leave(A, made.match)
    assert not await league.leave(A, made.match)
    assert await league.ratings(A) == [-22]
    await league.record(made)
    assert await league.ratings(A, B, C, D) == [-22, 5, -5, -11]  # nobody gains what his seat won (L33)
    left = await league.points(A)
    assert (left.games, left.wins, left.leaves) == (0, 0, 1)
    await league.rate(B, 10)
    await league.leave(B, "matches/other")
    assert await league.ratings(B) == [-12]


async def test_l11_l13_substitutes(league: League) -> None:
    def made() -> pb.MatchResult:
        return result(1, 2, 3, 4, seats=[seat(S, past=[(A, LEFT)]), seat(B), seat(C), seat(D)])

    await league.rate(S, 2500)
    await league.record(made())
    assert await league.ratings(S) == [2511]
    await league.rate(S, 3200)
    games = (await league.points(S)).games
    await league.record(made())
    played = await league.points(S)
    assert (played.rating, played.games) == (3200, games + 1)
    await league.record(result(1, 2, 3, 4, seats=[seat(A), seat(B), seat(C), seat("players/t", past=[(D, LEFT)])]))
    lost = await league.points("players/t")
    assert (lost.rating, lost.games, lost.wins) == (0, 1, 0)


async def test_l15_who_is_rated_over_5000_does_not_sit_down_for_others(league: League) -> None:
    request = pb.CheckSubstituteRequest(player=S)
    for rating in (0, 5000):
        await league.rate(S, rating)
        await league.stub.CheckSubstitute(request, metadata=as_service())
    await league.rate(S, 5001)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "RATING_TOO_HIGH") as why:
        await league.stub.CheckSubstitute(request, metadata=as_service())
    assert why.metadata["clause"] == "11.4"


async def test_l17_who_dropped_out_pays_what_the_substitute_lost(league: League) -> None:
    await league.record(result(1, 2, 3, 4, seats=[seat(A), seat(B), seat(C), seat(S, past=[(D, DROPPED)])]))
    assert await league.ratings(D, S) == [-11, 0]
    assert [(await league.points(player)).games for player in (D, S)] == [0, 1]


async def test_l19_dropping_is_no_leaving(league: League) -> None:
    for _ in range(3):
        await league.record(result(1, 2, 3, 4, seats=[seat(A), seat(B), seat(C), seat(D, AWAY)]))
    assert (await league.points(D)).leaves == 0


async def test_l21_partners(league: League) -> None:
    await league.record(result(1, 3, 1, 3, teams=(0, 1, 0, 1)))
    assert await league.ratings(A, B, C, D) == [11, -11, 11, -11]


async def test_l25_l35_ties(league: League) -> None:
    await league.rate(A, 7001)
    await league.record(result(1, 1, 3, 4))
    assert await league.ratings(A, B, C, D) == [7006, 8, -5, -11]


async def test_l29_l31_a_seat_that_a_stand_in_played_to_the_end(league: League) -> None:
    await league.record(result(1, 2, 3, 4, seats=[seat(A), seat(B, AWAY), seat(C, AWAY), seat(D)]))
    assert await league.ratings(B, C) == [0, -5]


async def test_a_match_that_was_broken_up_counts_for_nobody(league: League) -> None:
    made = result(cause="void", seats=[seat(A, GONE), seat(B, AWAY), seat(C, AWAY), seat(D, AWAY)])
    await league.leave(A, made.match)
    assert await league.record(made)
    assert await league.ratings(A, B, C, D) == [-22, 0, 0, 0]
    assert (await league.points(B)).games == 0
    request = pb.GetStandingRequest(player=B, family="okey")
    with refused(grpc.StatusCode.NOT_FOUND, "STANDING_NOT_FOUND"):
        await league.stub.GetStanding(request, metadata=as_service())


async def test_a_table_that_began_with_a_bot_moves_no_points(league: League) -> None:
    bot = match_pb2.Seat(bot_level="kolay", display_name="Bot (kolay)")
    await league.record(result(1, 2, 3, 4, seats=[seat(A), seat(B), seat(C), bot]))
    assert await league.ratings(A, B, C) == [0, 0, 0]
    await league.record(result(1, 2, 3, 4, hands=0))
    assert await league.ratings(A, B, C) == [0, 0, 0]


async def test_a_leaver_is_rated_as_last_whoever_took_his_seat(league: League) -> None:
    """11.6: and in the games without league points (5.14, 7.9, 9.16) he has lost, whatever the seat's total."""
    for number, seats in enumerate(
        (
            [seat(A, GONE), seat(B), seat(C), seat(D)],
            [seat(S, past=[(A, LEFT)]), seat(B), seat(C), seat(D)],
        )
    ):
        await league.record(result(1, 2, 3, 4, seats=seats))
        request = pb.GetStandingRequest(player=A, family="okey")
        standing = (await league.stub.GetStanding(request, metadata=as_service())).standing
        assert (standing.played, standing.won) == (number + 1, 0)
        assert standing.mu < 25 - number
    request = pb.GetStandingRequest(player=S, family="okey")
    assert (await league.stub.GetStanding(request, metadata=as_service())).standing.won == 1


# -- the cap ----------------------------------------------------------------------------------------------------------


async def test_l23_the_cap_makes_the_newest_surplus_wins_void_once(league: League, database: Database) -> None:
    for number in range(100):
        places = (1, 2, 3, 4) if number >= 20 else (4, 2, 3, 1)
        others = [seat(f"players/{new_request()}") for _ in range(3)]
        await league.record(result(*places, hands=1 if number < 95 else 9, seats=[seat(A), *others]))
    before = await league.points(A)
    assert (before.games, before.wins) == (100, 80)
    calendar = Calendar(database, Terms())
    assert await asyncio.gather(*(calendar.run_cap(NOON * 1000) for _ in range(2))) in ([5, 0], [0, 5])
    after = await league.points(A)
    assert (after.wins, after.win_ratio, after.rating) == (75, "75.00", before.rating - 45)
    assert await calendar.run_cap(NOON * 1000 + 7 * 86_400_000) == 0
    newest = (await league.changes(A)).changes[:10]
    assert [change.cause for change in newest[:5]] == [pb.POINTS_CAUSE_CAP] * 5
    assert all(change.voided for change in newest[5:])
    assert await audit(database, Terms()) == []


async def test_few_games_are_not_capped(league: League, database: Database) -> None:
    for _ in range(19):
        await league.record(result(1, 2, 3, 4))
    assert await Calendar(database, Terms()).run_cap(NOON * 1000) == 0
    week_later = NOON * 1000 + 7 * 86_400_000
    assert await Calendar(database, Terms(cap_min_games=19)).run_cap(week_later) == 10  # two players, 19 of 19 each


# -- what people see --------------------------------------------------------------------------------------------------


async def test_everybody_sees_his_own_changes_page_by_page(league: League) -> None:
    for _ in range(5):
        await league.record(result(1, 2, 3, 4))
    seen: list[pb.PointsChange] = []
    token = ""
    while True:
        answer = await league.changes(B, 2, token)
        seen.extend(answer.changes)
        token = answer.next_page_token
        if not token:
            break
    assert len({change.match for change in seen}) == 5
    assert not (await league.changes(S)).changes
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "PAGE_TOKEN_BAD"):
        await league.changes(B, 2, "x")


async def test_history_and_leaders(league: League) -> None:
    matches = []
    for number in range(3):
        made = result(1, 2, 3, 4, at=NOON + number)
        matches.append(made.match)
        await league.record(made)
    metadata = as_player(league.settings, A)
    history = await league.stub.ListResults(pb.ListResultsRequest(player="players/me", page_size=2), metadata=metadata)
    assert [one.match for one in history.results] == matches[:0:-1]
    rest = pb.ListResultsRequest(player=A, page_token=history.next_page_token)
    assert [one.match for one in (await league.stub.ListResults(rest, metadata=metadata)).results] == matches[:1]
    old = result(4, 3, 2, 1, at=NOON - 90 * 86_400)
    await league.record(old)
    for season, best in (("", [A, B, C, D]), ("2026-Q4", [A, B, C, D]), ("2026-Q3", [D, C, B, A])):
        request = pb.ListPointsLeadersRequest(season=season)
        answer = await league.stub.ListPointsLeaders(request, metadata=metadata)
        assert [one.player for one in answer.leaders] == best
        assert answer.current_season
        if season:  # of all time, Banu's four matches are worth more than Ali's
            rated = pb.ListLeadersRequest(family="okey", season=season)
            assert [one.player for one in (await league.stub.ListLeaders(rated, metadata=metadata)).standings] == best


async def test_a_season_is_closed_once(league: League, database: Database) -> None:
    await league.record(result(1, 2, 3, 4, at=NOON - 90 * 86_400))
    await league.record(result(4, 3, 2, 1, at=NOON))
    calendar = Calendar(database, Terms())
    closed = await asyncio.gather(*(calendar.close_seasons(NOON * 1000) for _ in range(2)))
    assert sorted(closed) == [[], ["2026-Q3"]]
    metadata = as_player(league.settings, A)
    answer = await league.stub.ListHonours(pb.ListHonoursRequest(season="2026-Q3"), metadata=metadata)
    assert [(one.family, one.place, one.player) for one in answer.honours] == [
        (family, place, player) for family in ("", "okey") for place, player in enumerate((A, B, C, D), start=1)
    ]
    assert not (await league.stub.ListHonours(pb.ListHonoursRequest(season="2026-Q4"), metadata=metadata)).honours


async def test_what_is_done_by_the_house_is_refused_to_players(league: League) -> None:
    metadata = as_player(league.settings, A)
    leave = pb.RecordLeaveRequest(match="matches/x", family="okey", player=A)
    leave.leave_time.FromSeconds(NOON)
    for method, request in (
        ("RecordLeave", leave),
        ("CheckSubstitute", pb.CheckSubstituteRequest(player=A)),
        ("RunPeriodic", pb.RunPeriodicRequest()),
    ):
        with refused(DENIED, "NOT_ALLOWED"):
            await getattr(league.stub, method)(request, metadata=metadata)


# -- recounting -------------------------------------------------------------------------------------------------------


def anything(rng: random.Random, number: int) -> pb.MatchResult:
    """A result of any kind among eight players."""
    players = rng.sample([f"players/p{n}" for n in range(8)], 8)
    partners = rng.random() < 0.3
    seats = []
    for at in range(4):
        past = [(players[4 + at], rng.choice((LEFT, DROPPED)))] if rng.random() < 0.2 else []
        seats.append(seat(players[at], rng.choice((0, 0, 0, AWAY, GONE)), past))
    totals = [rng.randrange(4) for _ in range(4)]
    if partners:
        totals[2:] = totals[:2]
    places = [1 + sum(other < own for other in totals) for own in totals]
    return result(
        *places,
        hands=rng.choice((1, 3, 11, 1_000)),
        seats=seats,
        teams=(0, 1, 0, 1) if partners else (0, 1, 2, 3),
        at=NOON + number * 86_400,
        cause="void" if rng.random() < 0.05 else "played_out",
    )


async def test_counting_again_from_results_gives_the_same(league: League, database: Database) -> None:
    rng = random.Random(7)
    for batch in range(12):
        made = [anything(rng, batch * 6 + number) for number in range(6)]
        leaves = [
            league.leave(who.player, one.match, one.hands, who.seat)
            for one in made
            for who in one.seats
            if who.presence == GONE
        ]
        await asyncio.gather(*(league.record(one) for one in made), *leaves, league.record(made[0]))
        if batch % 4 == 3:
            await Calendar(database, Terms(cap_min_games=5)).run_cap((NOON + batch * 7 * 86_400) * 1000)
    assert await audit(database, Terms()) == []


async def test_a_forged_ledger_is_noticed(league: League, database: Database) -> None:
    from sqlalchemy import delete, update

    from services.league.tables import points, points_ledger

    for _ in range(3):
        await league.record(result(1, 2, 3, 4))
    async with database.write() as connection:
        await connection.execute(update(points_ledger).where(points_ledger.c.seq == 1).values(points=99))
    assert any("99 points, 11 are due" in problem for problem in await audit(database, Terms()))
    async with database.write() as connection:
        await connection.execute(update(points_ledger).where(points_ledger.c.seq == 1).values(points=11))
        await connection.execute(update(points).where(points.c.player == A).values(rating=1_000))
    assert len(await audit(database, Terms())) == 2  # of all time and of the season
    async with database.write() as connection:
        await connection.execute(update(points).where(points.c.player == A).values(rating=33))
        await connection.execute(delete(points_ledger).where(points_ledger.c.seq == 2))
    assert any("it is missing" in problem for problem in await audit(database, Terms()))
