"""What a seat asks for, what it is answered, and how that is counted, whichever call it came by."""

import asyncio
import time
from collections.abc import Awaitable
from enum import Enum
from typing import Any, Final

import msgspec

from services.kernel.game import Act, Lapse, Seat
from services.kernel.seating import Occupy
from services.runtime.errors import Fault, HouseError, Invalid, Refused, Stale, Unavailable
from services.runtime.metrics import FAILURES, FamilyMetrics
from services.runtime.versions import AnyEvent

PATIENCE_SECONDS: Final = 1.0
"""Who leaves later than this without an answer has been failed; who leaves sooner had his own reasons."""


class Wish(Enum):
    """What is asked for that is no act of the game."""

    LEAVE = "leave"
    CLAIM = "claim"  # the match of an opponent who is away


class Decision(msgspec.Struct, frozen=True):
    """What a seat asks for: an `action` expecting a version, or else a `wish`."""

    request_id: bytes
    action: Any = None
    expected: int | None = None
    wish: Wish | None = None

    def is_made_by(self, event: AnyEvent | None, seat: Seat) -> bool:
        """True if `event` is what `seat` asks for by this decision."""
        match self.wish:
            case None:
                return isinstance(event, Act) and bool(event.action == self.action)
            case Wish.LEAVE:
                return isinstance(event, Occupy) or (isinstance(event, Lapse) and event.seat == seat)
            case Wish.CLAIM:
                return isinstance(event, Lapse) and event.seat != seat


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
