"""A decision counts once, over calls and over the stream, however often it has to be sent."""

import asyncio

import grpc
import pytest

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client import Client, NotYourTurn, RateLimited, Refused, StaleVersion, Unavailable
from kiraathane_client.tavla import TAVLA
from tests.clients.house import MATCH, House, status

ROLL = pb.TavlaAction(roll=pb.RollDice())


async def test_a_call_whose_answer_is_lost_counts_once(house: House, client: Client) -> None:
    house.faults.lose_answers = 2
    update = await client.match(TAVLA, MATCH).play(ROLL, expected_version=1)
    assert update.info.version == 2
    assert len(house.versions) == 2
    assert len(house.request_ids) == 3
    assert len(set(house.request_ids)) == 1


async def test_a_call_that_never_arrived_is_sent_again(house: House, client: Client) -> None:
    house.faults.lose_requests = 2
    assert (await client.match(TAVLA, MATCH).play(ROLL, expected_version=1)).info.version == 2


async def test_two_decisions_have_two_request_ids(house: House, client: Client) -> None:
    match = client.match(TAVLA, MATCH)
    await match.play(ROLL, expected_version=1)
    await match.play(ROLL, expected_version=2)
    assert len(set(house.request_ids)) == 2


async def test_a_stale_decision_tells_the_current_version(house: House, client: Client) -> None:
    house.commit()
    with pytest.raises(StaleVersion) as caught:
        await client.match(TAVLA, MATCH).play(ROLL, expected_version=1)
    assert caught.value.current_version == 2


async def test_limits_are_waited_for(house: House, client: Client) -> None:
    house.faults.limit = 2
    assert (await client.match(TAVLA, MATCH).get()).info.version == 1


async def test_a_limit_without_end_is_told(house: House, client: Client) -> None:
    house.faults.limit = 10_000
    async with Client(house.address, sessions=client._connection._sessions) as impatient:
        impatient._connection.patience = type(impatient._connection.patience)(total=0.1)
        with pytest.raises(RateLimited) as caught:
            await impatient.match(TAVLA, MATCH).get()
    assert caught.value.retry_after is not None


async def test_the_answer_over_the_stream_is_the_next_update(house: House, client: Client) -> None:
    async with client.match(TAVLA, MATCH).sit() as seat:
        assert (await anext(seat)).info.version == 1
        answer = await seat.play(ROLL, expected_version=1)
        assert answer.info.version == 2
        assert (await anext(seat)).info.version == 2
        house.commit()
        assert (await anext(seat)).info.version == 3


@pytest.mark.parametrize("fault", ["lose_answers", "lose_requests"])
async def test_a_stream_that_dies_under_a_decision_sends_it_again(house: House, client: Client, fault: str) -> None:
    setattr(house.faults, fault, 2)
    async with client.match(TAVLA, MATCH).sit() as seat:
        assert (await anext(seat)).info.version == 1
        answer = await asyncio.wait_for(seat.play(ROLL, expected_version=1), 5)
        assert answer.info.version == 2
        house.commit(finished=True)
        assert [update.info.version async for update in seat] == [2, 3]
    assert len(house.versions) == 3
    assert len(set(house.request_ids)) == 1
    assert house.streams == 3


async def test_a_decision_made_while_there_is_no_stream_waits_for_one(house: House, client: Client) -> None:
    async with client.match(TAVLA, MATCH).sit() as seat:
        await anext(seat)
        await house.stop()
        playing = asyncio.ensure_future(seat.play(ROLL, expected_version=1))
        await asyncio.sleep(0.2)
        await house.start()
        assert (await asyncio.wait_for(playing, 5)).info.version == 2


async def test_the_house_may_move_a_seat_to_another_stream(house: House, client: Client) -> None:
    house.faults.resume_after = [1, 1, 1]
    async with client.match(TAVLA, MATCH).sit() as seat:
        for version in range(1, 6):
            assert (await anext(seat)).info.version == version
            assert (await seat.play(ROLL, expected_version=version)).info.version == version + 1
    assert len(house.versions) == 6


async def test_a_refusal_over_the_stream_is_the_same_exception_as_of_a_call(house: House, client: Client) -> None:
    house.faults.refusal = status(grpc.StatusCode.FAILED_PRECONDITION, "POINT_CLOSED", clause="1.4", point="18")
    async with client.match(TAVLA, MATCH).sit() as seat:
        await anext(seat)
        with pytest.raises(Refused) as over_stream:
            await seat.play(ROLL, expected_version=1)
        assert (await seat.play(ROLL, expected_version=1)).info.version == 2  # the stream is as good as before
    house.faults.refusal = status(grpc.StatusCode.FAILED_PRECONDITION, "POINT_CLOSED", clause="1.4", point="18")
    with pytest.raises(Refused) as over_call:
        await client.match(TAVLA, MATCH).play(ROLL, expected_version=2)
    for caught in (over_stream.value, over_call.value):
        assert (caught.reason, caught.clause, caught.detail["point"]) == ("POINT_CLOSED", "1.4", "18")
        assert caught.sentence("tr") == "POINT_CLOSED olmaz"
        assert caught.sentence("en") == "no POINT_CLOSED"


async def test_out_of_turn_is_its_own_exception(house: House, client: Client) -> None:
    house.faults.refusal = status(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN")
    with pytest.raises(NotYourTurn):
        await client.match(TAVLA, MATCH).play(ROLL, expected_version=1)


async def test_a_seat_that_is_left_has_nothing_more_to_say(house: House, client: Client) -> None:
    async with client.match(TAVLA, MATCH).sit() as seat:
        await anext(seat)
    with pytest.raises(Unavailable):
        await seat.play(ROLL, expected_version=1)
