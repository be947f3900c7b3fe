"""Two replicas behind the gateway: one may die in the middle of calls, or be told to end, and no caller notices."""

import asyncio
import contextlib
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator

import grpc
import grpc.aio
import pytest

from kiraathane.players.v1 import players_service_pb2 as pb
from kiraathane.players.v1.players_service_pb2_grpc import PlayersServiceStub
from tests.gateway.door import ME, bearer
from tests.support.envoy import OPENER, wait_until_well
from tests.support.platform import Platform, running_platform

pytestmark = pytest.mark.platform

CALLERS, PAUSE_SECONDS = 16, 0.01


@pytest.fixture(scope="module")
def two() -> Iterator[Platform]:
    """Only the players service, twice, on one store."""
    limits = {"KIRAATHANE_GATEWAY_CALLS_PER_PLAYER": "100000", "KIRAATHANE_GATEWAY_BURST_PER_PLAYER": "100000"}
    quiet = {"KIRAATHANE_LOG_LEVEL": "warning", "KIRAATHANE_DRAIN_SECONDS": "2"}
    with running_platform({**limits, **quiet}, replicas=2, only=("players",)) as running:
        yield running


async def calls_during(
    platform: Platform, seconds: float, event: Callable[[], object], *metadata: tuple[str, str]
) -> tuple[Counter[str], float]:
    """Many callers call on and on, and a third in `event` happens. How the calls ended, and the slowest in seconds."""
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    async with grpc.aio.insecure_channel(platform.gateway) as channel:
        stub = PlayersServiceStub(channel)
        token = bearer((await stub.SignInGuest(pb.SignInGuestRequest())).session.access_token)
        end = time.monotonic() + seconds

        async def caller() -> None:
            nonlocal slowest
            while time.monotonic() < end:
                begun = time.monotonic()
                try:
                    await stub.GetPlayer(ME, metadata=(token, *metadata), timeout=5)
                    outcomes["ok"] += 1
                except grpc.aio.AioRpcError as error:
                    outcomes[f"{error.code().name}: {error.details()}"] += 1
                slowest = max(slowest, time.monotonic() - begun)
                await asyncio.sleep(PAUSE_SECONDS)

        async def happening() -> None:
            await asyncio.sleep(seconds / 3)
            await asyncio.to_thread(event)

        await asyncio.gather(happening(), *(caller() for _ in range(CALLERS)))
    return outcomes, slowest


@contextlib.asynccontextmanager
async def replica(platform: Platform) -> AsyncIterator[None]:
    """Envoy knows both replicas to be well before, and again afterwards."""
    await both_are_well(platform)
    yield
    await asyncio.to_thread(platform.restart, "services-2")
    await both_are_well(platform)


async def both_are_well(platform: Platform) -> None:
    await asyncio.to_thread(wait_until_well, platform, "services", "services-2")


@pytest.mark.parametrize("attempt", range(2))
async def test_a_replica_that_is_killed_during_calls_costs_nobody_an_error(two: Platform, attempt: int) -> None:
    async with replica(two):
        outcomes, slowest = await calls_during(two, 3.0, lambda: two.kill("services-2"))
    assert set(outcomes) == {"ok"}, outcomes
    assert outcomes["ok"] > 100
    assert slowest < 2.0


@pytest.mark.parametrize("attempt", range(2))
async def test_a_replica_that_is_told_to_end_costs_nobody_an_error(two: Platform, attempt: int) -> None:
    async with replica(two):
        outcomes, _ = await calls_during(two, 3.0, lambda: two.kill("services-2", signal.SIGTERM))
    assert set(outcomes) == {"ok"}, outcomes


async def test_replicas_that_are_rolled_right_after_each_other_cost_nobody_an_error(two: Platform) -> None:
    """The next one ends in the moment in which the gateway takes the last one for well again."""

    def rolled() -> None:
        for name in ("services-2", "services"):
            assert two.stop(name) == 0
            two.restart(name)
            wait_until_well(two, "services", "services-2")

    await both_are_well(two)
    outcomes, _ = await calls_during(two, 9.0, rolled)
    assert set(outcomes) == {"ok"}, outcomes


async def test_both_replicas_work(two: Platform) -> None:
    before = [served_by(two, name) for name in ("services", "services-2")]

    def both_have_answered() -> bool:
        after = [served_by(two, name) for name in ("services", "services-2")]
        return all(later - earlier > 10 for earlier, later in zip(before, after, strict=True))

    for _ in range(10):
        await calls_during(two, 1.0, lambda: None)
        if both_have_answered():
            break
    assert both_have_answered()


@pytest.mark.parametrize("match", ["matches/m1", "matches/m2"])
async def test_calls_of_one_match_go_to_one_replica(two: Platform, match: str) -> None:
    before = [served_by(two, name) for name in ("services", "services-2")]
    await calls_during(two, 1.0, lambda: None, ("x-match-id", match))
    after = [served_by(two, name) for name in ("services", "services-2")]
    assert sorted(later > earlier for earlier, later in zip(before, after, strict=True)) == [False, True]


def served_by(platform: Platform, name: str) -> float:
    """How many `GetPlayer` calls a replica has answered, by its own metrics."""
    address = platform.programs[name].environment["KIRAATHANE_HTTP_LISTEN"]
    with OPENER.open(f"http://{address}/metrics", timeout=5) as answer:
        text = answer.read().decode()
    wanted = ("grpc_server_handled_total", 'grpc_method="GetPlayer"', 'grpc_code="OK"')
    return sum(float(line.split()[-1]) for line in text.splitlines() if all(part in line for part in wanted))


async def test_when_no_replica_is_left_the_answer_has_a_type_and_says_so(two: Platform) -> None:
    two.kill("services")
    two.kill("services-2")
    try:
        async with grpc.aio.insecure_channel(two.gateway) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await PlayersServiceStub(channel).GetKeys(pb.GetKeysRequest(), timeout=5)
        assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
        assert "cannot be reached" in str(caught.value.details())
    finally:
        for name in ("services", "services-2"):
            await asyncio.to_thread(two.restart, name)
