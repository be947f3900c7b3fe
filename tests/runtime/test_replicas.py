"""Two replicas of one family on one PostgreSQL: any of them serves any match, and never do both win."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import grpc
import pytest
from redis.asyncio import Redis

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.meta import Absence
from services.kernel.registry import Family
from services.runtime import presence
from services.runtime.absence import AbsenceTerms
from services.runtime.hints import PAUSE_SECONDS
from services.runtime.settings import Settings
from services.runtime.tasks import ended
from tests.runtime.table import House, family_as, open_house, soon, until
from tests.support.postgres import Postgres
from tests.support.serving import new_request, refused, settings_in
from tests.support.valkey import Valkey, running_valkey

pytestmark = pytest.mark.platform


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, postgres_store: str, valkey: Valkey) -> Settings:
    return settings_in(tmp_path, STORE=postgres_store, VALKEY=valkey.address(), BOT_PACE_MS="0")


@pytest.fixture
async def pair(settings: Settings, toy: Family) -> AsyncIterator[tuple[House, House]]:
    async with contextlib.AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_house(settings, toy))
        two = await stack.enter_async_context(open_house(settings, toy))
        yield one, two


async def test_what_one_has_played_the_other_shows(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table()
    assert (await two.get(match)).info.version == 1
    for version in range(2, 8):
        played = await (one, two)[version % 2].step(match)
        assert played.info.version == version
        assert (await one.get(match)).info == (await two.get(match)).info


async def test_watchers_of_one_hear_of_what_the_other_plays(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table()
    here, there = one.watch(match), two.watch(match)
    await soon(here), await soon(there)
    for _ in range(4):
        await two.step(match)
        assert (await soon(here)).update == (await soon(there)).update


async def test_a_copy_that_nobody_watches_is_not_followed(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table(hands="9")
    assert (await two.get(match)).info.version == 1
    for _ in range(4):
        await one.step(match)
    copy = two.hosted.host.room.in_memory(match.removeprefix("matches/"))
    assert copy is not None
    await until(lambda: copy.stale)
    assert copy.position.seq == 1
    await two.hosted.rounds.poll()
    assert copy.position.seq == 1
    assert (await two.step(match)).info.version == 6
    assert not copy.stale


async def test_hints_of_many_moves_share_a_message(pair: tuple[House, House], valkey: Valkey) -> None:
    one, two = pair
    match = await one.table(hands="9")
    stream = two.watch(match)
    await soon(stream)
    async with Redis.from_url(valkey.address()) as client, client.pubsub(ignore_subscribe_messages=True) as heard:
        await heard.subscribe("kiraathane:yuksek")
        await heard.get_message(timeout=1)
        began = time.monotonic()
        while (await one.step(match)).info.status == match_pb2.MATCH_STATUS_PLAYING:
            pass
        took = time.monotonic() - began
        last = (await one.get(match)).info.version
        while (await soon(stream)).update.info.version < last:
            pass
        messages = 0
        while await heard.get_message(timeout=0.2):
            messages += 1
    assert 1 <= messages <= 2 + took / PAUSE_SECONDS


async def test_they_do_also_without_hints(pair: tuple[House, House], valkey: Valkey) -> None:
    one, two = pair
    valkey.kill()
    try:
        match = await one.table()
        stream = one.watch(match)
        await soon(stream)
        await two.step(match)
        assert (await soon(stream)).update.info.version == 2
    finally:
        valkey.start()


async def test_a_seat_is_known_where_the_match_was_only_prepared(pair: tuple[House, House], valkey: Valkey) -> None:
    """One replica made the match, the other began it, and the first has not heard of that."""
    one, two = pair
    valkey.kill()
    try:
        for ask in (_plays, _leaves, _sits, _watches):
            match = (await one.create()).match
            await two.start(match)
            assert one.hosted.host.room.in_memory(match.removeprefix("matches/")).start is None
            await ask(one, two, match)
    finally:
        valkey.start()


async def _plays(one: House, two: House, match: str) -> None:
    card, version = await two.card(match, two.a)
    assert (await one.play(match, one.a, card, version)).info.version == version + 1


async def _leaves(one: House, _: House, match: str) -> None:
    assert (await one.leave(match, one.a)).info.status == match_pb2.MATCH_STATUS_FINISHED


async def _sits(one: House, two: House, match: str) -> None:
    stream = await one.sit(match, one.a)
    assert (await soon(stream)).update == await two.get(match, two.a)
    stream.cancel()


async def _watches(one: House, two: House, match: str) -> None:
    stream = one.watch(match, one.a)
    assert (await soon(stream)).update == await two.get(match, two.a)
    stream.cancel()


async def test_of_two_plays_at_once_one_wins(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table(hands="9")
    while (update := await one.get(match)).info.status == match_pb2.MATCH_STATUS_PLAYING:
        version, seat = update.info.version, update.info.due_seats[0]
        cards = [action.card for action in (await one.legal(match, one.seats[seat])).actions]
        plays = [
            house.play(match, house.seats[seat], card, version)
            for house, card in zip((one, two), (cards[0], cards[-1]), strict=True)
        ]
        results = await asyncio.gather(*plays, return_exceptions=True)
        lost = [result for result in results if isinstance(result, grpc.aio.AioRpcError)]
        assert len(lost) == 1
        assert lost[0].code() == grpc.StatusCode.ABORTED
        assert (await two.get(match)).info.version == version + 1
    written = record.read((await two.record(match)).content)
    assert [commit.version for commit in written.commits] == list(range(1, len(written.commits) + 1))


async def test_a_request_sent_to_both_is_played_once(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table()
    card, version = await one.card(match, one.a)
    request_id = new_request()
    answers = await asyncio.gather(
        *(house.play(match, house.a, card, version, request_id) for house in (one, two, one, two))
    )
    assert all(answer == answers[0] for answer in answers)
    assert (await one.get(match)).info.version == version + 1


async def test_both_start_a_match_once(pair: tuple[House, House]) -> None:
    one, two = pair
    match = (await one.create()).match
    await two.get(match)
    started = await asyncio.gather(*(house.start(match) for house in (one, two, one, two)))
    assert {info.version for info in started} == {1}
    first, second = await one.get(match, one.a), await two.get(match, two.a)
    assert first == second


async def test_a_match_that_one_freezes_is_frozen_for_the_other(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table()
    card, version = await one.card(match, one.a)
    stream = two.watch(match)
    await soon(stream)
    assert await one.hosted.journal.freeze(match.removeprefix("matches/"), 1)
    assert (await soon(stream)).update.info.status == match_pb2.MATCH_STATUS_FROZEN
    for house in pair:
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.play(match, house.a, card, version)
    assert await two.hosted.journal.thaw(match.removeprefix("matches/"))
    assert (await one.play(match, one.a, card, version)).info.version == 2


async def test_what_a_moderator_orders_at_one_holds_at_the_other(pair: tuple[House, House]) -> None:
    one, two = pair
    match = await one.table(hands="9")
    await one.step(match)
    then = (await two.step(match)).info
    views = [(await two.get(match, who)).view for who in two.seats]
    stream = two.watch(match)
    await soon(stream)
    await one.step(match)
    assert (await soon(stream)).update.info.version == 4
    assert (await one.order(match, "FREEZE")).version == 5
    assert (await soon(stream)).update.info.status == match_pb2.MATCH_STATUS_FROZEN
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "FROZEN_BY_MODERATOR"):
        await two.play(match, two.a, 1, 5)
    await two.order(match, "REWIND", then.version)
    await one.order(match, "THAW")
    told = [(await soon(stream)).update for _ in range(2)]
    assert [update.info.version for update in told] == [6, 7]
    assert (told[1].info.order.kind, told[0].info.order.back_to) == (match_pb2.ORDER_KIND_THAW, then.version)
    assert [(await two.get(match, who)).view for who in two.seats] == views
    for version in range(8, 11):
        played = await (one, two)[version % 2].step(match)
        assert played.info.version == version
        assert (await soon(stream)).update.info.score == played.info.score
    await two.order(match, "REWIND", 0)
    assert (await soon(stream)).update.happenings  # the deal is told
    dealt = (await one.get(match)).info
    assert (dealt.version, dealt.score.points) == (11, [0, 0])
    await one.order(match, "END")
    written = record.read((await two.record(match)).content)
    assert record.verify(written, one.hosted.host.room.loader.game).ok


async def test_a_server_that_comes_back_is_used_again(pair: tuple[House, House], postgres: Postgres) -> None:
    one, two = pair
    match = await one.table()
    stream = two.watch(match)
    await soon(stream)
    card, version = await one.card(match, one.a)
    request_id = new_request()
    postgres.kill()
    with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
        await one.play(match, one.a, card, version, request_id)
    postgres.start()
    update = await one.play(match, one.a, card, version, request_id)
    assert update.info.version == 2
    # The time that the store was away is given back: version 1 may be told again with its new deadline.
    told = await soon(stream)
    while told.update.info.version == 1:
        told = await soon(stream)
    assert told.update.info.version == 2
    await until(lambda: one.hosted.host.room.clock.trusted)


async def test_replicas_play_many_matches_side_by_side(pair: tuple[House, House]) -> None:
    matches = [await pair[number % 2].table() for number in range(12)]
    finished = await asyncio.gather(*(pair[(number + 1) % 2].finish(match) for number, match in enumerate(matches)))
    assert {update.info.end_cause for update in finished} == {"PLAYED_OUT"}
    for match in matches:
        assert (await pair[0].get(match)).info == (await pair[1].get(match)).info


# -- who is there -----------------------------------------------------------------------------------------------------


TERMS = AbsenceTerms(grace_ms=300, empty_ms=60_000, idle_turns=3, by_bots=True)


@pytest.fixture
async def seated(settings: Settings, toy: Family) -> AsyncIterator[tuple[House, House]]:
    """Two replicas of a family in which stand-ins play."""
    played_on = family_as(toy, absence=Absence.STAND_IN, leaving_ends=False)
    async with contextlib.AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_house(settings, played_on, terms=TERMS))
        two = await stack.enter_async_context(open_house(settings, played_on, terms=TERMS))
        yield one, two


async def present(house: House, match: str) -> list[int]:
    return [seat.presence for seat in (await house.get(match)).info.seats]


async def test_a_device_at_another_replica_is_enough(seated: tuple[House, House]) -> None:
    one, two = seated
    match = await one.table()
    streams = [await one.sit(match, one.b), await one.sit(match, one.a), await two.sit(match, two.a)]
    for stream in streams:
        await soon(stream)
    await asyncio.sleep(0.3)
    streams[1].cancel()
    await asyncio.sleep(0.7)
    for house in seated:
        await house.hosted.presence.sweep()
    assert await present(two, match) == [match_pb2.PRESENCE_PRESENT] * 2
    streams[2].cancel()
    await asyncio.sleep(0.7)
    await asyncio.gather(*(house.hosted.presence.sweep() for house in seated))
    assert await present(one, match) == [match_pb2.PRESENCE_AWAY, match_pb2.PRESENCE_PRESENT]
    streams[0].cancel()


async def test_who_comes_back_at_another_replica_is_back_everywhere(seated: tuple[House, House]) -> None:
    one, two = seated
    match = await one.table()
    watching = one.watch(match, one.b)
    await soon(watching)
    await asyncio.sleep(0.7)
    await two.hosted.presence.sweep()
    assert (await soon(watching)).update.info.seats[0].presence == match_pb2.PRESENCE_AWAY
    card, version = await two.card(match, two.a)
    back = (await soon(watching)).update
    assert (back.info.seats[0].presence, back.info.version) == (match_pb2.PRESENCE_PRESENT, version)
    await two.play(match, two.a, card, version)
    watching.cancel()


async def test_the_people_of_a_replica_that_died_are_gone(
    seated: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = seated
    match = await one.table()
    dying, staying = await one.sit(match, one.a), await two.sit(match, two.b)
    await soon(dying), await soon(staying)
    await asyncio.sleep(0.3)
    assert one.hosted._hints is not None
    await ended(one.hosted.rounds._tasks)  # it says nothing any more, and hears nothing
    await one.hosted._hints.close()
    monkeypatch.setattr(presence, "DEAD_MS", 800)
    await asyncio.sleep(1.3)
    await two.hosted.presence.bury()
    await two.hosted.presence.sweep()
    assert (await two.get(match)).info.seats[0].presence == match_pb2.PRESENCE_AWAY
    # It was not dead after all: it tells its streams again, and who sits there is back.
    await one.hosted.presence.alive()
    await one.hosted.host.room.newest(match.partition("/")[2])
    async with asyncio.timeout(5):
        while (await two.get(match)).info.seats[0].presence != match_pb2.PRESENCE_PRESENT:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    for stream in (dying, staying):
        stream.cancel()


async def test_a_substitute_is_known_at_the_other_replica_at_once(seated: tuple[House, House]) -> None:
    one, two = seated
    match = await one.table()
    for house in seated:
        await house.get(match)
    await one.leave(match, one.a)
    await one.substitute(match, 0, "players/c")
    card, version = await two.card(match, two.c)
    assert (await two.play(match, two.c, card, version)).view.hand
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
        await two.play(match, two.a, card, version + 1)
    assert not (await two.get(match, two.a)).view.hand
