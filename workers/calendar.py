"""What the house does by the clock: Celery's beat, inside every worker that scores.

The schedule lies in memory and every such worker beats: what is due is done once all the same, since the league keeps
what it has done for which piece of the calendar.
"""

from typing import Any

import grpc
from celery import Celery
from celery.beat import EmbeddedService

from workers.queues import RUN_PERIODIC, SCORING_QUEUE
from workers.services import House


def schedule(every_seconds: int) -> dict[str, dict[str, Any]]:
    """Celery's `beat_schedule`. A word that nobody takes up before the next one is forgotten."""
    options = {"queue": SCORING_QUEUE, "expires": every_seconds}
    return {"periodic": {"task": RUN_PERIODIC, "schedule": every_seconds, "options": options}}


def clock(app: Celery) -> Any:
    """A thread that sends what the app's schedule says, to be started and stopped; None if it consumes no scoring."""
    if SCORING_QUEUE not in {queue.name for queue in app.conf.task_queues}:
        return None
    return EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")


def run_periodic(house: House) -> str:
    """Asks the league to do what is due; returns a word of `metrics.PERIODIC_RESULTS`. Raises `grpc.RpcError`.

    What is not done in time goes on the next time.
    """
    try:
        answer = house.run_periodic()
    except grpc.RpcError as error:
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return "unavailable"
        raise
    return "done" if answer.wins_voided or answer.seasons_closed else "nothing"
