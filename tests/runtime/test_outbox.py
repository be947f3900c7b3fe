"""The outbox: every bot that is due is woken, every result is scored, whatever the broker loses."""

from functools import partial
from typing import Any

import pytest

from kiraathane.match.v1 import match_pb2
from services.runtime import outbox
from services.runtime.broker import Message
from services.runtime.clock import HouseClock
from services.runtime.journal.interface import TaskKind
from services.runtime.settings import Settings
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, until
from tests.runtime.test_deadlines import Shifted


@pytest.fixture
def time() -> Shifted:
    return Shifted()


@pytest.fixture
async def house(opening: OpenHouse, time: Shifted) -> Any:
    async with opening(clock=HouseClock(time)) as opened:
        await opened.hosted.rounds.close()  # the test says when it is swept
        await opened.hosted.rounds.beat()
        yield opened


def turns(house: House) -> list[tuple[object, object, object]]:
    """Version, seat and attempt of the bot turns that were sent."""
    sent = [message.arguments for message in house.postbox.sent if message.task == "bots.play_turn"]
    return [(task["version"], task["seat"], task["attempt"]) for task in sent]


async def test_a_due_bot_is_woken_after_the_commit(house: House) -> None:
    match = await house.table(bots=(1,))
    await until(lambda: bool(house.postbox.sent))
    arguments = {"family": "yuksek", "match": match, "version": 1, "seat": 1, "level": "usta", "attempt": 1}
    assert house.postbox.sent == [Message(task="bots.play_turn", arguments=arguments, queue="bots.yuksek")]


async def test_people_wake_nobody(house: House) -> None:
    match = await house.table()
    await house.step(match)
    assert await house.hosted.outbox.sweep() == 0
    assert house.postbox.sent == []


async def test_a_bot_is_woken_for_every_version_in_which_it_is_due(house: House) -> None:
    match = await house.table(bots=(1,))
    card, version = await house.card(match, house.a)
    await house.play(match, house.a, card, version)
    card, version = await house.card(match, house.bot(match, 1))
    await house.play(match, house.bot(match, 1), card, version)
    await until(lambda: len(house.postbox.sent) == 3)
    assert turns(house) == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]


async def test_what_has_no_effect_is_sent_again_ever_more_seldom(house: House, time: Shifted) -> None:
    await house.table(bots=(1,))
    await until(lambda: len(house.postbox.sent) == 1)
    assert await house.hosted.outbox.sweep() == 0
    for attempt, pause_s in ((2, 10), (3, 20), (4, 40), (5, 60), (6, 60)):
        time.ahead_ms += (pause_s - 1) * 1000
        assert await house.hosted.outbox.sweep() == 0
        time.ahead_ms += 1_500
        assert await house.hosted.outbox.sweep() == 1
        assert turns(house)[-1] == (1, 1, attempt)


async def test_what_was_played_is_not_sent_again(house: House, time: Shifted) -> None:
    match = await house.table(bots=(1,))
    card, version = await house.card(match, house.bot(match, 1))
    await house.play(match, house.bot(match, 1), card, version)
    time.ahead_ms += 60_000
    assert await house.hosted.outbox.sweep() == 0


async def test_a_broker_that_is_away_costs_no_attempt(house: House, time: Shifted) -> None:
    await house.table(bots=(1,))
    await until(lambda: len(house.postbox.sent) == 1)
    house.postbox.broken = True
    for _ in range(20):
        time.ahead_ms += 10_000
        assert await house.hosted.outbox.sweep() == 1
    house.postbox.broken = False
    time.ahead_ms += 10_000
    assert await house.hosted.outbox.sweep() == 1
    assert turns(house) == [(1, 1, 1), (1, 1, 2)]


