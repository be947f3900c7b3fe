"""Decisions are counted by what became of them, whichever call they came by."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import grpc
import pytest
from prometheus_client import REGISTRY

from services.kernel.registry import Family
from services.runtime import decisions
from services.runtime.decisions import Answer, counted
from services.runtime.journal.interface import Append, StoreUnavailable
from services.runtime.metrics import FamilyMetrics
from tests.runtime.conftest import OpenHouse
from tests.runtime.table import House, family_with, new_request, soon
from tests.runtime.test_freezing import Switch, fault

Decide = Callable[[int, int, str], Awaitable[None]]
"""Asks for a card at a version with a request id, and takes whatever comes."""


class Counts:
    """What has been counted since this was made."""

    def __init__(self) -> None:
        self._before = _moves()

    @property
    def new(self) -> dict[tuple[str, str], float]:
        """By result and reason; what did not happen is left out."""
        return {key: more for key, count in _moves().items() if (more := count - self._before.get(key, 0))}


def _moves() -> dict[tuple[str, str], float]:
    (metric,) = (metric for metric in REGISTRY.collect() if metric.name == "kiraathane_moves")
    return {
        (sample.labels["result"], sample.labels["reason"]): sample.value
        for sample in metric.samples
        if sample.labels["family"] == "yuksek"
    }


@pytest.fixture(params=["Play", "Sit"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def deciding(house: House, match: str, way: str) -> Decide:
    """Decisions of seat 0, by one call or the other."""
    if way == "Sit":
        stream = await house.sit(match, house.a)
        await soon(stream)

        async def sit(card: int, version: int, request_id: str) -> None:
            await stream.write(house.decision(card, version, request_id))
            while (await soon(stream)).request_id != request_id:
                pass

        return sit

    async def play(card: int, version: int, request_id: str) -> None:
        with contextlib.suppress(grpc.aio.AioRpcError):
            await house.play(match, house.a, card, version, request_id)

    return play


async def test_by_what_became_of_them(house: House, way: str) -> None:
    match = await house.table()
    hand = list((await house.get(match, house.a)).view.hand)
    foreign = next(card for card in range(12) if card not in hand)
    decide = await deciding(house, match, way)
    counts, request_id = Counts(), new_request()
    await decide(foreign, 1, new_request())
    await decide(hand[0], 9, new_request())
    await decide(hand[0], 1, request_id)
    await decide(hand[0], 1, request_id)
    await decide(hand[1], 1, request_id)
    assert counts.new == {
        ("refused", "NO_SUCH_CARD"): 1,
        ("stale", ""): 1,
        ("accepted", ""): 1,
        ("repeated", ""): 1,
        ("refused", "REQUEST_ID_REUSED"): 1,
    }


async def test_a_store_that_fails_is_the_house_failing(house: House, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    decide = await deciding(house, match, way)

    async def fails(batch: Sequence[Append]) -> list[bool]:
        raise StoreUnavailable("no space left")

    counts = Counts()
    monkeypatch.setattr(house.hosted.journal, "append", fails)
    await decide(card, version, new_request())
    assert counts.new == {("failed", "STORE_UNAVAILABLE"): 1}


async def test_a_frozen_match_is_the_house_failing(opening: OpenHouse, toy: Family, way: str) -> None:
    switch = Switch()
    async with opening(family_with(toy, **fault("apply", switch))) as house:
        match = await house.table()
        card, version = await house.card(match, house.a)
        decide = await deciding(house, match, way)
        counts, switch.on = Counts(), True
        for _ in range(2):
            await decide(card, version, new_request())
        assert counts.new == {("failed", "MATCH_FROZEN"): 2}


async def test_a_fault_is_the_house_failing(house: House, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    decide = await deciding(house, match, way)

    async def breaks(*_: Any) -> Answer:
        raise KeyError("a bug")

    counts = Counts()
    monkeypatch.setattr(house.hosted.host, "act", breaks)
    await decide(card, version, new_request())
    assert counts.new == {("failed", "INTERNAL"): 1}


async def test_who_may_not_decide_is_not_counted(house: House) -> None:
    match = await house.table()
    counts = Counts()
    with pytest.raises(grpc.aio.AioRpcError):
        await house.play(match, house.c, 0, 1)
    assert counts.new == {}


async def test_leaving_is_a_decision(house: House) -> None:
    match = await house.table()
    counts = Counts()
    await house.leave(match, house.a)
    assert counts.new == {("accepted", ""): 1}


@pytest.mark.parametrize(("patience", "failed"), [(0.0, {("failed", "UNANSWERED"): 1}), (60.0, {})])
async def test_who_waited_long_and_left_was_failed(
    toy: Family, monkeypatch: pytest.MonkeyPatch, patience: float, failed: dict[tuple[str, str], float]
) -> None:
    metrics, counts = FamilyMetrics(toy.game.meta), Counts()
    monkeypatch.setattr(decisions, "PATIENCE_SECONDS", patience)

    async def never() -> Answer:
        await asyncio.Event().wait()
        raise AssertionError

    task = asyncio.create_task(counted(metrics, never()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert counts.new == failed
