"""What lies on the table of yüksek."""

import msgspec

from services.kernel.score import LedgerLine

CARDS = 12
HAND = 3


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    """Lay a card face down."""

    card: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A hand was dealt; its die says what each trick is worth."""

    worth: int


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A seat laid its card; nobody sees which."""

    seat: int


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """Both cards were turned over."""

    cards: tuple[int, int]
    winner: int


Happening = Dealt | Laid | Turned


class State(msgspec.Struct, frozen=True):
    """The whole match. `sealed`: what each seat has laid face down, -1 for nothing; `worth` is 0 before the die."""

    hands_left: int
    turn_ms: int | None
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    stock: tuple[int, ...] = ()
    sealed: tuple[int, int] = (-1, -1)
    worth: int = 0
    ledger: tuple[LedgerLine, ...] = ()
    left: int = -1
    just: tuple[Happening, ...] = ()
