"""What the league adds up of results: wins by seat, durations, chance, bots against people, days; and counts again."""

import asyncio
import random
import time
from collections.abc import AsyncIterator

import grpc
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text

from kiraathane.league.v1 import league_service_pb2 as pb
from services.league import recount as command
from services.league.adding import recount
from services.league.figures import Figures, Meeting
from services.league.service import LeagueHosted, create
from services.league.sums import DAY_SECONDS, DURATIONS, added_up
from services.runtime.database import Database
from services.runtime.settings import Settings
from tests.league.results import ALI, VELI, deals, dice, result
from tests.support.serving import as_player, as_service, refused, serving

INVALID = grpc.StatusCode.INVALID_ARGUMENT
CAN, EFE = "players/can", "players/efe"
DAY = 20_000
NOON = DAY * DAY_SECONDS + DAY_SECONDS // 2


class League:
    """A hosted league, and a worker's and a player's way to it."""

    def __init__(self, hosted: LeagueHosted, channel: grpc.aio.Channel, settings: Settings) -> None:
        from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub

        self.hosted = hosted
        self.figures = Figures(hosted.database)
        self.stub = LeagueServiceStub(channel)
        self.player = as_player(settings, ALI)

    async def record(self, *results: pb.MatchResult) -> None:
        for one in results:
            await self.stub.RecordResult(pb.RecordResultRequest(result=one), metadata=as_service())

    async def chance(self, family: str = "tavla") -> list[pb.ChanceStatistics]:
        request = pb.GetStatisticsRequest(family=family)
        return list((await self.stub.GetStatistics(request, metadata=self.player)).chance)


@pytest.fixture
async def league(settings: Settings) -> AsyncIterator[League]:
    hosted = create(settings)
    async with serving(hosted) as channel:
        yield League(hosted, channel, settings)


async def test_how_the_dice_fell_is_public(league: League) -> None:
    await league.record(
        result("m1", chance=[dice(0, 10, 10, 10, 10, 10, 10), dice(1, 1, 0, 0, 0, 0, 0)]),
        result("m2", chance=[dice(0, 10, 0, 0, 0, 0, 0), deals(0, 2, 1)]),
    )
    first, second, dealt = await league.chance()
    assert (list(first.counts.counts), first.total, first.counts.place) == ([20, 10, 10, 10, 10, 10], 70, 0)
    assert first.expected == pytest.approx(70 / 6)
    assert first.chi_square == pytest.approx(50 / 7)
    assert first.degrees_of_freedom == 5
    assert first.p_value == pytest.approx(0.2102, abs=1e-4)
    assert (second.counts.place, second.total, second.HasField("p_value")) == (1, 1, False)
    assert (dealt.counts.kind, list(dealt.counts.counts)) == (pb.CHANCE_KIND_SHUFFLE, [0, 2, 1])


async def test_chance_of_one_game_says_nothing_of_another(league: League) -> None:
    await league.record(result("m1", chance=[dice(0, 1, 2)]), result("m2", family="pisti", chance=[dice(0, 5, 6)]))
    assert [list(one.counts.counts) for one in await league.chance("pisti")] == [[5, 6]]
    assert await league.chance("satranc") == []


async def test_counts_that_do_not_fit_are_refused(league: League) -> None:
    for bad in (dice(0, 1), dice(64, 1, 1), pb.ChanceCounts(counts=(1, 1))):
        with refused(INVALID, "BAD_FIELD"):
            await league.record(result("m1", chance=[bad]))
    with refused(INVALID, "RESULT_BAD"):
        await league.record(result("m1", chance=[dice(0, 1, 1), dice(0, 2, 2)]))
    assert await league.chance() == []


async def test_games_won_by_seat_are_split_by_the_size_of_the_table(league: League) -> None:
    await league.record(
        result("m1", games=((0,), (1,), (), (0,))),
        result("m2", (ALI, VELI, CAN), family="ellibir", games=((2,),), winners=(2,)),
        result("m3", (ALI, VELI, CAN, EFE), family="ellibir", games=((1, 3),), winners=(1, 3), teams=(0, 1, 0, 1)),
    )
    found = {(one.family, one.seats, one.seat): (one.games, one.won) for one in await league.figures.seat_wins()}
    assert found == {
        ("tavla", 2, 0): (3, 2),
        ("tavla", 2, 1): (3, 1),
        **{("ellibir", 3, seat): (1, int(seat == 2)) for seat in range(3)},
        **{("ellibir", 4, seat): (1, int(seat in (1, 3))) for seat in range(4)},
    }


