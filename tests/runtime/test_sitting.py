"""Sitting: acts go in, their answers and everybody else's come out, on one stream and in one order."""

import grpc
import pytest

from tests.runtime.table import House, soon
from tests.support.serving import new_request, refused


async def test_the_answer_to_an_act_is_the_next_version_with_its_request_id(house: House) -> None:
    match = await house.table()
    a, b = await house.sit(match, house.a), await house.sit(match, house.b)
    hand = (await soon(a)).update.view.hand
    await soon(b)
    request_id = new_request()
    await a.write(house.decision(hand[0], 1, request_id))
    answer, seen = await soon(a), await soon(b)
    assert (answer.request_id, answer.update.info.version) == (request_id, 2)
    assert answer.update.view.sealed == hand[0]
    assert (seen.request_id, seen.update.info.version) == ("", 2)
    assert seen.update.view.sealed == -1


async def test_a_whole_match_is_played_over_two_streams(house: House) -> None:
    match = await house.table()
    streams = [await house.sit(match, who) for who in house.seats]
    updates = [(await soon(stream)).update for stream in streams]
    while updates[0].info.due_seats:
        seat = updates[0].info.due_seats[0]
        await streams[seat].write(house.decision(updates[seat].view.hand[0], updates[seat].info.version))
        updates = [(await soon(stream)).update for stream in streams]
        assert updates[0].info.version == updates[1].info.version
    assert updates[0].info.end_cause == "PLAYED_OUT"


async def test_a_refused_act_is_answered_and_the_stream_goes_on(house: House) -> None:
    match = await house.table()
    stream = await house.sit(match, house.a)
    hand = (await soon(stream)).update.view.hand
    foreign = next(card for card in range(12) if card not in hand)
    wrong = new_request()
    await stream.write(house.decision(foreign, 1, wrong))
    answer = await soon(stream)
    assert answer.request_id == wrong
    assert answer.refusal.code == grpc.StatusCode.FAILED_PRECONDITION.value[0]
    assert "You do not hold" in answer.refusal.message
    late = new_request()
    await stream.write(house.decision(hand[0], 7, late))
    answer = await soon(stream)
    assert (answer.request_id, answer.refusal.code) == (late, grpc.StatusCode.ABORTED.value[0])
    await stream.write(house.decision(hand[0], 1))
    assert (await soon(stream)).update.info.version == 2


async def test_a_repeated_act_gets_its_answer_again(house: House) -> None:
    match = await house.table()
    stream = await house.sit(match, house.a)
    hand = (await soon(stream)).update.view.hand
    request_id = new_request()
    await stream.write(house.decision(hand[0], 1, request_id))
    first = await soon(stream)
    other = await house.sit(match, house.a, after=2)
    await soon(other)
    await other.write(house.decision(hand[0], 1, request_id))
    assert await soon(other) == first
    assert await house.play(match, house.a, hand[0], 1, request_id) == first.update


async def test_play_and_sit_are_one_path(house: House) -> None:
    match = await house.table()
    stream = await house.sit(match, house.a)
    await soon(stream)
    card, version = await house.card(match, house.b)
    answer = await house.play(match, house.b, card, version)
    update = (await soon(stream)).update
    assert update.info.version == answer.info.version
    assert list(update.happenings) == list(answer.happenings)


async def test_a_spectator_may_sit_but_not_act(house: House) -> None:
    match = await house.table()
    stream = await house.sit(match, house.c)
    assert not (await soon(stream)).update.view.hand
    await stream.write(house.decision(1, 1))
    assert (await soon(stream)).refusal.code == grpc.StatusCode.PERMISSION_DENIED.value[0]


async def test_who_takes_his_seat_at_the_start_may_act_on_the_stream_he_opened_before(house: House) -> None:
    match = (await house.create()).match
    stream = await house.sit(match, house.a)
    await soon(stream)
    await house.start(match)
    hand = (await soon(stream)).update.view.hand
    assert len(hand) == 3
    await stream.write(house.decision(hand[0], 1))
    assert (await soon(stream)).update.view.sealed == hand[0]


async def test_a_message_that_makes_no_sense_is_answered_and_the_stream_goes_on(house: House) -> None:
    match = await house.table()
    stub = house.channel.stream_stream("/kiraathane.yuksek.v1.YuksekService/Sit")
    stream = stub(metadata=house.a)
    await stream.write(house.pb.SitRequest(join=house.pb.Join(match=match)).SerializeToString())
    await soon(stream)
    request_id = new_request()
    wrong = (
        b"\xff\xff",
        house.pb.SitRequest().SerializeToString(),
        house.pb.SitRequest(join=house.pb.Join(match=match)).SerializeToString(),
        house.pb.SitRequest(play=house.pb.Decision(request_id=request_id)).SerializeToString(),
    )
    for data in wrong:
        await stream.write(data)
        answer = house.pb.SitResponse.FromString(await soon(stream))
        assert answer.refusal.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert answer.request_id == request_id


@pytest.mark.parametrize("first", ["nothing", "play"])
async def test_a_stream_begins_with_its_join(house: House, first: str) -> None:
    stream = house.stub.Sit(metadata=house.a)
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "SIT_ORDER"):
        if first == "play":
            await stream.write(house.decision(1, 1))
        else:
            await stream.done_writing()
        await soon(stream)


async def test_joining_an_unknown_match_is_not_found(house: House) -> None:
    stream = await house.sit("matches/yuksek-none", house.a)
    with refused(grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND"):
        await soon(stream)


async def test_who_has_nothing_more_to_say_ends_the_stream(house: House) -> None:
    match = await house.table()
    stream = await house.sit(match, house.a)
    await soon(stream)
    await stream.done_writing()
    assert await soon(stream) is grpc.aio.EOF
