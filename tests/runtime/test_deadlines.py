"""Time: who lets it run out lapses, the house's own downtime is given back, and nobody's clock jumps."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from prometheus_client import REGISTRY

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.registry import Family
from services.runtime.clock import HouseClock, unix_ms
from services.runtime.journal.interface import Append, StoreUnavailable
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_with, new_request, soon, until
from tests.support.serving import refused


class Shifted:
    """The machine's clock, some time ahead."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return unix_ms() + self.ahead_ms

    async def pass_time(self, house: House, seconds: int) -> None:
        """Lets time pass as it does while the house is up: with heartbeats."""
        for _ in range(seconds // 2):
            self.ahead_ms += 2_000
            await house.hosted.rounds.beat()


@pytest.fixture
def time() -> Shifted:
    return Shifted()


@pytest.fixture
async def house(opening: OpenHouse, time: Shifted) -> AsyncIterator[House]:
    async with opening(clock=HouseClock(time)) as opened:
        yield opened


async def test_who_lets_his_time_run_out_lapses(house: House, time: Shifted) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    await house.play(match, house.a, card, version)
    stream = house.watch(match)
    await soon(stream)
    await time.pass_time(house, 62)
    await house.hosted.rounds.sweep_deadlines()
    update = (await soon(stream)).update
    assert update.info.version == 3
    assert [h.WhichOneof("happening") for h in update.happenings] == ["laid_seat", "turned"]


async def test_a_deadline_that_nobody_sees_to_is_told(house: House, time: Shifted) -> None:
    def overdue() -> float:
        found = REGISTRY.get_sample_value("kiraathane_deadline_overdue_seconds", {"family": "yuksek"})
        assert found is not None
        return found

    await house.table()
    await house.hosted.rounds.measure()
    assert overdue() == 0
    await time.pass_time(house, 82)
    await house.hosted.rounds.measure()
    assert 20 < overdue() < 60
    await house.hosted.rounds.sweep_deadlines()
    await house.hosted.rounds.measure()
    assert overdue() == 0


async def test_all_who_were_to_decide_at_once_lapse_at_once(house: House, time: Shifted) -> None:
    match = await house.table()
    await time.pass_time(house, 62)
    assert await house.hosted.rounds.sweep_deadlines() == 1
    update = await house.get(match)
    assert update.info.version == 2
    assert len(update.info.score.ledger) == 1
    assert list(update.info.due_seats) == [0, 1]


async def test_a_timer_does_not_wait_for_the_sweeper(opening: OpenHouse, toy: Family) -> None:
    async with opening(family_with(toy, allowance=lambda own, state: 150)) as house:
        await house.hosted.rounds.close()
        await house.hosted.rounds.beat()
        match = await house.table()
        stream = house.watch(match)
        first = (await soon(stream)).update.info.version
        assert (await soon(stream)).update.info.version == first + 1
        assert (await soon(stream)).update.info.version == first + 2


async def test_time_outs_alone_end_a_match(opening: OpenHouse, toy: Family) -> None:
    async with opening(family_with(toy, allowance=lambda own, state: 30)) as house:
        match = await house.table()
        stream = house.watch(match)
        update = (await soon(stream)).update
        while update.info.status == match_pb2.MATCH_STATUS_PLAYING:
            update = (await soon(stream)).update
        verdict = record.verify(record.read((await house.record(match)).content), toy.game)
        assert verdict.problems == ()


async def test_an_act_after_the_deadline_is_too_late(house: House, time: Shifted) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    await time.pass_time(house, 60)
    time.ahead_ms += 500
    with refused(grpc.StatusCode.ABORTED, "VERSION_STALE"):
        await house.play(match, house.a, card, version)
    assert (await house.get(match)).info.version == 2


async def test_each_decision_has_its_own_time(house: House, time: Shifted) -> None:
    match = await house.table()
    await time.pass_time(house, 40)
    card, version = await house.card(match, house.a)
    await house.play(match, house.a, card, version)
    await time.pass_time(house, 40)
    assert await house.hosted.rounds.sweep_deadlines() == 0
    assert (await house.get(match)).info.version == 2


async def test_without_a_clock_nobody_lapses(house: House, time: Shifted) -> None:
    match = await house.table(turnSeconds="none")
    assert not (await house.get(match)).info.HasField("deadline")
    await time.pass_time(house, 200)
    assert await house.hosted.rounds.sweep_deadlines() == 0


async def test_downtime_is_given_back(opening: OpenHouse, time: Shifted) -> None:
    async with opening(clock=HouseClock(time)) as house:
        match = await house.table()
        before = (await house.get(match)).info.deadline
    time.ahead_ms += 3_600_000
    async with opening(clock=HouseClock(time)) as house:
        assert await house.hosted.rounds.sweep_deadlines() == 0
        update = await house.get(match)
        assert update.info.version == 1
        moved = update.info.deadline.ToMilliseconds() - before.ToMilliseconds()
        assert 3_590_000 <= moved <= 3_600_000 + 30_000
        await time.pass_time(house, 62)
        assert await house.hosted.rounds.sweep_deadlines() == 1


async def test_a_pause_of_a_process_is_downtime_too(house: House, time: Shifted) -> None:
    """Stopped and continued, or cut off from its store: the first heartbeat afterwards says how long it was."""
    match = await house.table()
    stream = house.watch(match)
    told = (await soon(stream)).update.info.deadline
    time.ahead_ms += 600_000
    await house.hosted.rounds.beat()
    later = (await soon(stream)).update.info
    assert (later.version, later.deadline.seconds - told.seconds) == (1, pytest.approx(600, abs=5))
    assert (await house.get(match)).info.deadline == later.deadline
    assert await house.hosted.rounds.sweep_deadlines() == 0
    card, version = await house.card(match, house.a)
    update = await house.play(match, house.a, card, version)
    assert update.info.version == 2
    assert 50_000 < update.info.deadline.ToMilliseconds() - time() < 70_000


async def test_nobody_lapses_by_a_clock_that_is_not_trusted(house: House, time: Shifted) -> None:
    match = await house.table()
    await house.hosted.rounds.close()
    house.hosted.host.room.clock._beaten = float("-inf")
    time.ahead_ms += 600_000
    assert await house.hosted.rounds.sweep_deadlines() == 0
    card, version = await house.card(match, house.a)
    assert (await house.play(match, house.a, card, version)).info.version == 2


async def test_a_heartbeat_that_the_store_answered_late_says_nothing_about_the_time_until_then(
    house: House, time: Shifted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store stood still, with the question in its hands: what it answers is how things were when it was asked."""
    monkeypatch.setattr("services.runtime.clock._TRUST_SECONDS", 0.2)
    match = await house.table()
    rounds, clock = house.hosted.rounds, house.hosted.host.room.clock
    await rounds.close()
    ask = house.hosted.journal.beat

    async def late(now_ms: int, every_ms: int) -> Any:
        found = await ask(now_ms, every_ms)
        time.ahead_ms += 600_000
        await asyncio.sleep(0.3)
        return found

    with monkeypatch.context() as store:
        store.setattr(house.hosted.journal, "beat", late)
        await rounds.beat()
    assert not clock.trusted
    assert await rounds.sweep_deadlines() == 0
    await rounds.beat()
    assert clock.trusted
    assert await rounds.sweep_deadlines() == 0
    assert (await house.get(match)).info.version == 1


async def test_an_act_after_a_pause_that_nobody_has_measured_yet_is_in_time(house: House, time: Shifted) -> None:
    """Rules that judge an act by its time must not find a flag fallen while the house was away."""
    match = await house.table()
    await house.hosted.rounds.close()
    house.hosted.host.room.clock._beaten = float("-inf")
    time.ahead_ms += 600_000
    for _ in range(2):
        await house.step(match)
    await house.finish(match)
    written = record.read((await house.record(match)).content)
    acts = [event for commit in written.commits for event in _events(commit.events) if event["type"] == "act"]
    assert acts[0]["at_ms"] == 59_999  # a millisecond before the seat would have lapsed
    assert acts[1]["at_ms"] < 120_000


async def test_a_deadline_that_cannot_be_kept_keeps_nobody_busy(
    opening: OpenHouse, toy: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opening(family_with(toy, allowance=lambda own, state: 50)) as house:
        await house.hosted.rounds.close()
        house.hosted.host.room.clock._beaten = float("-inf")
        tried = []
        expire = house.hosted.host.expire
        monkeypatch.setattr(house.hosted.host, "expire", lambda match: tried.append(match) or expire(match))
        await house.table()
        await asyncio.sleep(0.8)
        assert 1 <= len(tried) <= 4


async def test_a_matchs_clock_never_goes_back(house: House, time: Shifted, toy: Family) -> None:
    match = await house.table()
    await time.pass_time(house, 30)
    for shift in (0, -20_000, -5_000, 0):
        time.ahead_ms += shift
        await house.step(match)
    await house.finish(match)
    written = record.read((await house.record(match)).content)
    assert record.verify(written, toy.game).ok
    acts = [event for commit in written.commits for event in _events(commit.events) if event["type"] == "act"]
    times = [act["at_ms"] for act in acts]
    assert times == sorted(times)
    assert times[0] >= 30_000


def _events(raw: Any) -> list[dict[str, Any]]:
    import msgspec

    found: list[dict[str, Any]] = msgspec.json.decode(raw)
    return found


# -- the store fails --------------------------------------------------------------------------------------------------


class Failing:
    """Stands before a journal's `append`: fails before or after the commit, as often as it is told."""

    def __init__(self, journal: Any) -> None:
        self._append = journal.append
        self.before = self.after = 0

    async def __call__(self, batch: list[Append]) -> list[bool]:
        if self.before:
            self.before -= 1
            raise StoreUnavailable("not now")
        made: list[bool] = await self._append(batch)
        if self.after:
            self.after -= 1
            raise StoreUnavailable("who knows")
        return made


@pytest.fixture
def failing(house: House, monkeypatch: pytest.MonkeyPatch) -> Failing:
    guard = Failing(house.hosted.journal)
    monkeypatch.setattr(house.hosted.journal, "append", guard)
    return guard


async def test_what_could_not_be_kept_was_not_played(house: House, failing: Failing) -> None:
    match = await house.table()
    stream = house.watch(match)
    await soon(stream)
    card, version = await house.card(match, house.a)
    request_id = new_request()
    failing.before = 1
    with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
        await house.play(match, house.a, card, version, request_id)
    assert (await house.get(match)).info.version == 1
    assert (await house.play(match, house.a, card, version, request_id)).info.version == 2
    assert (await soon(stream)).update.info.version == 2


async def test_what_was_kept_without_an_answer_is_played_once(house: House, failing: Failing) -> None:
    match = await house.table()
    stream = house.watch(match)
    await soon(stream)
    card, version = await house.card(match, house.a)
    request_id = new_request()
    failing.after = 1
    with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
        await house.play(match, house.a, card, version, request_id)
    update = await house.play(match, house.a, card, version, request_id)
    assert update.info.version == 2
    assert (await house.get(match)).info.version == 2
    assert (await soon(stream)).update.info.version == 2


async def test_watchers_hear_of_it_even_if_nobody_asks_again(house: House, failing: Failing) -> None:
    match = await house.table()
    stream = house.watch(match)
    await soon(stream)
    card, version = await house.card(match, house.a)
    failing.after = 1
    with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
        await house.play(match, house.a, card, version)
    await house.hosted.rounds.poll()
    assert (await soon(stream)).update.info.version == 2


async def test_a_start_that_was_kept_without_an_answer_is_found(house: House, failing: Failing) -> None:
    match = (await house.create()).match
    failing.after = 1
    with refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"):
        await house.start(match)
    assert (await house.start(match)).version == 1


async def test_a_caller_who_goes_away_takes_nothing_with_him(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await house.table()
    stream = house.watch(match)
    await soon(stream)
    card, version = await house.card(match, house.a)
    gate, append = asyncio.Event(), house.hosted.journal.append
    arrived = asyncio.Event()

    async def waits(batch: list[Append]) -> list[bool]:
        arrived.set()
        await gate.wait()
        return await append(batch)

    monkeypatch.setattr(house.hosted.journal, "append", waits)
    call = house.stub.Play(house.play_request(match, card, version), metadata=house.a)
    await arrived.wait()
    call.cancel()
    await asyncio.sleep(0.1)
    gate.set()
    assert (await soon(stream)).update.info.version == 2
    other, now = await house.card(match, house.b)
    assert (await house.play(match, house.b, other, now)).info.version == 3
    await until(lambda: not house.hosted.host.room.cached()[0].turn.locked())