async def test_a_bot_meets_each_person_who_is_not_of_its_team(league: League) -> None:
    four = ("bots/usta", ALI, "bots/usta", VELI)
    await league.record(
        result("m1", (ALI, "bots/usta"), winners=(1,)),
        result("m2", (ALI, "bots/usta"), winners=()),
        result("m3", ("bots/kolay", "bots/usta")),
        result("m4", four, winners=(1, 3), teams=(0, 1, 0, 1)),
        result("m5", four, winners=(1,), places=(2, 1, 3, 4)),
        result("m6", (ALI, "bots/usta", VELI, "bots/kolay"), teams=(0, 0, 1, 1), places=(1, 1, 2, 2), winners=(0, 1)),
    )
    usta, kolay = Meeting("tavla", "usta", 5, 4, 1, 6), Meeting("tavla", "kolay", 1, 0, 0, 1)
    assert await league.figures.meetings() == [kolay, usta]


async def test_durations_fall_into_bounds(league: League) -> None:
    took = (0, 5, 6, 90_000)
    await league.record(*(result(f"m{n}", took=(NOON, NOON + seconds)) for n, seconds in enumerate(took)))
    await league.record(result("old"))
    found = (await league.figures.durations())["tavla"]
    assert found.counts == [2, 1, *(0 for _ in DURATIONS[2:]), 1]
    assert found.seconds == sum(took)


async def test_who_played_and_who_came_back(league: League) -> None:
    def played(name: str, day: int, *who: str, family: str = "tavla") -> pb.MatchResult:
        return result(
            name, who, took=(NOON + (day - DAY) * DAY_SECONDS, NOON + (day - DAY) * DAY_SECONDS), family=family
        )

    await league.record(
        played("m1", DAY, ALI, VELI),
        played("m2", DAY, ALI, "bots/usta"),
        played("m3", DAY - 1, ALI, CAN),
        played("m4", DAY - 6, ALI, EFE, family="satranc"),
        played("m5", DAY - 7, "players/eski", "bots/usta"),
        played("m6", DAY - 29, "players/daha-eski", "bots/usta"),
        played("m7", DAY - 30, "players/en-eski", "bots/usta"),
    )
    figures = league.figures
    assert await figures.players(DAY, 1) == {"": 2, "tavla": 2}
    assert await figures.players(DAY, 7) == {"": 4, "tavla": 3, "satranc": 2}
    assert await figures.players(DAY, 30) == {"": 6, "tavla": 5, "satranc": 2}
    assert await figures.returned(DAY - 1, 1) == (2, 1)
    assert await figures.returned(DAY - 6, 6) == (2, 1)
    assert await figures.returned(DAY - 7, 7) == (1, 0)


def anything(chosen: random.Random, number: int) -> pb.MatchResult:
    """A result with a bit of everything."""
    count = chosen.choice((2, 3, 4))
    who = chosen.sample((ALI, VELI, CAN, EFE, "bots/usta", "bots/kolay", "bots/orta"), count)
    teams = (0, 1, 0, 1) if count == 4 and chosen.random() < 0.5 else ()
    places = [chosen.randint(1, count) for _ in range(count)]
    start = NOON + chosen.randint(0, 40 * DAY_SECONDS)
    return result(
        f"m{number}",
        who,
        family=chosen.choice(("tavla", "ellibir")),
        winners=[seat for seat in range(count) if places[seat] == min(places)],
        places=places,
        teams=teams,
        games=[chosen.sample(range(count), chosen.randint(0, 2)) for _ in range(chosen.randint(0, 4))],
        took=(start, start + chosen.randint(0, 100_000)) if chosen.random() < 0.9 else None,
        chance=[dice(0, *(chosen.randint(0, 9) for _ in range(6))), deals(*(chosen.randint(0, 1) for _ in range(52)))],
        **({"tavlaTable": chosen.choice(("misli", "traditional"))} if chosen.random() < 0.5 else {}),
    )


async def test_the_sums_are_those_of_the_results_however_they_came(league: League) -> None:
    chosen = random.Random(5)
    results = [anything(chosen, number) for number in range(60)]
    await asyncio.gather(*(league.record(one) for one in [*results, *chosen.sample(results, 20)]))
    wrong = await recount(league.hosted.database, mend=False)
    assert wrong == dict.fromkeys(("statistics", "seats", "durations", "chance", "meetings", "days"), 0)
    due = added_up(results)
    assert all(due.values())
    assert {table.name: len(lines) for table, lines in due.items()} == {
        table.name: await lines_of(league.hosted.database, table.name) for table in due
    }


