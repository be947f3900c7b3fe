"""The worker as a process: it lives through the death of its broker and its children, and no turn is doubled."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import grpc
import psutil
import pytest

from kiraathane.match.v1 import match_pb2
from tests.workers.houses import FakeHouse, FakeMatch
from tests.workers.processes import Yard, until
from workers.queues import PLAY_TURN, RECORD_RESULT

pytestmark = pytest.mark.platform


@pytest.fixture
def yard(fake: FakeHouse, address: str, toy_paths: tuple[str, ...], tmp_path: Path) -> Iterator[Yard]:
    made = Yard(tmp_path, address, toy_paths)
    made.start_valkey()
    try:
        made.start_worker()
        yield made
    finally:
        made.close()


def send_turns(yard: Yard, fake: FakeHouse, names: list[str]) -> None:
    """One turn in each of these new matches, each delivered twice, as a sweeper may do."""
    for name in names:
        fake.matches.setdefault(name, FakeMatch())
        turn = {"family": "yuksek", "match": name, "version": 1, "seat": 0, "level": "usta", "attempt": 1}
        for _ in range(2):
            yard.sender.send_task(PLAY_TURN, kwargs=turn, queue="bots.yuksek")


def all_played(fake: FakeHouse, names: list[str]) -> bool:
    return all(fake.matches[name].accepted for name in names)


def test_turns_and_results_are_done_and_counted(fake: FakeHouse, yard: Yard) -> None:
    names = [f"matches/t{number}" for number in range(20)]
    send_turns(yard, fake, names)
    fake.matches["matches/over"] = FakeMatch(version=9, due=set(), status=match_pb2.MATCH_STATUS_FINISHED)
    yard.sender.send_task(RECORD_RESULT, kwargs={"family": "yuksek", "match": "matches/over"}, queue="scoring")

    turns = 'kiraathane_bot_turns_total{family="yuksek",result='
    # A double that is decided at the same moment sends the same request, and is given the first one's answer.
    until(
        lambda: yard.metric(turns + '"played"') + yard.metric(turns + '"stale"') == 40,
        90,
        "twenty turns are played, and their doubles played with them or are stale",
    )
    assert yard.metric(turns + '"played"') >= 20
    until(lambda: fake.matches["matches/over"].acknowledged == 1, 90, "the result is acknowledged")
    assert {len(fake.matches[name].accepted) for name in names} == {1}
    assert yard.metric('kiraathane_bot_think_seconds_count{family="yuksek",level="usta"}') >= 20
    assert yard.metric(turns + '"failed"') == 0
    assert yard.metric('kiraathane_queue_length{queue="bots.yuksek"}') == 0
    assert yard.worker.stop() == 0


def test_a_killed_child_or_worker_loses_no_turn(fake: FakeHouse, yard: Yard) -> None:
    for number in range(3):
        names = [f"matches/k{number}-{turn}" for turn in range(30)]
        send_turns(yard, fake, names)
        until(lambda names=names: any(fake.matches[name].accepted for name in names), 90, "work has begun")
        children = [c for c in psutil.Process(yard.worker.pid).children() if "spawn_main" in " ".join(c.cmdline())]
        os.kill(children[0].pid, signal.SIGKILL)
        yard.worker.kill()
        for child in children:
            until(lambda child=child: not child.is_running(), 30, "the children are gone with their parent")
        yard.start_worker()
        send_turns(yard, fake, names)  # what the sweeper does with turns that nobody answered
        until(lambda names=names: all_played(fake, names), 90, "every turn is played")
        assert {len(fake.matches[name].accepted) for name in names} == {1}


def test_a_broker_that_dies_is_found_again(fake: FakeHouse, yard: Yard) -> None:
    for number in range(3):
        yard.valkey.kill()
        yard.start_valkey()
        names = [f"matches/b{number}-{turn}" for turn in range(10)]
        send_turns(yard, fake, names)
        until(lambda names=names: all_played(fake, names), 90, "every turn is played after the broker's return")


def test_turns_that_end_while_the_broker_is_away_do_not_silence_the_worker(fake: FakeHouse, yard: Yard) -> None:
    """Every child is busy when the broker dies and done before it is back, so that no acknowledgement arrives."""
    early = ["matches/early-1", "matches/early-2"]
    fake.door.clear()
    send_turns(yard, fake, early)
    until(lambda: fake.at_the_door >= 2, 90, "both children are in the middle of a turn")
    yard.valkey.kill()
    fake.door.set()
    until(lambda: all_played(fake, early[:1]), 90, "a turn is played, and nobody can be told that it is done")
    yard.start_valkey()
    late = [f"matches/late-{turn}" for turn in range(10)]
    send_turns(yard, fake, late)
    until(lambda: all_played(fake, late), 90, "every turn is played after the broker's return")


def test_every_worker_that_scores_looks_at_the_calendar(fake: FakeHouse, yard: Yard) -> None:
    yard.worker.stop()
    yard.worker.environment["KIRAATHANE_PERIODIC_SECONDS"] = "1"
    yard.start_worker()
    until(lambda: sum(name == "RunPeriodic" for name, _ in fake.calls) >= 2, 30, "the league is asked twice")
    assert yard.metric('kiraathane_periodic_runs_total{result="done"}') >= 1
    fake.fail["RunPeriodic"] = grpc.StatusCode.UNAVAILABLE
    until(lambda: yard.metric('kiraathane_periodic_runs_total{result="unavailable"}') >= 1, 60, "it was away")
    assert yard.worker.stop() == 0
