"""Moderators' orders and time, bots, faults and restarts; what they do to a table is the conformance suite's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

import grpc
import msgspec
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.game import Act
from services.kernel.meta import Absence
from services.kernel.registry import Family
from services.runtime.clock import HouseClock
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_as, family_with, soon, until
from tests.runtime.test_deadlines import Shifted
from tests.runtime.test_freezing import Switch, fault
from tests.support.serving import refused

PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION
PLAYING, FINISHED, FROZEN = (
    match_pb2.MATCH_STATUS_PLAYING,
    match_pb2.MATCH_STATUS_FINISHED,
    match_pb2.MATCH_STATUS_FROZEN,
)


@pytest.fixture
def time() -> Shifted:
    return Shifted()


@pytest.fixture
async def timed(opening: OpenHouse, time: Shifted) -> AsyncIterator[House]:
    async with opening(clock=HouseClock(time)) as opened:
        yield opened


async def times(house: House, match: str, family: Family) -> list[int]:
    """When, by the match's own clock, its seats acted or lapsed; of one that is over and right."""
    written = record.read((await house.record(match)).content)
    assert record.verify(written, family.game).ok
    events = [event for commit in written.commits for event in msgspec.json.decode(commit.events)]
    return [event["at_ms"] for event in events if event["type"] in ("act", "lapse")]


async def test_the_time_that_a_match_is_frozen_is_nobodys(timed: House, time: Shifted, toy: Family) -> None:
    match = await timed.table()
    await time.pass_time(timed, 30)
    await timed.order(match, "FREEZE")
    await time.pass_time(timed, 600)
    await timed.hosted.rounds.sweep_deadlines()
    await timed.hosted.rounds.measure()
    assert (await timed.get(match)).info.version == 2
    assert timed.hosted.host.room.metrics.held_seconds._value.get() >= 600
    assert timed.hosted.host.room.metrics.overdue._value.get() == 0
    await timed.order(match, "THAW")
    await timed.hosted.rounds.measure()
    assert timed.hosted.host.room.metrics.held._value.get() == 0
    await time.pass_time(timed, 20)
    await timed.hosted.rounds.sweep_deadlines()
    assert (await timed.get(match)).info.version == 3
    await time.pass_time(timed, 12)
    await timed.hosted.rounds.sweep_deadlines()
    assert (await timed.get(match)).info.version == 4
    await timed.finish(match)
    assert 60_000 <= (await times(timed, match, toy))[0] < 70_000


