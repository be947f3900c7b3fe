"""What the runtime reads out of requests, the same in every family."""

from types import ModuleType
from typing import Any, Final

import structlog

from services.kernel.meta import Meta
from services.kernel.orders import Order, OrderKind
from services.kernel.refusal import Illegal
from services.runtime.decisions import Decision
from services.runtime.errors import Invalid, refused
from services.runtime.match import PREFIX
from services.runtime.moderating import Wanted
from services.runtime.seats import ORDERS

_ORDERS: Final = {told: kind for kind, told in ORDERS.items()}

log = structlog.get_logger(__name__)


def match_id_of(name: str) -> str:
    """The id in "matches/{match}"; the name has been validated."""
    return name[len(PREFIX) :]


def request_id_of(request: Any) -> bytes:
    """The 16 bytes of the request's `request_id`; it has been validated to be a UUID."""
    return bytes.fromhex(request.request_id.replace("-", ""))


def wanted_of(request: Any) -> Wanted:
    """The order in an `OrderMatchRequest`."""
    kind = _ORDERS[request.kind]
    order = Order(kind=kind, word=request.word, back_to=request.back_to if kind is OrderKind.REWIND else 0)
    return Wanted(moderator=request.moderator, request_id=request_id_of(request), order=order)


def decision_of(wire: ModuleType, meta: Meta, message: Any) -> Decision:
    """The decision in a `PlayRequest` or a sitting client's `Decision`.

    Raises `Invalid` for an action that the family cannot read, `Refused` for one that it knows to be impossible.
    """
    try:
        action = wire.action_from_proto(message.action)
    except Illegal as illegal:
        raise refused(meta, illegal) from illegal
    except Exception as error:
        # What a stranger sends must never break more than his own call.
        log.warning("action_malformed", family=meta.slug, problem=repr(error))
        raise Invalid("ACTION_MALFORMED", {"problem": str(error)}, fields=(("action", str(error)),)) from error
    return Decision(request_id=request_id_of(message), action=action, expected=message.expected_version)
