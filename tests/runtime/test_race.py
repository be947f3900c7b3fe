"""Two replicas, each a process of its own, race for every version of every match on one PostgreSQL.

At each version each of them is sent two decisions at the same moment, and each decision goes to both: one of the two is
made, once, and everybody is told the same.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.registry import Family
from services.runtime.settings import Settings
from tests.runtime.process import Process
from tests.runtime.table import House, soon
from tests.support.platform import free_address
from tests.support.reaper import Reaper
from tests.support.serving import Refusal, new_request, settings_in
from tests.support.valkey import running_valkey

pytestmark = pytest.mark.platform

MATCHES = 24
HANDS = "9"
FEWEST_ROUNDS = 800


@dataclass
class Raced:
    """What came of one match: the versions that each side won, and what the watchers saw of each version."""

    match: str
    won: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    rounds: int = 0


@pytest.fixture
def two_settings(tmp_path: Path, postgres_store: str) -> Iterator[list[Settings]]:
    with running_valkey() as valkey:
        shared = {"STORE": postgres_store, "VALKEY": valkey.address(), "JWKS_URL": ""}
        addresses = [(free_address(), free_address()) for _ in range(2)]
        shared["JWKS_URL"] = f"http://{addresses[0][1]}/.well-known/jwks.json"
        yield [settings_in(tmp_path, LISTEN=grpc, HTTP_LISTEN=http, **shared) for grpc, http in addresses]


@pytest.fixture
async def replicas(two_settings: list[Settings], toy_paths: tuple[str, ...]) -> AsyncIterator[tuple[House, House]]:
    async with contextlib.AsyncExitStack() as stack:
        reaper = stack.enter_context(contextlib.closing(Reaper()))
        houses = []
        for settings in two_settings:
            process = Process(settings, toy_paths, reaper)
            process.start()
            stack.callback(process.kill)
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(settings.listen))
            await asyncio.wait_for(channel.channel_ready(), 60)
            houses.append(House(settings, None, channel, None))  # type: ignore[arg-type]  # they are hosted elsewhere
        yield houses[0], houses[1]


async def test_of_all_that_is_decided_at_once_one_is_made(replicas: tuple[House, House], toy: Family) -> None:
    one, two = replicas
    names = [await (one, two)[n % 2].table(hands=HANDS, turnSeconds="none") for n in range(MATCHES)]
    streams = [(house, name, house.watch(name)) for name in names for house in replicas]
    watching = [asyncio.create_task(seen_by(stream)) for _, _, stream in streams]
    races = await asyncio.wait_for(asyncio.gather(*(race(replicas, name) for name in names)), 120)
    assert [problem for raced in races for problem in raced.problems] == []
    assert sum(raced.rounds for raced in races) > FEWEST_ROUNDS
    # Each of the replicas wins now and then, or it was no race.
    won = sum((raced.won for raced in races), Counter[str]())
    assert min(won["one"], won["two"]) > FEWEST_ROUNDS // 20, won

    seen = dict(zip([(house, name) for house, name, _ in streams], await asyncio.gather(*watching), strict=True))
    for raced in races:
        here, there = seen[one, raced.match], seen[two, raced.match]
        assert here[max(here)] == there[max(there)]
        assert all(here[version] == there[version] for version in here.keys() & there.keys())
        written = record.read((await one.record(raced.match)).content)
        assert [commit.version for commit in written.commits] == list(range(1, raced.rounds + 2))
        assert record.verify(written, toy.game).problems == ()


async def race(replicas: tuple[House, House], name: str) -> Raced:
    """Plays a match to its end; every version is fought for."""
    one, two = replicas
    raced = Raced(name)
    while (update := await one.get(name)).info.status == match_pb2.MATCH_STATUS_PLAYING:
        who = one.seats[update.info.due_seats[0]]
        version, cards = update.info.version, [action.card for action in (await one.legal(name, who)).actions]
        requests = {
            side: house.play_request(name, card, version, new_request())
            for side, house, card in (("one", one, cards[0]), ("two", two, cards[-1]))
        }
        # Each decision at its own replica and, at the same moment, repeated at the other.
        sent = [("one", one), ("two", two), ("one", two), ("two", one)]
        calls = [house.stub.Play(requests[side], metadata=who) for side, house in sent]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        raced.rounds += 1
        judge(raced, version, [(side, answer) for (side, _), answer in zip(sent, answers, strict=True)])
        winner = next((side for (side, _), answer in zip(sent, answers, strict=True) if not failed(answer)), None)
        if winner is None:
            break
        # Afterwards, too, whoever repeats it gets the answer of then.
        for house in replicas:
            again = await house.stub.Play(requests[winner], metadata=who)
            if again.update.info.version != version + 1:
                raced.problems.append(f"{name}: the repeated request was answered with {again.update.info.version}")
    return raced


def failed(answer: Any) -> bool:
    return isinstance(answer, BaseException)


def judge(raced: Raced, version: int, answers: list[tuple[str, Any]]) -> None:
    """Writes down who won, and whatever may not be."""
    made = {side for side, answer in answers if not failed(answer)}
    if len(made) != 1:
        raced.problems.append(f"{raced.match} at {version}: made were {sorted(made)}: {answers}")
        return
    winner = made.pop()
    raced.won[winner] += 1
    told = [answer for side, answer in answers if side == winner]
    if any(failed(answer) for answer in told) or any(answer != told[0] for answer in told):
        raced.problems.append(f"{raced.match} at {version}: one decision was answered in two ways: {told}")
    elif told[0].update.info.version != version + 1:
        raced.problems.append(f"{raced.match} at {version}: made version {told[0].update.info.version}")
    for error in (answer for side, answer in answers if side != winner):
        refusal = Refusal()
        refusal.read(error)
        told_stale = (error.code(), refusal.reason, refusal.metadata.get("version"))
        if told_stale != (grpc.StatusCode.ABORTED, "VERSION_STALE", str(version + 1)):
            raced.problems.append(f"{raced.match} at {version}: the loser was told {told_stale}")


async def seen_by(stream: Any) -> dict[int, bytes]:
    """What a watcher is shown of each version, until the match is over; versions only ever rise."""
    seen: dict[int, bytes] = {}
    try:
        while True:
            update = (await soon(stream)).update
            assert update.info.version > max(seen, default=0)
            seen[update.info.version] = update.view.SerializeToString(deterministic=True)
            if update.info.status == match_pb2.MATCH_STATUS_FINISHED:
                return seen
    finally:
        stream.cancel()
