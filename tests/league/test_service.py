"""Results recorded once, and what can be asked afterwards, over gRPC."""

import asyncio
import contextlib
from fractions import Fraction

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.league.v1.league_service_pb2_grpc import LeagueServiceStub as Stub
from kiraathane.match.v1 import match_pb2
from services.league.result import share
from services.league.service import create
from services.runtime.database import POOL_SIZE
from services.runtime.settings import Settings
from tests.league.results import ALI, VELI, result
from tests.support.serving import as_player, as_service, refused, serving

INVALID, NOT_FOUND = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND


class League:
    """The league as a worker and as a player see it."""

    def __init__(self, stub: Stub, settings: Settings) -> None:
        self.stub = stub
        self.player = as_player(settings, ALI)

    async def record(self, finished: pb.MatchResult) -> pb.RecordResultResponse:
        return await self.stub.RecordResult(pb.RecordResultRequest(result=finished), metadata=as_service())

    async def get(self, match: str) -> pb.GetResultResponse:
        return await self.stub.GetResult(pb.GetResultRequest(match=f"matches/{match}"), metadata=self.player)

    async def standing(self, player: str) -> pb.Standing:
        request = pb.GetStandingRequest(player=player, family="tavla")
        return (await self.stub.GetStanding(request, metadata=self.player)).standing

    async def leaders(self, size: int = 0, token: str = "") -> pb.ListLeadersResponse:
        request = pb.ListLeadersRequest(family="tavla", page_size=size, page_token=token)
        return await self.stub.ListLeaders(request, metadata=self.player)

    async def statistics(self) -> list[pb.StatisticsRow]:
        request = pb.GetStatisticsRequest(family="tavla")
        return list((await self.stub.GetStatistics(request, metadata=self.player)).rows)


@pytest.fixture
def league(stub: Stub, settings: Settings) -> League:
    return League(stub, settings)


async def test_a_result_is_recorded_and_can_be_asked_for(league: League) -> None:
    finished = result("m1", tavlaTable="misli")
    answer = await league.record(finished)
    assert answer.recorded
    stored = await league.get("m1")
    assert stored.result == finished
    assert stored.times_counted == 1
    assert list(stored.changes) == list(answer.changes)
    ali, veli = stored.changes
    assert (ali.player, veli.player) == (ALI, VELI)
    assert ali.mu > ali.mu_before
    assert veli.mu < veli.mu_before


async def test_a_result_that_is_sent_again_and_again_counts_once(league: League) -> None:
    answers = await asyncio.gather(*(league.record(result("m1")) for _ in range(12)))
    assert sum(answer.recorded for answer in answers) == 1
    assert all(answer.changes == answers[0].changes for answer in answers)
    assert ((await league.standing(ALI)).played, (await league.standing(ALI)).won) == (1, 1)
    assert (await league.statistics())[0].games == 1
    assert (await league.get("m1")).times_counted == 1


async def test_many_results_of_the_same_players_at_once_are_all_counted(league: League) -> None:
    await asyncio.gather(*(league.record(result(f"m{n}", (ALI, "bots/usta"), winners=(n % 2,))) for n in range(40)))
    ali, bot = await league.standing(ALI), await league.standing("bots/usta")
    assert (ali.played, ali.won, bot.played, bot.won) == (40, 20, 40, 20)
    # Each result began where the one before it ended: the changes form one chain.
    changes = [(await league.get(f"m{n}")).changes[0] for n in range(40)]
    befores, afters = {(c.mu_before, c.sigma_before) for c in changes}, {(c.mu, c.sigma) for c in changes}
    assert len(befores - afters) == len(afters - befores) == 1
    assert (afters - befores).pop() == (ali.mu, ali.sigma)


async def test_a_match_that_was_broken_up_is_kept_and_counts_for_nobody(league: League) -> None:
    """Rules 11.8: no win and no game is counted."""
    void = result("m1", winners=(), places=(), games=(), cause="void", tavlaTable="misli")
    assert (await league.record(void)).recorded
    assert (await league.get("m1")).result == void
    assert not (await league.get("m1")).changes
    assert [row.games for row in await league.statistics()] == [0]
    with refused(NOT_FOUND, "STANDING_NOT_FOUND"):
        await league.standing(ALI)


