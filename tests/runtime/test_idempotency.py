"""A request that comes twice is played once, and answered the same: at once, later, after a restart, in flight."""

import asyncio
from typing import Any

import grpc
import pytest

from kiraathane.match.v1 import match_pb2
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House
from tests.support.serving import new_request, refused


async def test_a_request_creates_one_match(house: House) -> None:
    request_id = new_request()
    made = await asyncio.gather(*(house.create(request_id) for _ in range(5)))
    assert len({info.match for info in made}) == 1
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED") as answer:
        await house.create(request_id, hands="5")
    assert answer.fields == ["request_id"]


async def test_a_repeated_play_gets_the_original_answer(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    first = await house.play(match, house.a, card, version, request_id)
    assert await house.play(match, house.a, card, version, request_id) == first
    assert (await house.get(match)).info.version == version + 1


async def test_it_does_also_when_the_match_has_moved_on_and_ended(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    first = await house.play(match, house.a, card, version, request_id)
    last = await house.finish(match)
    assert last.info.version - first.info.version > 8  # not among the recent versions any more
    assert await house.play(match, house.a, card, version, request_id) == first
    assert await house.get(match, house.a) != first


async def test_it_does_also_with_another_expected_version(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    first = await house.play(match, house.a, card, version, request_id)
    for expected in (0, 1, 2, 3, 99):
        assert await house.play(match, house.a, card, expected, request_id) == first


async def test_copies_in_flight_are_one_play(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    answers = await asyncio.gather(*(house.play(match, house.a, card, version, request_id) for _ in range(12)))
    assert all(answer == answers[0] for answer in answers)
    assert (await house.get(match)).info.version == version + 1


async def test_a_request_id_stands_for_one_decision(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    await house.play(match, house.a, card, version, request_id)
    other = (await house.get(match, house.a)).view.hand[0]
    for expected in (version, version + 1):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED") as answer:
            await house.play(match, house.a, other, expected, request_id)
        assert answer.fields == ["request_id"]
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"):
        await house.leave(match, house.a, request_id)
    assert (await house.get(match)).info.version == version + 1


async def test_seats_do_not_share_their_request_ids(house: House) -> None:
    match = await house.table()
    request_id = new_request()
    for who in house.seats:
        card, version = await house.card(match, who)
        await house.play(match, who, card, version, request_id)
    assert (await house.get(match)).info.version == 3


async def test_a_repeated_play_that_would_be_legal_again_is_not_played_again(house: House) -> None:
    """The id was used many versions ago, and what it asks for would be accepted now."""
    match = await house.table(hands="9")
    played: dict[int, tuple[int, str, Any]] = {}
    while True:
        mine = await house.get(match, house.a)
        assert mine.info.status == match_pb2.MATCH_STATUS_PLAYING, "no card ever came back"
        now = mine.info.version
        if 0 not in mine.info.due_seats:
            await house.step(match)
        elif again := [card for card in mine.view.hand if card in played and played[card][0] < now - 8]:
            break
        else:
            card, request_id = mine.view.hand[0], new_request()
            played[card] = (now, request_id, await house.play(match, house.a, card, now, request_id))
    _, request_id, first = played[again[0]]
    assert await house.play(match, house.a, again[0], now, request_id) == first
    assert (await house.get(match)).info.version == now


async def test_a_repeated_leave_gets_the_original_answer(house: House) -> None:
    match = await house.table()
    request_id = new_request()
    first = await house.leave(match, house.a, request_id)
    assert await house.leave(match, house.a, request_id) == first


@pytest.mark.parametrize("moved_on", [False, True])
async def test_it_does_also_after_a_restart(opening: OpenHouse, *, moved_on: bool) -> None:
    request_id = new_request()
    async with opening() as house:
        match = await house.table()
        card, version = await house.card(match, house.a)
        first = await house.play(match, house.a, card, version, request_id)
        if moved_on:
            await house.finish(match)
    async with opening() as house:
        assert await house.play(match, house.a, card, version, request_id) == first


async def test_a_refused_play_leaves_its_request_id_free(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    request_id = new_request()
    with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
        await house.play(match, house.a, card, version + 1, request_id)
    assert (await house.play(match, house.a, card, version, request_id)).info.version == version + 1
