"""RabbitMQ as the broker: quorum queues, confirmed sending, and workers that live through its death and their own."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from kiraathane.match.v1 import match_pb2
from services.runtime.broker import Broker, Message
from tests.support.rabbitmq import NoRabbit, RabbitMQ, running_rabbitmq
from tests.workers.houses import FakeHouse, FakeMatch
from tests.workers.processes import Yard, until
from workers.queues import PLAY_TURN, RECORD_RESULT

pytestmark = pytest.mark.platform


@pytest.fixture(scope="module")
def rabbitmq() -> Iterator[RabbitMQ]:
    try:
        with running_rabbitmq() as running:
            yield running
    except NoRabbit as reason:
        pytest.skip(str(reason))


@pytest.fixture
def yard(
    fake: FakeHouse, address: str, toy_paths: tuple[str, ...], tmp_path: Path, rabbitmq: RabbitMQ
) -> Iterator[Yard]:
    made = Yard(tmp_path, address, toy_paths, rabbitmq.address)
    try:
        made.start_worker()
        yield made
    finally:
        made.close()


def sent(broker: str, messages: list[Message]) -> list[bool]:
    """Sends them as services do; for each, whether the broker has confirmed that it has it."""

    async def send() -> list[bool]:
        producer = Broker(broker)
        producer.open()
        loop = asyncio.get_running_loop()
        fates = [loop.create_future() for _ in messages]
        try:
            for message, fate in zip(messages, fates, strict=True):
                producer.send(message, fate.set_result)
            return await asyncio.wait_for(asyncio.gather(*fates), 60)
        finally:
            await producer.close()

    return asyncio.run(send())


def turns(fake: FakeHouse, names: list[str]) -> list[Message]:
    """A turn in each of these new matches, twice, as a sweeper may send it."""
    for name in names:
        fake.matches.setdefault(name, FakeMatch())
    arguments = {"family": "yuksek", "version": 1, "seat": 0, "level": "usta", "attempt": 1}
    return [Message(PLAY_TURN, {**arguments, "match": name}, "bots.yuksek") for name in names for _ in range(2)]


def played(fake: FakeHouse, names: list[str]) -> Callable[[], bool]:
    return lambda: all(fake.matches[name].accepted for name in names)


def test_turns_and_results_go_through_quorum_queues(fake: FakeHouse, yard: Yard, rabbitmq: RabbitMQ) -> None:
    names = [f"matches/q{number}" for number in range(30)]
    assert all(sent(yard.broker, turns(fake, names)))
    fake.matches["matches/over"] = FakeMatch(version=9, due=set(), status=match_pb2.MATCH_STATUS_FINISHED)
    result = {"family": "yuksek", "match": "matches/over"}
    assert (
        sent(yard.broker, [Message(RECORD_RESULT, {**result, "attempt": n}, "scoring") for n in (1, 2)]) == [True] * 2
    )
    until(played(fake, names), 60, "every turn is played")
    until(lambda: fake.matches["matches/over"].acknowledged == 2, 60, "the result is acknowledged, each time")
    assert {len(fake.matches[name].accepted) for name in names} == {1}
    assert fake.counted == {"matches/over": 1}
    kinds = {name: kind for name, (kind, _) in rabbitmq.queues().items() if name in ("bots.yuksek", "scoring")}
    assert kinds == {"bots.yuksek": "quorum", "scoring": "quorum"}
    until(lambda: yard.metric('kiraathane_queue_length{queue="bots.yuksek"}') == 0, 30, "its length is told")
    assert yard.worker.stop() == 0


def test_a_killed_child_gives_its_turn_back(fake: FakeHouse, yard: Yard) -> None:
    """No sweeper helps here: what the child had is delivered again."""
    names = [f"matches/c{number}" for number in range(20)]
    fake.door.clear()
    assert all(sent(yard.broker, turns(fake, names)))
    until(lambda: fake.at_the_door >= 2, 60, "both children are in the middle of a turn")
    children = [c for c in psutil.Process(yard.worker.pid).children() if "spawn_main" in " ".join(c.cmdline())]
    for child in children:
        os.kill(child.pid, signal.SIGKILL)
    fake.door.set()
    until(played(fake, names), 60, "every turn is played")
    assert {len(fake.matches[name].accepted) for name in names} == {1}


def test_what_it_has_confirmed_outlives_it(fake: FakeHouse, yard: Yard, rabbitmq: RabbitMQ) -> None:
    """Sent while no worker is there, and the server killed: all that it said to have is delivered."""
    yard.worker.kill()
    names = [f"matches/d{number}" for number in range(40)]
    assert all(sent(yard.broker, turns(fake, names)))
    rabbitmq.kill()
    assert sent(yard.broker, turns(fake, names[:1])) == [False] * 2  # nobody is told that it is taken
    rabbitmq.start()
    yard.start_worker()
    until(played(fake, names), 60, "every turn is played")
    assert {len(fake.matches[name].accepted) for name in names} == {1}


def test_a_server_that_dies_under_the_workers_is_found_again(fake: FakeHouse, yard: Yard, rabbitmq: RabbitMQ) -> None:
    early = ["matches/early-1", "matches/early-2"]
    fake.door.clear()
    assert all(sent(yard.broker, turns(fake, early)))
    until(lambda: fake.at_the_door >= 2, 60, "both children are in the middle of a turn")
    rabbitmq.kill()
    fake.door.set()
    until(lambda: any(fake.matches[name].accepted for name in early), 60, "a turn is played, and nobody can be told so")
    rabbitmq.start()
    late = [f"matches/late-{turn}" for turn in range(20)]
    # Just back it may still drop who comes first; services send again what was not taken.
    until(lambda: all(sent(yard.broker, turns(fake, late))), 30, "it takes messages again")
    until(played(fake, early + late), 60, "every turn is played after its return")
    assert {len(fake.matches[name].accepted) for name in early + late} == {1}