async def test_a_bot_that_never_plays_is_played_for_by_the_rules(house: House, time: Shifted) -> None:
    match = await house.table(bots=(1,), turnSeconds="none")
    await until(lambda: len(house.postbox.sent) == 1)
    for _ in range(outbox.BOT_ATTEMPTS):
        time.ahead_ms += 61_000
        await house.hosted.outbox.sweep()
    update = await house.get(match)
    assert update.info.version == 2
    assert list(update.info.due_seats) == [0]
    assert max(attempt for _, _, attempt in turns(house)) == outbox.BOT_ATTEMPTS
    time.ahead_ms += 61_000
    assert await house.hosted.outbox.sweep() == 0


async def test_a_finished_match_is_to_be_scored_until_that_is_acknowledged(house: House, time: Shifted) -> None:
    match = await house.table()
    await house.finish(match)
    scoring = Message(
        task="scoring.record_result", arguments={"family": "yuksek", "match": match, "attempt": 1}, queue="scoring"
    )
    await until(lambda: house.postbox.sent == [scoring])
    for _ in range(12):
        time.ahead_ms += 301_000
        assert await house.hosted.outbox.sweep() == 1
    await house.stub.AcknowledgeResult(house.pb.AcknowledgeResultRequest(match=match), metadata=house.service)
    time.ahead_ms += 301_000
    assert await house.hosted.outbox.sweep() == 0


async def test_who_starts_alone_takes_up_what_was_left_lying(opening: OpenHouse) -> None:
    async with opening() as house:
        match = await house.table(bots=(0, 1))
    async with opening() as house:
        await until(lambda: len(house.postbox.sent) >= 2)
        assert {(t["match"], t["seat"]) for t in (m.arguments for m in house.postbox.sent)} == {(match, 0), (match, 1)}


async def test_a_bots_pause_is_kept(toy: Any, settings: Settings) -> None:
    import asyncio

    from tests.runtime.table import open_house

    async with open_house(settings.model_copy(update={"bot_pace_ms": 400}), toy) as house:
        began = asyncio.get_running_loop().time()
        await house.table(bots=(1,))
        assert house.postbox.sent == []
        await until(lambda: len(house.postbox.sent) == 1)
        assert asyncio.get_running_loop().time() - began >= 0.35


async def test_bots_alone_make_no_pause(toy: Any, settings: Settings) -> None:
    from tests.runtime.table import open_house

    async with open_house(settings.model_copy(update={"bot_pace_ms": 60_000}), toy) as house:
        await house.table(bots=(0, 1))
        await until(lambda: len(house.postbox.sent) == 2)


def _sent_more_than(house: House, number: int) -> bool:
    return len(house.postbox.sent) > number


async def test_bots_alone_play_a_whole_match(house: House) -> None:
    match = await house.table(bots=(0, 1))
    played = 0
    update = await house.get(match)
    while update.info.status == match_pb2.MATCH_STATUS_PLAYING:
        await until(partial(_sent_more_than, house, played))
        task = house.postbox.sent[played].arguments
        played += 1
        if task["version"] == (await house.get(match)).info.version:
            who = house.bot(match, int(str(task["seat"])))
            card, version = await house.card(match, who)
            update = await house.play(match, who, card, version)
    assert update.info.end_cause == "PLAYED_OUT"


async def test_what_waits_is_measured(house: House, time: Shifted) -> None:
    from prometheus_client import REGISTRY

    await house.table(bots=(1,))
    time.ahead_ms += 5_000
    await house.hosted.rounds.measure()
    labels = {"family": "yuksek", "kind": TaskKind.BOT.name.lower()}
    assert REGISTRY.get_sample_value("kiraathane_outbox_depth", labels) == 1
    age = REGISTRY.get_sample_value("kiraathane_outbox_age_seconds", labels)
    assert age is not None
    assert 4.9 < age < 60
    assert REGISTRY.get_sample_value("kiraathane_matches_open", {"family": "yuksek"}) == 1
    assert REGISTRY.get_sample_value("kiraathane_matches_frozen", {"family": "yuksek"}) == 0
