"""What moderators order about a match: no state of a game, so no rules ever see it (docs/decisions/0023).

An `Order` stands in the journal and in the record as a commit of its own; `Orders` is what all of them have made of the
match. Immutable and pure; times are milliseconds.
"""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from services.kernel.meta import ENDED, VOID
from services.kernel.refusal import Illegal


class OrderKind(StrEnum):
    """What is ordered."""

    FREEZE = "freeze"
    THAW = "thaw"
    REWIND = "rewind"
    VOID = "void"
    END = "end"


_ENDS: Final = {OrderKind.VOID: VOID, OrderKind.END: ENDED}


class Order(msgspec.Struct, frozen=True, tag="order", omit_defaults=True):
    """An order, with a `word` to those at the table.

    A rewind goes back to the state after version `back_to`; 0 is the match before anything was dealt. What chance said
    since then is never said again: the fates that follow have numbers of their own. `at_ms` is the match's own clock
    once the order is carried out: it stands still while the match is frozen, and a rewind sets it back. `stopped_ms` is
    the house's time that it has stood still in all (set by what lets it go on: a thaw, or a rewind).
    """

    kind: OrderKind
    word: str = ""
    back_to: int = 0
    stopped_ms: int = 0
    at_ms: int = 0


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """What holds of the orders so far: the `last` one and the `version` that it made; whether the match is `held`
    (frozen), how long its clock had stood still in all before, and the house's cause by which it was ended, if any.
    """

    last: Order | None = None
    version: int = 0
    held: bool = False
    stopped_ms: int = 0
    end: str = ""

    def after(self, order: Order, version: int) -> "Orders":
        """What holds once `order` has made `version`. Raises `Illegal` for what cannot be."""
        if self.end:
            raise Illegal("MATCH_OVER")
        said = replace(self, last=order, version=version)
        match order.kind:
            case OrderKind.FREEZE:
                if self.held:
                    raise Illegal("ALREADY_FROZEN")
                return replace(said, held=True)
            case OrderKind.THAW:
                if not self.held:
                    raise Illegal("NOT_FROZEN")
                return replace(said, held=False, stopped_ms=order.stopped_ms)
            case OrderKind.REWIND:
                if not 0 <= order.back_to < version - 1:
                    raise Illegal("NO_SUCH_VERSION", version=order.back_to, last=version - 2)
                return replace(said, stopped_ms=self.stopped_ms if self.held else order.stopped_ms)
            case OrderKind.VOID | OrderKind.END:
                return replace(said, held=False, end=_ENDS[order.kind])

    @property
    def held_at_ms(self) -> int:
        """Where the match's clock stands still, while the match is held."""
        return self.last.at_ms if self.last is not None else 0