async def lines_of(database: Database, table: str) -> int:
    async with database.read() as connection:
        return int((await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one())


async def test_sums_that_are_wrong_are_found_and_righted(league: League) -> None:
    await league.record(*(anything(random.Random(number), number) for number in range(20)))
    before = await league.chance(), await league.figures.seat_wins()
    async with league.hosted.database.write() as connection:
        await connection.execute(text("UPDATE chance SET count = count + 1 WHERE outcome = 0 AND size = 6"))
        await connection.execute(text("DELETE FROM days"))
        await connection.execute(text("INSERT INTO meetings VALUES ('tavla', 'yok', 1, 1, 0, 0)"))
    wrong = await recount(league.hosted.database, mend=True)
    assert wrong["chance"] == 2
    assert wrong["meetings"] == 1
    assert wrong["days"] > 5
    assert wrong["statistics"] == wrong["seats"] == wrong["durations"] == 0
    assert set((await recount(league.hosted.database, mend=False)).values()) == {0}
    assert (await league.chance(), await league.figures.seat_wins()) == before


async def test_results_that_come_while_all_is_counted_again_are_in_it(league: League) -> None:
    chosen = random.Random(9)
    results = [anything(chosen, number) for number in range(40)]
    await league.record(*results[:20])
    await asyncio.gather(recount(league.hosted.database, mend=True), *(league.record(one) for one in results[20:]))
    assert set((await recount(league.hosted.database, mend=False)).values()) == {0}


async def test_the_operators_command(
    league: League, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await league.record(result("m1", chance=[dice(0, 1, 2)]))
    async with league.hosted.database.write() as connection:
        await connection.execute(text("DELETE FROM chance"))
    monkeypatch.setattr(command, "load", lambda: settings)
    assert await asyncio.to_thread(command.main, ["--check"]) == 1
    assert "chance: 2 lines are wrong" in capsys.readouterr().out
    assert await asyncio.to_thread(command.main, []) == 0
    assert "chance: 2 lines were wrong" in capsys.readouterr().out
    assert await asyncio.to_thread(command.main, ["--check"]) == 0
    assert [list(one.counts.counts) for one in await league.chance()] == [[1, 2]]


def told(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"kiraathane_league_{name}", labels)


async def test_the_sums_are_told_as_metrics(league: League) -> None:
    now = int(time.time())
    await league.record(
        result("m1", (ALI, "bots/usta"), took=(now - 40, now), chance=[dice(1, 9, 5, 6, 7, 5, 4), dice(0, 1, 0)]),
        result("m2", (ALI, "bots/usta"), took=(now - 86_400 * 2 - 9, now - 86_400 * 2), winners=(1,), games=((1,),)),
        result("m3", (ALI, VELI), took=(now - 86_400 - 9, now - 86_400)),
    )
    await league.hosted.measure()
    assert told("match_seconds_bucket", family="tavla", le="30.0") == 2
    assert told("match_seconds_bucket", family="tavla", le="60.0") == told("match_seconds_count", family="tavla") == 3
    assert told("match_seconds_sum", family="tavla") == 58
    assert told("seat_games", family="tavla", seats="2", seat="0") == 3
    assert told("seat_wins", family="tavla", seats="2", seat="1") == 1
    assert told("die_sides", family="tavla", sides="6", die="2", side="1") == 9
    labels = {"family": "tavla", "kind": "roll", "size": "6", "number": "2"}
    assert told("chance_chi_square", **labels) == pytest.approx(2.667, abs=1e-3)
    assert told("chance_degrees", **labels) == 5
    assert told("chance_p", **labels) == pytest.approx(0.751, abs=1e-3)
    assert told("chance_p", family="tavla", kind="roll", size="2", number="1") is None
    assert told("mixed_matches", family="tavla", level="usta") == 2
    assert told("meetings", family="tavla", level="usta", ahead="bot") == 1
    assert told("meetings", family="tavla", level="usta", ahead="person") == 1
    assert told("players", window="day") == 1
    assert told("family_players", family="tavla", window="week") == 2
    assert (told("players_before", days="1"), told("players_returned", days="1")) == (1, 1)


async def test_what_has_not_happened_yet_reads_zero(league: League) -> None:
    assert told("match_seconds_count", family="king") == 0
    assert told("seat_games", family="ellibir", seats="3", seat="2") == 0
    assert told("meetings", family="okey", level="usta", ahead="bot") == 0
    assert told("family_players", family="batak", window="month") == 0