async def test_a_match_that_a_moderator_ended_is_rated_but_was_no_whole_game(league: League) -> None:
    ended = result("m1", winners=(0,), games=(), cause="ended", tavlaTable="misli")
    ali, veli = (await league.record(ended)).changes
    assert ali.mu > ali.mu_before
    assert veli.mu < veli.mu_before
    assert [row.games for row in await league.statistics()] == [0]


async def test_who_left_has_lost_whatever_his_seat_came_to(league: League) -> None:
    """Rules 11.6, and L33: nobody gains by the place of his seat."""
    finished = result("m1", winners=(0,))
    finished.seats[0].presence = match_pb2.PRESENCE_LEFT
    answer = await league.record(finished)
    ali, veli = answer.changes
    assert (ali.player, veli.player) == (ALI, VELI)
    assert ali.mu < ali.mu_before
    assert veli.mu > veli.mu_before
    assert [(await league.standing(player)).won for player in (ALI, VELI)] == [0, 0]


async def test_only_a_service_of_the_house_records_results(league: League) -> None:
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        await league.stub.RecordResult(pb.RecordResultRequest(result=result("m1")), metadata=league.player)
    with refused(NOT_FOUND, "RESULT_NOT_FOUND"):
        await league.get("m1")


async def test_a_result_that_contradicts_itself_is_refused_and_changes_nothing(league: League) -> None:
    twice, nobody, both = result("m1"), result("m1"), result("m1")
    twice.seats[1].seat = 0
    nobody.seats[1].player = ""
    both.seats[1].bot_level = "usta"
    for bad in (twice, nobody, both, result("m1", winners=(5,), places=(1, 2)), result("m1", places=(1,))):
        with refused(INVALID, "RESULT_BAD"):
            await league.record(bad)
    assert (await league.statistics())[0].games == 0
    assert (await league.record(result("m1"))).recorded


async def test_a_bot_stands_in_the_league_as_a_bot(league: League) -> None:
    await league.record(result("m1", (ALI, "bots/usta"), winners=(1,)))
    bot = await league.standing("bots/usta")
    assert (bot.bot, bot.display_name, bot.played, bot.won) == (True, "Bot (usta)", 1, 1)
    assert not (await league.standing("players/me")).bot


async def test_bots_of_one_level_against_each_other_move_no_rating(league: League) -> None:
    answer = await league.record(result("m1", ("bots/usta", "bots/usta")))
    (change,) = answer.changes
    assert (change.mu, change.sigma) == (change.mu_before, change.sigma_before)
    bot = await league.standing("bots/usta")
    assert (bot.played, bot.won) == (2, 1)
    assert (await league.get("m1")).times_counted == 1


async def test_who_never_finished_a_match_has_no_standing(league: League) -> None:
    with refused(NOT_FOUND, "STANDING_NOT_FOUND"):
        await league.standing("players/me")


async def test_leaders_are_those_who_are_almost_certainly_good(league: League) -> None:
    players = [f"players/p{number:02}" for number in range(13)]
    for number, player in enumerate(players):
        for game in range(number % 4):
            await league.record(result(f"m{number}-{game}", (player, "bots/kolay"), winners=(0,)))
        await league.record(result(f"m{number}-lost", (player, "bots/usta"), winners=(1,)))
    everybody = list((await league.leaders(100)).standings)
    assert len(everybody) == 15
    assert [s.rating for s in everybody] == sorted((s.rating for s in everybody), reverse=True)
    assert all(abs(s.rating - (s.mu - 3 * s.sigma)) < 1e-9 for s in everybody)
    paged, token = [], ""
    while True:
        answer = await league.leaders(4, token)
        paged += answer.standings
        token = answer.next_page_token
        if not token:
            break
        assert len(answer.standings) == 4
    assert paged == everybody


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "W10=",
        "WyJ0YXZsYSIsMCwwXQ==",
        "WyJvdGhlciIsMC41LCJ4Il0=",
        "WyJ0YXZsYSIsMWU5OTksIngiXQ==",
        "WyJ0YXZsYSIsIDAuNSwgImJvdHMvXHUwMDAwIl0=",
    ],
)
async def test_a_page_token_of_our_own_making_is_refused(league: League, token: str) -> None:
    with refused(INVALID, "PAGE_TOKEN_BAD"):
        await league.leaders(4, token)