async def test_a_rewind_sets_the_clock_back_too(timed: House, time: Shifted, toy: Family) -> None:
    match = await timed.table()
    await timed.step(match)
    for _ in range(2):
        await time.pass_time(timed, 40)
        await timed.step(match)
    await time.pass_time(timed, 40)
    info = await timed.order(match, "REWIND", 2)
    left_ms = info.deadline.ToMilliseconds() - time()
    assert 55_000 < left_ms <= 60_000
    await time.pass_time(timed, 50)
    await timed.hosted.rounds.sweep_deadlines()
    assert (await timed.get(match)).info.version == info.version
    await timed.finish(match)
    first, *taken_back, second = (await times(timed, match, toy))[:4]
    assert first < 5_000
    assert [at_ms // 10_000 for at_ms in (*taken_back, second)] == [4, 8, 5]


async def test_bots_wait_and_are_woken_again(opening: OpenHouse) -> None:
    async with opening() as house:
        match = await house.table(bots=(1,))
        card, version = await house.card(match, house.a)
        assert (await house.play(match, house.a, card, version)).info.due_seats == [1]
        info = await house.order(match, "FREEZE")
        assert await house.hosted.journal.backlog() == []
        with refused(PRECONDITION, "FROZEN_BY_MODERATOR"):
            await house.play(match, house.bot(match, 1), 1, info.version)
        before = len(house.postbox.sent)
        info = await house.order(match, "THAW")
        await until(lambda: len(house.postbox.sent) > before)
        assert house.postbox.sent[-1].arguments["version"] == info.version
        card, version = await house.card(match, house.bot(match, 1))
        await house.play(match, house.bot(match, 1), card, version)


async def test_frozen_is_frozen_after_a_restart_and_for_the_operators_thaw(opening: OpenHouse) -> None:
    async with opening() as house:
        match = await house.table()
        await house.step(match)
        await house.order(match, "FREEZE")
        shown = await house.get(match, house.a)
        assert (await house.count_higher(match, house.a, 5)).version == shown.info.version  # to look is no act
    async with opening() as house:
        assert not await house.hosted.host.thaw(match.removeprefix("matches/"))
        assert await house.get(match, house.a) == shown
        assert shown.info.status == FROZEN
        await house.order(match, "THAW")
        assert (await house.finish(match)).info.end_cause == "PLAYED_OUT"


def breaks(when: Callable[..., bool]) -> Callable[..., Any]:
    def replacement(own: Callable[..., Any], *arguments: Any) -> Any:
        if when(*arguments):
            raise KeyError("the rules broke")
        return own(*arguments)

    return replacement


@pytest.mark.parametrize("method", ["apply", "view"])
async def test_what_a_fault_froze_can_only_be_broken_up(opening: OpenHouse, toy: Family, method: str) -> None:
    def on_act(_: Any, event: Any) -> bool:
        return isinstance(event, Act)

    def on_sealed(state: Any, _: Any) -> bool:
        return max(state.sealed) >= 0

    broken = family_with(toy, **{method: breaks({"apply": on_act, "view": on_sealed}[method])})
    async with opening() as house:
        match = await house.table()
        await house.step(match)
    async with opening(broken) as house:
        assert (await house.get(match)).info.status == FROZEN
        for kind in ("FREEZE", "THAW", "REWIND", "END"):
            with refused(PRECONDITION, "MATCH_FROZEN"):
                await house.order(match, kind)
        info = await house.order(match, "VOID")
        assert (info.status, info.end_cause, info.version) == (FINISHED, "void", 3)
        assert house.postbox.sent[-1].queue == "scoring"
    for family in (broken, toy):
        async with opening(family) as house:
            assert (await house.get(match, house.a)).info.end_cause == "void"
            written = record.read((await house.record(match)).content)
            assert written.cause == "void"
    assert record.verify(written, toy.game).problems == ()  # as soon as the rules are mended


@pytest.mark.parametrize(
    ("kind", "method"),
    [("FREEZE", "view"), ("END", "view"), ("VOID", "view"), ("REWIND", "view"), ("REWIND", "pending")],
)
async def test_an_order_over_which_the_rules_break_freezes_the_match(
    opening: OpenHouse, toy: Family, kind: str, method: str
) -> None:
    switch = Switch()
    async with opening(family_with(toy, **fault(method, switch))) as house:
        match = await house.table()
        for _ in range(3):
            await house.step(match)
        switch.on = True
        with refused(PRECONDITION, "MATCH_FROZEN"):
            await house.order(match, kind, 2 if kind == "REWIND" else 0)
        assert (await house.get(match)).info.version == 4
        assert (await house.order(match, "VOID")).end_cause == "void"


async def test_a_match_that_could_not_begin_has_nothing_to_be_broken_up(opening: OpenHouse, toy: Family) -> None:
    """Nobody sits there, so the league could not record it."""
    async with opening(family_with(toy, apply=breaks(lambda *_: True))) as house:
        match = (await house.create()).match
        with refused(PRECONDITION, "MATCH_FROZEN"):
            await house.start(match)
        with refused(PRECONDITION, "MATCH_NOT_STARTED"):
            await house.order(match, "VOID")
        assert await house.hosted.journal.backlog() == []
    async with opening() as house:
        assert await house.hosted.host.thaw(match.removeprefix("matches/"))
        await house.start(match)
        assert (await house.finish(match)).info.end_cause == "PLAYED_OUT"


async def test_a_match_of_other_rules_can_be_broken_up(opening: OpenHouse, toy: Family) -> None:
    async with opening() as house:
        match = await house.table()
        await house.step(match)
    async with opening(family_as(toy, rules_version=2)) as house:
        with refused(PRECONDITION, "RULES_VERSION_CHANGED"):
            await house.order(match, "END")
        assert (await house.order(match, "VOID")).end_cause == "void"
        assert (await house.get(match)).info.status == FINISHED


async def test_nobody_loses_or_wins_a_seat_as_the_rules_change(opening: OpenHouse, toy: Family) -> None:
    """Who left stays gone, who sat down for him sits there: while the match waits, and when it is broken up."""
    old = family_as(toy, absence=Absence.STAND_IN, leaving_ends=False)
    async with opening(old) as house:
        match = await house.table()
        await house.step(match)
        await house.leave(match, house.a)
        await house.substitute(match, 0, "players/c")
        await house.leave(match, house.b)
        seats = who_sits((await house.get(match)).info)
    new = family_as(old, rules_version=2)
    game = type("OtherActs", (type(new.game),), {"action_type": Literal["pas"]})()
    async with opening(msgspec.structs.replace(new, game=game)) as house:
        assert who_sits((await house.get(match)).info) == seats
        assert who_sits(await house.order(match, "VOID")) == seats
    async with opening(old) as house:
        assert who_sits((await house.get(match)).info) == seats


def who_sits(info: match_pb2.MatchInfo) -> list[Any]:
    return [(seat.player, seat.presence, seat.stand_in, list(seat.past)) for seat in info.seats]


async def test_an_order_at_the_moment_of_an_act_is_before_or_after_it(opening: OpenHouse, toy: Family) -> None:
    async with opening() as house:
        for _ in range(8):
            match = await house.table()
            card, version = await house.card(match, house.a)
            done = await asyncio.gather(
                house.play(match, house.a, card, version), house.order(match, "FREEZE"), return_exceptions=True
            )
            info = (await house.get(match)).info
            assert info.status == FROZEN
            assert info.version == (2 if isinstance(done[0], grpc.aio.AioRpcError) else 3)
            await house.order(match, "THAW")
            await house.finish(match)
            await times(house, match, toy)


async def test_who_comes_back_after_a_rewind_is_told_what_the_others_were(opening: OpenHouse) -> None:
    """A rewind's commit has a snapshot, from which the versions after it are made again: orders and changes of seats
    right after it ask what it asked, with its score and until its deadline.
    """
    async with opening() as house:
        match = await house.table()
        stream = house.watch(match, house.a)
        for _ in range(3):
            await house.step(match)
        for kind, back_to in (("FREEZE", 0), ("REWIND", 2), ("THAW", 0)):
            last = await house.order(match, kind, back_to)
        told = [(await soon(stream)).update for _ in range(last.version)]
        for _ in range(4):
            last = (await house.step(match)).info
        told += [(await soon(stream)).update for _ in range(4)]
    async with opening() as house:
        for after in range(1, last.version):
            stream = house.watch(match, house.a, after)
            assert [(await soon(stream)).update for _ in range(last.version - after)] == told[after:]
