"""Watching: the whole view first, then every commit, and where to go on when a stream has to end."""

import asyncio

import grpc
import pytest

from kiraathane.match.v1 import match_pb2
from services.runtime import show, watch
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, soon, until
from tests.support.serving import refused


async def test_first_the_view_then_one_message_per_commit(house: House) -> None:
    match = await house.table()
    await house.step(match)
    stream = house.watch(match)
    first = await soon(stream)
    assert (first.update.info.version, len(first.update.happenings)) == (2, 0)
    for version in (3, 4, 5):
        await house.step(match)
        update = (await soon(stream)).update
        assert update.info.version == version
        assert update.happenings


async def test_a_watcher_sees_with_his_own_eyes(house: House) -> None:
    match = await house.table()
    mine, spectator = house.watch(match, house.a), house.watch(match, house.c)
    await soon(mine), await soon(spectator)
    card, version = await house.card(match, house.a)
    await house.play(match, house.a, card, version)
    assert (await soon(mine)).update.view.sealed == card
    seen = (await soon(spectator)).update
    assert seen.view.sealed == -1
    assert not seen.view.hand
    assert [h.WhichOneof("happening") for h in seen.happenings] == ["laid_seat"]


async def test_a_prepared_match_can_be_watched_into_its_start(house: House) -> None:
    match = (await house.create()).match
    stream = house.watch(match)
    assert (await soon(stream)).update.info.status == match_pb2.MATCH_STATUS_PREPARED
    await house.start(match)
    update = (await soon(stream)).update
    assert (update.info.version, update.info.status) == (1, match_pb2.MATCH_STATUS_PLAYING)
    assert update.happenings[0].dealt_worth


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("after", [1, 4, 7])
async def test_who_comes_back_is_told_what_he_missed(opening: OpenHouse, after: int, *, restarted: bool) -> None:
    async with opening() as house:
        match = await house.table(hands="9")
        seen = [await house.get(match)]
        stream = house.watch(match)
        await soon(stream)
        for _ in range(8):
            await house.step(match)
            seen.append((await soon(stream)).update)
        if not restarted:
            await _hears(house, match, after, seen)
    if restarted:
        async with opening() as house:
            await _hears(house, match, after, seen)


def nobodys_queue() -> watch.Subscription:
    return watch.Subscription(None, lambda _: None, person=False)  # type: ignore[arg-type]  # it asks nothing of the match


async def _hears(house: House, match: str, after: int, seen: list[object]) -> None:
    again = house.watch(match, after=after)
    for version in range(after + 1, 10):
        assert (await soon(again)).update == seen[version - 1]
    await house.step(match)
    assert (await soon(again)).update.info.version == 10


async def test_who_has_seen_the_newest_is_shown_it_again(house: House) -> None:
    match = await house.table()
    stream = house.watch(match, after=1)
    update = (await soon(stream)).update
    assert (update.info.version, len(update.happenings)) == (1, 0)


async def test_who_missed_too_much_is_shown_the_newest(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "LONGEST_CATCH_UP", 3)
    match = await house.table(hands="9")
    for _ in range(6):
        await house.step(match)
    assert (await soon(house.watch(match, after=1))).update.info.version == 7
    assert (await soon(house.watch(match, after=5))).update.info.version == 6


async def test_who_claims_to_have_seen_the_future_is_shown_the_present(house: House) -> None:
    match = await house.table()
    assert (await soon(house.watch(match, after=99))).update.info.version == 1


async def test_two_devices_watch_the_same_seat(house: House) -> None:
    match = await house.table()
    streams = [house.watch(match, house.a) for _ in range(2)]
    for stream in streams:
        await soon(stream)
    await house.step(match)
    first, second = [(await soon(stream)).update for stream in streams]
    assert first == second


async def test_a_slow_watcher_is_told_where_to_go_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LONGEST_QUEUE", 2)
    match = await house.table()
    held = house.hosted.host.room.cached()[0]
    queue = nobodys_queue()
    for version in range(1, 6):
        queue.push(version, b"data")
    assert await queue.next() == watch.Resume(version=0, reason="TOO_SLOW")
    assert held.name == match


async def test_the_word_to_resume_is_the_last_that_was_taken() -> None:
    queue = nobodys_queue()
    queue.push(4, b"four")
    queue.push(0, b"a refusal")
    assert await queue.next() == b"four"
    queue.push(5, b"five")
    queue.end("DRAINING")
    queue.push(6, b"six")
    assert [await queue.next() for _ in range(3)] == [b"a refusal", b"five", watch.Resume(version=5, reason="DRAINING")]


async def test_a_watcher_who_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "STUCK_SECONDS", 0.05)
    monkeypatch.setattr(watch, "LONGEST_QUEUE", 1)

    async def stuck() -> None:
        queue = nobodys_queue()
        queue.push(1, b"one")
        queue.push(2, b"two")
        await asyncio.sleep(30)  # writing to somebody who does not read

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(stuck())


async def test_a_drain_ends_streams_with_a_word_to_resume(house: House) -> None:
    match = await house.table()
    stream, seat = house.watch(match), await house.sit(match, house.a)
    await soon(stream), await soon(seat)
    await house.hosted.drain()
    for open_stream in (stream, seat):
        resume = (await soon(open_stream)).resume
        assert (resume.version, resume.reason) == (1, "DRAINING")
        assert await soon(open_stream) is grpc.aio.EOF
    with refused(grpc.StatusCode.UNAVAILABLE, "DRAINING"):
        await soon(house.watch(match))
    card, version = await house.card(match, house.a)
    assert (await house.play(match, house.a, card, version)).info.version == 2


async def test_a_watcher_who_goes_is_forgotten(house: House) -> None:
    match = await house.table()
    stream = house.watch(match)
    await soon(stream)
    held = house.hosted.host.room.cached()[0]
    assert len(held.watchers) == 1
    stream.cancel()
    await until(lambda: not held.watchers)


async def test_a_caller_has_only_so_many_streams(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "MOST_STREAMS", 2)
    match = await house.table()
    streams = [house.watch(match, house.a), house.watch(match, house.a)]
    for stream in streams:
        await soon(stream)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS"):
        await soon(house.watch(match, house.a))
    await soon(house.watch(match, house.b))
    streams[0].cancel()
    await until(lambda: house.hosted.show.streams_of("players/a") == 1)
    await soon(house.watch(match, house.a))


async def test_matches_leave_the_memory_and_come_back(opening: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opening() as house:
        room = house.hosted.host.room
        monkeypatch.setattr(room, "_cached", 3)
        watched = await house.table()
        stream = house.watch(watched)
        await soon(stream)
        matches = [await house.table() for _ in range(6)]
        names = {match.name for match in room.cached()}
        assert len(names) <= 3
        assert watched in names
        assert matches[0] not in names
        for match in (*matches, watched):
            assert (await house.step(match)).info.version == 2
        assert (await soon(stream)).update.info.version == 2
