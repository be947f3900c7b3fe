"""What a seat asks for, what it is answered, and how that is counted, whichever call it came by."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, Final

import msgspec

from services.kernel.game import Act, Lapse, LapseCause, Seat
from services.runtime.advance import Event
from services.runtime.errors import Fault, HouseError, Invalid, Refused, Stale, Unavailable
from services.runtime.metrics import FAILURES, FamilyMetrics

PATIENCE_SECONDS: Final = 1.0
"""Who leaves later than this without an answer has been failed; who leaves sooner had his own reasons."""


class Decision(msgspec.Struct, frozen=True):
    """What a seat asks for: an `action` expecting a version, or to leave (`action` and `expected` None)."""

    request_id: bytes
    action: Any = None
    expected: int | None = None

    def event(self, seat: Seat, at_ms: int) -> Act[Any] | Lapse:
        """The event that it is if it is made `at_ms` by the match's clock."""
        if self.action is None:
            return Lapse(seat=seat, cause=LapseCause.LEFT, at_ms=at_ms)
        return Act(seat=seat, action=self.action, at_ms=at_ms)

    def is_made_by(self, event: Event | None) -> bool:
        """True if `event` is what this decision asks for."""
        if self.action is None:
            return isinstance(event, Lapse) and event.cause == LapseCause.LEFT
        return isinstance(event, Act) and bool(event.action == self.action)


class Answer(msgspec.Struct, frozen=True):
    """The answer to a decision. `repeated`: it had been made before, and nothing was played now."""

    data: bytes
    repeated: bool


async def counted(metrics: FamilyMetrics, deciding: Awaitable[Answer]) -> Answer:
    """The answer of `deciding`, or its error; what became of the decision is counted.

    Failed is what the house could not do (the store, a frozen match, a fault); refused and stale are answers. What
    somebody asks who may not decide here is no decision.
    """
    begun = time.perf_counter()
    try:
        answer = await deciding
    except asyncio.CancelledError:
        if time.perf_counter() - begun > PATIENCE_SECONDS:
            metrics.failed["UNANSWERED"].inc()
        raise
    except HouseError as error:
        _count(metrics, error)
        raise
    except Exception:
        metrics.failed["INTERNAL"].inc()
        raise
    (metrics.repeated if answer.repeated else metrics.accepted).inc()
    return answer


def _count(metrics: FamilyMetrics, error: HouseError) -> None:
    if error.reason in FAILURES or isinstance(error, Unavailable | Fault):
        metrics.failed.get(error.reason, metrics.failed["INTERNAL"]).inc()
    elif isinstance(error, Stale):
        metrics.stale.inc()
    elif isinstance(error, Refused | Invalid):
        metrics.refused(error.reason).inc()
