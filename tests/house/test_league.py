"""The scenarios of league.md (L1 to L35), through the gateway: okey of eleven hands, played by people who decide how
it ends (`patience`), and what the league then says to each of them.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from kiraathane.league.v1 import league_service_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.okey import OKEY
from tests.house import house_time, past
from tests.house.league_stories import (
    Stories,
    around_seven_thousand,
    eighty_wins,
    four_places,
    partners,
    presence,
    stand_ins,
    substitutes,
    two_tied_for_first,
    two_tied_for_first_one_over,
)
from tests.house.patience import ELEVEN
from tests.house.people import Guest, Guests, seated, until
from tests.support.platform import Platform

pytestmark = [pytest.mark.platform, pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stories(platform: Platform) -> AsyncIterator[Stories]:
    """All stories, being told."""
    stories = Stories(platform)
    stories.begin(four_places, around_seven_thousand, two_tied_for_first, two_tied_for_first_one_over, partners)
    stories.begin(substitutes, stand_ins, eighty_wins)
    yield stories
    await stories.close()


@pytest_asyncio.fixture(loop_scope="module")
async def guests(platform: Platform) -> AsyncIterator[Guests]:
    guests = Guests(platform.gateway)
    yield guests
    await guests.close()


async def test_l1_places_one_to_four_of_eleven_hands(stories: Stories) -> None:
    told = await stories.of(four_places)
    assert told.places == [1, 2, 3, 4]
    for guest, points in zip(told.people, (11, 5, -5, -11), strict=True):
        assert await guest.got(told.match) == [(points, "11.1")]
        assert await guest.rating() == points


async def test_l3_at_7000_exactly_the_first_gets_all(stories: Stories) -> None:
    told = await stories.of(around_seven_thousand)
    assert await told.people[0].got(told.match) == [(11, "11.1")]
    assert await told.people[0].rating() == 7011


async def test_l5_over_7000_the_second_gets_two_thirds_of_half(stories: Stories) -> None:
    told = await stories.of(around_seven_thousand)
    assert await told.people[1].got(told.match) == [(3, "11.1")]


async def test_l7_over_7000_the_fourth_loses_all(stories: Stories) -> None:
    told = await stories.of(around_seven_thousand)
    assert await told.people[3].got(told.match) == [(-11, "11.1")]


async def test_l9_the_leader_who_leaves_in_hand_ten_pays_twice_the_hands(stories: Stories) -> None:
    told = await stories.of(stand_ins)
    assert await told.people[0].got(told.match) == [(-22, "11.6")]


async def test_l11_a_substitute_loses_nothing(stories: Stories) -> None:
    told = await stories.of(substitutes)
    assert told.places == [2, 3, 1, 4]
    assert await told.others["fresh"].got(told.match) == [(0, "11.4")]
    assert await told.people[1].got(told.match) == [(-22, "11.6")], "the leaver has his price alone"
    assert await told.people[0].got(told.match) == [(5, "11.1")]


async def test_l13_a_substitute_over_3000_gains_nothing(stories: Stories) -> None:
    told = await stories.of(substitutes)
    assert await told.others["rich"].got(told.match) == [(0, "11.4")]
    assert await told.others["rich"].rating() == 3001


async def test_l15_who_is_over_5000_does_not_sit_down(stories: Stories) -> None:
    refusal = (await stories.of(substitutes)).refusals["over 5000"]
    assert (refusal.reason, refusal.clause) == ("RATING_TOO_HIGH", "11.4")


async def test_l17_who_dropped_pays_what_his_substitute_loses(stories: Stories) -> None:
    told = await stories.of(substitutes)
    assert await told.people[3].got(told.match) == [(-11, "11.7")]
    assert await told.others["last"].got(told.match) == [(0, "11.4")]
    assert told.refusals["in the grace"].reason == "SEAT_NOT_OPEN", "for so long nobody else may take it (11.7)"
    assert told.refusals["too late"].reason == "NOT_SEATED", "who comes back after a substitute has no seat (LGE-11)"


async def test_l19_dropping_three_times_is_no_leave_and_no_ban(platform: Platform, guests: Guests) -> None:
    dropping, other = await guests.come("Düşen", "Bekleyen")
    table = await other.client.lobby.create_table("okey", ELEVEN)
    for guest in (other, dropping):
        table = await guest.client.lobby.sit(table)
    for _ in range(2):
        table = await other.client.lobby.add_bot(table, "kolay")
    match = (await other.client.lobby.start(table)).match
    async with other.client.match(OKEY, match).sit():
        for _ in range(3):
            async with dropping.client.match(OKEY, match).sit() as seat:
                await anext(seat)
                await house_time.there(platform, "okey", match, 1)
                await until(lambda: presence(other, match, 1, match_pb2.PRESENCE_PRESENT))
            await house_time.missed(platform, "okey", match, 1)
            await house_time.goes_by(platform, "okey", 125)
            await until(lambda: presence(other, match, 1, match_pb2.PRESENCE_AWAY))
        assert (await dropping.client.match(OKEY, match).legal_actions()).version
        assert await presence(other, match, 1, match_pb2.PRESENCE_PRESENT), "a call brings him back"
        assert await dropping.client.moderation.ban() is None
        points = await dropping.client.league.points()
        assert (points.rating, points.leaves) == (0, 0)
        for guest in (dropping, other):
            await guest.client.match(OKEY, match).leave()


async def test_l21_partners_win_and_lose_together(stories: Stories) -> None:
    told = await stories.of(partners)
    assert told.places == [1, 3, 1, 3]
    for guest, points in zip(told.people, (11, -11, 11, -11), strict=True):
        assert await guest.got(told.match) == [(points, "11.3")]


async def test_l23_of_eighty_wins_in_a_hundred_games_five_are_void(platform: Platform, stories: Stories) -> None:
    told = await stories.of(eighty_wins)
    (winner,) = told.people
    before = await winner.client.league.points()
    assert (before.games, before.wins) == (100, 80)

    async def cap() -> pb.Points:
        house_time.calendar_turns(platform)
        await until(lambda: asyncio.to_thread(house_time.cap_has_run, platform))
        return await winner.client.league.points()

    after = await cap()
    assert (after.games, after.wins, after.win_ratio) == (100, 75, "75.00")
    assert after.rating == before.rating - 3 * 21 - 2 * 1
    voided = [c async for c in winner.client.league.points_changes() if c.cause == pb.POINTS_CAUSE_CAP]
    assert {(c.match, c.points, c.clause) for c in voided} == {
        (match, -points, "11.5") for match, points in zip(told.past[-5:], (1, 1, 21, 21, 21), strict=True)
    }
    assert await cap() == after, "the next run removes nothing"


async def test_l25_two_who_share_the_first_place_get_the_mean(stories: Stories) -> None:
    told = await stories.of(two_tied_for_first)
    assert told.places == [1, 3, 1, 4]
    got = [await guest.got(told.match) for guest in told.people]
    assert got == [[(8, "11.1")], [(-5, "11.1")], [(8, "11.1")], [(-11, "11.1")]]


async def test_l27_who_has_ten_and_leaves_eleven_hands_has_minus_twelve(platform: Platform, guests: Guests) -> None:
    people = await guests.come("Onluk", "Bir", "İki", "Üç")
    await past.rated(platform, people[0].player, 10)
    assert await people[0].rating() == 10
    _, match = await seated(people, "okey", ELEVEN)
    await people[0].client.match(OKEY, match).leave()
    await until(lambda: gone(people[0]))
    assert await people[0].rating() == -12
    assert await people[0].got(match) == [(-22, "11.6")]
    for guest in people[1:]:
        await guest.client.match(OKEY, match).leave()


async def gone(guest: Guest) -> bool:
    """True once the league knows that he has left."""
    return (await guest.client.league.points()).leaves > 0


async def test_l29_who_dropped_as_second_gets_nothing(stories: Stories) -> None:
    told = await stories.of(stand_ins)
    assert told.places == [1, 2, 3, 4]
    assert await told.people[1].got(told.match) == [(0, "11.7")]


async def test_l31_who_dropped_as_third_pays_for_it(stories: Stories) -> None:
    told = await stories.of(stand_ins)
    assert await told.people[2].got(told.match) == [(-5, "11.7")]


async def test_l33_who_left_as_first_has_paid_and_nobody_gains(stories: Stories) -> None:
    told = await stories.of(stand_ins)
    assert await told.people[0].got(told.match) == [(-22, "11.6")]
    got = [await guest.got(told.match) for guest in told.people]
    assert all(points <= 0 for lines in got for points, _ in lines)


async def test_l35_of_two_tied_for_first_the_one_over_7000_gets_two_thirds_of_the_mean(stories: Stories) -> None:
    told = await stories.of(two_tied_for_first_one_over)
    assert await told.people[0].got(told.match) == [(5, "11.1")]
    assert await told.people[2].got(told.match) == [(8, "11.1")]
