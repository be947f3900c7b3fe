"""The tasks, as Celery knows them. One `House` per child process, made in that process."""

from collections.abc import Callable
from functools import cache

import structlog
from celery import shared_task
from celery.signals import worker_process_init, worker_process_shutdown
from prometheus_client import Counter

from services.kernel.registry import Family, families
from workers import logs, metrics
from workers.calendar import run_periodic
from workers.leaving import Left, record_leave
from workers.queues import PLAY_TURN, RECORD_LEAVE, RECORD_RESULT, RUN_PERIODIC
from workers.scoring import Finished, record_result
from workers.services import House
from workers.settings import load_worker
from workers.turns import Turn, play_turn

log = structlog.get_logger("workers")


@cache
def _house() -> House:
    return House(load_worker())


@cache
def _families() -> dict[str, Family]:
    return families(*load_worker().packages)


def play(family: str, match: str, version: int, seat: int, level: str, attempt: int = 1) -> None:
    """Task `bots.play_turn`."""
    turn = Turn(family=family, match=match, version=version, seat=seat, level=level, attempt=attempt)
    known = _families()[family]
    result = _counted(metrics.TURNS, family, lambda: play_turn(turn, known, _house()))
    log.info("turn", family=family, match=match, version=version, seat=seat, attempt=attempt, result=result)


def score(family: str, match: str, attempt: int = 1) -> None:
    """Task `scoring.record_result`."""
    finished = Finished(family=family, match=match, attempt=attempt)
    known = _families()[family]
    result = _counted(metrics.RESULTS, family, lambda: record_result(finished, known, _house()))
    log.info("result", family=family, match=match, attempt=attempt, result=result)


def leave(family: str, match: str, version: int, seat: int, player: str, at_ms: int, attempt: int = 1) -> None:
    """Task `scoring.record_leave`."""
    left = Left(family=family, match=match, version=version, seat=seat, player=player, at_ms=at_ms, attempt=attempt)
    known = _families()[family]
    result = _counted(metrics.LEAVES, family, lambda: record_leave(left, known, _house()))
    log.info("leave", family=family, match=match, version=version, seat=seat, attempt=attempt, result=result)


def periodic() -> None:
    """Task `scoring.run_periodic`."""
    result = _counted(metrics.PERIODIC, None, lambda: run_periodic(_house()))
    log.info("periodic", result=result)


def _counted(counter: Counter, family: str | None, work: Callable[[], str]) -> str:
    """Does the work and counts its result; what it raises is counted as "failed" and goes on to Celery's log."""
    of = () if family is None else (family,)
    try:
        result = work()
    except Exception:
        counter.labels(*of, "failed").inc()
        raise
    counter.labels(*of, result).inc()
    return result


def _begin(**_: object) -> None:
    """Before the first task of a child: the bots' modules, with their nets, are loaded when nobody waits for them."""
    logs.configure(load_worker())
    for family in _families().values():
        family.module("wire")
        family.module("bot")
    metrics.prepare(_families())


def _end(**_: object) -> None:
    _house().close()


PLAY = shared_task(name=PLAY_TURN)(play)
SCORE = shared_task(name=RECORD_RESULT)(score)
LEAVE = shared_task(name=RECORD_LEAVE)(leave)
PERIODIC = shared_task(name=RUN_PERIODIC)(periodic)
worker_process_init.connect(_begin, weak=False)
worker_process_shutdown.connect(_end, weak=False)
