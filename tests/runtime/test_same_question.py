"""Seats that are asked at the same time do not make each other late (kernel `Decide.question`)."""

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import msgspec

from kiraathane.match.v1 import match_pb2
from services.kernel.game import Decide
from services.kernel.registry import Family
from services.runtime.settings import Settings
from tests.runtime.table import House, family_with, open_house, soon
from tests.support.serving import refused


async def test_both_may_decide_on_the_version_they_were_asked_at(house: House) -> None:
    match = await house.table()
    (mine, version), (theirs, asked) = await house.card(match, house.a), await house.card(match, house.b)
    assert version == asked
    await asyncio.gather(house.play(match, house.a, mine, version), house.play(match, house.b, theirs, version))
    update = await house.get(match)
    assert update.info.version == version + 2
    assert [happening.WhichOneof("happening") for happening in update.happenings] == []
    assert update.view.counts == [2, 2]


async def test_it_is_the_same_on_streams(house: House) -> None:
    match = await house.table()
    streams = [await house.sit(match, who) for who in house.seats]
    version, _ = [(await soon(stream)).update.info.version for stream in streams]
    cards = [(await house.card(match, who))[0] for who in house.seats]
    for stream, card in zip(streams, cards, strict=True):
        await stream.write(house.decision(card, version))
    for stream in streams:
        assert [(await soon(stream)).update.info.version for _ in range(2)] == [version + 1, version + 2]


async def test_whoever_has_decided_decides_no_second_time_on_the_old_version(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    update = await house.play(match, house.a, card, version)
    with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
        await house.play(match, house.a, update.view.hand[0], version)


async def test_a_new_question_needs_the_newest_version(house: House) -> None:
    match = await house.table()
    asked = (await house.get(match)).info.version
    for _ in range(3):  # both cards of the first trick, and one of the second
        await house.step(match)
    card, _ = await house.card(match, house.b)
    for expected in (asked, asked + 1):
        with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
            await house.play(match, house.b, card, expected)
    update = await house.play(match, house.b, card, asked + 2)
    assert update.info.version == asked + 4


async def test_a_match_that_was_loaded_anew_may_ask_for_the_newest_version(settings: Settings, toy: Family) -> None:
    async with open_house(settings, toy) as house:
        match = await house.table()
        asked = (await house.get(match)).info.version
        await house.step(match)
    async with open_house(settings, toy) as house:
        card, version = await house.card(match, house.b)
        with refused(grpc.StatusCode.ABORTED, "VERSION_STALE") as answer:
            await house.play(match, house.b, card, asked)
        assert answer.metadata["version"] == str(version)
        assert (await house.play(match, house.b, card, version)).info.version == version + 1


async def test_a_family_without_numbered_questions_wants_the_newest_version(settings: Settings, toy: Family) -> None:
    def unnumbered(own: Callable[[Any], Any], state: Any) -> Any:
        wait = own(state)
        return msgspec.structs.replace(wait, question=None) if isinstance(wait, Decide) else wait

    async with open_house(settings, family_with(toy, pending=unnumbered)) as house:
        match = await house.table()
        card, version = await house.card(match, house.b)
        await house.step(match)
        with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
            await house.play(match, house.b, card, version)


async def test_a_bot_that_was_woken_before_the_other_decided_is_heard(house: House) -> None:
    match = await house.table(bots=(1,))
    asked = (await house.get(match)).info.version
    await house.step(match)
    bot = house.bot(match, 1)
    card, _ = await house.card(match, bot)
    update = await house.play(match, bot, card, asked)
    assert update.info.version == asked + 2
    assert update.info.status == match_pb2.MATCH_STATUS_PLAYING