async def test_statistics_count_every_ended_game_for_the_family_and_for_its_split(league: League) -> None:
    await league.record(result("m1", games=((0,), (1,), (0,)), tavlaTable="traditional", tavlaVariant="standard"))
    await league.record(result("m2", games=((1,), ()), tavlaTable="misli", tavlaVariant="hapis"))
    await league.record(result("m3", games=((0,),), tavlaTable="traditional", tavlaVariant="standard"))
    whole, *splits = await league.statistics()
    assert (list(whole.won_by_seat), whole.drawn, whole.games, dict(whole.options)) == ([3, 2], 1, 6, {})
    assert (list(whole.share_by_seat), whole.share_drawn) == (["50.00", "33.33"], "16.66")
    by_variant = {split.options["tavlaVariant"]: split for split in splits}
    assert list(by_variant["standard"].won_by_seat) == [3, 1]
    assert (by_variant["hapis"].drawn, by_variant["hapis"].games) == (1, 2)
    assert dict(by_variant["hapis"].options) == {"tavlaTable": "misli", "tavlaVariant": "hapis"}


async def test_a_match_that_was_left_is_rated_but_its_unfinished_game_counts_for_nobody(league: League) -> None:
    await league.record(result("m1", games=((1,),), winners=(0,), cause="left"))
    assert (await league.standing(ALI)).won == 1
    (whole,) = await league.statistics()
    assert (list(whole.won_by_seat), whole.games) == ([0, 1], 1)


@pytest.mark.parametrize(
    ("cause", "won", "games"), [("played_out", [1, 0], 1), ("left", [0, 0], 0), ("forfeited", [0, 0], 0)]
)
async def test_a_match_without_games_is_one_unless_it_was_left(
    league: League, cause: str, won: list[int], games: int
) -> None:
    await league.record(result("m1", games=(), cause=cause))
    (whole,) = await league.statistics()
    assert (list(whole.won_by_seat), whole.games) == (won, games)


async def test_a_family_without_games_has_statistics_of_noughts(league: League) -> None:
    (whole,) = await league.statistics()
    assert (list(whole.won_by_seat), list(whole.share_by_seat), whole.share_drawn) == ([0, 0], ["0.00", "0.00"], "0.00")


def test_a_share_is_cut_and_not_rounded() -> None:
    assert share(1_047_084, 2_094_300) == "49.99"  # rules 2.7
    assert (share(1, 3), share(2, 3), share(1, 1), share(0, 7)) == ("33.33", "66.66", "100.00", "0.00")


@given(st.integers(0, 10**15), st.integers(1, 10**15))
def test_a_share_is_never_more_than_the_truth_and_less_by_under_a_hundredth(part: int, more: int) -> None:
    whole = part + more
    shown, true = Fraction(share(part, whole)), Fraction(100 * part, whole)
    assert shown <= true < shown + Fraction(1, 100)


async def test_a_game_that_the_house_does_not_have(league: League) -> None:
    with refused(INVALID, "GAME_UNKNOWN"):
        await league.stub.ListLeaders(pb.ListLeadersRequest(family="mangala"), metadata=league.player)


async def test_a_call_that_finds_all_connections_taken_is_told_to_come_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the database stands still: nobody waits for ever, and it is no bug of the house's."""
    monkeypatch.setattr("services.runtime.database.WAIT_SECONDS", 0.2)
    service = create(settings)
    asking = pb.GetStatisticsRequest(family="tavla")
    async with serving(service) as channel, contextlib.AsyncExitStack() as taken:
        for _ in range(POOL_SIZE + 10):  # SQLAlchemy lends ten more than it keeps
            await taken.enter_async_context(service.database.engine.connect())
        with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
            await Stub(channel).GetStatistics(asking, metadata=as_player(settings, ALI))
