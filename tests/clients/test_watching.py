"""A watched match is seen whole: every version once, in order, whatever happens to the streams."""

import asyncio
from contextlib import aclosing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiraathane.match.v1 import match_pb2
from kiraathane_client import Client, Patience, Unauthenticated, Unavailable
from tests.clients.conftest import QUICK
from tests.clients.house import MATCH, House

LAST = 12


def finish(house: House) -> None:
    while len(house.versions) < LAST - 1:
        house.commit()
    house.commit(finished=True)


async def seen_from_the_start(client: Client) -> list[int]:
    return [update.info.version async for update in client.match("tavla", MATCH).watch(after_version=1)]


async def test_versions_arrive_in_order_and_the_watch_ends_with_the_match(house: House, client: Client) -> None:
    finish(house)
    assert await seen_from_the_start(client) == list(range(2, LAST + 1))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    cuts=st.lists(st.integers(0, 4), max_size=5),
    resumes=st.lists(st.integers(0, 4), max_size=5),
    skips=st.lists(st.integers(2, LAST - 1), max_size=2, unique=True),
)
def test_no_cut_makes_a_gap_or_a_double(cuts: list[int], resumes: list[int], skips: list[int]) -> None:
    async def story() -> list[int]:
        house = House()
        await house.start()
        house.faults.cut_streams_after, house.faults.resume_after = list(cuts), list(resumes)
        house.faults.skip_versions = list(skips)
        finish(house)
        async with Client(house.address, patience=QUICK) as client:
            await client.sign_in_guest()
            seen = await seen_from_the_start(client)
        await house.stop()
        return seen

    seen = asyncio.run(story())
    # A version that was left out at the very start of a stream cannot be missed by the client: there the house may
    # send one view for several versions.
    assert [version for version in seen if version not in skips] == [v for v in range(2, LAST + 1) if v not in skips]
    assert len(set(seen)) == len(seen)


async def test_a_version_that_is_missing_in_the_middle_is_fetched(house: House, client: Client) -> None:
    finish(house)
    house.faults.skip_versions = [5]
    assert await seen_from_the_start(client) == list(range(2, LAST + 1))


async def test_the_first_view_may_stand_for_many_versions(house: House, client: Client) -> None:
    for _ in range(5):
        house.commit()
    async with aclosing(client.match("tavla", MATCH).watch()) as updates:
        assert (await anext(updates)).info.version == 6


async def test_a_house_that_restarts_is_found_again(house: House, client: Client) -> None:
    told: list[bool] = []
    async with aclosing(client.match("tavla", MATCH).watch(on_connection=told.append)) as updates:
        assert (await anext(updates)).info.version == 1
        await house.stop()
        house.commit()
        following = asyncio.ensure_future(anext(updates))
        await asyncio.sleep(0.3)
        await house.start()
        assert (await following).info.version == 2
    assert told == [False, True]


async def test_patience_ends(house: House, client: Client) -> None:
    await client.player()
    await house.stop()
    updates = client.match("tavla", MATCH).watch(patience=Patience(total=0.3, first=0.05))
    with pytest.raises(Unavailable):
        await anext(updates)


async def test_a_token_that_expires_is_renewed_for_the_stream(house: House, client: Client) -> None:
    house.faults.refuse_tokens = 1
    async with aclosing(client.match("tavla", MATCH).watch()) as updates:
        assert (await anext(updates)).info.version == 1
    assert house.refreshes == 1


async def test_a_token_that_is_never_taken_ends_the_watch(house: House, client: Client) -> None:
    house.faults.refuse_tokens = 100
    with pytest.raises(Unauthenticated):
        await anext(client.match("tavla", MATCH).watch())


async def test_a_watch_that_is_left_leaves_no_stream_behind(house: House, client: Client) -> None:
    async with aclosing(client.match("tavla", MATCH).watch()) as updates:
        await anext(updates)
        assert house.open_streams == 1
    for _ in range(50):
        if house.open_streams == 0:
            break
        await asyncio.sleep(0.02)
    assert house.open_streams == 0


async def test_a_match_that_freezes_is_told_at_the_version_it_had(house: House, client: Client) -> None:
    async with aclosing(client.match("tavla", MATCH).watch()) as updates:
        await anext(updates)
        house.versions.pop()
        house.commit(match_status=match_pb2.MATCH_STATUS_FROZEN)
        house.faults.cut_streams_after = []
        await house.stop()
        await house.start()
        house.commit()
        assert (await anext(updates)).info.version == 2


async def test_calls_of_a_match_say_which_one_for_the_gateway(house: House, client: Client) -> None:
    await client.match("tavla", MATCH).get()
    assert "m1" in house.match_ids
