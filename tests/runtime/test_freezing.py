"""A fault of the rules stops one match, durably, and nothing else; nobody is ever told INTERNAL for it."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel.game import Act, Lapse, LapseCause
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_with, new_request, soon
from tests.support.serving import refused

POISON = "the rules broke"


def breaks(method: str, when: Callable[..., bool]) -> dict[str, Any]:
    """A replacement of a method that breaks when `when` holds for its arguments."""

    def replacement(own: Callable[..., Any], *arguments: Any) -> Any:
        if when(*arguments):
            raise KeyError(POISON)
        return own(*arguments)

    return {method: replacement}


class Switch:
    """Turns the fault on at the moment a test wants it."""

    def __init__(self) -> None:
        self.on = False


@pytest.fixture
def switch() -> Switch:
    return Switch()


def fault(kind: str, switch: Switch) -> dict[str, Any]:
    faults = {
        "apply": lambda state, event: switch.on and isinstance(event, Act),
        "pending": lambda state: switch.on and min(state.sealed) < 0 <= max(state.sealed),
        "view": lambda state, viewer: switch.on and max(state.sealed) >= 0,
        "happenings": lambda state, viewer: switch.on and max(state.sealed) >= 0,
        "score": lambda state: switch.on and max(state.sealed) >= 0,
        "allowance": lambda state: switch.on and max(state.sealed) >= 0,
    }
    return breaks(kind, faults[kind])


@pytest.fixture(params=["apply", "pending", "view", "happenings", "score", "allowance"])
async def broken(
    request: pytest.FixtureRequest, opening: OpenHouse, toy: Family, switch: Switch
) -> AsyncIterator[House]:
    async with opening(family_with(toy, **fault(request.param, switch))) as house:
        yield house


async def test_a_fault_freezes_the_match_and_no_other(broken: House, switch: Switch) -> None:
    match, other = await broken.table(), await broken.table()
    card, version = await broken.card(match, broken.a)
    before = await broken.get(match, broken.a)
    switch.on = True
    for _ in range(2):
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await broken.play(match, broken.a, card, version)
    switch.on = False
    after = await broken.get(match, broken.a)
    assert after.info.status == match_pb2.MATCH_STATUS_FROZEN
    assert after.info.version == before.info.version
    assert list(after.info.due_seats) == []
    assert after.view == before.view
    assert (await broken.finish(other)).info.status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_frozen_match_answers_everything_and_decides_nothing(broken: House, switch: Switch) -> None:
    match = await broken.table()
    card, version = await broken.card(match, broken.a)
    stream, seat = broken.watch(match), await broken.sit(match, broken.b)
    await soon(stream), await soon(seat)
    switch.on = True
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
        await broken.play(match, broken.a, card, version)
    assert (await soon(stream)).update.info.status == match_pb2.MATCH_STATUS_FROZEN
    assert (await soon(seat)).update.info.status == match_pb2.MATCH_STATUS_FROZEN
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
        await broken.leave(match, broken.a)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_FINISHED"):
        await broken.record(match)
    assert list((await broken.legal(match, broken.a)).actions) == []
    assert (await soon(broken.watch(match))).update.info.status == match_pb2.MATCH_STATUS_FROZEN


async def test_frozen_is_frozen_after_a_restart_and_can_be_thawed(
    opening: OpenHouse, toy: Family, switch: Switch
) -> None:
    async with opening(family_with(toy, **fault("apply", switch))) as house:
        match = await house.table()
        card, version = await house.card(match, house.a)
        switch.on = True
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.play(match, house.a, card, version)
    async with opening() as house:
        assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_FROZEN
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.play(match, house.a, card, version)
        assert await house.hosted.host.thaw(match.removeprefix("matches/"))
        assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_PLAYING
        assert (await house.finish(match)).info.end_cause == "PLAYED_OUT"


async def test_a_journal_that_cannot_be_played_again_freezes_its_match(opening: OpenHouse, toy: Family) -> None:
    async with opening() as house:
        match, other = await house.table(), await house.table()
        card, version = await house.card(match, house.a)
        await house.play(match, house.a, card, version)
    changed = breaks("apply", lambda state, event: isinstance(event, Act) and event.seat == 0)
    async with opening(family_with(toy, **changed)) as house:
        update = await house.get(match)
        assert update.info.status == match_pb2.MATCH_STATUS_FROZEN
        assert update.info.version == 2
        assert not update.HasField("view")
        assert list(update.info.seats)
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.play(match, house.b, 1, 2)
        assert (await house.get(other)).info.status == match_pb2.MATCH_STATUS_PLAYING


async def test_what_was_answered_before_is_still_answered(opening: OpenHouse, toy: Family, switch: Switch) -> None:
    async with opening(family_with(toy, **fault("apply", switch))) as house:
        match = await house.table()
        card, version = await house.card(match, house.a)
        request_id = new_request()
        first = await house.play(match, house.a, card, version, request_id)
        switch.on = True
        other, now = await house.card(match, house.b)
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.play(match, house.b, other, now)
        assert await house.play(match, house.a, card, version, request_id) == first


async def test_rules_that_refuse_a_leave_are_broken(opening: OpenHouse, toy: Family) -> None:
    def refuses(own: Callable[..., Any], state: Any, event: Any) -> Any:
        if isinstance(event, Lapse) and event.cause == LapseCause.LEFT:
            raise Illegal("NOT_YOUR_TURN")
        return own(state, event)

    async with opening(family_with(toy, apply=refuses)) as house:
        match = await house.table()
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.leave(match, house.a)


async def test_rules_that_ask_for_chance_for_ever_are_broken(opening: OpenHouse, toy: Family) -> None:
    from services.kernel.game import Chance, Roll

    def greedy(own: Callable[..., Any], state: Any) -> Any:
        return Chance(request=Roll(count=1, sides=6)) if state.worth else own(state)

    def unmoved(own: Callable[..., Any], state: Any, event: Any) -> Any:
        return state if state.worth else own(state, event)

    async with opening(family_with(toy, pending=greedy, apply=unmoved)) as house:
        info = await house.create()
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_FROZEN"):
            await house.start(info.match)


async def test_other_rules_than_it_began_with_do_not_play_a_match(opening: OpenHouse, toy: Family) -> None:
    import msgspec

    async with opening() as house:
        match, over = await house.table(), await house.table()
        last = await house.finish(over)
    newer = family_with(toy)
    type(newer.game).meta = msgspec.structs.replace(toy.game.meta, rules_version=2)
    async with opening(newer) as house:
        update = await house.get(match, house.a)
        assert (update.info.version, update.info.rules_version) == (1, 1)
        assert not update.HasField("view")
        for call in (house.play(match, house.a, 1, 1), house.leave(match, house.a)):
            with refused(grpc.StatusCode.FAILED_PRECONDITION, "RULES_VERSION_CHANGED") as answer:
                await call
        assert (answer.metadata["pinned"], answer.metadata["current"]) == ("1", "2")
        written = json.loads((await house.record(over)).content)
        assert written["score"]["points"] == list(last.info.score.points)
        assert (await house.get(over)).info.score == last.info.score


async def test_a_reason_that_was_never_declared_is_still_a_refusal(opening: OpenHouse, toy: Family) -> None:
    def strange(own: Callable[..., Any], state: Any, event: Any) -> Any:
        if isinstance(event, Act):
            raise Illegal("NEVER_DECLARED", card=event.action.card)
        return own(state, event)

    async with opening(family_with(toy, apply=strange)) as house:
        match = await house.table()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await house.play(match, house.a, 1, 1)
        assert caught.value.code() == grpc.StatusCode.FAILED_PRECONDITION
        assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_PLAYING
